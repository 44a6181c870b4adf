"""The activations of one latent, counted on a logarithmic axis (fig:activation-distribution)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from quadric.analysis.interactions import chunks
from quadric.figures.drawing import COLOURS, label_axis, new_figure, save
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec

__all__ = ["draw", "measure", "runs"]

_MAX_SAMPLES = 131_072
"""Samples of the histogram of one latent."""
_ALL_LATENTS_SAMPLES = 4096
"""Samples whose latents are all kept: those of every sample would not fit into memory."""
_BINS = 81


def runs(scale: Scale) -> list[Spec]:
    """Vanilla with the largest penalty, as the paper's caption says, and with none, as its text."""
    return [scale.run("vanilla", alpha=alpha) for alpha in (scale.alphas[-1], scale.alphas[0])]


def measure(cache: RunCache) -> dict[str, Any]:
    """A histogram of the first latent, and what 99% of the activations of any latent stay below.

    `near_zero` is that bound as a share of the latent's largest activation: the scale of a latent
    is free, the share is not.
    """
    found: dict[str, Any] = {"latent": 0, "runs": []}
    for spec in runs(cache.scale):
        ae, rows = cache.bilinear(spec), cache.rows(spec.model, spec.layer)
        seen = range(min(len(rows), _MAX_SAMPLES))
        first = torch.cat([ae.encode(x)[:, 0] for x in chunks(rows, seen)])
        some = torch.cat([ae.encode(x).abs() for x in chunks(rows, seen[:_ALL_LATENTS_SAMPLES])])
        bounds = some.quantile(0.99, dim=0) / some.amax(0).clamp(min=1e-30)
        below = float(first.abs().kthvalue(max(1, round(0.99 * len(first)))).values)
        edge = float(first.abs().max())
        found["runs"].append(
            {
                "alpha": spec.settings.alpha,
                "samples": len(first),
                "below_99": below,
                "largest": edge,
                "near_zero": below / edge,
                "near_zero_of_all": [float(bounds.quantile(q)) for q in (0.1, 0.5, 0.9)],
                "counts": torch.histc(first.float(), _BINS, -edge, edge).long().tolist(),
            }
        )
    return found


def draw(found: dict[str, Any], path: Path) -> None:
    """One histogram a penalty."""
    figure = new_figure(8.8, 3.4)
    axes = figure.subplots(1, len(found["runs"]), sharey=True)
    for number, (axis, run) in enumerate(zip(axes, found["runs"], strict=True)):
        edge, counts = run["largest"], run["counts"]
        width = 2 * edge / len(counts)
        centres = [-edge + (i + 0.5) * width for i in range(len(counts))]
        title = f"vanilla, α = {run['alpha']:g}: 99% below {run['near_zero']:.1%} of the peak"
        label_axis(axis, title, "activation of latent 0", "" if number else "samples")
        axis.bar(centres, counts, width, color=COLOURS["vanilla"])
        axis.set_yscale("log")
        filled = [centre for centre, count in zip(centres, counts, strict=True) if count]
        axis.set_xlim(min(filled) - 2 * width, max(filled) + 2 * width)
        axis.axvspan(-run["below_99"], run["below_99"], color="#fbe9e0", zorder=0)
    save(figure, path)
