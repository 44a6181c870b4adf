"""Error against density over kinds and penalties (fig:pareto)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quadric.figures.drawing import COLOURS, label_axis, new_figure, save
from quadric.figures.runs import RunCache
from quadric.figures.scale import KINDS, Scale, Spec

__all__ = ["draw", "measure", "runs"]


def runs(scale: Scale) -> list[Spec]:
    """Every kind at every penalty."""
    return [scale.run(kind, alpha=alpha) for kind in KINDS for alpha in scale.alphas]


def measure(cache: RunCache) -> dict[str, Any]:
    """Held-out error and density of every run."""
    found: dict[str, Any] = {"alphas": list(cache.scale.alphas), "kinds": {}}
    for kind in KINDS:
        measured = [cache.heldout(cache.scale.run(kind, alpha=a)) for a in cache.scale.alphas]
        names = ("error", "density", "dead")
        found["kinds"][kind] = {name: [one[name] for one in measured] for name in names}
    return found


def draw(found: dict[str, Any], path: Path) -> None:
    """One line a kind from the smallest penalty, at the top, to the largest."""
    figure = new_figure(6.2, 4.4)
    axis = figure.subplots()
    label_axis(axis, x="held-out error", y="density of the latents")
    for kind, lines in found["kinds"].items():
        axis.plot(lines["error"], lines["density"], "o-", color=COLOURS[kind], label=kind, ms=5)
    # The penalties are written once, at the line that lies lowest in error.
    first = min(found["kinds"].values(), key=lambda lines: lines["error"][0])
    for alpha, x, y in zip(found["alphas"], first["error"], first["density"], strict=True):
        axis.annotate(
            f"α = {alpha:g}",
            (x, y),
            xytext=(-8, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=8,
            color="#4b5563",
        )
    top = max(max(lines["density"]) for lines in found["kinds"].values())
    axis.set_ylim(0, 1.1 * top)
    axis.margins(x=0.2)
    axis.legend(frameon=False)
    save(figure, path)
