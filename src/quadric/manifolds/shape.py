"""The word for a shape: direction, clusters, curve, closed curve, surface, sphere or cloud."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from quadric.manifolds.geometry import (
    cluster_separation,
    dense_part,
    dimension,
    loops,
    roundness,
    spread,
)

__all__ = ["Shape", "classify"]

LOOP_POINTS = 180
"""Points that the loops are looked for in: their number grows with its cube."""
CLEAR_LOOP = 0.6
"""What so many samples of a perfect circle reach at least: twelve places on it have 0.7."""
CLEAR_ROUNDNESS = 0.7
"""The roundness of some hundred samples of a sphere."""
CLEAR_DIMENSION = 0.1
"""How far the measured dimension of samples from a perfect curve is from one."""


@dataclass(frozen=True)
class Shape:
    """What a cloud of strong samples looks like, and the numbers that say so."""

    word: str
    """One of direction, clusters, curve, closed curve, surface, sphere, cloud."""
    clarity: float
    """How clearly it is that and nothing else, 0 to 1; 0 for a cloud."""
    direction: float
    """The share of the second moment along its first axis."""
    loop: float
    """1 − birth/death of the most persistent loop."""
    second_loop: float
    """The same of the next."""
    clusters: float
    """How empty the space between clusters is."""
    groups: int
    """Into how many clusters it falls best."""
    roundness: float
    """How evenly it covers a sphere."""
    dimension: float
    """Its correlation dimension."""


def classify(
    points: Float[np.ndarray, "n k"], hollow: float = 1.0, seed: int = 0, own_rank: bool = False
) -> Shape:
    """Name the shape of strong samples in their subspace.

    `hollow` says how clear they are of the weaker samples that were left out: below one half, holes
    count for less, since leaving them out may have made them. `own_rank` says that each of the k
    dimensions was found to be its own: then it is a direction only if k is 1, however far off the
    origin it lies.

    In this order: a direction has 80% of its variance on one axis and no loop; a loop that
    is closed long before it is filled is a closed curve; clusters leave the space between them
    empty; a sphere is round, covers all directions and has but one dimension less than its
    subspace; a closed curve has one loop that outlives all others; what lies off the origin without
    such a shape, 80% of its second moment on one axis, is a direction too; the dimension tells the
    rest apart, and what fills its plane is a cloud.
    """
    if points.shape[1] == 1:
        return Shape("direction", 1.0, 1.0, 0.0, 0.0, 0.0, 1, 0.0, 1.0)
    if len(points) < 30:
        return Shape("cloud", 0.0, float(spread(points)[0]), 0.0, 0.0, 0.0, 1, 0.0, 3.0)
    sample = dense_part(points.astype(np.float64), LOOP_POINTS, seed=seed)
    axis = float(spread(sample)[0])
    long = float(spread(sample - sample.mean(0))[0])
    loop, second = loops(sample)
    clusters, groups = cluster_separation(sample, seed=seed)
    trust = min(1.0, 2 * hollow)
    loop, second = trust * loop, trust * second
    globe = trust * roundness(sample)
    size = dimension(sample)
    if not own_rank and long > 0.8 and axis > 0.7 and loop < 0.5:
        word, clarity = "direction", (long - 0.6) / 0.4
    elif loop > 0.5 and 0.7 < size < 1.6:
        word, clarity = "closed curve", loop / CLEAR_LOOP
    elif clusters > 0.95:
        word, clarity = "clusters", clusters
    elif globe > 0.35 and size > 0.8 * (points.shape[1] - 1):
        word, clarity = "sphere", (globe / CLEAR_ROUNDNESS) ** 0.5
    elif loop > 0.5 and (size < 1.75 or (size < 2.25 and loop - second > 0.4)):
        word, clarity = "closed curve", loop / CLEAR_LOOP
    elif not own_rank and axis > 0.8:
        word, clarity = "direction", (axis - 0.6) / 0.8
    elif size < 1.6:
        word, clarity = "curve", 1 + CLEAR_DIMENSION - abs(size - 1)
    elif points.shape[1] > 2 and (size < 2.2 or loop > 0.55):
        word, clarity = "surface", 1 - abs(size - 2) / 2
    else:
        word, clarity = "cloud", 0.0
    clarity = float(np.clip(clarity, 0, 1))
    return Shape(word, clarity, axis, loop, second, clusters, groups, globe, size)
