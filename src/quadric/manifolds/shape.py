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

MIN_SAMPLES = 30
"""Samples below which a shape has no word: fewer leave holes and gaps everywhere."""
LOOP_POINTS = 180
"""Points that the loops are looked for in: their number grows with its cube."""
MIN_LINE_VARIANCE = 0.8
"""The share of variance, or of the second moment about the origin, on one axis from which samples
lie along a direction: of the two axes of a circle each has half."""
NO_LINE_VARIANCE = 0.6
"""The share at which a direction's clarity is zero."""
MIN_LINE_MOMENT = 0.7
"""The share of the second moment that the first axis needs, where it has that of the variance: a
line far off the origin spans more than one direction."""
MIN_LOOP = 0.5
"""The persistence (1 − birth/death) from which a loop is one: a noisy circle's is 0.7, those of the
holes between the samples of a cloud hardly reach it."""
CURVE_DIMENSION = (0.7, 1.6)
"""The measured dimension of a curve: tight clusters have next to none, surfaces about two."""
MIN_SEPARATION = 0.95
"""How empty the space between clusters is: between the turns of a helix it is 0.9 at most."""
MIN_ROUNDNESS = 0.35
"""The roundness from which samples lie on a sphere: a noisy one has 0.5, a torus at most 0.1."""
MIN_SPHERE_DIMENSION = 0.8
"""The measured dimension of a sphere, relative to its subspace's less one: noise and few samples
take some of it."""
MAX_LOOP_DIMENSION = 1.75
"""The measured dimension up to which samples around a loop are a noisy closed curve: a surface
with a hole has two."""
MAX_ONLY_LOOP_DIMENSION = 2.25
"""The same if there is one loop alone: a torus has two, a circle's noise adds dimension."""
MIN_LOOP_LEAD = 0.4
"""How much more persistent than the next one the only loop is."""
MAX_SURFACE_DIMENSION = 2.2
"""The measured dimension up to which samples lie on a surface: a cloud of many samples in three
dimensions has 2.3 and more."""
MIN_SURFACE_LOOP = 0.55
"""The persistence that shows a thick surface around a hole, as a torus: clouds stay below."""
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
    points: Float[np.ndarray, "n k"],
    separation: float = 1.0,
    seed: int = 0,
    own_rank: bool = False,
) -> Shape:
    """Name the shape of strong samples in their subspace.

    `separation` says how clear they are of the weaker samples left out: below one half, holes
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
    if len(points) < MIN_SAMPLES:
        return Shape("cloud", 0.0, float(spread(points)[0]), 0.0, 0.0, 0.0, 1, 0.0, 3.0)
    sample = dense_part(points.astype(np.float64), LOOP_POINTS, seed=seed)
    axis = float(spread(sample)[0])
    long = float(spread(sample - sample.mean(0))[0])
    loop, second = loops(sample)
    clusters, groups = cluster_separation(sample, seed=seed)
    trust = min(1.0, 2 * separation)
    loop, second = trust * loop, trust * second
    globe = trust * roundness(sample)
    size = dimension(sample)
    along_line = long > MIN_LINE_VARIANCE and axis > MIN_LINE_MOMENT and loop < MIN_LOOP
    thinnest, thickest = CURVE_DIMENSION
    only = loop - second > MIN_LOOP_LEAD
    if not own_rank and along_line:
        word, clarity = "direction", (long - NO_LINE_VARIANCE) / (1 - NO_LINE_VARIANCE)
    elif loop > MIN_LOOP and thinnest < size < thickest:
        word, clarity = "closed curve", loop / CLEAR_LOOP
    elif clusters > MIN_SEPARATION:
        word, clarity = "clusters", clusters
    elif globe > MIN_ROUNDNESS and size > MIN_SPHERE_DIMENSION * (points.shape[1] - 1):
        word, clarity = "sphere", (globe / CLEAR_ROUNDNESS) ** 0.5
    elif loop > MIN_LOOP and size < (MAX_ONLY_LOOP_DIMENSION if only else MAX_LOOP_DIMENSION):
        word, clarity = "closed curve", loop / CLEAR_LOOP
    elif not own_rank and axis > MIN_LINE_VARIANCE:
        # At a place off the origin it is half as clear at most.
        word, clarity = "direction", (axis - NO_LINE_VARIANCE) / (1 - NO_LINE_VARIANCE) / 2
    elif size < thickest:
        word, clarity = "curve", 1 + CLEAR_DIMENSION - abs(size - 1)
    elif points.shape[1] > 2 and (size < MAX_SURFACE_DIMENSION or loop > MIN_SURFACE_LOOP):
        word, clarity = "surface", 1 - abs(size - 2) / 2
    else:
        word, clarity = "cloud", 0.0
    clarity = float(np.clip(clarity, 0, 1))
    return Shape(word, clarity, axis, loop, second, clusters, groups, globe, size)
