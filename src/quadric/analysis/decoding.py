"""Back from the product space to x: the leading eigenvector of X̂, which is never written out.

A product X̂v costs O(d·Lat) (`FormStack.multiply`), and Lanczos needs a few, since X̂ is nearly
x ⊗ x.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.forms import lift
from quadric.shapes import Inputs, Latents

__all__ = ["Eigenpairs", "decode", "leading_eigenvectors", "reconstruct_inputs"]

CHUNK_SAMPLES = 512
"""Samples that are worked on together: their latents take CHUNK_SAMPLES × Lat numbers."""
START_NOISE = 0.1
"""How much of a random direction the start holds: Lanczos finds nothing orthogonal to it, and x
alone would hide a leading eigenvector that has nothing to do with x."""
CHECK_EVERY = 4
"""Products between two looks at whether it has converged."""


class Eigenpairs(NamedTuple):
    """The largest eigenvalue of many symmetric matrices, and its eigenvector."""

    values: Float[Tensor, "n"]
    """Largest in the algebraic sense: x ⊗ x is positive."""
    vectors: Float[Tensor, "n d"]
    """Of norm one."""
    residuals: Float[Tensor, "n"]
    """‖Mv − λv‖, relative to the largest |eigenvalue| seen."""


@torch.no_grad()
def leading_eigenvectors(
    product: Callable[[Tensor], Tensor],
    start: Float[Tensor, "n d"],
    *,
    tolerance: float = 1e-4,
    most: int = 96,
) -> Eigenpairs:
    """Lanczos with full reorthogonalisation for n matrices at once.

    `product` multiplies each row with its own symmetric matrix. It ends when all residuals are
    below `tolerance`, at `most` products, or when the whole space is spanned.
    """
    n, d = start.shape
    make = torch.Generator().manual_seed(0)
    noise = torch.randn(n, d, generator=make, dtype=torch.float64).to(start)
    noise = noise / noise.norm(dim=1, keepdim=True).clamp(min=1e-30)
    norm = start.norm(dim=1, keepdim=True)
    v = start / torch.where(norm > 0, norm, 1) + START_NOISE * noise
    v = v / v.norm(dim=1, keepdim=True)
    most = min(most, d)
    basis = start.new_zeros(n, most, d)
    tridiagonal = torch.zeros(n, most, most, dtype=torch.float64, device=start.device)
    rounding = torch.finfo(start.dtype).eps * 10
    for step in range(most):
        basis[:, step] = v
        w = product(v)
        tridiagonal[:, step, step] = (v * w).sum(1).double()
        # Twice is enough (Parlett): the first pass leaves what rounding lost in cancellation.
        for _ in range(2):
            inside = torch.einsum("nkd,nd->nk", basis[:, : step + 1], w)
            w = w - torch.einsum("nkd,nk->nd", basis[:, : step + 1], inside)
        beta = w.norm(dim=1)
        last = step == most - 1
        if last or step % CHECK_EVERY == CHECK_EVERY - 1 or bool((beta == 0).all()):
            small = tridiagonal[:, : step + 1, : step + 1]
            values, vectors = torch.linalg.eigh(small)
            scale = values.abs().amax(1).clamp(min=1e-300)
            residuals = beta.double() * vectors[:, -1, -1].abs() / scale
            if last or bool((residuals <= tolerance).all()):
                coefficients = vectors[:, :, -1].to(start.dtype)
                found = torch.einsum("nkd,nk->nd", basis[:, : step + 1], coefficients)
                found = found / found.norm(dim=1, keepdim=True).clamp(min=1e-30)
                return Eigenpairs(values[:, -1].to(start.dtype), found, residuals.to(start.dtype))
        # A spanned invariant subspace ends that matrix's recursion: it goes on with zeros.
        size = tridiagonal[:, : step + 1, : step + 1].abs().amax((1, 2)).to(beta)
        beta = torch.where(beta > rounding * size, beta, 0)
        tridiagonal[:, step, step + 1] = tridiagonal[:, step + 1, step] = beta.double()
        v = w * torch.where(beta > 0, 1 / torch.where(beta > 0, beta, 1), 0)[:, None]
    raise AssertionError("unreachable")


@torch.no_grad()
def reconstruct_inputs(
    ae: BilinearAutoencoder, x: Inputs, *, tolerance: float = 1e-4, most: int = 96
) -> Inputs:
    """x̂: the leading eigenvector of the reconstructed X̂, with the sign and norm of x.

    Lifted autoencoders reconstruct [x, 1] ⊗ [x, 1]: the x-part of that eigenvector counts. Where
    X̂ has no positive eigenvalue there is nothing to decode, and x̂ is zero.
    """
    flat = x.flatten(0, -2)
    out = torch.empty_like(flat)
    for start in range(0, len(flat), CHUNK_SAMPLES):
        chunk = flat[start : start + CHUNK_SAMPLES].to(ae.left.device)
        found = decode(ae, ae.encode(chunk), chunk, tolerance=tolerance, most=most)
        out[start : start + CHUNK_SAMPLES] = found.to(out)
    return out.view(x.shape)


@torch.no_grad()
def decode(
    ae: BilinearAutoencoder,
    latents: Latents,
    like: Inputs | None = None,
    *,
    tolerance: float = 1e-4,
    most: int = 96,
) -> Inputs:
    """x̂ of some latents, which need not be any sample's: with the sign and norm of `like`.

    X̂ does not tell the sign: without `like`, the largest entry of x̂ is positive and its norm one.
    """
    f = latents.flatten(0, -2).to(ae.decoder_forms.left)
    out = f.new_empty(len(f), ae.config.d_in)
    given = None if like is None else like.flatten(0, -2).to(ae.left.device)
    for start in range(0, len(f), CHUNK_SAMPLES):
        part = slice(start, start + CHUNK_SAMPLES)
        if given is None:
            found = _directions(ae, f[part], None, tolerance, most)
            largest = found.gather(1, found.abs().argmax(1, keepdim=True))
            out[part] = torch.where(largest < 0, -found, found)
            continue
        chunk = given[part]
        unit, alive = ae.normalize(chunk)
        found = _directions(ae, f[part], unit, tolerance, most)
        signed = torch.where((found * unit).sum(1, keepdim=True) < 0, -found, found)
        out[part] = ae.restore(signed, chunk) * alive[:, None]
    return out.view(*latents.shape[:-1], ae.config.d_in)


def _directions(
    ae: BilinearAutoencoder, f: Tensor, unit: Tensor | None, tolerance: float, most: int
) -> Tensor:
    """x̂ of norm one and any sign, or zero; the search begins near `unit`."""
    forms, g = ae.decoder_forms, ae.codes(f)
    start = f.new_zeros(len(f), ae.config.d_factor)
    if unit is not None:
        start = lift(unit, ae.config.bias)
    product = partial(forms.multiply, g)
    leading = leading_eigenvectors(product, start, tolerance=tolerance, most=most)
    found = leading.vectors[:, : ae.config.d_in]
    length = torch.linalg.vector_norm(found, dim=1, keepdim=True)
    kept = (leading.values > 0)[:, None] & (length > 0)
    return torch.where(kept, found / torch.where(length > 0, length, 1), 0)
