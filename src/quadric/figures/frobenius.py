"""Frobenius similarity over penalties, one matrix a kind (fig:frobenius)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from quadric.analysis import frobenius_matrix
from quadric.analysis.heatmap import heatmap
from quadric.figures.pareto import runs
from quadric.figures.runs import RunCache
from quadric.figures.scale import KINDS

__all__ = ["draw", "measure", "runs"]


def measure(cache: RunCache) -> dict[str, Any]:
    """The similarity of all pairs of penalties, exactly from the weights."""
    found: dict[str, Any] = {"alphas": list(cache.scale.alphas), "kinds": {}}
    for kind in KINDS:
        trained = [cache.bilinear(cache.scale.run(kind, alpha=a)) for a in cache.scale.alphas]
        found["kinds"][kind] = frobenius_matrix(trained).tolist()
    return found


def draw(found: dict[str, Any], path: Path) -> None:
    """Four matrices side by side."""
    names = [f"α = {alpha:g}" for alpha in found["alphas"]]
    matrices = {
        kind: torch.tensor(matrix, dtype=torch.float64) for kind, matrix in found["kinds"].items()
    }
    heatmap(matrices, names, path, overwrite=True)
