"""Subspaces of their own rank, from sets of samples."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from quadric.forms import SubspaceStack
from quadric.manifolds.excess import MAX_RANK, ChanceExcess, excess_directions, own_rank
from quadric.progress import Progress, silent

__all__ = ["Fitted", "fit_sets"]

MAX_FITTED_SAMPLES = 2048
"""Samples of a set that a subspace is fitted to: more do not move it."""


REPRODUCIBLE = 0.9
"""What subspaces from either half of a set must share, or only its first direction counts."""


@dataclass(frozen=True)
class Fitted:
    """One subspace a set."""

    subspaces: Float[Tensor, "c d k"]
    """Orthonormal columns by falling excess, columns of zeros where the rank is below k."""
    excess: Float[Tensor, "c"]
    """How much more the set varies in its subspace than all samples do: the sum over columns."""
    beyond: Float[Tensor, "c"]
    """The least excess of its columns, over that of random sets of as many samples."""
    stable: Float[Tensor, "c"]
    """‖UᵀV‖² over the larger rank, between subspaces from either half of the set."""

    def order(self, same: float) -> Int[Tensor, "kept"]:
        """Manifolds before directions, those with most excess first; of the same ones the first."""
        stack = SubspaceStack(self.subspaces)
        alike = stack.strict_overlap(stack) >= same
        first = self.excess + 10.0 * (stack.ranks > 1)
        kept: list[int] = []
        gone = torch.zeros(len(stack), dtype=torch.bool, device=alike.device)
        for i in first.argsort(descending=True, stable=True).tolist():
            if not gone[i]:
                kept.append(i)
                gone |= alike[i]
        return torch.tensor(kept, dtype=torch.int64, device=alike.device)


@torch.no_grad()
def fit_sets(
    x: Float[Tensor, "n d"],
    inside: Bool[Tensor, "c n"],
    seed: int = 0,
    progress: Progress = silent,
) -> Fitted:
    """For each set the directions in which it varies beyond all samples, as many as its own rank.

    x holds normalised samples. The rank is held against random sets of as many samples, and the
    subspace against itself from either half of the set.
    """
    centred = x - x.mean(0)
    every = centred.T @ centred / len(x)
    chance = ChanceExcess.of(centred, every, seed)
    draw = torch.Generator().manual_seed(seed)
    bases = x.new_zeros(len(inside), x.shape[1], min(MAX_RANK, x.shape[1]))
    excess, beyond, stable = (x.new_zeros(len(inside)) for _ in range(3))
    for i, mine in enumerate(inside):
        rows = mine.nonzero()[:, 0]
        order = torch.randperm(len(rows), generator=draw)[:MAX_FITTED_SAMPLES]
        rows = centred[rows[order.to(rows.device)]]
        values, axes = excess_directions(rows, every)
        level = chance(len(rows))
        rank = own_rank(values, level)
        shared = _agree(rows, every, rank)
        if rank > 1 and shared < REPRODUCIBLE:
            rank, shared = 1, _agree(rows, every, 1)
        bases[i, :, :rank] = axes[:, :rank]
        excess[i], beyond[i] = values[:rank].sum(), values[rank - 1] / max(level, 1e-30)
        stable[i] = shared
        progress("fitting", i + 1, len(inside))
    widest = int((bases.square().sum(1) > 0.5).sum(1).max()) if len(bases) else 1
    return Fitted(bases[:, :, :widest], excess, beyond, stable)


def _agree(rows: Tensor, every: Tensor, rank: int) -> Tensor:
    """How much the halves of a set share of a subspace of this rank."""
    half = len(rows) // 2
    a, b = (excess_directions(part, every, rank)[1] for part in (rows[:half], rows[half:]))
    return (a.T @ b).square().sum() / rank
