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


SPLIT_BINS = 512
"""Bins of strength in which the best split is looked for, before samples are sorted: more have
fewer samples each, but cost more themselves."""


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
    """The split with most variance between both sides, of strength ≥ 0 to a `power`.

    At least `least` samples are strong, and at most the share `most`. Only those near the best
    split are sorted (`_near_the_best`). Of equals at the threshold the first are strong.
    """
    n = len(strength)
    low = min(least, n)
    high = max(low, int(most * n))
    scale = max(float(strength.max()), 1e-30)
    values = _power(strength.astype(np.float64), scale, power)
    total = float(values.sum())
    # Of the root: most samples are weak, and counting is slow where they fall into the same bin.
    narrow = strength.dtype.type(SPLIT_BINS / scale**0.5)
    bins = (np.sqrt(strength) * narrow).astype(np.int32).astype(np.intp)
    edges = _power(np.square(np.arange(1, SPLIT_BINS + 3) * (1 + 1e-6)), SPLIT_BINS**2, power)
    lowest, highest, above, sums = _near_the_best(bins, values, edges, total, low, high)
    ranked = np.sort(strength[(bins >= lowest) & (bins <= highest)])[::-1]
    count = np.arange(above + 1, above + len(ranked) + 1)
    sums += np.cumsum(_power(ranked.astype(np.float64), scale, power))
    allowed = slice(max(0, low - 1 - above), high - above)
    between = _between(count[allowed], sums[allowed], n, total)
    cut = allowed.start + int(np.argmax(between))
    strong = strength >= ranked[cut]
    many = np.count_nonzero(strong) - int(count[cut])
    if many:
        strong[np.flatnonzero(strength == ranked[cut])[-many:]] = False
    variance = max(float(np.square(values).sum()) / n - (total / n) ** 2, 1e-30)
    return Split(strong, float(between.max() / variance))


def _power(values: np.ndarray, scale: float, power: float) -> np.ndarray:
    """(values / scale)^power, in their place: powers of two by squaring, many times faster."""
    values = np.divide(values, scale, out=values)
    while power >= 2 and power % 2 == 0:
        values *= values
        power /= 2
    return values if power == 1 else values**power


def _between(count: np.ndarray, sums: np.ndarray, n: int, total: float) -> np.ndarray:
    """The variance between k samples, of sum s, and the others: (ns − kt)² / k(n − k)n²."""
    return np.square(n * sums - count * total) / (count * np.maximum(n - count, 1)) / n**2


def _near_the_best(
    bins: Int[np.ndarray, "n"],
    values: Float[np.ndarray, "n"],
    edges: Float[np.ndarray, "b"],
    total: float,
    low: int,
    high: int,
) -> tuple[int, int, int, float]:
    """The bins between which the best split is, how many values are above them, and their sum.

    With every value of a bin at its upper edge, and with the least k(n − k) in it, there is no less
    variance between both sides than a split in this bin has. Where that is less than at the end of
    some bin, no best split is there.
    """
    n = len(values)
    counts, sums = np.bincount(bins)[::-1], np.bincount(bins, weights=values)[::-1]
    k, s = np.cumsum(counts), np.cumsum(sums)
    before, first, last = k - counts, np.maximum(k - counts + 1, low), np.minimum(k, high)
    ends = s - sums + counts * edges[: len(counts)][::-1]
    most = np.maximum(n * ends - k * total, n * (s - sums) - before * total)
    least = np.maximum(1, np.minimum(first * (n - first), last * (n - last)))
    inside = (counts > 0) & (first <= last)
    reached = _between(k, s, n, total)[inside & (k == last)].max(initial=0.0)
    # Sums of bins are rounded: a bin that is as good but for that stays.
    kept = np.flatnonzero(inside & (np.square(most) / least / n**2 >= reached * (1 - 1e-9)))
    top, end = int(kept[0]), len(counts) - 1
    return end - int(kept[-1]), end - top, int(before[top]), float(s[top] - sums[top])


def sizes(inside: Bool[Tensor, "c n"]) -> Int[Tensor, "c"]:
    """How many samples each set holds: numpy counts them ten times as fast."""
    return torch.from_numpy(np.count_nonzero(inside.numpy(force=True), axis=1)).to(inside.device)


def sparse(inside: Bool[Tensor, "c n"]) -> csr_array:
    """The same sets as the numbers of their samples: found among all at once, ten times as fast."""
    rows, n = inside.shape
    places = np.flatnonzero(inside.numpy(force=True))
    ends = np.searchsorted(places, n * np.arange(rows + 1))
    return csr_array((np.ones(len(places), dtype=bool), places % max(1, n), ends), (rows, n))


def jaccard(a: csr_array, b: csr_array) -> csr_array:
    """|A ∩ B| / |A ∪ B| of every two sets: what has no sample in common costs nothing."""
    both = (a.astype(np.float32) @ b.astype(np.float32).T).tocsr()
    one, other = (np.diff(part.indptr).astype(np.float32) for part in (a, b))
    either = np.repeat(one, np.diff(both.indptr)) + other[both.indices] - both.data
    return csr_array((both.data / either, both.indices, both.indptr), both.shape)


def alike_pairs(among: csr_array, threshold: float) -> csr_array:
    """Which sets have this Jaccard index."""
    inside = among.data >= np.float32(threshold)
    found = csr_array((inside, among.indices.copy(), among.indptr.copy()), among.shape)
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
    both.data = both.data >= 0.5 * np.repeat(sizes, np.diff(both.indptr))
    return torch.from_numpy(both.toarray())
