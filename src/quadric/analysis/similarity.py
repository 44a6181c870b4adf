"""How alike two autoencoders are as maps of the product space, exactly and from the weights alone.

Only the symmetric part of a form acts on x ⊗ x, so every inner product here is that of
`quadric.forms`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.analysis.operator import Operator, check_comparable, operators
from quadric.autoencoders import BilinearAutoencoder
from quadric.kernels.tiled import TILE
from quadric.kernels.tiles import mask_
from quadric.progress import Progress, silent

__all__ = ["frobenius_matrix", "frobenius_similarity", "inner"]


def frobenius_similarity(
    a: BilinearAutoencoder,
    b: BilinearAutoencoder,
    *,
    cumulative: bool = False,
    tile: int = TILE,
) -> float:
    """2⟨A, A'⟩ / (‖A‖² + ‖A'‖²) of two autoencoders as maps X → X̂ (eq:frobenius).

    1 if they reconstruct alike, whatever their latents, presets or sizes. `cumulative` compares
    all prefixes instead of the whole: each product is the mean over k of ⟨A_k, A'_k⟩, where A_k
    decodes the first k latents alone (all of them, once k is past the smaller one's size).
    """
    return float(frobenius_matrix([a, b], cumulative=cumulative, tile=tile)[0, 1])


def frobenius_matrix(
    autoencoders: Sequence[BilinearAutoencoder],
    *,
    cumulative: bool = False,
    tile: int = TILE,
    progress: Progress = silent,
) -> Float[Tensor, "m m"]:
    """The Frobenius similarity of all pairs; each norm is computed once."""
    m = len(autoencoders)
    for other in autoencoders[1:]:
        check_comparable(autoencoders[0], other)
    norms: dict[tuple[int, int | None], float] = {}

    def norm(i: int, most: int | None) -> float:
        if (i, most) not in norms:
            norms[i, most] = inner(autoencoders[i], autoencoders[i], prefixes=most, tile=tile)
        return norms[i, most]

    title = "cumulative similarity" if cumulative else "Frobenius similarity"
    found = torch.ones(m, m, dtype=torch.float64)
    for done, (i, j) in enumerate(combinations(range(m), 2)):
        a, b = autoencoders[i], autoencoders[j]
        most = max(a.config.n_latents, b.config.n_latents) if cumulative else None
        total = norm(i, most) + norm(j, most)
        # Two maps to zero are the same map.
        if total > 0:
            found[i, j] = found[j, i] = 2 * inner(a, b, prefixes=most, tile=tile) / total
        progress(title, done + 1, m * (m - 1) // 2)
    return found


@torch.no_grad()
def inner(
    a: BilinearAutoencoder,
    b: BilinearAutoencoder,
    *,
    prefixes: int | None = None,
    tile: int = TILE,
) -> float:
    """⟨A, A'⟩ = ⟨D (W ⊙ V V'ᵀ) D'ᵀ, D B B'ᵀ D'ᵀ⟩, on the symmetric part of either side.

    W is one; with `prefixes` = p it is the mask of the mean over the prefixes 1..p of both,
    W_ij = (p − max(i, j)) / p counted from 0. The kernels exist one tile at a time: without mixing
    nothing larger is kept, with mixing on one side mix × tile, on both mix × mix'.
    """
    one, two = operators(a, b)
    if one.down is None and two.down is not None:
        one, two = two, one
    slabs = _slabs(one, two, prefixes, tile)
    if one.down is None or two.down is None:
        return sum(_dot(weighted, plain) for _, weighted, plain in slabs)
    grams = two.down.new_zeros(2, len(one.down), len(two.down))
    for j, weighted, plain in slabs:
        grams[0].addmm_(weighted, two.down[:, j].T)
        if weighted is not plain:
            grams[1].addmm_(plain, two.down[:, j].T)
    same = one.tied and two.tied and prefixes is None
    return _dot(grams[0], grams[0 if same else 1])


def _slabs(
    one: Operator, two: Operator, prefixes: int | None, tile: int
) -> Iterator[tuple[slice, Tensor, Tensor]]:
    """D (W ⊙ V V'ᵀ) and D B B'ᵀ, some columns at a time; one and the same tensor where they agree.

    Without D, every tile is a slab of its own, so that no more than a tile is ever there.
    """
    suffix = None
    if prefixes is not None:
        suffix = 1 - torch.arange(prefixes, dtype=torch.float64) / prefixes
        suffix = suffix.to(one.encoder.left)
    weighted = plain = None
    for i, j, k in one.encoder.tiles(two.encoder, tile):
        masked = k if one.tied and two.tied else one.decoder[i].gram(two.decoder[j])
        if suffix is not None:
            masked = mask_(masked.clone() if masked is k else masked, suffix, i, j)
        if one.down is None:
            yield j, masked, k
            continue
        down = one.down[:, i]
        plain = down @ k if plain is None else plain.addmm_(down, k)
        if masked is not k:
            weighted = down @ masked if weighted is None else weighted.addmm_(down, masked)
        if i.stop == len(one.encoder):
            yield j, plain if weighted is None else weighted, plain
            weighted = plain = None


def _dot(a: Tensor, b: Tensor) -> float:
    """⟨a, b⟩, of which only the products within a tile are summed in less than float64."""
    return float(torch.linalg.vecdot(a, b).sum(dtype=torch.float64))
