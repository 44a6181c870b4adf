"""`curves.png`: how a run's error, density and rates went, for people who would rather look."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

__all__ = ["draw_curves"]


def draw_curves(metrics: Sequence[dict[str, Any]], title: str = "") -> bytes:
    r"""A PNG of a run's metrics: error on its batches and held-out rows, density, learning rate.

    >>> draw_curves([{"step": 0, "error": 1.0, "density": 0.5, "lr": 0.1}])[:4]
    b'\x89PNG'
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 5.5), layout="constrained")
    error, density, rate = figure.subplots(
        3, 1, sharex=True, gridspec_kw={"height_ratios": [3, 1.4, 1]}
    )
    steps = [line["step"] + 1 for line in metrics]
    error.plot(steps, [line["error"] for line in metrics], color="#9db4d6", lw=1, label="batches")
    held = [(line["step"], line["heldout_error"]) for line in metrics if "heldout_error" in line]
    if held:
        error.plot(*zip(*held, strict=True), color="#1f4e9c", marker="o", ms=3, label="held out")
    error.axhline(1, color="#999999", lw=0.8, ls=":")
    error.set_ylabel("error")
    error.set_ylim(0, min(1.5, 1.05 * max(1.0, *(line["error"] for line in metrics))))
    error.legend(frameon=False)
    density.plot(steps, [line["density"] for line in metrics], color="#7a5195", lw=1)
    density.set_ylabel("density")
    density.set_ylim(0, None)
    rate.plot(steps, [line["lr"] for line in metrics], color="#666666", lw=1)
    rate.set_ylabel("learning rate")
    rate.set_ylim(0, None)
    rate.set_xlabel("step")
    if title:
        error.set_title(title, fontsize=10)
    for axis in (error, density, rate):
        axis.spines[["top", "right"]].set_visible(False)
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=130)
    return drawn.getvalue()
