"""Whether larger autoencoders still find structure: error against the random-input bound."""

from __future__ import annotations

from typing import Any

from quadric.analysis import random_bound
from quadric.figures.drawing import COLOURS, label_axis
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec

__all__ = ["measure", "panel", "runs"]


def runs(scale: Scale) -> list[Spec]:
    """Vanilla at every size."""
    return [scale.run("vanilla", expansion=expansion) for expansion in scale.expansions]


def measure(cache: RunCache) -> dict[str, Any]:
    """The error at every size, and the least that so many forms leave on random inputs."""
    errors, bounds = [], []
    for spec in runs(cache.scale):
        config = cache.bilinear(spec).config
        errors.append(cache.heldout(spec)["error"])
        bounds.append(random_bound(config.d_in, config.n_latents))
    return {"expansions": list(cache.scale.expansions), "errors": errors, "bounds": bounds}


def panel(axis: Any, found: dict[str, Any]) -> None:
    """Two lines over sizes."""
    label_axis(axis, "against the best on random inputs", "expansion", "error")
    sizes = found["expansions"]
    axis.plot(sizes, found["bounds"], "s--", color="#6b7280", label="random inputs, the bound")
    axis.plot(sizes, found["errors"], "o-", color=COLOURS["vanilla"], label="vanilla, held out")
    axis.set_xscale("log", base=2)
    axis.set_xticks(sizes, [f"{size:g}x" for size in sizes])
    axis.set_ylim(0, 1.02)
    axis.legend(frameon=False, fontsize=8)
