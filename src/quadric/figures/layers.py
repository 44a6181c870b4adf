"""Error by layer and kind, beside TopK: its own, doubled and exact (fig:layer-recons)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quadric.analysis.interactions import chunks
from quadric.figures.drawing import COLOURS, label_axis, new_figure, save
from quadric.figures.runs import RunCache
from quadric.figures.scale import KINDS, Scale, Spec

__all__ = ["draw", "measure", "runs"]

_LINES = {"input": (":", "TopK, ‖x − x̂‖²"), "doubled": ("--", "TopK, 2s − s²/2")}


def runs(scale: Scale) -> list[Spec]:
    """Every kind and the baseline on every layer, at the default penalty."""
    return [scale.run(kind, layer=at) for at in scale.layers for kind in (*KINDS, "topk")]


def measure(cache: RunCache) -> dict[str, Any]:
    """Held-out errors; the baseline's in the input space, estimated as the paper does, exact."""
    layers = cache.scale.layers
    found: dict[str, Any] = {"layers": [int(at) for at in layers], "kinds": {}}
    for kind in KINDS:
        specs = [cache.scale.run(kind, layer=at) for at in layers]
        found["kinds"][kind] = [cache.heldout(spec)["error"] for spec in specs]
    baseline: dict[str, list[float]] = {"input": [], "doubled": [], "exact": []}
    for at in layers:
        spec = cache.scale.run("topk", layer=at)
        topk, (rows, heldout) = cache.topk(spec), cache.heldout_rows(spec)
        measures = (topk.input_errors, topk.approximate_errors, topk.errors)
        sums = [0.0, 0.0, 0.0]
        for x in chunks(rows, heldout):
            sums = [s + float(m(x).double().sum()) for s, m in zip(sums, measures, strict=True)]
        for name, value in zip(baseline, sums, strict=True):
            baseline[name].append(value / len(heldout))
    found["topk"] = baseline
    return found


def draw(found: dict[str, Any], path: Path) -> None:
    """One line a kind, three for the baseline."""
    figure = new_figure(7.2, 4.2)
    axis = figure.subplots()
    label_axis(axis, x="layer", y="held-out error")
    for kind, errors in found["kinds"].items():
        axis.plot(found["layers"], errors, "o-", color=COLOURS[kind], label=kind, ms=4)
    for name, (style, label) in _LINES.items():
        axis.plot(found["layers"], found["topk"][name], style, color=COLOURS["topk"], label=label)
    exact = found["topk"]["exact"]
    axis.plot(found["layers"], exact, "s-", color="#111827", label="TopK, exact", ms=4)
    axis.set_xticks(found["layers"])
    axis.set_ylim(bottom=0)
    axis.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    save(figure, path)
