"""Other language models (app:anecdata)."""

from __future__ import annotations

from typing import Any

from quadric.figures.drawing import COLOURS, label_axis
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec

__all__ = ["measure", "panel", "runs"]

_KINDS = ("vanilla", "mixed")


def _places(scale: Scale) -> list[tuple[str, str]]:
    return [(scale.model, scale.layer), *scale.others]


def runs(scale: Scale) -> list[Spec]:
    """Two kinds on a middle layer of every model, the same set-up for all."""
    places = _places(scale)
    return [scale.run(kind, model=m, layer=at) for m, at in places for kind in _KINDS]


def measure(cache: RunCache) -> dict[str, Any]:
    """Held-out error and density by model and kind."""
    found: dict[str, Any] = {}
    for model, layer in _places(cache.scale):
        specs = {kind: cache.scale.run(kind, model=model, layer=layer) for kind in _KINDS}
        measured = {kind: cache.heldout(spec) for kind, spec in specs.items()}
        found[model] = {
            kind: {name: one[name] for name in ("error", "density")}
            for kind, one in measured.items()
        } | {"layer": int(layer), "d": cache.rows(model, layer).d}
    return found


def panel(axis: Any, found: dict[str, Any]) -> None:
    """Bars a model, one colour a kind."""
    label_axis(axis, "other models", y="held-out error")
    for shift, kind in zip((-0.2, 0.2), _KINDS, strict=True):
        values = [one[kind]["error"] for one in found.values()]
        bars = axis.bar(
            [i + shift for i in range(len(values))], values, 0.38, color=COLOURS[kind], label=kind
        )
        axis.bar_label(bars, fmt="%.3f", fontsize=7.5)
    labels = [f"{model}\nlayer {one['layer']}" for model, one in found.items()]
    axis.set_xticks(range(len(labels)), labels, fontsize=8)
    axis.margins(y=0.15)
    axis.legend(frameon=False, fontsize=8)
