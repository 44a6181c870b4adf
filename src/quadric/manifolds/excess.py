"""Where a set of samples varies more than all samples do, and in how many dimensions beyond chance.

With S the samples of a set, one a row and about the mean of all, and C the covariance of all, the
directions are the leading eigenvectors of SᵀS/s − C, and the excess of each is its eigenvalue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.threads import in_threads

__all__ = ["MAX_RANK", "ChanceExcess", "excess_directions", "own_rank"]

MAX_RANK = 8
"""The most dimensions that a manifold is given."""
MAX_DENSE_DIMENSIONS = 128
"""Inputs up to which all eigenvectors are computed: below, that is the faster way."""
COLD_PRODUCTS = 6
"""Products with the samples that the leading directions are made of."""
BEYOND_CHANCE = 3.0
"""How many times the excess of random sets a direction needs."""
CHANCE_DRAWS = 3
"""Random sets of a size, the largest excess of which is chance."""
RANDOM_SET_SIZES = (32, 64, 128, 256, 512, 1024, 2048)
"""Sizes of random sets whose excess is measured; that of others follows between them."""


@torch.no_grad()
def excess_directions(
    rows: Float[Tensor, "*b s d"],
    every: Float[Tensor, "d d"],
    count: int = MAX_RANK + 1,
    start: Float[Tensor, "*b d m"] | None = None,
    products: int = COLD_PRODUCTS,
    sizes: Int[Tensor, "*b"] | None = None,
) -> tuple[Float[Tensor, "*b count"], Float[Tensor, "*b d count"]]:
    """The leading eigenvalues and eigenvectors of SᵀS/s − C, largest first, of one set or several.

    Of several sets the smaller ones are filled up with rows of zeros, and s are their `sizes`. In
    many dimensions by block Lanczos: SᵀS is not written out, a product with it costs what the
    samples cost. From `start`, directions near the ones asked for, so many `products` do. A block
    has a direction a row: a product with eight rows takes a fifth of one with eight columns.
    """
    d = rows.shape[-1]
    count = min(count, d)
    size = rows.shape[-2] if sizes is None else sizes[..., None, None]
    if d <= MAX_DENSE_DIMENSIONS:
        values, axes = torch.linalg.eigh(rows.mT @ rows / size - every)
        return values.flip(-1)[..., :count], axes.flip(-1)[..., :count]
    if start is None:
        draw = torch.Generator().manual_seed(0)
        block = torch.randn(d, count, generator=draw).to(rows).T
        start, products = ((block @ rows.mT) @ rows).mT, COLD_PRODUCTS
    block = torch.linalg.qr(start).Q.mT
    spanned = images = rows.new_zeros(*rows.shape[:-2], 0, d)
    for left in reversed(range(min(products, d // count))):
        product = (block @ rows.mT) @ rows / size - block @ every
        spanned = torch.cat([spanned, block], -2)
        images = torch.cat([images, product], -2)
        if not left:
            break
        # Twice is enough: the first pass leaves what rounding lost in cancellation.
        for _ in range(2):
            product = product - (product @ spanned.mT) @ spanned
        block = torch.linalg.qr(product.mT).Q.mT
    small = spanned @ images.mT
    values, turn = torch.linalg.eigh((small + small.mT) / 2)
    axes = torch.linalg.qr((turn[..., -count:].flip(-1).mT @ spanned).mT).Q
    return values[..., -count:].flip(-1), axes


@dataclass(frozen=True)
class ChanceExcess:
    """The largest excess of sets of samples drawn at random, by their size."""

    every: Float[Tensor, "d d"]
    """C, the covariance of the samples that they are drawn from."""
    sizes: Sequence[int]
    values: Sequence[float]

    @classmethod
    def of(
        cls,
        x: Float[Tensor, "n d"],
        seed: int = 0,
        repeats: int = 1,
    ) -> ChanceExcess:
        """The largest of three draws of each size from x, which is about its mean.

        The mean over `repeats` of that: from few samples one alone may be half as large again.
        """
        every = x.T @ x / len(x)
        draw = torch.Generator().manual_seed(seed)
        sizes = [size for size in RANDOM_SET_SIZES if size <= len(x)] or [len(x)]
        count = CHANCE_DRAWS * repeats
        drawn = [
            torch.randint(len(x), (size,), generator=draw) for size in sizes for _ in range(count)
        ]

        def largest(rows: Tensor) -> Tensor:
            return excess_directions(x[rows.to(x.device)], every, 1)[0][0]

        found = torch.stack(list(in_threads(largest, drawn))).view(len(sizes), repeats, -1)
        values = found.amax(2).mean(1).tolist()
        return cls(every, sizes, values)

    def __call__(self, size: int) -> float:
        """For a set of this size; of larger ones than were drawn, as for the largest."""
        return float(np.interp(np.log(size), np.log(self.sizes), self.values))


def own_rank(excess: Float[Tensor, "count"], chance: float, most: int = MAX_RANK) -> int:
    """How many dimensions a set has: (Σλ)² / Σλ² of its excess λ > 0, rounded.

    Never more than have three times the excess of random sets. It is a smooth function of all
    eigenvalues: where a threshold on each falls, two draws of the samples disagree.
    """
    values = excess.double().clamp(min=0)
    beyond = int((values > BEYOND_CHANCE * chance).long().cumprod(0).sum())
    share = values.sum().square() / values.square().sum().clamp(min=1e-30)
    return max(1, min(int(share.round()), beyond, most))
