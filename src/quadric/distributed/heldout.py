"""What a model whose latents are sharded does on rows that it never trained on."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor

from quadric.autoencoders.inputs import lift, unit_rows
from quadric.autoencoders.terms import DEAD
from quadric.distributed.group import Group
from quadric.distributed.ring import ring_pass
from quadric.distributed.shards import LatentShard
from quadric.forms import FormStack
from quadric.kernels.tiled import TILE, accumulation_dtype
from quadric.objective.density import from_norms
from quadric.training.heldout import HeldOut

__all__ = ["measure_shard"]


@torch.no_grad()
def measure_shard(shard: LatentShard, chunks: Iterable[Tensor], group: Group) -> HeldOut | None:
    """`quadric.training.heldout.measure` of the whole model; all ranks give the same chunks."""
    config, dtype = shard.config, accumulation_dtype(shard.left)
    left, right = shard.left.to(dtype), shard.right.to(dtype)
    down = None if shard.down is None else shard.down.to(dtype)
    l1, square, peak = torch.zeros(3, len(left), dtype=torch.float64, device=left.device)
    error, n = 0.0, 0
    for chunk in chunks:
        unit, alive = unit_rows(chunk.to(left.device), config.d_in, dtype, shard.mean)
        rows = lift(unit[alive], config.bias)
        if not len(rows):
            continue
        f = (left @ rows.T) * (right @ rows.T)
        l1 += f.abs().sum(1)
        square += f.square().sum(1)
        codes = f if down is None else down.T @ group.sum_(down @ f)
        torch.maximum(peak, codes.abs().amax(1).double(), out=peak)
        done = ring_pass(
            f,
            left,
            right,
            down,
            None,
            group=group,
            length=config.n_latents,
            symmetric=config.symmetric,
            scale=1.0,
            tile=TILE,
            grad=False,
            workspace=shard.workspace,
        )
        error += group.sum_(done.value.double()).item() + len(rows)
        n += len(rows)
    if not n:
        return None
    density = from_norms(l1, square.sqrt(), n).sum()
    dead = (peak * FormStack.from_factors(left, right).norm() < DEAD).sum().double()
    total, count = group.sum_(torch.stack([density, dead])).tolist()
    return HeldOut(error / n, total / config.n_latents, int(count), n)
