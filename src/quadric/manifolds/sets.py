"""Which samples belong together: the strong samples of composites, and which sets are one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float, Int, Real
from scipy.sparse import csr_array
from torch import Tensor

from quadric.threads import in_threads

__all__ = [
    "SampleSets",
    "Split",
    "agreement",
    "alike_pairs",
    "consensus",
    "grouped",
    "jaccard",
    "otsu",
    "sizes",
    "sparse",
    "strong_sets",
]


class SampleSets(NamedTuple):
    """One set of samples a composite."""

    inside: Bool[Tensor, "c n"]
    """Which samples are in each."""
    clarity: Float[Tensor, "c"]
    """How much of the strength's variance lies between a set and the other samples, 0 to 1."""


def strong_sets(
    strength: Float[Tensor, "c n"], least: int = 32, most: float = 0.5, power: float = 1.0
) -> SampleSets:
    """The samples above Otsu's threshold of their strength to a `power`, for many composites.

    The higher the power, the higher the threshold lies: of "months" inside "capitalised words" it
    finds the months. At least `least` samples and at most the share `most` / `power` of them.
    """
    rows = strength.cpu().numpy()
    found = list(in_threads(lambda row: otsu(row, least, most / power, power), rows))
    inside = torch.from_numpy(np.stack([one.strong for one in found]))
    return SampleSets(
        inside.to(strength.device), strength.new_tensor([one.clarity for one in found])
    )


class Split(NamedTuple):
    """Strength, cut into strong and weak."""

    strong: Bool[np.ndarray, "n"]
    """Which samples are strong."""
    clarity: float
    """How much of the variance lies between both sides, 0 to 1."""


def otsu(strength: Float[np.ndarray, "n"], least: int, most: float, power: float = 1.0) -> Split:
    """The split with most variance between both sides, of strength to a `power`.

    At least `least` samples are strong, and at most the share `most`: only those that may be
    strong are sorted. Of equals at the threshold the first are.
    """
    n = len(strength)
    low = min(least, n) - 1
    high = max(low + 1, int(most * n))
    ranked = np.sort(np.partition(strength, n - high)[n - high :])[::-1]
    scale = max(float(ranked[0]), 1e-30)
    every, top = (_power(part.astype(np.float64) / scale, power) for part in (strength, ranked))
    sums, total = np.cumsum(top), float(every.sum())
    count = np.arange(1, high + 1)
    above, below = sums / count, (total - sums) / np.maximum(n - count, 1)
    between = count * (n - count) * np.square(above - below) / n**2
    cut = low + int(np.argmax(between[low:]))
    strong = strength >= ranked[cut]
    many = int(strong.sum()) - (cut + 1)
    if many:
        strong[np.flatnonzero(strength == ranked[cut])[-many:]] = False
    variance = max(float(np.square(every).sum()) / n - (total / n) ** 2, 1e-30)
    return Split(strong, float(between[cut] / variance))


def _power(values: np.ndarray, power: float) -> np.ndarray:
    """Powers of two by squaring: that is many times faster."""
    while power >= 2 and power % 2 == 0:
        values, power = values * values, power / 2
    return values if power == 1 else values**power


def sizes(inside: Bool[Tensor, "c n"]) -> Int[Tensor, "c"]:
    """How many samples each set holds: numpy counts them ten times as fast."""
    return torch.from_numpy(np.count_nonzero(inside.numpy(force=True), axis=1)).to(inside.device)


def sparse(inside: Bool[Tensor, "c n"]) -> csr_array:
    """The same sets as the numbers of their samples."""
    return csr_array(inside.cpu().numpy())


def jaccard(a: csr_array, b: csr_array) -> csr_array:
    """|A ∩ B| / |A ∪ B| of every two sets: what has no sample in common costs nothing."""
    both = (a.astype(np.float32) @ b.astype(np.float32).T).tocsr()
    one, other = (np.diff(part.indptr).astype(np.float32) for part in (a, b))
    either = np.repeat(one, np.diff(both.indptr)) + other[both.indices] - both.data
    return csr_array((both.data / either, both.indices, both.indptr), both.shape)


def alike_pairs(a: csr_array, b: csr_array, threshold: float) -> csr_array:
    """Which sets of a and b have this Jaccard index."""
    found = jaccard(a, b)
    found.data = found.data >= np.float32(threshold)
    found.eliminate_zeros()
    return found


def agreement(among: csr_array) -> float:
    """How well composites agree: the median over them of the most alike other one's Jaccard index.

    From all these indices. Where latents hold one thing each, many composites have the same
    samples. Where most latents mix several things, hardly two composites have.
    """
    if len(among.indptr) < 3:
        return 1.0
    others = among.copy()
    others.setdiag(0)
    return float(np.median(others.max(axis=1).toarray()))


def grouped(alike: csr_array, clarity: Real[np.ndarray, "c"]) -> list[Int[np.ndarray, "_"]]:
    """Sets that are one, the clearest first of each group and of all.

    The clearest set takes in all that are alike to it, then the clearest of those left does.
    """
    left = np.ones(len(clarity), dtype=bool)
    groups: list[np.ndarray] = []
    for i in np.argsort(-clarity, kind="stable").tolist():
        if not left[i]:
            continue
        left[i] = False
        others = alike.indices[alike.indptr[i] : alike.indptr[i + 1]]
        others = np.sort(others[left[others]])
        left[others] = False
        groups.append(np.concatenate([[i], others]))
    return groups


def consensus(sets: csr_array, groups: Sequence[Int[np.ndarray, "_"]]) -> Bool[Tensor, "groups n"]:
    """The samples that at least half of a group's sets have."""
    sizes = np.array([len(group) for group in groups])
    ends = np.concatenate([[0], np.cumsum(sizes)])
    ones = np.ones(ends[-1], np.float32)
    members = csr_array((ones, np.concatenate(groups), ends), (len(groups), len(sets.indptr) - 1))
    both = csr_array(members @ sets.astype(np.float32))
    return torch.from_numpy(both.toarray() >= 0.5 * sizes[:, None])
