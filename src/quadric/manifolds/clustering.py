"""Clusters of samples by direction: sets to start from that no latent has to know of.

k-means on the sphere: every sample goes to the centre with the largest cosine, every centre to the
mean direction of its samples. One clustering is arbitrary; what several agree on is there.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

__all__ = ["cluster_sets", "spherical_k_means"]

KMEANS_ROUNDS = 3
"""Rounds of k-means: sets settle afterwards, so they need not have converged."""
CHUNK_SAMPLES = 4096
"""Samples that are compared with all centres at once."""


def cluster_sets(
    x: Float[Tensor, "n d"], counts: Sequence[int], least: int, seed: int = 0
) -> Bool[Tensor, "c n"]:
    """The clusters with at least `least` samples, of one clustering into each of `counts`."""
    unit = torch.nn.functional.normalize(x, dim=1)
    found = []
    for number, count in enumerate(counts):
        if count * least > len(x):
            continue
        own = spherical_k_means(unit, count, seed * len(counts) + number)
        large = (torch.bincount(own, minlength=count) >= least).nonzero()
        found.append(own == large)
    return torch.cat(found) if found else x.new_zeros(0, len(x), dtype=torch.bool)


def spherical_k_means(
    unit: Float[Tensor, "n d"], count: int, seed: int, rounds: int = KMEANS_ROUNDS
) -> Int[Tensor, "n"]:
    """The cluster of every sample of norm one, begun at samples drawn at random."""
    draw = torch.Generator().manual_seed(seed)
    centres = unit[torch.randperm(len(unit), generator=draw)[:count].to(unit.device)]
    own = _nearest(unit, centres)
    for _ in range(rounds - 1):
        sums = torch.zeros_like(centres).index_add_(0, own, unit)
        some = (torch.bincount(own, minlength=count) > 0)[:, None]
        centres = torch.where(some, torch.nn.functional.normalize(sums, dim=1), centres)
        own = _nearest(unit, centres)
    return own


def _nearest(unit: Tensor, centres: Tensor) -> Tensor:
    return torch.cat([(part @ centres.T).argmax(1) for part in unit.split(CHUNK_SAMPLES)])
