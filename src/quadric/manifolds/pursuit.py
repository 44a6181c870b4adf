"""Block matching pursuit: explain each sample by a few subspaces out of many."""

from __future__ import annotations

from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

__all__ = ["Pursuit", "exclusive_points", "points_in_each", "pursue"]

FITTING_SWEEPS = 3
"""Times that each chosen subspace is fitted to what the others leave."""


class Pursuit(NamedTuple):
    """Which subspaces explain each sample, and by how much."""

    chosen: Int[Tensor, "n active"]
    """The subspaces in the order they were chosen."""
    coordinates: Float[Tensor, "n active k"]
    """The sample's point in each, given the others; zeros where nothing was worth choosing."""
    residual: Float[Tensor, "n d"]
    """What is left unexplained."""


def pursue(
    x: Float[Tensor, "n d"],
    subspaces: Float[Tensor, "m d k"],
    active: int = 8,
    price: float = 0.02,
) -> Pursuit:
    """Choose up to `active` subspaces for each sample of norm one, one after the other.

    A subspace U of rank r is worth ‖Uᵀr‖² − price·r for the residual r: every dimension must
    explain more than its price, so that of two that explain a sample the smaller wins. Columns of
    zeros are dimensions that are not there.
    """
    n, (m, _, k) = len(x), subspaces.shape
    blocks = subspaces.mT.contiguous()
    flat = blocks.flatten(0, 1)
    rank = subspaces.square().sum((1, 2))
    active = min(active, m)
    chosen = torch.zeros(n, active, dtype=torch.int64, device=x.device)
    coordinates = x.new_zeros(n, active, k)
    used = torch.zeros(n, active, dtype=torch.bool, device=x.device)
    residual = x.clone()
    for slot in range(active):
        worth = (residual @ flat.T).square_().view(n, m, k).sum(2)
        worth -= price * rank
        rows, slots = used.nonzero(as_tuple=True)
        worth[rows, chosen[rows, slots]] = -torch.inf
        best, index = worth.max(1)
        chosen[:, slot], used[:, slot] = index, best > 0
        _fit(residual, blocks, index, coordinates[:, slot], used[:, slot])
    for _ in range(FITTING_SWEEPS):
        for i in range(active):
            _fit(residual, blocks, chosen[:, i], coordinates[:, i], used[:, i])
    return Pursuit(chosen, coordinates, residual)


def points_in_each(found: Pursuit, count: int) -> Float[Tensor, "m n k"]:
    """Every sample's point in each of `count` subspaces; zeros where it is not used."""
    n, _, k = found.coordinates.shape
    points = found.coordinates.new_zeros(n, count, k)
    # A slot that is not used holds zeros, whatever subspace it names.
    where = found.chosen[..., None].expand(-1, -1, k)
    return points.scatter_add_(1, where, found.coordinates).transpose(0, 1)


def exclusive_points(
    x: Float[Tensor, "n d"],
    subspaces: Float[Tensor, "m d k"],
    count: int,
    active: int = 8,
    price: float = 0.02,
) -> Float[Tensor, "m n k"]:
    """What only each subspace explains of samples of norm one: points, zeros where it is unused.

    The first `count` share the samples out among themselves. The others, controls, take part in a
    pursuit of all: they may not take anything away from the first.
    """
    found = []
    for first, last in ((0, count), (count, len(subspaces))):
        if first < last:
            chosen = pursue(x, subspaces[:last], active, price)
            found.append(points_in_each(chosen, last)[first:])
    return torch.cat(found)


def _fit(residual: Tensor, blocks: Tensor, index: Tensor, point: Tensor, used: Tensor) -> None:
    """Move what the chosen subspaces explain from the residual to the point, in place."""
    rows = used.nonzero()[:, 0]
    if not len(rows):
        return
    basis = blocks[index[rows]]
    step = (basis @ residual[rows][..., None])[..., 0]
    point[rows] += step
    residual[rows] -= (step[:, None] @ basis)[:, 0]
