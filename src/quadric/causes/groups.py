"""Groups of a manifold's samples by their word, in an order, with a path through their means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import torch
from jaxtyping import Float, Int
from scipy.interpolate import CubicSpline
from torch import Tensor

from quadric.causes.samples import Samples
from quadric.causes.target import Target

__all__ = ["Groups", "groups", "spline"]

KNOWN = tuple(
    tuple(line.split())
    for line in (
        "0 1 2 3 4 5 6 7 8 9",
        "one two three four five six seven eight nine ten eleven twelve",
        "first second third fourth fifth sixth seventh eighth ninth tenth",
        "january february march april may june july august september october november december",
        "monday tuesday wednesday thursday friday saturday sunday",
        "a b c d e f g h i j k l m n o p q r s t u v w x y z",
    )
)
"""Sequences whose order everybody knows."""
MOST = 8
"""Groups of a manifold: those with most samples. Every order of eight can be tried."""
FEWEST = 3
"""Samples below which a word makes no group."""


@dataclass(frozen=True, eq=False)
class Groups:
    """Words of a manifold in their order along it."""

    words: tuple[str, ...]
    """The words."""
    rows: tuple[Int[Tensor, " _"], ...]
    """The samples of each."""
    places: Float[Tensor, "g k"]
    """The mean coordinates of each."""
    known: bool
    """Whether the order is that of a known sequence, or the shortest way through the places."""

    def __len__(self) -> int:
        return len(self.words)


def groups(
    samples: Samples, target: Target, strong: Int[Tensor, " s"], texts: Sequence[str] | None
) -> Groups:
    """The words with most strong samples, ordered; `texts` are those of all token ids.

    In the order of the manifold's path if it has one, of a known sequence (digits, months, ...), or
    else of the shortest way through their mean places.
    """
    kinds = samples.token[strong].tolist()
    names = [f"token {i}" if texts is None else _word(texts[int(i)]) for i in kinds]
    found: dict[str, list[int]] = {}
    for name, row in zip(names, strong.tolist(), strict=True):
        found.setdefault(name, []).append(row)
    large = sorted((n for n in found if len(found[n]) >= FEWEST), key=lambda n: -len(found[n]))
    chosen = large[:MOST]
    for sequence in KNOWN:
        inside = [name for name in large if name in sequence]
        if len(inside) >= max(4, len(chosen) // 2):
            chosen = sorted(inside, key=sequence.index)
            break
    else:
        sequence = None
    rows = [torch.tensor(found[name]) for name in chosen]
    if not rows:
        return Groups((), (), target.basis.new_empty(0, target.rank), False)
    places = torch.stack([target.coordinates(samples.x[r]).mean(0) for r in rows])
    if sequence is None:
        order = _along(places, target.path) if target.path is not None else _shortest(places)
    else:
        order = list(range(len(rows)))
    return Groups(
        tuple(chosen[i] for i in order),
        tuple(rows[i] for i in order),
        places[order],
        sequence is not None,
    )


def _word(text: str) -> str:
    """A token's text without its blanks and capitals, unless that is all it is."""
    return text.strip().lower() or repr(text)


def _along(places: Tensor, path: Tensor) -> list[int]:
    return torch.cdist(places.float(), path.float()).argmin(1).argsort(stable=True).tolist()


def _shortest(places: Tensor) -> list[int]:
    """The order in which the way through all places is shortest."""
    orders = np.array(list(permutations(range(len(places)))))
    apart = torch.cdist(places.double(), places.double()).cpu().numpy()
    length = apart[orders[:, :-1], orders[:, 1:]].sum(1)
    return orders[int(np.argmin(length))].tolist()


def spline(points: Float[np.ndarray, "g k"], at: Float[np.ndarray, " w"]) -> np.ndarray:
    """A natural cubic spline through points, at positions counted in points from 0."""
    return CubicSpline(np.arange(len(points)), points, bc_type="natural")(at)
