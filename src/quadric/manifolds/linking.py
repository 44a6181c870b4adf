"""Pieces of one manifold, made one: a curve in six dimensions is found as planes that overlap."""

from __future__ import annotations

import torch
from jaxtyping import Float
from scipy.stats import beta
from torch import Tensor

from quadric.forms import SubspaceStack
from quadric.manifolds.dependence import MIN_SAMPLES, dependent
from quadric.manifolds.excess import MAX_RANK, excess_directions
from quadric.manifolds.pursuit import points_in_each, pursue
from quadric.manifolds.refining import Refined, Refining
from quadric.threads import in_threads

__all__ = ["chance_overlap", "link"]

SIGNIFICANCE_LEVEL = 0.01
"""The probability that any two of so many random subspaces are joined: of a hundred searches one
joins what has nothing in common."""
MIN_LIFT = 2.5
"""How many times more often than by chance pieces of one manifold explain a sample together."""
MIN_OWN_SINGULAR_VALUE = 0.3
"""Singular values of two joined bases below this are no direction of their own."""


def chance_overlap(k: Tensor, l: Tensor, d: int, count: int) -> Tensor:  # noqa: E741
    """‖UᵀV‖² that the two closest of `count` random subspaces, of ranks k and l, hardly reach.

    Its mean is kl/d and its variance 2kl(d − k)(d − l) / (d²(d − 1)(d + 2)). The share of the
    smaller rank is taken as beta-distributed, which it is where one of them is a line.
    """
    k, l = torch.broadcast_tensors(k.double(), l.double())  # noqa: E741
    most = torch.minimum(k, l)
    mean = k * l / d / most
    variance = 2 * k * l * (d - k) * (d - l) / (d**2 * (d - 1) * (d + 2)) / most**2
    size = mean * (1 - mean) / variance - 1
    pairs = max(1, count * (count - 1) // 2)
    level = beta.isf(SIGNIFICANCE_LEVEL / pairs, (mean * size).numpy(), ((1 - mean) * size).numpy())
    return torch.as_tensor(level) * most


@torch.no_grad()
def link(pieces: Refined, x: Float[Tensor, "n d"], settings: Refining) -> Float[Tensor, "m d k"]:
    """Join pieces of one manifold and refit what was joined: subspaces of their own ranks.

    Pieces are of one manifold if they overlap beyond chance, or if they explain samples together
    more often than by chance and depend on each other there. A joined manifold's directions are
    those in which its samples, less what all other subspaces explain, vary most beyond what is left
    of any sample.
    """
    found = pursue(x, pieces.subspaces, settings.active, settings.price)
    points = points_in_each(found, len(pieces))
    every = found.residual.T @ found.residual / len(x)

    def fit(group: list[int]) -> Tensor:
        if len(group) == 1:
            return pieces.stack[group[0]].basis
        rows = points[group].any(2).any(0).nonzero()[:, 0]
        own = found.residual[rows]
        for i in group:
            own = own + points[i, rows] @ pieces.subspaces[i].T
        values, axes = excess_directions(own, every, MAX_RANK)
        kept = int((values >= settings.spread * values[0]).long().cumprod(0).sum())
        return axes[:, :kept]

    bases = list(in_threads(fit, _groups(pieces, points)))
    most = max(basis.shape[1] for basis in bases)
    return torch.stack([torch.nn.functional.pad(b, (0, most - b.shape[1])) for b in bases])


def _groups(pieces: Refined, points: Float[Tensor, "m n k"]) -> list[list[int]]:
    """Join the two that are most plainly one until none are; the first of a group is its best."""
    stack = SubspaceStack(pieces.subspaces)
    spans, uses = list(stack), points.any(2).to(points)
    m, n = uses.shape
    groups = [[i] for i in range(m)]
    ranks, d = stack.ranks.cpu(), pieces.subspaces.shape[1]
    shared, both = stack.shared(stack), uses @ uses.T
    tied = dependent(points, (_lift(both, n) >= MIN_LIFT) & (both >= MIN_SAMPLES))
    while True:
        evidence = torch.maximum(
            shared / chance_overlap(ranks[:, None], ranks, d, m).to(shared),
            tied * _lift(both, n) / MIN_LIFT,
        ).triu(1)
        evidence[ranks[:, None] + ranks - shared.cpu() > MAX_RANK] = 0
        best = int(evidence.argmax())
        if evidence.flatten()[best] < 1:
            return groups
        i, j = divmod(best, len(groups))
        spans[i] = spans[i].union(spans[j], aligned=1 - MIN_OWN_SINGULAR_VALUE**2)
        ranks[i] = spans[i].rank
        groups[i] += groups.pop(j)
        uses[i] = torch.maximum(uses[i], uses[j])
        tied[i] = tied[:, i] = torch.maximum(tied[i], tied[j])
        spans.pop(j)
        kept = torch.arange(len(ranks)) != j
        ranks, uses, tied = ranks[kept], uses[kept], tied[kept][:, kept]
        shared, both = shared[kept][:, kept], both[kept][:, kept]
        joined = SubspaceStack.of(spans)
        shared[i] = shared[:, i] = joined[[i]].shared(joined)[0]
        both[i] = both[:, i] = uses @ uses[i]


def _lift(both: Float[Tensor, "m m"], n: int) -> Float[Tensor, "m m"]:
    """How often two are used together, over what their shares of n samples would have by chance."""
    count = both.diagonal()
    return both * n / (count[:, None] * count).clamp(min=1)
