"""The objective from inputs to scalars: encode, reconstruct, measure density, in one function.

L(x) = SSE + α · density (eq:loss), where both parts share the latents and their backward. The
gradient of a part for the latents is never handed to autograd: the two are added up tile by tile,
and multiplied straight onto L and R.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor
from torch.autograd.function import once_differentiable

from quadric.kernels.accumulate import CHUNK_ELEMENTS, add_product
from quadric.kernels.tiled import TILE, suffix_sums, wants_gradient
from quadric.kernels.workspace import Workspace
from quadric.objective.density import from_norms
from quadric.objective.reduction import Reduction
from quadric.shapes import Down, Factor, Scalar

__all__ = ["Loss", "error_and_density"]


class Loss(NamedTuple):
    """What an autoencoder's `loss` returns; `total`, `error` and `density` are differentiable."""

    total: Scalar
    error: Scalar
    density: Scalar
    samples: int
    """Samples that counted."""
    zeros: int
    """Samples left out because all of their activations are zero."""


def chunks(rows: slice, n: int) -> Iterator[slice]:
    """Parts of a block of rows of n numbers that are small enough for the cache."""
    step = max(1, CHUNK_ELEMENTS // n)
    for start in range(rows.start, rows.stop, step):
        yield slice(start, min(start + step, rows.stop))


class _ErrorAndDensity(torch.autograd.Function):
    """f = (Lx) ⊙ (Rx), its error and its density.

    At its peak it holds four arrays the size of the latents: Lx, Rx, f and the error's gradient.
    They have the dtype of the products; norms and everything that is added up is at least float32.
    """

    @staticmethod
    def forward(
        ctx: Any,
        x: Tensor,
        left: Tensor,
        right: Tensor,
        down: Tensor | None,
        suffix: Tensor | None,
        weights: Tensor,
        settings: dict[str, Any],
    ) -> tuple[Tensor, Tensor]:
        grad, workspace = settings["grad"], settings["workspace"]
        reduction = settings.pop("reduction")
        wide, narrow = x.dtype, settings.pop("products") or x.dtype
        x, left, right = x.to(narrow), left.to(narrow), right.to(narrow)
        down = None if down is None else down.to(narrow)
        shape = (len(left), len(x))
        a, b = (torch.mm(w, x.T, out=workspace.take(x, *shape)) for w in (left, right))
        f = workspace.take(x, *shape) if grad else a
        l1, l2 = (a.new_empty(len(a), dtype=wide) for _ in range(2))
        for part in chunks(slice(0, len(a)), len(x)):
            product = f[part] if narrow == wide else a.new_empty(f[part].shape, dtype=wide)
            torch.mul(a[part].to(wide), b[part].to(wide), out=product)
            torch.linalg.vector_norm(product, 1, dim=1, out=l1[part])
            torch.linalg.vector_norm(product, 2, dim=1, out=l2[part])
            f[part] = product
        l1, l2, n = reduction.norms(l1, l2, len(x))
        done = reduction.run_pass(f, left, right, down, suffix, scale=1 / n, **settings)
        if grad:
            ctx.save_for_backward(x, left, right, a, b, l1, l2, weights, *done[1:])
            ctx.tile, ctx.workspace, ctx.samples = settings["tile"], workspace, n
            ctx.borrowed = [a, b, done.latents]
            workspace.give(f)
        else:
            workspace.give(a, b)
        constant = 1.0 if suffix is None else suffix[0]
        error, density = reduction.whole(done.value, (weights * from_norms(l1, l2, n)).sum())
        return error + constant, density

    @staticmethod
    @once_differentiable
    def backward(  # pyright: ignore[reportIncompatibleMethodOverride]
        ctx: Any, error_grad: Tensor, density_grad: Tensor
    ) -> tuple[Tensor | None, ...]:
        x, left, right, a, b, l1, l2, weights, f_error, l_error, r_error, d_error = (
            ctx.saved_tensors
        )
        wide = l_error.dtype
        left_grad, right_grad = error_grad * l_error, error_grad * r_error
        x_grad = torch.zeros_like(x, dtype=wide) if ctx.needs_input_grad[0] else None

        # d density/df = q (sign(f)/l2 − l1 f/l2³) / (√n − 1), zero for latents that are zero.
        samples, n = ctx.samples, len(x)
        penalised = samples > 1 and bool(density_grad != 0)
        inverse = torch.where(l2 > 0, 1 / l2, 0)
        slope = density_grad * weights * inverse / max(math.sqrt(samples) - 1, 1e-300)
        shrink = slope * l1 * inverse.square()

        tile = min(ctx.tile, max(1, len(a) // 2))
        # What is given back after a first backward must not be lent to a second one of this graph.
        workspace = ctx.workspace if ctx.borrowed else Workspace()
        lent = workspace.take(a, max(len(a), 2), n)  # where f was
        for_left, for_right = lent[:tile], lent[tile : 2 * tile]
        for start in range(0, len(a), tile):
            block = slice(start, min(start + tile, len(a)))
            size = block.stop - start
            # ∂/∂f, and from it ∂/∂(Lx) = ∂/∂f ⊙ Rx and ∂/∂(Rx) = ∂/∂f ⊙ Lx, chunk by chunk.
            for here in chunks(block, n):
                part = slice(here.start - start, here.stop - start)
                a_here, b_here = a[here].to(wide), b[here].to(wide)
                f_grad = f_error[here].to(wide) * error_grad
                if penalised:
                    f = a_here * b_here
                    f_grad.addcmul_(f.sign(), slope[here, None])
                    f_grad.addcmul_(f, shrink[here, None], value=-1)
                torch.mul(f_grad, b_here, out=for_left[part])
                torch.mul(f_grad, a_here, out=for_right[part])
            for factor, product, out in (
                (left, for_left[:size], left_grad),
                (right, for_right[:size], right_grad),
            ):
                add_product(out[block], product, x, workspace)
                if x_grad is not None:
                    add_product(x_grad, product.T, factor[block], workspace)
        down_grad = None if d_error is None else error_grad * d_error
        workspace.give(lent, *ctx.borrowed)
        ctx.borrowed = []
        return x_grad, left_grad, right_grad, down_grad, None, None, None


def error_and_density(
    x: Float[Tensor, "n d"],
    left: Factor,
    right: Factor,
    down: Down | None = None,
    *,
    prefix: Float[Tensor, "all_lat"] | None = None,
    symmetric: bool = False,
    tile: int = TILE,
    products: torch.dtype | None = None,
    workspace: Workspace | None = None,
    reduction: Reduction | None = None,
) -> tuple[Scalar, Scalar]:
    """Mean error and weighted density of a tied autoencoder on inputs of norm one.

    It equals `naive.sse(x, ...).mean()` and `density_weights @ hoyer_density` of the latents,
    values and gradients, without a Lat × Lat or an N × d² array. All tensors have one dtype;
    `products` may be a narrower one for the matrix products (bfloat16), whose sums stay wide. What
    a workspace lends is given back in the backward, for the next call. Where several processes
    share the work, `reduction` says how: values are then those of the whole, gradients this one's
    part.
    """
    reduction = reduction or Reduction()
    weights = reduction.weights(left, prefix)
    suffix = suffix_sums(prefix, left)
    grad = wants_gradient(x, left, right, down)
    settings = {
        "symmetric": symmetric,
        "tile": tile,
        "grad": grad,
        "products": products,
        "workspace": workspace or Workspace(),
        "reduction": reduction,
    }
    return _ErrorAndDensity.apply(x, left, right, down, suffix, weights, settings)
