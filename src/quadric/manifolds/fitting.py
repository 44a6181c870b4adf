"""Subspaces fitted to the samples that a composite is strong on."""

from __future__ import annotations

from collections.abc import Callable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.manifolds.scoring import strong_samples

__all__ = ["fit_subspaces", "leading_directions"]

CHUNK = 8192
"""Samples whose strength is computed at once."""
MAX_FITTED_SAMPLES = 2048
"""Strong samples that a subspace is fitted to: of more, every second, third, ... is taken."""
BLOCKS = 10
"""Products with the samples that the leading directions are made of."""


@torch.no_grad()
def fit_subspaces(
    start: Float[Tensor, "c d 3"],
    x: Float[Tensor, "n d"],
    strength: Callable[[Float[Tensor, "b d"]], Float[Tensor, "c b"]],
    progress: Callable[[int], None] | None = None,
) -> Float[Tensor, "c d 3"]:
    """For each subspace the three directions in which its strong samples lie, most telling first.

    x holds samples of norm one; the strong ones are those above the split of `strong_samples`, by
    `strength`, a function of some of them: for composites the activity of their members.
    """
    parts = [strength(x[at : at + CHUNK]) for at in range(0, len(x), CHUNK)]
    centred = x - x.mean(0)
    every = centred.T @ centred / len(x)
    bases = torch.empty_like(start)
    for i, row in enumerate(torch.cat(parts, 1).cpu().numpy()):
        strong = torch.from_numpy(strong_samples(row).copy()).to(x.device)
        strong = strong[:: 1 + len(strong) // MAX_FITTED_SAMPLES]
        bases[i] = leading_directions(centred, strong, every, start[i])
        if progress is not None:
            progress(i + 1)
    return bases


def leading_directions(
    centred: Float[Tensor, "n d"],
    strong: Int[Tensor, "s"],
    every: Float[Tensor, "d d"],
    start: Float[Tensor, "d 3"],
) -> Float[Tensor, "d 3"]:
    """Where some samples' covariance about the mean of all exceeds that of all samples most.

    The leading eigenvectors of SᵀS/s − C by block Lanczos from `start`: SᵀS is not written out, a
    product with it costs what the strong samples cost.
    """
    rows = centred[strong]
    block = torch.linalg.qr(start).Q
    spanned, products = start[:, :0], start[:, :0]
    for _ in range(min(BLOCKS, len(start) // 3)):
        product = rows.T @ (rows @ block) / len(rows) - every @ block
        spanned, products = torch.cat([spanned, block], 1), torch.cat([products, product], 1)
        # Twice is enough: the first pass leaves what rounding lost in cancellation.
        for _ in range(2):
            product = product - spanned @ (spanned.T @ product)
        block = torch.linalg.qr(product).Q
    small = spanned.T @ products
    turn = torch.linalg.eigh((small + small.T) / 2)[1][:, -3:].flip(1)
    return torch.linalg.qr(spanned @ turn).Q
