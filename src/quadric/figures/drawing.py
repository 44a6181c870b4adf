"""How figures look, and how they are kept: PNG and SVG, the same bytes for the same numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["COLOURS", "four_scatters", "label_axis", "new_figure", "save", "scatter_3d"]

COLOURS = {
    "vanilla": "#1d4ed8",
    "ordered": "#c2410c",
    "mixed": "#047857",
    "combined": "#7e22ce",
    "topk": "#6b7280",
}
"""One colour a kind, the same in every figure."""


def new_figure(width: float, height: float) -> Figure:
    """An empty figure that no window or global state knows of."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def label_axis(axis: Axes, title: str = "", x: str = "", y: str = "") -> None:
    """Titles and a quiet frame."""
    axis.set_title(title, fontsize=10.5)
    axis.set_xlabel(x)
    axis.set_ylabel(y)
    axis.grid(alpha=0.25, linewidth=0.6)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)


def scatter_3d(axis: Any, points: Any, strength: Any, title: str) -> None:
    """Points in 3D, weak ones first and faint, coloured by strength."""
    import numpy as np

    points, strength = np.asarray(points), np.asarray(strength)
    order = strength.argsort()
    share = strength[order] / max(float(strength.max()), 1e-12)
    axis.scatter(
        *points[order].T,
        c=share,
        cmap="viridis",
        s=2 + 5 * share,
        alpha=0.55,
        linewidths=0,
        rasterized=True,
        depthshade=False,
    )
    for one in (axis.xaxis, axis.yaxis, axis.zaxis):
        one.set_ticks([])
        one.set_pane_color((0.97, 0.97, 0.97, 1.0))
        one.line.set_color("#9ca3af")
    axis.grid(False)
    axis.set_box_aspect((1, 1, 1), zoom=1.05)
    axis.set_title(title, fontsize=9.5, y=1.0)


def four_scatters(path: Path, found: list[dict[str, Any]], titles: list[str]) -> None:
    """Four clouds in one picture, kept."""
    figure = new_figure(8.6, 8.4)
    for number, (one, title) in enumerate(zip(found, titles, strict=True)):
        axis = figure.add_subplot(2, 2, number + 1, projection="3d")
        scatter_3d(axis, one["points"], one["strength"], title)
    save(figure, path)


def save(figure: Figure, path: Path) -> None:
    """Write `path`.png and `path`.svg, without a date and with fixed ids."""
    from matplotlib import rc_context

    path.parent.mkdir(parents=True, exist_ok=True)
    with rc_context({"svg.hashsalt": "quadric"}):
        figure.savefig(path.with_suffix(".png"), dpi=160, metadata={"Software": None})
        figure.savefig(path.with_suffix(".svg"), dpi=160, metadata={"Date": None})
