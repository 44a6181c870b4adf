"""One pass over the tiles of K: the error of all samples together, and all of its gradients.

Both passes take the latents transposed, F = [Lat, N], so that a tile of latents is a block of rows.
The derivations are in README.md beside this file.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from quadric.kernels.accumulate import accumulation_dtype, add_product, inner
from quadric.kernels.tiles import KernelTiles, gram
from quadric.kernels.workspace import Workspace

__all__ = ["Pass", "add_kernel_product", "bottleneck_grads", "mixed_pass", "plain_pass"]


class Pass(NamedTuple):
    """What a pass leaves: the scaled error without its constant, and the gradients asked for.

    The gradient for the latents has their dtype, everything else is at least float32.
    """

    value: Tensor
    latents: Tensor | None = None
    left: Tensor | None = None
    right: Tensor | None = None
    down: Tensor | None = None


def plain_pass(f: Tensor, kernel: KernelTiles, *, scale: float, tied: bool, grad: bool) -> Pass:
    """scale · Σ_n f_nᵀ ((K − 2I) ⊙ W) f_n, as ⟨C, (K − 2I) ⊙ W⟩ with C = F Fᵀ.

    The cross term of the tied error, −2 Σ_j W_jj f_j², is the −2I on the kernel's diagonal: it
    then needs no pass of its own over the latents, neither here nor in the gradient.
    """
    value = f.new_zeros((), dtype=accumulation_dtype(f))
    latents_grad = kernel.workspace.take(f, *f.shape) if grad else None
    for i, j in kernel.pairs():
        k = kernel.compute(i, j)
        if i == j and tied:
            k.diagonal().sub_(2)
        kernel.mask(k, i, j)
        c = kernel.scratch(0, i, j)
        if i == j:
            gram(f[i], out=c)
        else:
            torch.mm(f[i], f[j].T, out=c)
        value += inner(c, k) * (scale if i == j else 2 * scale)
        if latents_grad is None:
            continue
        # The first tile pair of a row block writes it, so the array needs no zeroing.
        first = i.start == 0
        latents_grad[i].addmm_(k, f[j], beta=0 if first and i == j else 1, alpha=2 * scale)
        if i != j:
            latents_grad[j].addmm_(k.T, f[i], beta=0 if first else 1, alpha=2 * scale)
        kernel.accumulate_grad(kernel.mask(c, i, j), i, j, scale)
    return Pass(value, latents_grad, kernel.left_grad, kernel.right_grad)


def add_kernel_product(
    out: Tensor, down: Tensor, k: Tensor, i: slice, j: slice, workspace: Workspace
) -> None:
    """Add to `out` what the tiles (i, j) and (j, i) of K contribute to D K."""
    add_product(out[:, j], down[:, i], k, workspace)
    if i != j:
        add_product(out[:, i], down[:, j], k.T, workspace)


def mixed_pass(
    f: Tensor, down: Tensor, kernel: KernelTiles, *, scale: float, tied: bool, grad: bool
) -> Pass:
    """scale · Σ_n [h_nᵀ D(K ⊙ W)Dᵀ h_n − 2 Σ_j W_jj f_j (Dᵀh)_j] with h = D f.

    The weight of K in the error, Dᵀ(H Hᵀ)D, is known before the first tile is computed: one pass
    over the tiles gives V = D(K ⊙ W) and the gradients for L and R, and no sample meets a Lat²
    product.
    """
    wide, narrow = accumulation_dtype(f), f.dtype
    h = down @ f
    c = gram(h, out=h.new_empty(len(h), len(h)))
    u = c @ down
    v = torch.zeros_like(down, dtype=wide)
    for i, j in kernel.pairs():
        k = kernel.mask(kernel.compute(i, j), i, j)
        add_kernel_product(v, down, k, i, j, kernel.workspace)
        if grad:
            weight = torch.mm(down[:, i].T, u[:, j], out=kernel.scratch(0, i, j))
            kernel.accumulate_grad(kernel.mask(weight, i, j), i, j, scale)
    value = inner(u, v)

    # The cross term −2⟨D S F, D F⟩, S = Diag(W_jj); without ordering S is the identity.
    suffix = kernel.suffix if tied else None
    h_weighted = h if suffix is None else (down * suffix).to(narrow) @ f
    if tied:
        value = value - 2 * inner(h, h_weighted)
    if not grad:
        return Pass(value * scale)
    v = v.to(narrow)
    g = v @ down.T
    latents_grad, down_grad = bottleneck_grads(
        f, h, h_weighted if tied else None, down, c @ v, g, suffix, scale, kernel.workspace
    )
    return Pass(value * scale, latents_grad, kernel.left_grad, kernel.right_grad, down_grad)


def bottleneck_grads(
    f: Tensor,
    h: Tensor,
    h_weighted: Tensor | None,
    down: Tensor,
    cv: Tensor,
    g: Tensor,
    suffix: Tensor | None,
    scale: float,
    workspace: Workspace,
) -> tuple[Tensor, Tensor]:
    """The gradients for F and D, from C V and G = V Dᵀ; `h_weighted` is D S F, None if untied."""
    wide, narrow = accumulation_dtype(f), f.dtype
    y = h @ f.T
    down_grad = cv.to(wide) + g @ y
    inward = (g @ down).to(wide)
    if h_weighted is not None and suffix is not None:
        down_grad -= h_weighted @ f.T + y * suffix
        inward -= down * suffix
    elif h_weighted is not None:
        down_grad -= 2 * y
        inward -= 2 * down
    latents_grad = workspace.take(f, *f.shape)
    torch.mm(inward.mul_(2 * scale).to(narrow).T, h, out=latents_grad)
    if h_weighted is not None and suffix is not None:
        latents_grad.addmm_(down.T, h_weighted, alpha=-2 * scale)
    return latents_grad, down_grad * (2 * scale)
