"""The density of every latent, vanilla and ordered (fig:sparsity-distribution)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quadric.analysis import densities
from quadric.figures.drawing import COLOURS, label_axis, new_figure, save
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec

__all__ = ["MIN_DENSE_DENSITY", "draw", "measure", "runs"]

MIN_DENSE_DENSITY = 0.5
"""Density from which a latent counts as dense: signs alone give 1, Gaussian values 0.8."""

_KINDS = ("vanilla", "ordered")


def runs(scale: Scale) -> list[Spec]:
    """Both kinds with the largest penalty and with none."""
    ends = (scale.alphas[-1], scale.alphas[0])
    return [scale.run(kind, alpha=alpha) for alpha in ends for kind in _KINDS]


def measure(cache: RunCache) -> dict[str, Any]:
    """Densities in the latents' order, the share of dense ones, and where the dense ones are."""
    found: dict[str, Any] = {"dense_from": MIN_DENSE_DENSITY, "runs": []}
    for spec in runs(cache.scale):
        rows, heldout = cache.heldout_rows(spec)
        density = densities(cache.bilinear(spec), rows, heldout).density.double().cpu()
        dense = density > MIN_DENSE_DENSITY
        places = dense.nonzero().flatten().double() / len(density)
        tenth = max(1, len(density) // 10)
        found["runs"].append(
            {
                "kind": spec.settings.kind,
                "alpha": spec.settings.alpha,
                "dense_share": float(dense.double().mean()),
                "first_tenth": float(density[:tenth].mean()),
                "others": float(density[tenth:].mean()),
                "median_place_of_dense": float(places.median()) if len(places) else None,
                "density": [round(value, 4) for value in density.tolist()],
            }
        )
    return found


def draw(found: dict[str, Any], path: Path) -> None:
    """Density against the latent's place, its distribution beside it; only with the penalty."""
    shown = found["runs"][: len(_KINDS)]
    figure = new_figure(9.6, 3.6)
    axes = figure.subplots(1, 4, width_ratios=(4, 1, 4, 1), sharey=True)
    for number, run in enumerate(shown):
        left, right = axes[2 * number], axes[2 * number + 1]
        colour = COLOURS[run["kind"]]
        title = f"{run['kind']}, α = {run['alpha']:g}: {run['dense_share']:.1%} dense"
        label_axis(left, title, "latent", "" if number else "density")
        left.scatter(range(len(run["density"])), run["density"], s=3, color=colour, linewidths=0)
        left.axhline(found["dense_from"], color="#9ca3af", linewidth=0.8, linestyle="--")
        label_axis(right, x="latents")
        bins = [value / 40 for value in range(41)]
        right.hist(run["density"], bins=bins, orientation="horizontal", color=colour)
        right.set_xscale("log")
        right.set_xlim(left=0.7)
        right.minorticks_off()
    axes[0].set_ylim(0, 1)
    save(figure, path)
