"""The kernel matrix K = B Bᵀ one tile at a time (eq:kernel), and its pull-back onto L and R."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import torch
from torch import Tensor

from quadric.kernels.accumulate import accumulation_dtype, add_product
from quadric.kernels.workspace import Workspace

__all__ = ["KernelTiles", "gram", "kernel_tile", "mask_", "pairs", "spans", "symmetric_product"]

SMALLEST_SYMMETRIC = 512
"""Up to this many rows a symmetric matrix is one product: splitting it costs more than it saves."""


def spans(size: int, tile: int) -> Iterator[slice]:
    """The slices of at most `tile` that cover `size`."""
    for start in range(0, size, tile):
        yield slice(start, min(start + tile, size))


def mask_(tile: Tensor, suffix: Tensor | None, i: slice, j: slice) -> Tensor:
    """`tile` times the mask of eq:cum in place: W_ij = s_max(i, j), or one without a suffix s.

    Off the diagonal the larger index is all rows or all columns, so W is one row or column there.
    """
    if suffix is None:
        return tile
    if i.stop <= j.start:
        return tile.mul_(suffix[j])
    if j.stop <= i.start:
        return tile.mul_(suffix[i][:, None])
    rows, columns = (torch.arange(k.start, k.stop, device=tile.device) for k in (i, j))
    return tile.mul_(suffix[torch.maximum(rows[:, None], columns[None, :])])


def pairs(size: int, tile: int) -> Iterator[tuple[slice, slice]]:
    """The tile pairs i <= j that cover a symmetric size × size matrix, row by row."""
    for i in range(0, size, tile):
        for j in range(i, size, tile):
            yield slice(i, min(i + tile, size)), slice(j, min(j + tile, size))


def gram(rows: Tensor, out: Tensor) -> Tensor:
    """`rows @ rows.T`."""
    return symmetric_product(rows, rows.T, out)


def symmetric_product(a: Tensor, b: Tensor, out: Tensor) -> Tensor:
    """`a @ b`, known to be symmetric: only blocks on and above the diagonal are multiplied out."""
    n = len(a)
    if n <= SMALLEST_SYMMETRIC:
        return torch.mm(a, b, out=out)
    half = n // 2
    symmetric_product(a[:half], b[:, :half], out[:half, :half])
    symmetric_product(a[half:], b[:, half:], out[half:, half:])
    torch.mm(a[:half], b[:, half:], out=out[:half, half:])
    out[half:, :half] = out[:half, half:].T
    return out


def kernel_tile(
    left: Tensor, right: Tensor, other_left: Tensor, other_right: Tensor, scratch: Sequence[Tensor]
) -> Tensor:
    """K of two blocks of latents, in the first of `scratch`; the next two keep LL'ᵀ and RR'ᵀ.

    With six tiles of scratch it is the symmetric K, and the next two keep LR'ᵀ and RL'ᵀ.
    """
    kernel, ll, rr = scratch[:3]
    torch.mm(left, other_left.T, out=ll)
    torch.mm(right, other_right.T, out=rr)
    torch.mul(ll, rr, out=kernel)
    if len(scratch) > 3:
        lr, rl, cross = scratch[3:]
        torch.mm(left, other_right.T, out=lr)
        torch.mm(right, other_left.T, out=rl)
        kernel.add_(torch.mul(lr, rl, out=cross)).mul_(0.5)
    return kernel


class KernelTiles:
    """K_ij for any tile pair, in memory that is used again for the next pair.

    K = (LLᵀ) ⊙ (RRᵀ), or ½[(LLᵀ) ⊙ (RRᵀ) + (LRᵀ) ⊙ (RLᵀ)] if symmetric. `suffix` holds
    s_j = Σ_{k >= j} w_k of the prefix weights w, so that the mask of eq:cum is W_ij = s_max(i, j).
    After a tile was computed, `accumulate_grad` adds the gradient of ⟨P, K⟩ to `left_grad` and
    `right_grad`, which are at least float32 where the tiles are narrower.
    """

    def __init__(
        self,
        left: Tensor,
        right: Tensor,
        *,
        suffix: Tensor | None,
        symmetric: bool,
        tile: int,
        grad: bool,
        workspace: Workspace | None = None,
    ):
        self.workspace = workspace or Workspace()
        self.left, self.right, self.suffix, self.symmetric = left, right, suffix, symmetric
        self.size = len(left)
        self.tile = math.ceil(self.size / math.ceil(self.size / tile))  # no thin last tile
        wide = accumulation_dtype(left)
        self.left_grad = torch.zeros_like(left, dtype=wide) if grad else None
        self.right_grad = torch.zeros_like(right, dtype=wide) if grad else None
        count = 7 if symmetric else 4
        self._scratch = [self.workspace.take(left, self.tile**2) for _ in range(count)]

    def pairs(self) -> Iterator[tuple[slice, slice]]:
        """The tile pairs i <= j of K."""
        return pairs(self.size, self.tile)

    def release(self) -> None:
        """Give the scratch tiles back; the gradients stay."""
        self.workspace.give(*self._scratch)
        self._scratch = []

    def scratch(self, number: int, i: slice, j: slice) -> Tensor:
        """Scratch tile `number`, shaped for the pair; number 0 is the caller's own."""
        shape = (i.stop - i.start, j.stop - j.start)
        return self._scratch[number][: shape[0] * shape[1]].view(shape)

    def mask(self, tile: Tensor, i: slice, j: slice) -> Tensor:
        """`tile` times W in place."""
        return mask_(tile, self.suffix, i, j)

    def compute(self, i: slice, j: slice) -> Tensor:
        """K_ij without its mask; its four products stay in scratch for `accumulate_grad`."""
        scratch = [self.scratch(number, i, j) for number in range(1, len(self._scratch))]
        left, right = self.left, self.right
        return kernel_tile(left[i], right[i], left[j], right[j], scratch)

    def accumulate_grad(self, weight: Tensor, i: slice, j: slice, scale: float) -> None:
        """Add the gradient of scale·⟨P, K⟩ over the tiles (i, j) and (j, i), P_ij = `weight`.

        It multiplies the products of the last `compute` in place, so it can be called once a tile.
        """
        left, right, dl, dr = self.left, self.right, self.left_grad, self.right_grad
        assert dl is not None, "accumulate_grad needs grad=True"
        assert dr is not None, "accumulate_grad needs grad=True"
        # Which product, then what it multiplies for which gradient: on side i, and on side j.
        terms = [(2, dr, right, dr, right), (3, dl, left, dl, left)]
        if self.symmetric:
            terms += [(4, dr, left, dl, right), (5, dl, right, dr, left)]
        scale = scale if self.symmetric else 2 * scale
        for number, grad_i, factor_j, grad_j, factor_i in terms:
            gradient = self.scratch(number, i, j).mul_(weight)
            add_product(grad_i[i], gradient, factor_j[j], self.workspace, scale)
            if i != j:
                add_product(grad_j[j], gradient.T, factor_i[i], self.workspace, scale)
