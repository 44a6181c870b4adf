"""Xavier for orthogonal, an untied decoder, and gates (app:setup, sec:vanilla, app:anecdata)."""

from __future__ import annotations

from typing import Any

from quadric.figures.drawing import label_axis
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec

__all__ = ["measure", "panel", "runs"]


def _named(scale: Scale) -> dict[str, Spec]:
    gates = {
        f"TopK gate, k = {k}": scale.run("vanilla", gate="topk", k=k, tied=False)
        for k in scale.gate_k
    }
    return {
        "as the paper": scale.run("vanilla"),
        "Xavier": scale.run("vanilla", init="xavier"),
        "untied": scale.run("vanilla", tied=False),
        "SiLU gate": scale.run("vanilla", gate="silu", tied=False),
        **gates,
    }


def runs(scale: Scale) -> list[Spec]:
    """Vanilla, with one thing changed at a time."""
    return list(_named(scale).values())


def measure(cache: RunCache) -> dict[str, Any]:
    """Held-out error, density and loss of each."""
    found: dict[str, Any] = {}
    for name, spec in _named(cache.scale).items():
        measured = cache.heldout(spec)
        error, density = measured["error"], measured["density"]
        loss = error + spec.settings.alpha * density
        found[name] = {"error": error, "density": density, "loss": loss}
    return found


def panel(axis: Any, found: dict[str, Any]) -> None:
    """Error and density, side by side."""
    label_axis(axis, "vanilla, with one thing changed", "held-out")
    for shift, (key, colour) in zip(
        (0.2, -0.2), {"error": "#1d4ed8", "density": "#93c5fd"}.items(), strict=True
    ):
        values = [one[key] for one in found.values()]
        places = [shift - i for i in range(len(values))]
        bars = axis.barh(places, values, 0.38, color=colour, label=key)
        axis.bar_label(bars, fmt="%.3f", fontsize=7.5, padding=2)
    axis.set_yticks([-i for i in range(len(found))], found, fontsize=8)
    # Room for the names of the colours, right of the bars.
    axis.set_xlim(0, 1.6 * max(max(one["error"], one["density"]) for one in found.values()))
    axis.legend(frameon=False, fontsize=8, loc="center right")
