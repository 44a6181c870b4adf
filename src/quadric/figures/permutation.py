"""Permutation similarity of vanilla autoencoders over penalties (fig:permutation)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from quadric.analysis import permutation_matrix
from quadric.analysis.heatmap import heatmap
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec

__all__ = ["draw", "measure", "runs"]


def runs(scale: Scale) -> list[Spec]:
    """Vanilla at every penalty."""
    return [scale.run("vanilla", alpha=alpha) for alpha in scale.alphas]


def measure(cache: RunCache) -> dict[str, Any]:
    """How far one's latents are the other's; on the diagonal, how little its own overlap."""
    trained = [cache.bilinear(spec) for spec in runs(cache.scale)]
    matrix = permutation_matrix(trained)
    apart = ~torch.eye(len(matrix), dtype=torch.bool)
    return {
        "alphas": list(cache.scale.alphas),
        "matrix": matrix.tolist(),
        "self": matrix.diagonal().tolist(),
        "cross": [float(matrix[apart].min()), float(matrix[apart].max())],
    }


def draw(found: dict[str, Any], path: Path) -> None:
    """One matrix."""
    names = [f"α = {alpha:g}" for alpha in found["alphas"]]
    matrix = torch.tensor(found["matrix"], dtype=torch.float64)
    heatmap({"vanilla": matrix}, names, path, overwrite=True)
