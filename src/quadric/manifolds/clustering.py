"""Clusters of samples by direction: sets to start from that no latent has to know of.

k-means on the sphere: every sample goes to the centre with the largest cosine, every centre to the
mean direction of its samples. One clustering is arbitrary; what several agree on is there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float, Int
from scipy.sparse import csr_array, vstack
from torch import Tensor

from quadric.progress import Progress, silent

__all__ = ["cluster_sets", "spherical_k_means"]

KMEANS_ROUNDS = 3
"""Rounds of k-means: sets settle afterwards, so they need not have converged."""
CHUNK_SAMPLES = 4096
"""Samples that are compared with all centres at once."""


def cluster_sets(
    x: Float[Tensor, "n d"],
    counts: Sequence[int],
    least: int,
    draw: torch.Generator,
    progress: Progress = silent,
) -> csr_array:
    """The clusters with at least `least` samples, of one clustering into each of `counts`."""
    unit = torch.nn.functional.normalize(x, dim=1)
    found: list[csr_array] = []
    for done, count in enumerate(counts):
        progress("clustering", done, len(counts))
        if count * least > len(x):
            continue
        own = spherical_k_means(unit, count, draw)
        sizes = torch.bincount(own, minlength=count).numpy(force=True)
        ends = np.concatenate([[0], sizes.cumsum()])
        order = own.argsort(stable=True).numpy(force=True)
        every = csr_array((np.ones(len(x), dtype=bool), order, ends), (count, len(x)))
        found.append(every[sizes >= least])
    progress("clustering", len(counts), len(counts))
    return csr_array(vstack(found)) if found else csr_array((0, len(x)), dtype=bool)


def spherical_k_means(
    unit: Float[Tensor, "n d"], count: int, draw: torch.Generator, rounds: int = KMEANS_ROUNDS
) -> Int[Tensor, "n"]:
    """The cluster of every sample of norm one, begun at samples drawn at random.

    Not in bfloat16: its rounding makes equals of near cosines, and of equals the first wins.
    """
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
