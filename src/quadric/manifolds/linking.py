"""Pieces of one manifold, made one: a curve in six dimensions is found as planes that overlap."""

from __future__ import annotations

from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from quadric.forms import SubspaceStack
from quadric.manifolds.excess import MAX_RANK, excess_directions
from quadric.manifolds.pursuit import pursue
from quadric.manifolds.refining import Refined, Refining

__all__ = ["Linked", "chance_overlap", "link"]

MIN_DEVIATIONS = 6.0
"""How far beyond the mean overlap of random subspaces pieces of one manifold are."""
MIN_SHARED_USE = 0.5
"""Pieces that explain samples together this often, of all times that either does, are one."""
MIN_OWN_SINGULAR_VALUE = 0.3
"""Singular values of two joined bases below this are no direction of their own."""


class Linked(NamedTuple):
    """Subspaces of their own ranks."""

    subspaces: Float[Tensor, "m d k"]
    """Orthonormal columns, columns of zeros where the rank is below k."""
    start: Int[Tensor, "m"]
    """The starting subspace that the strongest piece of each came from."""


def chance_overlap(k: Tensor, l: Tensor, d: int) -> Tensor:  # noqa: E741
    """‖UᵀV‖² that random subspaces of ranks k and l hardly reach: mean and MIN_DEVIATIONS above it.

    The mean is kl/d, the variance 2kl(d − k)(d − l) / (d²(d − 1)(d + 2)).
    """
    variance = 2 * k * l * (d - k) * (d - l) / (d**2 * (d - 1) * (d + 2))
    return k * l / d + MIN_DEVIATIONS * variance**0.5


@torch.no_grad()
def link(pieces: Refined, x: Float[Tensor, "n d"], settings: Refining) -> Linked:
    """Join pieces that overlap beyond chance or are used together, and refit what was joined.

    A joined manifold's directions are those in which its samples, less what all other subspaces
    explain, vary most beyond what is left of any sample.
    """
    found = pursue(x, pieces.subspaces, settings.active, settings.price)
    m, k = len(pieces), pieces.subspaces.shape[2]
    points = x.new_zeros(len(x), m, k).scatter_add_(
        1, found.chosen[..., None].expand(-1, -1, k), found.coordinates
    )
    used = points.any(2).T
    groups = _groups(pieces, used)
    every = found.residual.T @ found.residual / len(x)
    bases: list[Tensor] = []
    for group in groups:
        if len(group) == 1:
            bases.append(pieces.stack[group[0]].basis)
            continue
        rows = used[group].any(0).nonzero()[:, 0]
        own = found.residual[rows]
        for i in group:
            own = own + points[rows, i] @ pieces.subspaces[i].T
        values, axes = excess_directions(own, every, MAX_RANK)
        kept = int((values >= settings.spread * values[0]).long().cumprod(0).sum())
        bases.append(axes[:, :kept])
    most = max(basis.shape[1] for basis in bases)
    padded = [torch.nn.functional.pad(basis, (0, most - basis.shape[1])) for basis in bases]
    start = pieces.start[[group[0] for group in groups]]
    return Linked(torch.stack(padded), start)


def _groups(pieces: Refined, used: Bool[Tensor, "m n"]) -> list[list[int]]:
    """Join the two that are most plainly one until none are; the first of a group is its best."""
    stack = SubspaceStack(pieces.subspaces)
    spans = [stack[i] for i in range(len(used))]
    groups, uses = [[i] for i in range(len(used))], used.float()
    ranks = torch.tensor([span.rank for span in spans])
    d = pieces.subspaces.shape[1]
    shared, both = stack.shared(stack), uses @ uses.T
    while True:
        count = both.diagonal()
        often = both / torch.maximum(count[:, None], count).clamp(min=1)
        evidence = torch.maximum(
            shared / chance_overlap(ranks[:, None], ranks, d), often / MIN_SHARED_USE
        ).triu(1)
        evidence[ranks[:, None] + ranks - shared > MAX_RANK] = 0
        best = int(evidence.argmax())
        if evidence.flatten()[best] < 1:
            return groups
        i, j = divmod(best, len(groups))
        spans[i] = spans[i].union(spans[j], aligned=1 - MIN_OWN_SINGULAR_VALUE**2)
        ranks[i] = spans[i].rank
        groups[i] += groups.pop(j)
        uses[i] = torch.maximum(uses[i], uses[j])
        spans.pop(j)
        kept = torch.arange(len(ranks)) != j
        ranks, uses = ranks[kept], uses[kept]
        shared, both = shared[kept][:, kept], both[kept][:, kept]
        joined = SubspaceStack.of(spans)
        shared[i] = shared[:, i] = joined[[i]].shared(joined)[0]
        both[i] = both[:, i] = uses @ uses[i]
