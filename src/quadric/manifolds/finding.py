"""From an autoencoder and activations to a ranked list of manifolds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from quadric.activations import ActivationStore, Rows, open_activations
from quadric.autoencoders import BilinearAutoencoder
from quadric.autoencoders.inputs import unit_rows
from quadric.gallery.bundle import Part
from quadric.manifolds.controls import pca_subspaces
from quadric.manifolds.manifold import Manifold
from quadric.manifolds.naming import Evidence, Namer, evidence, plain_name
from quadric.manifolds.projecting import Projected, project, strongest
from quadric.manifolds.proposing import FindSettings, Method, Proposed, Report, propose
from quadric.manifolds.pursuit import claim
from quadric.manifolds.scoring import Measured, measure, measure_named, parts, strong_samples, total
from quadric.manifolds.words import Words

__all__ = ["find_manifolds"]

PCA = 4
"""Triples of principal components among the controls."""
MEASURED_ON = 65_536
"""The most held-out samples that are measured."""
FEWEST = 200
"""Samples below which nothing can be said."""


def find_manifolds(
    ae: BilinearAutoencoder,
    X: Rows | Tensor | np.ndarray | str | Path,
    n: int = 50,
    method: Method = "fitted",
    *,
    words: Words | None = None,
    namer: Namer = plain_name,
    seed: int = 0,
    settings: FindSettings | None = None,
    progress: Report | None = None,
) -> list[Manifold]:
    """Find, measure, name and rank the manifolds that an autoencoder's weights propose.

    X holds activations [samples, d]; a store brings its tokens along, an array may have `words`.
    `settings`, if given, replaces n, method and seed. Best first.

    >>> ae = BilinearAutoencoder.preset("mixed", d_in=8, expansion=4)
    >>> found = find_manifolds(ae, torch.randn(400, 8), n=2, method="paper")
    >>> len(found), found[0].subspace.shape
    (2, torch.Size([8, 3]))
    """
    settings = settings or FindSettings(n=n, method=method, seed=seed)
    rows = open_activations(X)
    if rows.d != ae.config.d_in:
        raise ValueError(
            f"the autoencoder reads activations of width {ae.config.d_in}, these have {rows.d}: "
            "give those of the layer that it was trained on"
        )
    samples = min(settings.samples, len(rows))
    if samples < FEWEST:
        raise ValueError(
            f"{samples} samples are too few to find a manifold: give {FEWEST} at least"
        )
    split = samples - int(settings.heldout * samples)
    report = progress or (lambda stage, done, total: None)
    if words is None and isinstance(rows, ActivationStore):
        words = Words.of(rows, samples)
    if words is not None and len(words.tokens) < samples:
        raise ValueError(f"{len(words.tokens)} tokens for {samples} samples: give each its token")
    proposed = propose(ae, rows, split, settings, report)
    return _Search(ae, rows, words, namer, settings, report, samples, split).run(proposed)


@dataclass(frozen=True)
class _Search:
    """Measures what was proposed beside the controls, and ranks it."""

    ae: BilinearAutoencoder
    rows: Rows
    words: Words | None
    namer: Namer
    settings: FindSettings
    report: Report
    samples: int
    split: int

    def run(self, proposed: Proposed) -> list[Manifold]:
        """The best of what was proposed."""
        count, settings = len(proposed.subspaces), self.settings
        held = self.rows[self.split : min(self.samples, self.split + MEASURED_ON)].cpu()
        held, _ = unit_rows(held, self.rows.d, torch.float32, self.ae.mean)
        chance = proposed.chance
        every = torch.cat([proposed.subspaces, chance, pca_subspaces(held, PCA)])
        seen = self._project(every, proposed)
        points = seen.own.numpy()
        strength = seen.strength[:, self.split : self.split + len(held)].numpy()
        measured: list[tuple[Measured, Evidence | None, np.ndarray | None]] = []
        for i in range(len(every)):
            measured.append(self._measure(i, seen, points[i], strength[i]))
            self.report("measuring", i + 1, len(every))
        random = [m.values for m, _, _ in measured[count : count + len(chance)]]
        pca = [m.values for m, _, _ in measured[count + len(chance) :]]
        controls = {
            "random subspace": _mean(random),
            "PCA": _mean(pca) if pca else _mean(random),
        }
        scored = [
            self._score(i, points[i], strength[i], *measured[i], controls)
            for i in range(count + len(chance))
        ]
        noise = np.array([total(found) for found in scored[count:]])
        bar = float(np.quantile(noise, 0.95))
        found = [
            self._manifold(i, proposed, seen, measured[i], scored[i], bar) for i in range(count)
        ]
        found.sort(key=lambda manifold: -manifold.score)
        return found[: settings.n]

    def _project(self, every: Tensor, proposed: Proposed) -> Projected:
        """Points and strengths: if refined, of what only each subspace explains."""
        members, claims = proposed.source.members, None
        if self.settings.method == "refined":
            count, refining = len(proposed.subspaces), self.settings.refining
            members = None
            claims = lambda x: claim(x, every, count, refining.active, refining.price)  # noqa: E731
        return project(
            self.rows,
            every,
            self.ae,
            members,
            self.samples,
            lambda done: self.report("projecting", done, self.samples),
            measured=slice(self.split, min(self.samples, self.split + MEASURED_ON)),
            claims=claims,
        )

    def _measure(
        self, i: int, seen: Projected, points: np.ndarray, strength: np.ndarray
    ) -> tuple[Measured, Evidence | None, np.ndarray | None]:
        settings = self.settings
        strong = strong_samples(strength)
        raw = strength
        if settings.method == "refined":
            raw = seen.points[i, self.split : self.split + len(points)].norm(dim=1).numpy()
        found = measure(points, strength, strong, raw, seed=settings.seed)
        if self.words is None:
            return found, None, None
        made_from = seen.strength[i, : self.split].numpy()
        chosen = strong_samples(made_from)
        before = self.words.before
        known = evidence(
            self.words.tokens[: self.split],
            chosen,
            seen.points[i, : self.split].numpy()[chosen],
            found.shape.word,
            found.shape.groups,
            self.words.vocab,
            None if before is None else before[: self.split],
        )
        tokens = self.words.tokens[self.split : self.split + len(points)]
        named = np.isin(tokens, known.ids)
        draw = np.random.default_rng([settings.seed, i])
        values = found.values | measure_named(points, strong, named, draw)
        return Measured(found.shape, values), known, named

    def _score(
        self,
        i: int,
        points: np.ndarray,
        strength: np.ndarray,
        measured: Measured,
        known: Evidence | None,
        named: np.ndarray | None,
        controls: dict[str, dict[str, float]],
    ) -> tuple[Part, ...]:
        mine = dict(controls)
        if named is not None:
            draw = np.random.default_rng([self.settings.seed, i])
            strong = strong_samples(strength)
            shuffled = measure_named(points, strong, draw.permutation(named), draw)
            mine["shuffled tokens"] = shuffled
        return parts(measured.values, mine)

    def _manifold(
        self,
        i: int,
        proposed: Proposed,
        seen: Projected,
        measured: tuple[Measured, Evidence | None, np.ndarray | None],
        found: tuple[Part, ...],
        bar: float,
    ) -> Manifold:
        shape, known = measured[0].shape, measured[1]
        source = proposed.source
        members, weights = source.members[i], source.weights[i]
        chosen = strongest(seen.strength[i], self.settings.keep)
        tokens = None
        if self.words is not None:
            tokens = torch.from_numpy(self.words.tokens)[chosen]
        name = f"latents {', '.join(map(str, members[:3].tolist()))}"
        score = total(found)
        return Manifold(
            name=name if known is None else self.namer(known),
            shape=shape.word,
            score=score,
            subspace=_whole(proposed.subspaces[i]),
            points=seen.points[i][chosen],
            strength=seen.strength[i][chosen],
            samples=chosen,
            tokens=tokens,
            rank=int(proposed.ranks[i]),
            parts=found,
            top=() if known is None else known.tokens,
            ends=() if known is None else known.ends,
            members=members,
            weights=weights,
            eigenvalues=source.eigenvalues[i],
            form=self.ae.composite(members, weights),
            moved=float(proposed.moved[i]),
            passes=score > bar,
        )


def _mean(values: list[dict[str, float]]) -> dict[str, float]:
    return {name: float(np.mean([one[name] for one in values])) for name in values[0]}


def _whole(basis: Tensor) -> Tensor:
    """Three orthonormal columns: directions that are not there become arbitrary ones."""
    rank = int(basis.square().sum().round())
    if rank == 3:
        return basis
    draw = torch.Generator().manual_seed(0)
    filled = torch.cat([basis[:, :rank], torch.randn(len(basis), 3 - rank, generator=draw)], 1)
    whole = torch.linalg.qr(filled).Q
    whole[:, :rank] = basis[:, :rank]
    return whole
