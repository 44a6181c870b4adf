"""What the paper says of the Hoyer density itself (sec:sparsity)."""

from __future__ import annotations

from typing import Any

import torch

from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec
from quadric.objective import hoyer_density

__all__ = ["measure", "runs"]

_N, _K = 10_000, 100


def runs(scale: Scale) -> list[Spec]:
    """None: this is arithmetic."""
    return []


def measure(cache: RunCache) -> dict[str, Any]:
    """The density of Gaussian values, and of k equal ones among n: the densest k-sparse vector."""
    draw = torch.Generator().manual_seed(0)
    gaussian = torch.randn(_N, 64, generator=draw, dtype=torch.float64)
    sparse = torch.zeros(_N, 1, dtype=torch.float64)
    sparse[:_K] = 1
    return {
        "n": _N,
        "k": _K,
        "gaussian": float(hoyer_density(gaussian).mean()),
        "sparse": float(hoyer_density(sparse)[0]),
    }
