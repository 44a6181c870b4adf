"""Numbers that tell shapes apart: spread, dimension, clusters, loops, roundness."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int
from scipy.spatial.distance import cdist, pdist

__all__ = [
    "cluster_separation",
    "dense_part",
    "dimension",
    "directions",
    "falls_apart",
    "half_sphere",
    "k_means",
    "loops",
    "roundness",
    "spread",
]

Points = Float[np.ndarray, "n k"]

MIN_COMMON_COSINE = 0.25
"""The cosine between the means of two groups from which on they have something in common."""
NEIGHBOURHOOD = 120
"""Of fewer neighbours the mean keeps noise, of more it fills small holes (`benchmarks shapes`)."""
MIN_NEIGHBOURS = 6
"""The fewest that are averaged."""
MIN_CLUSTER_SHARE = 0.04
"""The share of points below which a cluster is a few outliers."""
MIN_SEPARATION_GAIN = 0.02
"""How much emptier the space between more clusters has to be: k-means always gains a little."""
MIN_EMPTINESS = 0.8
"""How empty the space between two groups has to be for them to be two things."""
MIN_LOOP_SIZE = 0.5
"""Loops that are filled at a smaller share of the whole's size are holes in the sample."""


def spread(points: Points) -> Float[np.ndarray, "k"]:
    """Shares of the second moment around the origin along the principal axes, largest first.

    (1, 0, 0) for a direction; (½, ½, 0) for a circle around the origin, ⅓ each for a sphere.
    """
    values = np.linalg.eigvalsh(points.T @ points)[::-1].clip(0)
    return values / max(float(values.sum()), 1e-30)


def dense_part(
    points: Points, count: int, share: float = 0.85, seed: int = 0
) -> Float[np.ndarray, "m k"]:
    """About `count` points without noise, each the mean of its nearest neighbours.

    Points whose neighbours are far are left out; of those whose neighbours are equally far, as
    where many lie at one place, all stay. The more dimensions, the more noise there is to
    average: with k of them, a share of k / NEIGHBOURHOOD of all points are neighbours.
    """
    draw = np.random.default_rng(seed)
    every = points
    if len(points) > 4 * count:
        points = points[draw.choice(len(points), 4 * count, replace=False)]
    neighbour = max(2, len(points) // 40)
    distance = cdist(points, points)
    reach = np.partition(distance, neighbour, axis=1)[:, neighbour]
    order = np.argsort(reach, kind="stable")
    last = order[min(len(points), max(8, int(share * len(points)))) - 1]
    points = points[order[: int((reach <= reach[last]).sum())]]
    if len(points) > count:
        points = points[draw.choice(len(points), count, replace=False)]
    near = max(MIN_NEIGHBOURS, every.shape[1] * len(every) // NEIGHBOURHOOD)
    nearest = np.argpartition(cdist(points, every), min(near, len(every) - 1), axis=1)
    return every[nearest[:, :near]].mean(1)


def dimension(points: Points) -> float:
    """Correlation dimension: the slope of log(pairs closer than r) over log r at middle scales.

    The scales go from a quarter to three quarters of the root mean square distance from the middle:
    above the noise, below the size of the whole. 1 for a curve, 2 for a surface.
    """
    size = np.sqrt(np.square(points - points.mean(0)).sum(1).mean())
    if size == 0:
        return 0.0
    radii = size * np.geomspace(0.25, 0.75, 6)
    pairs = np.sort(pdist(points))
    closer = np.searchsorted(pairs, radii)
    if closer[0] == 0:
        return float(points.shape[1])
    return float(np.polyfit(np.log(radii), np.log(closer), 1)[0])


def k_means(
    points: Points, count: int, seed: int = 0
) -> tuple[Float[np.ndarray, "count k"], Int[np.ndarray, "n"]]:
    """Centres and the nearest one of every point, started far from each other (k-means++)."""
    draw = np.random.default_rng(seed)
    centres = points[draw.integers(len(points))][None]
    for _ in range(count - 1):
        far = _distances(points, centres).min(1)
        total = far.sum()
        next_one = draw.choice(len(points), p=far / total) if total > 0 else 0
        centres = np.vstack([centres, points[next_one]])
    label = np.full(len(points), -1)
    for _ in range(20):
        before, label = label, _distances(points, centres).argmin(1)
        if (label == before).all():
            break
        sizes = np.bincount(label, minlength=count)[:, None]
        sums = np.stack(
            [np.bincount(label, column, minlength=count) for column in points.T], axis=1
        )
        centres = np.where(sizes > 0, sums / np.maximum(sizes, 1), centres)
    return centres, label


def _distances(points: np.ndarray, centres: np.ndarray) -> np.ndarray:
    return cdist(points, centres, "sqeuclidean")


def cluster_separation(points: Points, most: int = 6, seed: int = 0) -> tuple[float, int]:
    """How empty the middle between neighbouring clusters is, 0 to 1, and the number of clusters.

    For k-means with 2 to `most` clusters, the density in the middle third between the centres of
    neighbours is compared with that around the centres; the best number of clusters counts.
    """
    best = (0.0, 1)
    for count in range(2, most + 1):
        centres, label = k_means(points, count, seed + count)
        sizes = np.bincount(label, minlength=count)
        if sizes.min() < MIN_CLUSTER_SHARE * len(points):
            continue
        emptiness = []
        for i in range(count):
            gaps = np.linalg.norm(centres - centres[i], axis=1)
            gaps[i] = np.inf
            j = int(gaps.argmin())
            inside = (label == i) | (label == j)
            emptiness.append(_emptiness(points[inside], centres[[i, j]]))
        value = float(np.mean(emptiness))
        if value > best[0] + MIN_SEPARATION_GAIN:
            best = (value, count)
    return best


def falls_apart(points: Points, seed: int = 0) -> bool:
    """Whether samples are two things side by side, with nothing in common.

    Two groups by direction (k-means on the sphere) are two things if their means are nearly at
    right angles, seen from the middle of all samples, and the room between them is empty. The
    groups of one class have a direction in common; the halves of a ring have samples between them.
    """
    if len(points) < 8:
        return False
    length = np.linalg.norm(points, axis=1, keepdims=True)
    _, label = k_means(points / np.maximum(length, 1e-12), 2, seed)
    if np.bincount(label, minlength=2).min() < MIN_CLUSTER_SHARE * len(points):
        return False
    means = np.stack([points[label == i].mean(0) for i in (0, 1)])
    cosine = float(means[0] @ means[1] / max(np.prod(np.linalg.norm(means, axis=1)), 1e-12))
    return abs(cosine) < MIN_COMMON_COSINE and _emptiness(points, means) > MIN_EMPTINESS


def _emptiness(points: Points, ends: Float[np.ndarray, "2 k"]) -> float:
    """How few points lie in the middle third between two places, 0 to 1."""
    step = ends[1] - ends[0]
    along = (points - ends[0]) @ step / max(float(step @ step), 1e-12)
    middle = np.mean((along > 1 / 3) & (along < 2 / 3)) * 3
    around = np.mean((np.abs(along) < 1 / 3) | (np.abs(along - 1) < 1 / 3)) * 3 / 4
    return float(1 - min(1.0, middle / max(around, 1e-9)))


def loops(points: Points) -> tuple[float, float]:
    """The two most persistent loops (H₁ of the Rips complex): 1 − birth/death of each, 0 to 1.

    Only loops that live to half the size of the whole count: small ones are holes in the sample.
    """
    from ripser import ripser

    size = np.sqrt(np.square(points - points.mean(0)).sum(1).mean())
    born, died = ripser(points, maxdim=1)["dgms"][1].T
    large = died > MIN_LOOP_SIZE * size
    found = np.sort(1 - born[large] / died[large])[::-1]
    first, second = [*found.tolist(), 0.0, 0.0][:2]
    return first, second


def roundness(points: Points) -> float:
    """How much points fill a sphere's surface: even distances from a centre, in all directions.

    (1 − 3·variation of the radius) · 3·(least share of a direction's second moment), at least 0.
    """
    if points.shape[1] < 3 or len(points) < 8:
        return 0.0
    if points.shape[1] > 3:
        centred = points - points.mean(0)
        points = centred @ np.linalg.svd(centred, full_matrices=False)[2][:3].T
    # ‖p‖² = 2 c·p + (R² − ‖c‖²) is linear in the centre c.
    design = np.column_stack([2 * points, np.ones(len(points))])
    centre = np.linalg.lstsq(design, np.square(points).sum(1), rcond=None)[0][:-1]
    arms = points - centre
    radius = np.linalg.norm(arms, axis=1)
    if radius.mean() == 0:
        return 0.0
    variation = radius.std() / radius.mean()
    unit = arms / np.maximum(radius, 1e-12)[:, None]
    least = float(np.linalg.eigvalsh(unit.T @ unit / len(unit))[0])
    lean = float(np.linalg.norm(unit.mean(0)))
    return max(0.0, 1 - 3 * variation) * min(1.0, 3 * least) * max(0.0, 1 - lean)


def directions(count: int, k: int) -> Float[np.ndarray, "count k"]:
    """Directions all over the half sphere of k dimensions: even up to three, random beyond."""
    if k == 1:
        return np.ones((1, 1))
    if k == 2:
        angle = np.pi * (np.arange(count) + 0.5) / count
        return np.column_stack([np.cos(angle), np.sin(angle)])
    if k == 3:
        return half_sphere(count)
    drawn = np.random.default_rng(0).normal(size=(count, k))
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def half_sphere(count: int) -> Float[np.ndarray, "count 3"]:
    """Directions all over a half sphere, by the golden angle."""
    z = (np.arange(count) + 0.5) / count
    angle = np.arange(count) * np.pi * (3 - 5**0.5)
    ring = np.sqrt(1 - z**2)
    return np.column_stack([ring * np.cos(angle), ring * np.sin(angle), z])
