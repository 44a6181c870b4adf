"""Where a known concept is: the manifold that carries it, beside simpler things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from quadric.activations import Rows
from quadric.autoencoders import BilinearAutoencoder, TopKAutoencoder
from quadric.forms import SubspaceStack
from quadric.manifolds.baselines import Baselines
from quadric.manifolds.concepts import MIN_MEMBERS, Concept, Placed, concepts_of, enough
from quadric.manifolds.controls import random_subspaces
from quadric.manifolds.finding import first_rows, method_of, samples_of, squares
from quadric.manifolds.labels import labels_of
from quadric.manifolds.manifold import Manifold
from quadric.manifolds.methods import Method
from quadric.manifolds.samples import Samples
from quadric.manifolds.shape import classify
from quadric.progress import Progress, silent

__all__ = ["Located", "locate", "locate_in"]

SEARCH_ROWS, HELDOUT_ROWS = 16_384, 8_192
"""Rows that concepts are located on and tested on, evenly spaced: more change no second digit."""
MAX_SHAPE_ROWS = 2000
"""Rows of a concept whose shape is measured."""
MIN_ABOVE_SHUFFLED = 0.1
"""How far above shuffled labels a manifold has to be to carry a concept at all."""
MIN_PICKED_OUT_F1 = 0.5
"""The F1 from which on a class is said to be picked out."""
CONTROL_NAMES = {
    "direction": "a direction fitted to the labels",
    "latent": "the best latent",
    "PCA": "PCA",
    "shuffled": "shuffled labels",
}
"""What the controls are called in a verdict."""


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
    """r on held-out rows, of a number or of a class's own order in this manifold; the mean of
    cosine and sine where it has a period."""
    controls: dict[str, float]
    """The same measure (r for a number) of a direction fitted to the labels, of the best latent, of
    the best of PCA, and of the best manifold for shuffled labels, where these were asked for."""

    @property
    def verdict(self) -> str:
        """What that means, in one sentence."""
        found = self.value if self.order is None or self.kind == "class" else self.order
        beside = ", ".join(
            f"{CONTROL_NAMES[name]} {value:.2f}" for name, value in self.controls.items()
        )
        beside = f" ({beside})" if beside else ""
        if found < self.controls.get("shuffled", 0.0) + MIN_ABOVE_SHUFFLED:
            return f"{self.concept}: no manifold carries it; the best has {found:.2f}{beside}."
        where = f"manifold {self.manifold}, {self.name}, rank {self.rank}"
        if self.kind == "class":
            if found < MIN_PICKED_OUT_F1:
                best = f"the best, {where}, has F1 = {found:.2f}"
                return f"{self.concept}: no manifold picks it out; {best}{beside}."
            return f"{self.concept}: picked out with F1 = {found:.2f} by {where}{beside}."
        shapes = {"clusters": "in clusters", "cloud": "in one cloud", "direction": "along a line"}
        lies = shapes.get(self.shape, f"on one {self.shape}")
        carried = f"its order carried with r = {found:.2f}"
        return f"{self.concept}: {lies} ({where}), {carried}{beside}."


@torch.no_grad()
def locate(
    ae: BilinearAutoencoder | TopKAutoencoder,
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
    share `heldout` of the rows; what is chosen is chosen on those before. A TopK autoencoder takes
    part with the squares of its directions.
    """
    if isinstance(ae, TopKAutoencoder):
        ae = squares(ae)
    seen = samples_of([ae], X, samples, heldout, dtype)
    rows, count, split = seen.rows, len(seen), seen.split
    columns = [
        column.select(first_rows(rows, count, len(column), "labels"))
        for column in labels_of(labels)
    ]
    if manifolds is None:
        chosen = method_of(method)
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
    units = Placed(
        strong(x).cpu().numpy(),
        strong(later).cpu().numpy(),
        [(x @ basis).cpu().numpy() for basis in bases],
        [(later @ basis).cpu().numpy() for basis in bases],
    )
    baselines = Baselines.of(ae, x, later)
    progress("projecting", 2, 2)
    known = [
        (concept.select(before), concept.select(after))
        for column in columns
        for concept in concepts_of(column)
    ]
    return locate_in(units, known, names, baselines, seed, progress)


def locate_in(
    units: Placed,
    known: Sequence[tuple[Concept, Concept]],
    names: Sequence[str] | None = None,
    baselines: Baselines | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> list[Located]:
    """Find for every concept the unit that carries it best: what `locate` does for manifolds.

    Each concept is given for the samples that a unit is chosen on and for those held out. One with
    too few samples is left out. Without `baselines` no control is measured.
    """
    wanted = [(mine, theirs) for mine, theirs in known if enough(mine, theirs)]
    if not wanted:
        raise ValueError(
            f"no label has {MIN_MEMBERS} rows among those looked at: give more rows, or labels "
            "that are not all different"
        )
    found: list[Located] = []
    for done, (mine, theirs) in enumerate(wanted):
        draw = np.random.default_rng([seed, done])
        if not mine.member.all():
            best, value = units.pick_out(mine, theirs)
            order = None if mine.order is None else units.carry(mine, theirs, [best])[2]
            controls = {} if baselines is None else baselines.pick_out(units, mine, theirs, draw)
            found.append(_located(units, names, mine, theirs, best, value, order, controls))
        if mine.order is not None:
            best, value, order = units.carry(mine, theirs)
            controls = {} if baselines is None else baselines.carry(units, mine, theirs, draw)
            one = _located(units, names, mine, theirs, best, value, order, controls)
            found.append(replace(one, kind="number"))
        progress("locating", done + 1, len(wanted))
    if not found:
        raise ValueError("all rows have one label, so none can be told apart: give two or more")
    return found


def _located(
    units: Placed,
    names: Sequence[str] | None,
    mine: Concept,
    theirs: Concept,
    best: int,
    *figures: Any,
) -> Located:
    name = f"unit {best}" if names is None else names[best]
    points = units.points[best]
    shape = classify(points[mine.member][:MAX_SHAPE_ROWS]).word
    rows = int(mine.member.sum() + theirs.member.sum())
    return Located(mine.name, "class", rows, best, name, points.shape[1], shape, *figures)


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
