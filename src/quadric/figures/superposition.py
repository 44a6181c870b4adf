"""A red isolated and a blue composite latent in the plane (fig:superposition)."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import torch

from quadric.figures.drawing import new_figure, save
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec
from quadric.forms import BilinearForm

__all__ = ["draw", "forms", "measure", "runs"]

DIRECTIONS = 5
"""Directions that share the plane."""
PLOT_HALF_WIDTH = 3.0
"""The plane is drawn from minus this to this."""


def runs(scale: Scale) -> list[Spec]:
    """None: this is geometry."""
    return []


def forms() -> tuple[BilinearForm, BilinearForm]:
    """Red acts on the first of five superposed directions alone, blue around the second.

    Red is one latent: its factors are the first direction u turned by ± 54°, so that their product
    is negative on the four other directions. Blue is 3(v·x) − 1.8(w·x)², halved by the lift: two
    latents that together have the inside of a parabola along v.
    """
    turn = math.radians(54)
    up = math.pi / 2
    pair = [[math.cos(up + s * turn), math.sin(up + s * turn)] for s in (-1, 1)]
    red = BilinearForm(torch.tensor([2.5]), torch.tensor([pair[0]]), torch.tensor([pair[1]]))
    second = up + 2 * math.pi / DIRECTIONS
    along = [math.cos(second), math.sin(second), 0.0]
    across = [-math.sin(second), math.cos(second), 0.0]
    left, right = torch.tensor([along, across]), torch.tensor([[0.0, 0.0, 1.0], across])
    blue = BilinearForm(torch.tensor([3.0, -1.8]), left, right, lifted=True)
    return red, blue


def measure(cache: RunCache) -> dict[str, Any]:
    """What each latent gives on every direction at length two."""
    red, blue = forms()
    turns = [2 * math.pi * i / DIRECTIONS + math.pi / 2 for i in range(DIRECTIONS)]
    x = 2 * torch.tensor([[math.cos(turn), math.sin(turn)] for turn in turns])
    return {
        "directions": turns,
        "red": red(x).tolist(),
        "blue": blue(x).tolist(),
        "red_signature": list(red.signature()),
        "blue_signature": list(blue.signature()),
    }


def draw(found: dict[str, Any], path: Path) -> None:
    """Where each latent is above one, with the directions."""
    grid = torch.linspace(-PLOT_HALF_WIDTH, PLOT_HALF_WIDTH, 401)
    y, x = torch.meshgrid(grid, grid, indexing="ij")
    points = torch.stack([x, y], -1)
    figure = new_figure(4.6, 4.6)
    axis = figure.subplots()
    for form, colour in zip(forms(), ("#dc2626", "#2563eb"), strict=True):
        value = form(points).numpy()
        axis.contourf(x, y, value, levels=[1, 1e9], colors=[colour], alpha=0.35)
        axis.contour(x, y, value, levels=[1], colors=[colour], linewidths=1.4)
    for turn in found["directions"]:
        tip = (2.6 * math.cos(turn), 2.6 * math.sin(turn))
        arrow = {"arrowstyle": "-|>", "color": "#374151", "lw": 1.2}
        axis.annotate("", tip, (0, 0), arrowprops=arrow)
    axis.set_xlim(-PLOT_HALF_WIDTH, PLOT_HALF_WIDTH)
    axis.set_ylim(-PLOT_HALF_WIDTH, PLOT_HALF_WIDTH)
    axis.set_aspect("equal")
    axis.axhline(0, color="#d1d5db", linewidth=0.6, zorder=0)
    axis.axvline(0, color="#d1d5db", linewidth=0.6, zorder=0)
    axis.set_xticks([])
    axis.set_yticks([])
    axis.set_title("f(x) > 1: isolated (red), composite (blue)", fontsize=10.5)
    save(figure, path)
