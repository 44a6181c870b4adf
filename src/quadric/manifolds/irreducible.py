"""Is a feature more than its directions? The tests of Engels et al. 2024."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from jaxtyping import Float

__all__ = ["mixture_index", "separability_index"]

ANGLES_TRIED = 24
"""Rotations tried of a plane, over a quarter turn."""
MIN_AXIS_VARIANCE = 0.1
"""The least variance of an axis, relative to the largest: a plane with less is a line."""


def _planes(points: np.ndarray) -> list[np.ndarray]:
    """The points in every plane of two principal axes that both carry a tenth of the spread."""
    points = points - points.mean(0)
    values, axes = np.linalg.eigh(points.T @ points)
    strong = [i for i in range(len(values)) if values[i] > MIN_AXIS_VARIANCE * values[-1]]
    return [points @ axes[:, [i, j]] for i, j in combinations(strong, 2)]


def separability_index(points: Float[np.ndarray, "n k"], bins: int = 12) -> float:
    """The least mutual information (bits) of two coordinates over all rotations of a plane.

    A feature that is two independent ones in disguise has a rotation where it vanishes; a circle
    has none. The mean over the planes of principal axes, less what as many independent samples
    would show by chance; 0 for what spreads along one axis only.
    """
    found = []
    for plane in _planes(points):
        angles = np.arange(ANGLES_TRIED) / ANGLES_TRIED * np.pi / 2
        least = min(_information(plane @ _rotation(angle), bins) for angle in angles)
        found.append(least - (bins - 1) ** 2 / (2 * len(points) * np.log(2)))
    return max(0.0, float(np.mean(found))) if found else 0.0


def _rotation(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def _information(plane: np.ndarray, bins: int) -> float:
    # Bins of equal counts: the margins are uniform, so no outlier sets the scale.
    ranks = np.empty(plane.shape, dtype=np.int64)
    order = plane.argsort(0, kind="stable")
    np.put_along_axis(ranks, order, np.arange(len(plane))[:, None] * bins // len(plane), 0)
    joint = np.bincount(ranks[:, 0] * bins + ranks[:, 1], minlength=bins * bins) / len(plane)
    seen = joint[joint > 0]
    return float((seen * np.log2(seen * bins * bins)).sum())


def mixture_index(points: Float[np.ndarray, "n k"], width: float = 0.1) -> float:
    """The largest share of samples on one line of a plane: max over v, c of P(|v·p + c| < width).

    The line's distance is measured in units of √E(v·p + c)². High when most samples are inactive
    along some direction: a mixture of features that rarely meet. The mean over planes; 1 for what
    spreads along one axis only.
    """
    found = []
    for plane in _planes(points):
        angles = np.arange(2 * ANGLES_TRIED) / (2 * ANGLES_TRIED) * np.pi
        height = np.sort(plane @ np.stack([np.cos(angles), np.sin(angles)]), axis=0)
        # E(h + c)² = var h + (mean h + c)², for all shifts c of each direction at once.
        shift = np.linspace(-2, 2, 33)[:, None] * height.std(0)
        reach = width * np.sqrt(height.var(0) + np.square(height.mean(0) + shift))
        near = [
            np.searchsorted(one, r - c, "left") - np.searchsorted(one, -r - c, "right")
            for one, r, c in zip(height.T, reach.T, shift.T, strict=True)
        ]
        found.append(float(np.max(near)) / len(plane))
    return float(np.mean(found)) if found else 1.0
