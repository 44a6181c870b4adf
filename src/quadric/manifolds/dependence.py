"""Whether two subspaces that samples use together are parts of one manifold.

Two manifolds may occur together, "months" beside "days". Where both are used, their coordinates
then say nothing of each other. Those of parts of one manifold do: the axes of a circle have
y₁² + y₂² = 1, and of a loop in four dimensions the second plane turns twice as fast as the first.
"""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float
from torch import Tensor

__all__ = ["MIN_SAMPLES", "correlation", "dependent"]

MIN_CORRELATION = 0.3
"""The largest correlation of coordinates and their products from which two subspaces depend on each
other. Of a hundred samples of independent ones it is about as large."""
MIN_SAMPLES = 24
"""Samples that use both, below which nothing can be said against their being one."""
MIN_VARYING_ENERGY = 0.1
"""The share of a subspace's energy about its mean below which its point is one and the same: the
direction that a circle is off-centre by tells nothing of the angle, and belongs to it."""


def dependent(points: Float[Tensor, "m n k"], asked: Bool[Tensor, "m m"]) -> Float[Tensor, "m m"]:
    """1 for pairs, of those asked for, that may be parts of one manifold, 0 for all others.

    `points` are samples' coordinates in each, zeros where a sample does not use it.
    """
    used = points.any(2)
    found = torch.zeros(asked.shape).to(points)
    for i, j in asked.triu(1).nonzero().tolist():
        both = used[i] & used[j]
        a, b = points[i, both], points[j, both]
        unknown = len(a) < MIN_SAMPLES or _constant(a) or _constant(b)
        found[i, j] = found[j, i] = float(unknown or correlation(a, b) >= MIN_CORRELATION)
    return found


def correlation(a: Float[Tensor, "n k"], b: Float[Tensor, "n l"]) -> float:
    """The largest |correlation| of a coordinate or product of two of a with one of b."""
    return float((_standardised(a).T @ _standardised(b)).abs().max())


def _constant(point: Float[Tensor, "n k"]) -> bool:
    return bool((point - point.mean(0)).square().sum() < MIN_VARYING_ENERGY * point.square().sum())


def _standardised(point: Float[Tensor, "n k"]) -> Float[Tensor, "n f"]:
    """Coordinates and their products, about their means, each of norm one over the samples."""
    i, j = torch.triu_indices(point.shape[1], point.shape[1])
    every = torch.cat([point, point[:, i] * point[:, j]], 1)
    return torch.nn.functional.normalize(every - every.mean(0), dim=0)
