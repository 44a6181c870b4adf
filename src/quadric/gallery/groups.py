"""Where samples of one word form a group of their own, away from the places that carry the word."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

__all__ = ["groups_apart", "spread"]

MAX_COMPARED = 300
"""Samples of a word, taken evenly, that are compared with each other."""
NEAR = 0.6
"""Closer to a place than this, in parts of the spread, the word there stands for a sample."""
TOGETHER = 0.3
"""Samples this close to each other, in the same parts, are one group."""
MIN_SHARE = 0.1
"""A group has at least this share of the word's samples,"""
MIN_SAMPLES = 10
"""and at least so many of those compared,"""
MAX_BETWEEN = 0.5
"""and on the way from it to each place are stretches with less than this share of its samples."""
WAY = (0.25, 0.5, 0.75)
"""Where on that way is looked, as shares of it."""
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
    sizes = (_distances(own, own) < TOGETHER * wide).sum(axis=1)
    far = _distances(own, place[None])[:, 0] >= NEAR * wide
    crowded = np.flatnonzero(far & (sizes >= max(MIN_SAMPLES, MIN_SHARE * len(seen))))
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
    between = own[middle] + np.multiply.outer(WAY, way)
    crowd = (_distances(own, between) < TOGETHER * wide).sum(axis=0)
    return bool(np.linalg.norm(way) >= NEAR * wide and (crowd < MAX_BETWEEN * size).any())


def _distances(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.linalg.norm(a[:, None] - b[None], axis=2)
