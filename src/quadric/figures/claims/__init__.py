"""The claims of the paper's text and appendices that no figure of its own shows, on one page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quadric.figures.claims import ablations, bound, hoyer, models, optimisers, ordering, seeds
from quadric.figures.drawing import canvas, keep
from quadric.figures.runs import Workshop
from quadric.figures.scale import Scale, Spec

__all__ = ["draw", "numbers", "runs"]

_PANELS = {
    "optimisers": optimisers,
    "ablations": ablations,
    "bound": bound,
    "models": models,
    "seeds": seeds,
    "ordering": ordering,
}
_PARTS = {**_PANELS, "hoyer": hoyer}


def runs(scale: Scale) -> list[Spec]:
    """What all parts need."""
    return list(dict.fromkeys(spec for part in _PARTS.values() for spec in part.runs(scale)))


def numbers(shop: Workshop) -> dict[str, Any]:
    """Each part's numbers by its name."""
    return {name: part.numbers(shop) for name, part in _PARTS.items()}


def draw(found: dict[str, Any], path: Path) -> None:
    """A panel for each part that can be drawn."""
    figure = canvas(13.5, 7.4)
    axes = figure.subplots(2, 3)
    for axis, (name, part) in zip(axes.flat, _PANELS.items(), strict=True):
        part.panel(axis, found[name])
    keep(figure, path)
