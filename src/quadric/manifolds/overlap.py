"""How much two subspaces share, and keeping one of those that share too much."""

from __future__ import annotations

from jaxtyping import Float, Int
from torch import Tensor

from quadric.forms import SubspaceStack

__all__ = ["distinct", "overlaps"]


def overlaps(a: Float[Tensor, "m d k"], b: Float[Tensor, "n d l"]) -> Float[Tensor, "m n"]:
    """‖A_iᵀB_j‖² / min(k, l), as `SubspaceStack.overlap`."""
    return SubspaceStack(a).overlap(SubspaceStack(b))


def distinct(
    subspaces: Float[Tensor, "c d k"], threshold: float = 0.5, limit: int | None = None
) -> Int[Tensor, "kept"]:
    """Indices of those that share little with all before, as `SubspaceStack.distinct`."""
    return SubspaceStack(subspaces).distinct(threshold, limit)
