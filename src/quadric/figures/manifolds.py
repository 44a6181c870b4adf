"""The best manifolds, as the ranking has them (fig:manifold-examples)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import torch

from quadric.figures.drawing import four_scatters
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec
from quadric.manifolds import find_manifolds

__all__ = ["NONLINEAR", "draw", "measure", "rounded", "runs"]

CANDIDATES = 50
"""As many as the authors looked at."""
SHOWN_MANIFOLDS = 4
"""Panels of the figure."""
NONLINEAR = frozenset({"curve", "closed curve", "surface", "sphere"})
"""Shapes that no straight line describes."""


def runs(scale: Scale) -> list[Spec]:
    """The one mixed run."""
    return [scale.main_run()]


def measure(cache: RunCache) -> dict[str, Any]:
    """The best four of fifty of the paper's candidates, and the shapes of all fifty."""
    scale, spec = cache.scale, cache.scale.main_run()
    rows = cache.rows(spec.model, spec.layer)
    samples = min(len(rows), scale.tokens)
    ae, words = cache.bilinear(spec), cache.words()
    found = find_manifolds(
        ae,
        rows,
        n=CANDIDATES,
        method="paper",
        words=words,
        samples=samples,
        points=scale.points,
        progress=cache.progress,
    )
    shapes = Counter(manifold.shape for manifold in found)
    return {
        "samples": samples,
        "candidates": len(found),
        "shapes": dict(shapes.most_common()),
        "nonlinear": sum(shapes[shape] for shape in NONLINEAR),
        "above_chance": sum(manifold.passes for manifold in found),
        "best": [
            {
                "name": manifold.name,
                "shape": manifold.shape,
                "score": manifold.score,
                "passes": bool(manifold.passes),
                "points": rounded(manifold.points),
                "strength": rounded(manifold.strengths),
            }
            for manifold in found[:SHOWN_MANIFOLDS]
        ],
    }


def draw(found: dict[str, Any], path: Path) -> None:
    """Four clouds."""
    best = found["best"]
    titles = [f"{one['name']}\n{one['shape']}, score {one['score']:.2f}" for one in best]
    four_scatters(path, best, titles)


def rounded(values: torch.Tensor) -> list[Any]:
    """Numbers for JSON: more digits than a picture shows."""
    return values.double().round(decimals=5).tolist()
