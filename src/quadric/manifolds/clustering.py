"""Clusters of samples by direction: sets to start from that no latent has to know of.

k-means on the sphere: every sample goes to the centre with the largest cosine, every centre to the
mean direction of its samples. One clustering is arbitrary; what several agree on is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from scipy.sparse import csr_array, vstack
from torch import Tensor

from quadric.device import product_dtype
from quadric.progress import Progress, silent
from quadric.threads import in_threads

__all__ = ["UnitRows", "cluster_sets", "spherical_k_means"]

KMEANS_ROUNDS = 3
"""Rounds of k-means: sets settle afterwards, so they need not have converged."""
CHUNK_SAMPLES = 1024
"""Samples that are compared with all centres at once: their cosines stay in a core's cache."""


class UnitRows(NamedTuple):
    """Rows of norm one, and rounded to what products are fast in."""

    exact: Float[Tensor, "n d"]
    narrow: Float[Tensor, "n d"]
    """The same tensor, where float32 is as fast."""
    moved: Float[Tensor, "n"]
    """How far rounding moved each."""

    @classmethod
    def of(cls, x: Float[Tensor, "n d"]) -> UnitRows:
        """The directions of samples."""
        exact = torch.nn.functional.normalize(x, dim=1)
        return cls.rounded(exact, product_dtype(exact))

    @classmethod
    def rounded(cls, exact: Float[Tensor, "n d"], dtype: torch.dtype) -> UnitRows:
        """Rows of norm one in this dtype, too."""
        narrow = exact.to(dtype)
        return cls(exact, narrow, (narrow.to(exact) - exact).norm(dim=1))


def cluster_sets(
    x: Float[Tensor, "n d"],
    counts: Sequence[int],
    least: int,
    draw: torch.Generator,
    progress: Progress = silent,
) -> csr_array:
    """The clusters with at least `least` samples, of one clustering into each of `counts`."""
    unit = UnitRows.of(x)
    starts = [
        torch.randperm(len(x), generator=draw)[:count].to(x.device)
        for count in counts
        if count * least <= len(x)
    ]

    def clusters(start: Tensor) -> csr_array:
        own = spherical_k_means(unit, start)
        sizes = torch.bincount(own, minlength=len(start)).numpy(force=True)
        ends = np.concatenate([[0], sizes.cumsum()])
        order = own.argsort(stable=True).numpy(force=True)
        every = csr_array((np.ones(len(x), dtype=bool), order, ends), (len(start), len(x)))
        return every[sizes >= least]

    found: list[csr_array] = []
    progress("clustering", 0, len(starts))
    for one in in_threads(clusters, starts):
        found.append(one)
        progress("clustering", len(found), len(starts))
    return csr_array(vstack(found)) if found else csr_array((0, len(x)), dtype=bool)


def spherical_k_means(
    unit: UnitRows, start: Int[Tensor, "count"], rounds: int = KMEANS_ROUNDS
) -> Int[Tensor, "n"]:
    """The cluster of every sample, begun at some of them.

    Not by cosines in bfloat16: their rounding makes equals of near ones, and of equals the first
    wins. They only tell which samples have no second centre near (`_nearest`).
    """
    centres = unit.exact[start]
    own = _nearest(unit, centres)
    for _ in range(rounds - 1):
        sums = torch.zeros_like(centres).index_add_(0, own, unit.exact)
        some = (torch.bincount(own, minlength=len(start)) > 0)[:, None]
        centres = torch.where(some, torch.nn.functional.normalize(sums, dim=1), centres)
        own = _nearest(unit, centres)
    return own


def _nearest(unit: UnitRows, centres: Float[Tensor, "count d"]) -> Int[Tensor, "n"]:
    """The centre with the largest cosine to each sample, of equals the first.

    A cosine p of a sample and a centre that rounding moved by e and f is wrong by e + f + u|p| at
    most, u for its own rounding. Where the largest lies above the second by more than both may be
    wrong, it is the largest without rounding; the other samples are compared as they are.
    """
    if unit.narrow is unit.exact or len(centres) < 2:
        parts = unit.exact.split(CHUNK_SAMPLES)
        return torch.cat([_largest(part @ centres.T) for part in parts])
    other = UnitRows.rounded(centres, unit.narrow.dtype)
    u = torch.finfo(unit.narrow.dtype).eps / 2
    # What sums in float32 may be wrong by, here and where samples are compared as they are.
    summed = 2 * centres.shape[1] * torch.finfo(centres.dtype).eps
    found, doubtful = [], []
    for part, moved in zip(*(one.split(CHUNK_SAMPLES) for one in unit[1:]), strict=True):
        cosines = (part @ other.narrow.T).to(centres)
        own = _largest(cosines)
        first = cosines.gather(1, own[:, None])[:, 0]
        second = cosines.scatter_(1, own[:, None], -torch.inf).amax(1)
        wrong = 2 * moved + other.moved[own] + other.moved.max() + summed
        found.append(own)
        doubtful.append(first - second <= wrong + u * (first.abs() + second.abs()))
    own = torch.cat(found)
    for some in torch.cat(doubtful).nonzero()[:, 0].split(CHUNK_SAMPLES):
        own[some] = _largest(unit.exact[some] @ centres.T)
    return own


def _largest(values: Float[Tensor, "n count"]) -> Int[Tensor, "n"]:
    """The column of the largest of each row: on a CPU numpy finds it ten times as fast as torch."""
    if values.device.type != "cpu":
        return values.argmax(1)
    return torch.from_numpy(values.numpy().argmax(1))
