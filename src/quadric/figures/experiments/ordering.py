"""What ordered autoencoders do while the learning rate cools down (app:anecdata)."""

from __future__ import annotations

from typing import Any

from quadric.figures.drawing import label_axis
from quadric.figures.experiments.optimisers import curve
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec

__all__ = ["measure", "panel", "runs"]


def runs(scale: Scale) -> list[Spec]:
    """Ordered at the default penalty."""
    return [scale.run("ordered")]


def measure(cache: RunCache) -> dict[str, Any]:
    """The held-out error of all latents together, and the loss that is trained, by step."""
    (spec,) = runs(cache.scale)
    whole = curve(cache, spec)
    loss = [[line["step"] + 1, line["total"]] for line in cache.metrics(spec)]
    begin = round(spec.settings.steps * (1 - spec.settings.cooldown))
    before = [error for step, error in whole if step <= begin][-1]
    losses = [value for step, value in loss if step <= begin][-10:]
    ends = [value for _, value in loss][-10:]
    return {
        "error": whole,
        "loss": loss,
        "cooldown_from": begin,
        "error_change": whole[-1][1] - before,
        "loss_change": sum(ends) / len(ends) - sum(losses) / len(losses),
    }


def panel(axis: Any, found: dict[str, Any]) -> None:
    """Both curves, and where the learning rate begins to fall."""
    label_axis(axis, "ordered, as its learning rate falls", "steps")
    for key, colour, label in (
        ("loss", "#fdba74", "loss, over all prefixes"),
        ("error", "#c2410c", "held-out error, all latents"),
    ):
        steps, values = zip(*found[key], strict=True)
        axis.plot(steps, values, color=colour, label=label)
    axis.axvline(found["cooldown_from"], color="#9ca3af", linestyle="--", linewidth=0.9)
    axis.set_ylim(0, 1.05)
    axis.legend(frameon=False, fontsize=8)
