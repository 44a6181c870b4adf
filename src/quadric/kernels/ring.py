"""The pass over the kernel when every rank has its own latents: blocks travel round the ring.

Rank p holds the rows L_p, R_p of its latents and their activations F_p, or columns D_p. In turn it
meets the block of every rank q, and from the tiles of K_pq adds to what belongs to its own latents.
It equals `quadric.kernels.passes` on the whole, values and gradients, but for rounding.
"""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor

from quadric.distributed import Group
from quadric.kernels.accumulate import accumulation_dtype, add_product, inner
from quadric.kernels.passes import Pass, bottleneck_grads
from quadric.kernels.tiles import gram, kernel_tile, mask_, spans
from quadric.kernels.workspace import Workspace

__all__ = ["ring_pass"]


def visits(
    group: Group, blocks: list[Tensor], length: int, workspace: Workspace
) -> Iterator[tuple[int, list[Tensor]]]:
    """The blocks of all ranks, this one's first, each with the number of its first latent.

    The next block is received while the caller works on one, so three are held at a time.
    """
    held, lent = blocks, list[Tensor]()
    for step in range(group.size):
        owner = group.bounds(length, (group.rank - step) % group.size)
        if step + 1 == group.size:
            yield owner.start, held
            break
        after = group.bounds(length, (group.rank - step - 1) % group.size)
        rows = after.stop - after.start
        incoming = [workspace.take(block, rows, *block.shape[1:]) for block in blocks]
        arrived = group.ring_shift(held, incoming)
        yield owner.start, held
        arrived()
        workspace.give(*lent)
        held, lent = incoming, incoming
    workspace.give(*lent)


def kernel_products(
    own: Tensor,
    travelling: Tensor,
    left: Tensor,
    right: Tensor,
    *,
    group: Group,
    length: int,
    suffix: Tensor | None,
    symmetric: bool,
    diagonal: float,
    scale: float,
    tile: int,
    grad: bool,
    workspace: Workspace,
) -> tuple[Tensor, Tensor | None, Tensor | None]:
    """Σ_q ((K − diagonal·I) ⊙ W)_pq T_q, and the gradients of scale·⟨O Tᵀ, K ⊙ W⟩ for L_p and R_p.

    O = `own` and T = `travelling` are this rank's rows of two matrices whose product O Tᵀ is
    symmetric. Both gradients are those of the whole sum over p and q. All three are sums of many
    products, and at least float32.
    """
    first = group.bounds(length).start
    wide = accumulation_dtype(own)
    out = workspace.take(own.new_empty((), dtype=wide), *own.shape).zero_()
    left_grad, right_grad = (
        torch.zeros_like(factor, dtype=wide) if grad else None for factor in (left, right)
    )
    tile = min(tile, -(-length // group.size))
    scratch = [workspace.take(left, tile * tile) for _ in range(7 if symmetric else 4)]
    for start, (left_q, right_q, met) in visits(
        group, [left, right, travelling], length, workspace
    ):
        for i in spans(len(left), tile):
            for j in spans(len(left_q), tile):
                shape = (i.stop - i.start, j.stop - j.start)
                tiles = [s[: shape[0] * shape[1]].view(shape) for s in scratch]
                weight, _, ll, rr = tiles[:4]
                k = kernel_tile(left[i], right[i], left_q[j], right_q[j], tiles[1:])
                if start == first and i == j:
                    k.diagonal().sub_(diagonal)
                rows = slice(first + i.start, first + i.stop)
                columns = slice(start + j.start, start + j.stop)
                add_product(out[i], mask_(k, suffix, rows, columns), met[j], workspace)
                if left_grad is None or right_grad is None:
                    continue
                torch.mm(own[i], met[j].T, out=weight)
                mask_(weight, suffix, rows, columns)
                left_i, right_i = left_grad[i], right_grad[i]
                factor = scale if symmetric else 2 * scale
                add_product(left_i, rr.mul_(weight), left_q[j], workspace, factor)
                add_product(right_i, ll.mul_(weight), right_q[j], workspace, factor)
                if symmetric:
                    lr, rl = tiles[4:6]
                    add_product(left_i, rl.mul_(weight), right_q[j], workspace, factor)
                    add_product(right_i, lr.mul_(weight), left_q[j], workspace, factor)
    workspace.give(*scratch)
    return out, left_grad, right_grad


def ring_pass(
    f: Tensor,
    left: Tensor,
    right: Tensor,
    down: Tensor | None,
    suffix: Tensor | None,
    *,
    group: Group,
    length: int,
    symmetric: bool,
    scale: float,
    tile: int,
    grad: bool,
    workspace: Workspace,
) -> Pass:
    """One rank's share of the tied error, and the gradients for its own latents, L_p, R_p, D_p.

    `suffix` is that of all `length` latents. The shares of all ranks add up to the error.
    """
    settings = {
        "group": group,
        "length": length,
        "suffix": suffix,
        "symmetric": symmetric,
        "scale": scale,
        "tile": tile,
        "grad": grad,
        "workspace": workspace,
    }
    if down is None:
        out, left_grad, right_grad = kernel_products(f, f, left, right, diagonal=2, **settings)
        value = inner(f, out) * scale
        if not grad:
            workspace.give(out)
            return Pass(value)
        latents_grad = out.mul_(2 * scale)
        if f.dtype != out.dtype:
            latents_grad = workspace.take(f, *f.shape).copy_(out)
            workspace.give(out)
        return Pass(value, latents_grad, left_grad, right_grad)

    mine = None if suffix is None else suffix[group.bounds(length)]
    wide, narrow = accumulation_dtype(f), f.dtype

    def summed(product: Tensor) -> Tensor:
        return group.all_reduce_(product.to(wide)).to(narrow)

    h = summed(down @ f)
    h_weighted = h if mine is None else summed((down * mine).to(narrow) @ f)
    c = gram(h, out=h.new_empty(len(h), len(h)))
    columns = down.T.contiguous()
    u = columns @ c
    out, left_grad, right_grad = kernel_products(u, columns, left, right, diagonal=0, **settings)
    value = inner(u, out)
    if group.first:
        value = value - 2 * inner(h, h_weighted)
    if not grad:
        workspace.give(out)
        return Pass(value * scale)
    v = out.to(narrow)
    g = summed(v.T @ columns)
    cv = c @ v.T
    workspace.give(out)
    latents_grad, down_grad = bottleneck_grads(
        f, h, h_weighted, down, cv, g, mine, scale, workspace
    )
    return Pass(value * scale, latents_grad, left_grad, right_grad, down_grad)
