"""Where samples of one word form a group of their own, away from the places that carry the word."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

__all__ = ["groups_apart", "spread"]

MAX_COMPARED = 300
"""Samples of a word, taken evenly, that are compared with each other."""
MIN_DISTANCE = 0.6
"""Distance from a place, in units of the spread, from which samples can be a group of their own:
nearer ones are seen to belong to the word that stands there."""
NEIGHBOUR_DISTANCE = 0.3
"""Samples up to this distance, in the same units, are neighbours: half the least distance of two
groups, so that the neighbours of their middles are different samples."""
MIN_GROUP_SHARE = 0.1
"""The least share of a word's samples that is a group: fewer are stray samples."""
MIN_GROUP_SAMPLES = 10
"""The fewest samples that are a group: of a rare word a tenth would be one or two."""
MAX_DENSITY_BETWEEN = 0.5
"""The density, relative to a group's own, that some point between it and each place must stay
below: if there is none, both are ends of one long group."""
POINTS_BETWEEN = (0.25, 0.5, 0.75)
"""The points at which that density is measured, as shares of the way: a gap may lie nearer to one
end than to the other."""
MAX_GROUPS = 2
"""Groups of a word besides its first place: more words of one kind would say nothing new."""


def spread(points: Float[np.ndarray, "n k"]) -> float:
    """The root mean square distance of the points from their middle."""
    points = points.astype(np.float64)
    return float(np.sqrt(np.square(points - points.mean(axis=0)).sum(axis=1).mean()))


def groups_apart(
    points: Float[np.ndarray, "n k"], place: Float[np.ndarray, "k"], wide: float
) -> list[int]:
    """The sample in the middle of each group of a word's samples, the largest group first.

    `place` is where the word stands, `wide` the spread that distances are compared with.
    """
    seen = np.arange(0, len(points), max(1, -(-len(points) // MAX_COMPARED)))
    own = points[seen].astype(np.float64)
    sizes = (_distances(own, own) < NEIGHBOUR_DISTANCE * wide).sum(axis=1)
    far = _distances(own, place[None])[:, 0] >= MIN_DISTANCE * wide
    crowded = np.flatnonzero(far & (sizes >= max(MIN_GROUP_SAMPLES, MIN_GROUP_SHARE * len(seen))))
    found: list[int] = []
    taken = [place.astype(np.float64)]
    for middle in crowded[np.argsort(-sizes[crowded], kind="stable")].tolist():
        if len(found) == MAX_GROUPS:
            break
        if all(_apart(own, middle, int(sizes[middle]), other, wide) for other in taken):
            found.append(int(seen[middle]))
            taken.append(own[middle])
    return found


def _apart(own: np.ndarray, middle: int, size: int, other: np.ndarray, wide: float) -> bool:
    """Whether a sample is far from a place, with fewer samples somewhere on the way there."""
    way = other - own[middle]
    between = own[middle] + np.multiply.outer(POINTS_BETWEEN, way)
    crowd = (_distances(own, between) < NEIGHBOUR_DISTANCE * wide).sum(axis=0)
    far = np.linalg.norm(way) >= MIN_DISTANCE * wide
    return bool(far and (crowd < MAX_DENSITY_BETWEEN * size).any())


def _distances(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.linalg.norm(a[:, None] - b[None], axis=2)
