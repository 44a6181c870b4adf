"""How much two subspaces share, and keeping one of those that share too much."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor

__all__ = ["distinct", "overlaps"]

BLOCK = 256
"""Candidates compared at once with those already kept."""


def overlaps(a: Float[Tensor, "m d k"], b: Float[Tensor, "n d l"]) -> Float[Tensor, "m n"]:
    """‖A_iᵀB_j‖² / min(k, l): 1 if the smaller subspace lies in the other, 0 if orthogonal.

    Bases are orthonormal; a column of zeros stands for a dimension that is not there, and the
    smaller subspace is the one with fewer others.
    """
    flat_a, flat_b = a.mT.reshape(-1, a.shape[1]), b.mT.reshape(-1, b.shape[1])
    shared = (flat_a @ flat_b.T).square()
    shared = shared.view(len(a), a.shape[2], len(b), b.shape[2]).sum((1, 3))
    rank_a, rank_b = (basis.square().sum((1, 2)).round() for basis in (a, b))
    return shared / torch.minimum(rank_a[:, None], rank_b).clamp(min=1)


def distinct(
    subspaces: Float[Tensor, "c d k"], threshold: float = 0.5, limit: int | None = None
) -> Int[Tensor, "kept"]:
    """Indices of candidates, best first, that overlap none kept before by `threshold` or more.

    It stops once `limit` are kept, so that its cost is that of the candidates looked at.
    """
    kept: list[int] = []
    for start in range(0, len(subspaces), BLOCK):
        block = subspaces[start : start + BLOCK]
        taken = torch.zeros(len(block), dtype=torch.bool, device=subspaces.device)
        if kept:
            taken = (overlaps(block, subspaces[kept]) >= threshold).any(1)
        inside = overlaps(block, block) >= threshold
        for i in range(len(block)):
            if not taken[i]:
                kept.append(start + i)
                taken |= inside[i]
                if limit is not None and len(kept) == limit:
                    return torch.tensor(kept)
    return torch.tensor(kept, dtype=torch.int64)
