"""Where a known concept is: the manifold that carries it, beside simpler things."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from quadric.activations import Rows, open_activations
from quadric.autoencoders import BilinearAutoencoder
from quadric.forms import SubspaceStack
from quadric.manifolds.concepts import MIN_MEMBERS, Concept, Placed, concepts_of, enough
from quadric.manifolds.controls import pca_subspaces, random_subspaces
from quadric.manifolds.finding import first_rows
from quadric.manifolds.labels import labels_of
from quadric.manifolds.manifold import Manifold
from quadric.manifolds.methods import METHODS, Method
from quadric.manifolds.projecting import norms
from quadric.manifolds.samples import Samples
from quadric.manifolds.shape import classify
from quadric.progress import Progress, silent

__all__ = ["Located", "locate"]

SEARCH_ROWS, HELDOUT_ROWS = 16_384, 8_192
"""Rows that concepts are located on and tested on, evenly spaced: more change no second digit."""
PCA_TRIPLES = 8
"""Triples of principal components among which the best is taken."""
MIN_ABOVE_SHUFFLED = 0.1
"""How far above shuffled labels a manifold has to be to carry a concept at all."""
MIN_PICKED_OUT_F1 = 0.5
"""The F1 from which on a class is said to be picked out."""
DIRECTION_RIDGE = 1e-3
"""Shrinkage of the fitted direction, relative to the mean variance of a dimension."""


@dataclass(frozen=True)
class Located:
    """Where a concept is, beside what simpler things reach on the same held-out rows."""

    concept: str
    """The class or number."""
    kind: str
    """`class`, measured by F1, or `number`, measured by R² and the correlation r."""
    rows: int
    """How many of the rows have it."""
    manifold: int
    """The number of the best manifold among those that were looked at."""
    name: str
    """Its name."""
    rank: int
    """Its dimension."""
    shape: str
    """The shape of the concept's own rows in it."""
    value: float
    """F1, or R², on held-out rows."""
    order: float | None
    """r on held-out rows, of a number; the mean of cosine and sine where it has a period."""
    controls: dict[str, float]
    """The same measure (r for a number) of a direction fitted to the labels, of the best latent, of
    the best of PCA, and of the best manifold for shuffled labels."""

    @property
    def verdict(self) -> str:
        """What that means, in one sentence."""
        c, found = self.controls, self.value if self.order is None else self.order
        beside = (
            f"a direction fitted to the labels {c['direction']:.2f}, the best latent "
            f"{c['latent']:.2f}, PCA {c['PCA']:.2f}, shuffled labels {c['shuffled']:.2f}"
        )
        if found < c["shuffled"] + MIN_ABOVE_SHUFFLED:
            return f"{self.concept}: no manifold carries it; the best has {found:.2f} ({beside})."
        where = f"manifold {self.manifold}, {self.name}, rank {self.rank}"
        if self.order is None:
            if found < MIN_PICKED_OUT_F1:
                best = f"the best, {where}, has F1 = {found:.2f}"
                return f"{self.concept}: no manifold picks it out; {best} ({beside})."
            return f"{self.concept}: picked out with F1 = {found:.2f} by {where} ({beside})."
        shapes = {"clusters": "in clusters", "cloud": "in one cloud", "direction": "along a line"}
        lies = shapes.get(self.shape, f"on one {self.shape}")
        return (
            f"{self.concept} lies {lies} ({where}), its order carried with r = {found:.2f} "
            f"({beside})."
        )


@torch.no_grad()
def locate(
    ae: BilinearAutoencoder,
    X: Rows | Tensor | np.ndarray | str | Path,
    labels: Any,
    method: str | Method = "grouped",
    *,
    manifolds: list[Manifold] | None = None,
    samples: int = 262_144,
    candidates: int | None = None,
    heldout: float = 0.25,
    seed: int = 0,
    dtype: torch.dtype = torch.float32,
    progress: Progress = silent,
) -> list[Located]:
    """Find for every class and number of the labels the manifold that carries it best.

    `labels` has one entry a row of X: a list, an array, a tensor, a column or table of pandas, a
    mapping from names to columns, or `Labels`. The manifolds are those given, or those that
    the method proposes without seeing the labels, `candidates` at most. All figures are of the last
    share `heldout` of the rows; what is chosen is chosen on those before.
    """
    rows = open_activations(X)
    count = min(samples, len(rows))
    columns = [
        column.select(first_rows(rows, count, len(column), "labels"))
        for column in labels_of(labels)
    ]
    split = count - int(heldout * count)
    seen = Samples(rows, count, split, ae.mean, ae.left.device, dtype)
    if manifolds is None:
        chosen = METHODS[method] if isinstance(method, str) else method
        chance = random_subspaces(1, rows.d, seed).to(seen.device, dtype)
        most = chosen.candidates if candidates is None else candidates
        proposed = chosen.propose(ae, seen, most, chance, seed, progress)
        every = proposed.subspaces
        bases = [one.basis for one in SubspaceStack(every)]
        strength = chosen.strength(ae, proposed, every)
        members = proposed.source.members[:, :3].tolist()
        names = [f"latents {', '.join(map(str, one))}" for one in members]
        strong = lambda x: strength(x)[0]  # noqa: E731
    else:
        bases = [one.subspace.to(seen.device, dtype) for one in manifolds]
        names = [one.name for one in manifolds]
        strong = lambda x: torch.stack([one.strength_of_unit(x) for one in manifolds])  # noqa: E731
    before = _spaced(0, split, SEARCH_ROWS)
    after = _spaced(split, count, HELDOUT_ROWS)
    progress("projecting", 0, 2)
    x, later = _gathered(seen, before), _gathered(seen, after)
    own = [(x @ basis).cpu().numpy() for basis in bases]
    own_later = [(later @ basis).cpu().numpy() for basis in bases]
    latents, latents_later = (ae.latents(part).float().cpu().numpy().T for part in (x, later))
    places = _Places(
        x.cpu().numpy(),
        later.cpu().numpy(),
        Placed(strong(x).cpu().numpy(), strong(later).cpu().numpy(), own, own_later),
        Placed(
            np.abs(latents), np.abs(latents_later), latents[..., None], latents_later[..., None]
        ),
        _in_pca(x.cpu(), later.cpu()),
    )
    progress("projecting", 2, 2)
    wanted = [
        (concept.select(before), concept.select(after))
        for column in columns
        for concept in concepts_of(column)
    ]
    wanted = [(mine, theirs) for mine, theirs in wanted if enough(mine, theirs)]
    if not wanted:
        raise ValueError(
            f"no label has {MIN_MEMBERS} rows among those looked at: give more rows, or labels "
            "that are not all different"
        )
    found: list[Located] = []
    for done, (mine, theirs) in enumerate(wanted):
        draw = np.random.default_rng([seed, done])
        if not mine.member.all():
            found.append(places.pick_out(mine, theirs, names, draw))
        if mine.order is not None:
            found.append(places.carry(mine, theirs, names, draw))
        progress("locating", done + 1, len(wanted))
    if not found:
        raise ValueError("all rows have one label, so none can be told apart: give two or more")
    return found


def _spaced(first: int, last: int, most: int) -> np.ndarray:
    return np.unique(np.linspace(first, last - 1, min(most, last - first)).astype(np.int64))


def _gathered(samples: Samples, rows: np.ndarray, chunk: int = 8192) -> Tensor:
    """Some samples, read in stretches."""
    parts = []
    for start in range(int(rows[0]), int(rows[-1]) + 1, chunk):
        inside = rows[(rows >= start) & (rows < start + chunk)]
        if len(inside):
            stop = min(start + chunk, len(samples))
            parts.append(samples[start:stop][torch.from_numpy(inside - start)])
    return torch.cat(parts)


def _in_pca(x: Tensor, later: Tensor) -> Placed:
    """Samples in triples of principal components of the first ones."""
    triples = pca_subspaces(x, PCA_TRIPLES)
    far = norms(triples)
    return Placed(
        far(x).numpy(),
        far(later).numpy(),
        [(x @ basis).numpy() for basis in triples],
        [(later @ basis).numpy() for basis in triples],
    )


@dataclass(frozen=True)
class _Places:
    """Samples, where they are in the manifolds, and where in what these are held against."""

    x: np.ndarray
    later: np.ndarray
    manifolds: Placed
    latents: Placed
    pca: Placed

    def pick_out(
        self, mine: Concept, theirs: Concept, names: list[str], draw: np.random.Generator
    ) -> Located:
        """The manifold that is strong on a class and nowhere else."""
        best, value = self.manifolds.pick_out(mine, theirs)
        w = self._direction(mine.member[:, None].astype(np.float64), np.ones(len(self.x), bool))
        shuffled = _other_rows(mine, draw), _other_rows(theirs, draw)
        controls = {
            "direction": self._along(w).pick_out(mine, theirs)[1],
            "latent": self.latents.pick_out(mine, theirs)[1],
            "PCA": self.pca.pick_out(mine, theirs)[1],
            "shuffled": self.manifolds.pick_out(*shuffled)[1],
        }
        return self._located("class", best, value, None, mine, theirs, names, controls)

    def carry(
        self, mine: Concept, theirs: Concept, names: list[str], draw: np.random.Generator
    ) -> Located:
        """The manifold whose coordinates tell a number."""
        best, value, order = self.manifolds.carry(mine, theirs)
        few = _most_correlated(np.asarray(self.latents.points)[..., 0], mine)
        shuffled = _mixed_up(mine, draw), _mixed_up(theirs, draw)
        along = self._along(self._direction(mine.targets(), mine.member))
        controls = {
            "direction": along.carry(mine, theirs)[2],
            "latent": self.latents.carry(mine, theirs, few)[2],
            "PCA": self.pca.carry(mine, theirs)[2],
            "shuffled": self.manifolds.carry(*shuffled)[2],
        }
        return self._located("number", best, value, order, mine, theirs, names, controls)

    def _along(self, w: np.ndarray) -> Placed:
        """The samples along directions, one a column."""
        x, later = (self.x @ w).T, (self.later @ w).T
        return Placed(x, later, x[..., None], later[..., None])

    def _direction(self, target: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """The directions that ridge regression fits to targets."""
        x = self.x[rows].astype(np.float64)
        x, y = x - x.mean(0), target - target.mean(0)
        second = x.T @ x
        shrink = DIRECTION_RIDGE * np.trace(second) / len(second)
        return np.linalg.solve(second + shrink * np.eye(len(second)), x.T @ y).astype(np.float32)

    def _located(
        self,
        kind: str,
        best: int,
        value: float,
        order: float | None,
        mine: Concept,
        theirs: Concept,
        names: list[str],
        controls: dict[str, float],
    ) -> Located:
        own = self.manifolds.points[best][mine.member][:2000]
        return Located(
            mine.name,
            kind,
            int(mine.member.sum() + theirs.member.sum()),
            best,
            names[best],
            self.manifolds.points[best].shape[1],
            classify(own).word,
            value,
            order,
            controls,
        )


def _other_rows(concept: Concept, draw: np.random.Generator) -> Concept:
    """A class of as many rows, drawn from all."""
    return Concept(concept.name, draw.permutation(concept.member))


def _mixed_up(concept: Concept, draw: np.random.Generator) -> Concept:
    """The same rows with their order drawn anew."""
    assert concept.order is not None
    order = concept.order.copy()
    order[concept.member] = draw.permutation(order[concept.member])
    return Concept(concept.name, concept.member, order, concept.period)


def _most_correlated(latents: np.ndarray, concept: Concept, count: int = 32) -> np.ndarray:
    """The latents whose values or squares go with a number most: a quadratic is fitted to these."""
    y = concept.targets()
    y = (y - y.mean(0)) / np.maximum(y.std(0), 1e-12)
    f = latents[:, concept.member].astype(np.float64)
    score = np.zeros(len(f))
    for power in (f, f * f):
        z = power - power.mean(1, keepdims=True)
        z /= np.maximum(z.std(1, keepdims=True), 1e-12)
        score = np.maximum(score, np.abs(z @ y / len(y)).max(1))
    return np.argsort(-score, kind="stable")[:count]
