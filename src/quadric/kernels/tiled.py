"""The exact reconstruction error in one pass over the tiles of the kernel, never Lat × Lat."""

from __future__ import annotations

from typing import Any, Literal

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from quadric.kernels.accumulate import accumulation_dtype
from quadric.kernels.passes import Pass, add_kernel_product, mixed_pass, plain_pass
from quadric.kernels.tiles import KernelTiles
from quadric.kernels.workspace import Workspace
from quadric.shapes import Down, Factor, Latents, Mask, PerLatent, PerSample, Scalar

__all__ = [
    "TILE",
    "accumulation_dtype",
    "error",
    "errors",
    "run_pass",
    "suffix_sums",
    "wants_gradient",
]

TILE = 2048
"""Latents a tile: large enough for the matrix products to run at full speed on CPU and GPU."""


def suffix_sums(prefix: Tensor | None, like: Tensor) -> Tensor | None:
    """s_j = Σ_{k >= j} w_k: the ordering mask of eq:cum is W_ij = s_max(i, j).

    Summed in float64, then of the dtype (at least float32) and on the device of `like`.
    """
    if prefix is None:
        return None
    sums = prefix.double().flip(0).cumsum(0).flip(0)
    return sums.to(like.device, accumulation_dtype(like))


def wants_gradient(*tensors: Tensor | None) -> bool:
    """Whether a backward may follow: asked outside of the function, where autograd still tells."""
    return torch.is_grad_enabled() and any(t is not None and t.requires_grad for t in tensors)


def run_pass(
    f: Tensor,
    left: Tensor,
    right: Tensor,
    down: Tensor | None,
    suffix: Tensor | None,
    *,
    symmetric: bool,
    tied: bool,
    scale: float,
    tile: int,
    grad: bool,
    workspace: Workspace | None = None,
) -> Pass:
    """The pass that fits the parts given, over transposed latents [Lat, N].

    The gradient for the latents is lent by the workspace.
    """
    kernel = KernelTiles(
        left, right, suffix=suffix, symmetric=symmetric, tile=tile, grad=grad, workspace=workspace
    )
    if down is None:
        done = plain_pass(f, kernel, scale=scale, tied=tied, grad=grad)
    else:
        done = mixed_pass(f, down, kernel, scale=scale, tied=tied, grad=grad)
    kernel.release()
    return done


class _Error(torch.autograd.Function):
    """The forward leaves the gradients behind; the backward scales them."""

    @staticmethod
    def forward(
        ctx: Any,
        latents: Tensor,
        left: Tensor,
        right: Tensor,
        down: Tensor | None,
        suffix: Tensor | None,
        settings: dict[str, Any],
    ) -> Tensor:
        dtype = accumulation_dtype(latents, left, right, down)
        done = run_pass(
            latents.to(dtype).T,
            left.to(dtype),
            right.to(dtype),
            None if down is None else down.to(dtype),
            suffix,
            **settings,
        )
        ctx.dtypes = [None if t is None else t.dtype for t in (latents, left, right, down)]
        gradient = None if done.latents is None else done.latents.T
        ctx.save_for_backward(gradient, done.left, done.right, done.down)
        return done.value

    @staticmethod
    @once_differentiable
    def backward(  # pyright: ignore[reportIncompatibleMethodOverride]
        ctx: Any, upstream: Tensor
    ) -> tuple[Tensor | None, ...]:
        gradients = (
            (upstream * gradient).to(dtype) if wanted and gradient is not None else None
            for gradient, dtype, wanted in zip(
                ctx.saved_tensors, ctx.dtypes, ctx.needs_input_grad, strict=False
            )
        )
        return (*gradients, None, None)


def error(
    latents: Latents,
    left: Factor,
    right: Factor,
    down: Down | None = None,
    *,
    prefix: PerLatent | None = None,
    symmetric: bool = False,
    tied: bool = True,
    mask: Mask | None = None,
    reduction: Literal["mean", "sum"] = "mean",
    tile: int = TILE,
) -> Scalar:
    """The error of all unmasked samples, summed or averaged: what `naive.errors` defines.

    Differentiable in the latents, L, R and D. The inputs behind the latents have norm one.
    """
    flat = latents.flatten(0, -2) if mask is None else latents[mask]
    if len(flat) == 0:
        raise ValueError(
            f"no sample to average over: latents have shape {tuple(latents.shape)}"
            + ("" if mask is None else " and the mask keeps none of them; unmask at least one")
        )
    scale = 1 / len(flat) if reduction == "mean" else 1.0
    suffix = suffix_sums(prefix, left)
    grad = wants_gradient(flat, left, right, down)
    settings = {"symmetric": symmetric, "tied": tied, "scale": scale, "tile": tile, "grad": grad}
    value = _Error.apply(flat, left, right, down, suffix, settings)
    if not tied:
        return value
    constant = 1.0 if suffix is None else suffix[0]
    return value + constant * len(flat) * scale


@torch.no_grad()
def errors(
    latents: Latents,
    left: Factor,
    right: Factor,
    down: Down | None = None,
    *,
    prefix: PerLatent | None = None,
    symmetric: bool = False,
    tied: bool = True,
    tile: int = TILE,
) -> PerSample:
    """The error of every sample by itself, without gradients."""
    dtype = accumulation_dtype(latents, left, right, down)
    f = latents.flatten(0, -2).to(dtype).T
    left, right = left.to(dtype), right.to(dtype)
    suffix = suffix_sums(prefix, left)
    kernel = KernelTiles(left, right, suffix=suffix, symmetric=symmetric, tile=tile, grad=False)
    weighted = f if suffix is None else f * suffix[:, None]
    if down is None:
        value = (f * weighted).sum(0).mul_(-2.0 if tied else 0.0)
        for i, j in kernel.pairs():
            k = kernel.mask(kernel.compute(i, j), i, j)
            value += (f[i] * (k @ f[j])).sum(0) * (1 if i == j else 2)
    else:
        down = down.to(dtype)
        h = down @ f
        value = (h * (down @ weighted)).sum(0).mul_(-2.0 if tied else 0.0)
        v = torch.zeros_like(down)
        for i, j in kernel.pairs():
            k = kernel.mask(kernel.compute(i, j), i, j)
            add_kernel_product(v, down, k, i, j, kernel.workspace)
        value += (h * (v @ down.T @ h)).sum(0)
    constant = 0.0 if not tied else 1.0 if suffix is None else suffix[0]
    return (value + constant).view(latents.shape[:-1])
