"""A chart of a surface: two coordinates, from 0 to 1, that say where on it a sample lies."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

from quadric.gallery import Chart
from quadric.gallery.placing import chart_place, chart_position

__all__ = ["chart_of"]

CHART_LINES = 9
"""Lines of a chart each way: a surface bends once at most."""
SHARE_LEFT_OUT = 0.02
"""The share of the samples that a chart leaves out on each side."""
CHECKED_SAMPLES = 500
"""Samples, evenly spaced, that are held against a chart."""
MAX_OFF_CHART = 0.35
"""The share of variance off a surface from which on samples do not lie on it."""


def chart_of(points: Float[np.ndarray, "s k"], shape: str) -> Chart | None:
    """The surface that samples lie on, where they do and it is not their whole space.

    A surface stands over its two widest axes at a height that is quadratic in them, by least
    squares; a sphere has its centre and radius by least squares, with longitude and latitude.
    """
    if points.shape[1] < 3 or shape not in ("surface", "sphere"):
        return None
    points = points.astype(np.float64)
    grid = _sphere(points) if shape == "sphere" else _graph(points)
    chart = Chart(tuple(tuple(tuple(map(float, at)) for at in row) for row in grid))
    some = points[:: max(1, len(points) // CHECKED_SAMPLES)]
    left = np.square(some - chart_place(chart, chart_position(chart, some))).sum()
    every = np.square(some - some.mean(0)).sum()
    return chart if left <= MAX_OFF_CHART * every else None


def _graph(points: Float[np.ndarray, "s k"]) -> Float[np.ndarray, "a b k"]:
    middle = points.mean(0)
    axes = np.linalg.svd(points - middle, full_matrices=False)[2][:2]
    across = (points - middle) @ axes.T
    low, high = np.quantile(across, [SHARE_LEFT_OUT, 1 - SHARE_LEFT_OUT], axis=0)
    u, v = (np.linspace(low[i], high[i], CHART_LINES) for i in (0, 1))
    grid = np.stack(np.meshgrid(u, v, indexing="ij"), -1)
    bends = np.linalg.lstsq(_quadratic(across), points, rcond=None)[0]
    return _quadratic(grid) @ bends


def _quadratic(at: Float[np.ndarray, "*n 2"]) -> Float[np.ndarray, "*n 6"]:
    u, v = at[..., 0], at[..., 1]
    return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], -1)


def _sphere(points: Float[np.ndarray, "s k"]) -> Float[np.ndarray, "a b k"]:
    """‖p − c‖² = r² is linear in c and r² − ‖c‖²."""
    middle = points.mean(0)
    axes = np.linalg.svd(points - middle, full_matrices=False)[2][:3]
    inside = (points - middle) @ axes.T
    columns = np.column_stack([2 * inside, np.ones(len(inside))])
    *centre, rest = np.linalg.lstsq(columns, np.square(inside).sum(1), rcond=None)[0]
    radius = np.sqrt(max(rest + np.square(centre).sum(), 0.0))
    around = np.linspace(-np.pi, np.pi, 2 * CHART_LINES - 1)[:, None]
    up = np.linspace(-np.pi / 2, np.pi / 2, CHART_LINES)[None]
    on = [np.cos(around) * np.cos(up), np.sin(around) * np.cos(up), np.sin(up) + 0 * around]
    return middle + (np.array(centre) + radius * np.stack(on, -1)) @ axes
