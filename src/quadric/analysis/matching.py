"""Which latent of one autoencoder is which of another's, exactly and from the weights alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from scipy.optimize import linear_sum_assignment
from torch import Tensor

from quadric.analysis.operator import operators
from quadric.autoencoders import BilinearAutoencoder
from quadric.forms import FormStack
from quadric.kernels.tiled import TILE
from quadric.progress import Progress, silent

__all__ = [
    "Matches",
    "best_matches",
    "latent_cosines",
    "latent_similarities",
    "permutation_matrix",
    "permutation_similarity",
]


class Matches(NamedTuple):
    """The nearest latent of another autoencoder, for every latent."""

    nearest: Int[Tensor, "lat"]
    """Its number there."""
    cosine: Float[Tensor, "lat"]
    """Cosine of the angle between the two forms; negative if one is the other's negative."""


@torch.no_grad()
def latent_similarities(
    a: BilinearAutoencoder, b: BilinearAutoencoder, tile: int = TILE
) -> Float[Tensor, "lat other"]:
    """B B'ᵀ: the inner products of all latents of `a` with all of `b`, materialised."""
    one, two = (found.encoder for found in operators(a, b))
    return _whole(one, two, tile)


@torch.no_grad()
def latent_cosines(
    a: BilinearAutoencoder, b: BilinearAutoencoder, tile: int = TILE
) -> Float[Tensor, "lat other"]:
    """The cosines of the angles between all latents of `a` and all of `b`, materialised."""
    one, two = (found.encoder.unit() for found in operators(a, b))
    return _whole(one, two, tile)


def _whole(one: FormStack, two: FormStack, tile: int) -> Float[Tensor, "n m"]:
    """The Gram matrix of two stacks, of whose products only a tile is there beside it."""
    out = one.left.new_empty(len(one), len(two))
    for i, j, found in one.tiles(two, tile):
        out[i, j] = found
    return out


def permutation_similarity(
    a: BilinearAutoencoder, b: BilinearAutoencoder, tile: int = TILE
) -> float:
    """The share of ‖B B'ᵀ‖ that the best one-to-one matching of latents recovers.

    √(Σ_i S_iπ(i)²) / ‖S‖ with S = B B'ᵀ and π the matching with the largest Σ|S_iπ(i)|
    (eq:permutation-similarity): a latent and its negative span the same line. An autoencoder with
    itself is below 1 by as much as its latents overlap. The assignment needs S in memory.
    """
    similarities = latent_similarities(a, b, tile).cpu()
    # scipy works in float64: handing it just that saves it a copy.
    strengths = similarities.double().abs_().numpy()
    rows, columns = linear_sum_assignment(strengths, maximize=True)
    matched = float((strengths[rows, columns] ** 2).sum())
    total = float(torch.linalg.vecdot(similarities, similarities).sum(dtype=torch.float64))
    return (matched / total) ** 0.5 if total > 0 else 1.0


def permutation_matrix(
    autoencoders: Sequence[BilinearAutoencoder],
    *,
    tile: int = TILE,
    progress: Progress = silent,
) -> Float[Tensor, "m m"]:
    """The permutation similarity of all pairs; the diagonal is each one's with itself."""
    m = len(autoencoders)
    found = torch.ones(m, m, dtype=torch.float64)
    for done, (i, j) in enumerate(combinations_with_replacement(range(m), 2)):
        found[i, j] = found[j, i] = permutation_similarity(autoencoders[i], autoencoders[j], tile)
        progress("permutation similarity", done + 1, m * (m + 1) // 2)
    return found


@torch.no_grad()
def best_matches(a: BilinearAutoencoder, b: BilinearAutoencoder, tile: int = TILE) -> Matches:
    """For every latent of `a` the one of `b` at the smallest angle, its sign aside.

    Several may share one match. Tile by tile: never Lat × Lat'. Latents of zero match with 0.
    """
    one, two = (found.encoder.unit() for found in operators(a, b))
    index = torch.zeros(len(one), dtype=torch.long, device=one.left.device)
    cosine = one.left.new_zeros(len(one))
    for i, j, found in one.tiles(two, tile):
        at = found.abs().argmax(1)
        best = found.gather(1, at[:, None])[:, 0]
        better = best.abs() > cosine[i].abs()
        index[i] = torch.where(better, at + j.start, index[i])
        cosine[i] = torch.where(better, best, cosine[i])
    return Matches(index, cosine)
