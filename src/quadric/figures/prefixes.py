"""The error of every prefix of the latents (fig:ordered-recons)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from quadric.analysis import greedy_order, prefix_errors
from quadric.analysis.interactions import Interactions
from quadric.figures.drawing import COLOURS, label_axis, new_figure, save
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec

__all__ = ["draw", "measure", "runs"]

_POINTS = 160
"""Prefixes that are kept of each curve."""


def runs(scale: Scale) -> list[Spec]:
    """The ordered kinds, and vanilla to be reordered."""
    return [scale.run(kind) for kind in ("ordered", "combined", "vanilla")]


def measure(cache: RunCache) -> dict[str, Any]:
    """Held-out errors of the first k latents, and of vanilla's in the best greedy order.

    The greedy order is chosen on the very rows that it is measured on, which favours it.
    """
    found: dict[str, Any] = {"curves": {}}
    for spec in runs(cache.scale):
        kind = spec.settings.kind
        ae, (rows, heldout) = cache.bilinear(spec), cache.heldout_rows(spec)
        pairs = Interactions(ae, rows, heldout)
        lat = ae.config.n_latents
        at = torch.linspace(1, lat, min(_POINTS, lat)).round().long().unique()
        found["latents"] = at.tolist()
        found["curves"][kind] = prefix_errors(ae, pairs).errors.cpu()[at - 1].tolist()
        if kind == "vanilla":
            greedy = greedy_order(ae, pairs).errors
            found["curves"]["reordered"] = greedy.cpu()[at - 1].tolist()
    means = {name: sum(curve) / len(curve) for name, curve in found["curves"].items()}
    found["mean_over_prefixes"] = means
    found["tenth"] = {name: curve[len(curve) // 10] for name, curve in found["curves"].items()}
    return found


def draw(found: dict[str, Any], path: Path) -> None:
    """Error against the share of the latents that is kept."""
    figure = new_figure(6.2, 4.2)
    axis = figure.subplots()
    label_axis(axis, x="latents kept", y="held-out error")
    for name, curve in found["curves"].items():
        label = "vanilla, reordered greedily" if name == "reordered" else name
        colour, style = COLOURS.get(name, COLOURS["vanilla"]), "--" if name == "reordered" else "-"
        axis.plot(found["latents"], curve, style, color=colour, label=label)
    axis.set_ylim(0, None)
    axis.set_xlim(0, None)
    axis.legend(frameon=False)
    save(figure, path)
