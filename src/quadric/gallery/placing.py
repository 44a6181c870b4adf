"""Where points lie on a manifold's own path or surface, as shares of it from 0 to 1."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

from quadric.gallery.blocks import Chart, Path

__all__ = ["chart_place", "chart_position", "path_place", "path_position"]

FINER_STEPS = 4
"""Steps from one line of a chart to the next where the search for the nearest place begins."""
HALVINGS = 20
"""How often the steps of that search are halved: a surface has kinks where its patches meet."""
SEARCH_STEPS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
"""The directions in which that search tries a step, diagonals too: the nearest place may lie along
neither coordinate."""


def _vertices(path: Path) -> Float[np.ndarray, "v k"]:
    """The vertices; those of a closed path end where they begin."""
    line = np.array(path.at, dtype=np.float64)
    if path.closed and not np.allclose(line[0], line[-1]):
        line = np.concatenate([line, line[:1]])
    return line


def path_place(path: Path, t: float) -> Float[np.ndarray, "k"]:
    """The place at a share t of the path's length."""
    line = _vertices(path)
    length = np.append(0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1)))
    return np.array([np.interp(t * length[-1], length, axis) for axis in line.T])


def path_position(path: Path, points: Float[np.ndarray, "n k"]) -> Float[np.ndarray, "n"]:
    """The share of the path's length, 0 to 1, at the place that each point is nearest to."""
    line = _vertices(path)
    width = min(line.shape[1], points.shape[1])
    line, points = line[:, :width], points[:, :width].astype(np.float64)
    steps = np.diff(line, axis=0)
    squared = np.maximum(np.square(steps).sum(axis=1), 1e-300)
    starts = np.append(0, np.cumsum(np.sqrt(squared)))
    nearest, place = np.full(len(points), np.inf), np.zeros(len(points))
    for start, step, square, before in zip(line[:-1], steps, squared, starts[:-1], strict=True):
        part = np.clip((points - start) @ step / square, 0, 1)
        gap = np.square(points - start - part[:, None] * step).sum(axis=1)
        closer = gap < nearest
        nearest[closer] = gap[closer]
        place[closer] = before + part[closer] * np.sqrt(square)
    return place / max(starts[-1], 1e-300)


def chart_position(chart: Chart, points: Float[np.ndarray, "n k"]) -> Float[np.ndarray, "n 2"]:
    """The two coordinates, each 0 to 1, of the place that each point is nearest to."""
    rows, columns = len(chart.at), len(chart.at[0])
    width = min(len(chart.at[0][0]), points.shape[1])
    points = points[:, :width].astype(np.float64)
    u, v = (np.linspace(0, 1, FINER_STEPS * (count - 1) + 1) for count in (rows, columns))
    begin = np.stack(np.meshgrid(u, v, indexing="ij"), -1).reshape(-1, 2)
    there = chart_place(chart, begin)[:, :width]
    squared = np.square(there).sum(1)
    parts = np.array_split(points, max(1, len(points) // 4096))
    at = begin[np.concatenate([(squared - 2 * part @ there.T).argmin(1) for part in parts])]
    step = np.array([u[1], v[1]])
    gap = np.square(points - chart_place(chart, at)[:, :width]).sum(1)
    for _ in range(HALVINGS):
        for move in SEARCH_STEPS:
            tried = np.clip(at + step * move, 0, 1)
            left = np.square(points - chart_place(chart, tried)[:, :width]).sum(1)
            nearer = left < gap
            at[nearer], gap[nearer] = tried[nearer], left[nearer]
        step /= 2
    return at


def chart_place(chart: Chart, at: Float[np.ndarray, "n 2"]) -> Float[np.ndarray, "n k"]:
    """The places with these two coordinates: between the four corners around each."""
    grid = np.array(chart.at, dtype=np.float64)
    steps = np.array(grid.shape[:2]) - 1
    low = np.minimum((at * steps).astype(int), steps - 1)
    u, v = (at * steps - low).T[..., None]
    near, far = (
        (1 - v) * grid[low[:, 0] + a, low[:, 1]] + v * grid[low[:, 0] + a, low[:, 1] + 1]
        for a in (0, 1)
    )
    return (1 - u) * near + u * far
