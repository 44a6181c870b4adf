"""Experiments that the paper's text reports without a figure: optimisers, ablations, seeds, ..."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quadric.figures.drawing import new_figure, save
from quadric.figures.experiments import ablations, bound, hoyer, models, optimisers, ordering, seeds
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec

__all__ = ["draw", "measure", "runs"]

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


def measure(cache: RunCache) -> dict[str, Any]:
    """Each part's numbers by its name."""
    return {name: part.measure(cache) for name, part in _PARTS.items()}


def draw(found: dict[str, Any], path: Path) -> None:
    """A panel for each part that can be drawn."""
    figure = new_figure(13.5, 7.4)
    axes = figure.subplots(2, 3)
    for axis, (name, part) in zip(axes.flat, _PANELS.items(), strict=True):
        part.panel(axis, found[name])
    save(figure, path)
