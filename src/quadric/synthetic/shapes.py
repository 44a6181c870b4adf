"""Shapes of size one around the origin: how to draw points on each, and what each is called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

__all__ = ["KINDS", "Kind"]

Points = Float[np.ndarray, "n k"]
Along = Float[np.ndarray, "n"]
Draw = Callable[[np.random.Generator, int], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Kind:
    """A shape that can be planted."""

    name: str
    """What it is."""
    dimensions: int
    """Of the smallest linear subspace through the origin that holds it."""
    shape: str
    """What a finder should call it: one of the gallery's words."""
    draw: Draw
    """(generator, n) -> points [n, dimensions] and where each lies along the shape, 0 to 1."""


def _line(draw: np.random.Generator, n: int) -> tuple[Points, Along]:
    along = draw.random(n)
    # Nothing near zero: a feature that is there has a size.
    size = 0.5 + np.abs(2 * along - 1)
    return (np.where(along < 0.5, -1, 1) * size)[:, None], along


def _turn(angle: np.ndarray, *rest: np.ndarray) -> Points:
    return np.stack([np.cos(angle), np.sin(angle), *rest], axis=1)


def _circle(draw: np.random.Generator, n: int) -> tuple[Points, Along]:
    along = draw.random(n)
    return _turn(2 * np.pi * along), along


def _off_centre(draw: np.random.Generator, n: int) -> tuple[Points, Along]:
    along = draw.random(n)
    return _turn(2 * np.pi * along, np.ones(n)) / np.sqrt(2), along


def _arc(draw: np.random.Generator, n: int) -> tuple[Points, Along]:
    along = draw.random(n)
    return _turn(1.2 * np.pi * (along - 0.5)), along


def _sphere(draw: np.random.Generator, n: int) -> tuple[Points, Along]:
    points = draw.normal(size=(n, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    return points, (points[:, 2] + 1) / 2


def _torus(draw: np.random.Generator, n: int) -> tuple[Points, Along]:
    along, angle = draw.random(n), 2 * np.pi * draw.random(n)
    ring = 0.9 + 0.3 * np.cos(angle)[:, None]
    flat = _turn(2 * np.pi * along) * ring
    return np.column_stack([flat, 0.3 * np.sin(angle)]), along


def _helix(draw: np.random.Generator, n: int) -> tuple[Points, Along]:
    along = draw.random(n)
    return 0.9 * _turn(3 * np.pi * along, 2 * along - 1), along


def _clusters(draw: np.random.Generator, n: int) -> tuple[Points, Along]:
    corners = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(3)
    which = draw.integers(len(corners), size=n)
    return corners[which] + 0.06 * draw.normal(size=(n, 3)), (which + 0.5) / len(corners)


def _loop(turns: int, off_centre: bool = False) -> Draw:
    """A closed curve of as many harmonics as `turns`: it leaves every smaller subspace."""

    def draw(generator: np.random.Generator, n: int) -> tuple[Points, Along]:
        along = generator.random(n)
        waves = [_turn(2 * np.pi * turn * along) for turn in range(1, turns + 1)]
        columns = [*waves, np.ones((n, 1))] if off_centre else waves
        return np.concatenate(columns, axis=1) / np.sqrt(turns + off_centre), along

    return draw


KINDS = {
    kind.name: kind
    for kind in (
        Kind("line", 1, "direction", _line),
        Kind("circle", 2, "closed curve", _circle),
        Kind("off-centre circle", 3, "closed curve", _off_centre),
        Kind("arc", 2, "curve", _arc),
        Kind("sphere", 3, "sphere", _sphere),
        Kind("torus", 3, "surface", _torus),
        Kind("helix", 3, "curve", _helix),
        Kind("clusters", 3, "clusters", _clusters),
        Kind("loop in 4", 4, "closed curve", _loop(2)),
        Kind("loop in 5", 5, "closed curve", _loop(2, off_centre=True)),
        Kind("loop in 6", 6, "closed curve", _loop(3)),
    )
}
"""Every shape by its name."""
