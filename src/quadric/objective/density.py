"""Hoyer density: how evenly a latent's activations are spread over the samples (eq:hoyer)."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from quadric.shapes import Latents, PerLatent

__all__ = ["density_weights", "from_norms", "hoyer_density"]


def from_norms(l1: Tensor, l2: Tensor, n: int) -> Tensor:
    """(‖f‖₁/‖f‖₂ − 1) / (√n − 1) from the two norms of vectors of length n.

    0 for one-hot vectors, 1 for uniform ones. A vector of zeros, and any vector of length one,
    has no density to speak of and gets 0.
    """
    if n == 1:
        return 0 * l1
    alive = l2 > 0
    ratio = l1 / torch.where(alive, l2, 1)
    return torch.where(alive, (ratio - 1) / (math.sqrt(n) - 1), 0)


def hoyer_density(latents: Latents) -> PerLatent:
    """The density of every latent over all samples, in [0, 1] and indifferent to its scale."""
    flat = latents.flatten(0, -2)
    return from_norms(flat.norm(p=1, dim=0), flat.norm(p=2, dim=0), len(flat))


def density_weights(n_latents: int, prefix: Tensor | None = None) -> Tensor:
    """The weight of every latent's density in the penalty: 1/Lat, adding up to 1.

    With prefix weights w (eq:cumulative_penalty), q_j = Σ_{k >= j} w_k / k: the mean, over prefixes
    k drawn by w, of the mean density of the latents 1..k.
    """
    if prefix is None:
        return torch.full((n_latents,), 1 / n_latents, dtype=torch.float64)
    per_latent = prefix.double() / torch.arange(
        1, n_latents + 1, dtype=torch.float64, device=prefix.device
    )
    return per_latent.flip(0).cumsum(0).flip(0)
