"""The error of every prefix of the latents: as they stand, in a random order, in the best order.

From k to k + 1 latents the error of a prefix (eq:cum) changes by T_kk + 2 Σ_{i<k} T_ik − 2 u_k,
with T and u of `quadric.analysis.interactions`: one pass over the samples is enough for all.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.analysis.interactions import Activations, Interactions
from quadric.autoencoders import BilinearAutoencoder
from quadric.kernels.tiled import TILE

__all__ = ["GreedyOrder", "Prefixes", "greedy_order", "prefix_errors"]


class Prefixes(NamedTuple):
    """Mean errors by the number of latents kept: entry k − 1 keeps k of them."""

    errors: Float[Tensor, "lat"]
    """The first k latents, as they stand."""
    random: Float[Tensor, "lat"]
    """k latents in a random order: the exact mean over all orders."""


class GreedyOrder(NamedTuple):
    """The latents in the order in which each improves the reconstruction most."""

    order: Int[Tensor, "lat"]
    """Numbers of the latents, the best first."""
    errors: Float[Tensor, "lat"]
    """Mean error of the first k of them, in entry k − 1."""


@torch.no_grad()
def prefix_errors(
    ae: BilinearAutoencoder,
    X: Activations | Interactions,
    rows: range | None = None,
    tile: int = TILE,
) -> Prefixes:
    """The mean error of every prefix, exactly, in one pass and at most N × Lat memory.

    Prefix k decodes the first k codes of g = f, or of g = DᵀD f where there is mixing. A random
    prefix of k holds a latent with probability k/Lat and a pair with k(k−1)/(Lat(Lat−1)), so the
    mean over all orders needs the trace and the sum of T alone.
    """
    found = X if isinstance(X, Interactions) else Interactions(ae, X, rows)
    agreement = found.agreement
    steps, diagonal = -2 * agreement, torch.zeros_like(agreement)
    for i, j, interaction in found.tiles(tile):
        if i == j:
            diagonal[i] = interaction.diagonal().double()
            steps[i] += diagonal[i]
            interaction = interaction.triu(1)
        steps[j] += 2 * interaction.sum(0, dtype=torch.float64)
    size = found.size
    k = torch.arange(1, size + 1, dtype=torch.float64, device=steps.device)
    single = diagonal.sum() - 2 * agreement.sum()
    pairs = steps.sum() - single
    random = 1 + k / size * single + k * (k - 1) / max(1, size * (size - 1)) * pairs
    return Prefixes(1 + steps.cumsum(0), random)


@torch.no_grad()
def greedy_order(
    ae: BilinearAutoencoder,
    X: Activations | Interactions,
    rows: range | None = None,
    tile: int = TILE,
) -> GreedyOrder:
    """Recursively add the latent that lowers the mean error most.

    Adding latent j to a set S changes the error by T_jj + 2 Σ_{i∈S} T_ij − 2 u_j: choosing a
    latent adds one row of T to these, O(Lat²) in all. T is held, Lat × Lat.
    """
    found = X if isinstance(X, Interactions) else Interactions(ae, X, rows)
    interaction = found.dense(tile)
    change = interaction.diagonal().double() - 2 * found.agreement
    order, errors, error = [], [], 1.0
    for _ in range(found.size):
        best = int(change.argmin())
        error += float(change[best])
        order.append(best)
        errors.append(error)
        change.add_(interaction[best], alpha=2)
        change[best] = torch.inf
    return GreedyOrder(torch.tensor(order), torch.tensor(errors, dtype=torch.float64))
