"""Muon against Adam, each at the best of a few learning rates (app:setup, app:anecdata)."""

from __future__ import annotations

from typing import Any

from quadric.figures.drawing import label_axis
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec

__all__ = ["measure", "panel", "runs"]

_KINDS = {"vanilla": "-", "mixed": "--"}
_COLOURS = {"muon": "#c2410c", "adam": "#1d4ed8"}


def runs(scale: Scale) -> list[Spec]:
    """Two kinds, both optimisers, all rates."""
    return [
        scale.run(kind, optimizer=optimizer, lr=lr)
        for kind in _KINDS
        for optimizer, rates in scale.rates.items()
        for lr in rates
    ]


def measure(cache: RunCache) -> dict[str, Any]:
    """Error by step at the best rate, the spread over rates, and how many fewer steps Muon needs.

    `fewer_steps` is Adam's number of steps over the first step at which Muon's held-out error is
    no larger than Adam's in the end; None if it never is.
    """
    found: dict[str, Any] = {}
    for kind in _KINDS:
        mine: dict[str, Any] = {}
        for optimizer, rates in cache.scale.rates.items():
            specs = {lr: cache.scale.run(kind, optimizer=optimizer, lr=lr) for lr in rates}
            ends = {lr: cache.heldout(spec)["error"] for lr, spec in specs.items()}
            best = min(ends, key=lambda lr: ends[lr])
            mine[optimizer] = {
                "lr": best,
                "error": ends[best],
                "density": cache.heldout(specs[best])["density"],
                "by_rate": {f"{lr:g}": error for lr, error in ends.items()},
                "curve": curve(cache, specs[best]),
            }
        goal = mine["adam"]["error"]
        steps = [step for step, error in mine["muon"]["curve"] if error <= goal and step > 0]
        total = cache.scale.base.steps
        found[kind] = {**mine, "fewer_steps": total / steps[0] if steps else None}
    return found


def curve(cache: RunCache, spec: Spec) -> list[list[float]]:
    """Steps done and the held-out error there, to the end."""
    lines = cache.metrics(spec)
    points = [[line["step"], line["heldout_error"]] for line in lines if "heldout_error" in line]
    return [*points, [spec.settings.steps, cache.heldout(spec)["error"]]]


def panel(axis: Any, found: dict[str, Any]) -> None:
    """Held-out error against steps."""
    label_axis(axis, "optimiser, at its best learning rate", "steps", "held-out error")
    for kind, style in _KINDS.items():
        for optimizer, colour in _COLOURS.items():
            mine = found[kind][optimizer]
            steps, errors = zip(*mine["curve"], strict=True)
            label = f"{optimizer.title()}, {kind} (lr {mine['lr']:g})"
            axis.plot(steps, errors, style, color=colour, label=label)
    axis.set_ylim(0, 1.05)
    axis.legend(frameon=False, fontsize=8)
