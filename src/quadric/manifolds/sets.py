"""Which samples belong together: the strong samples of composites, and which sets are one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from scipy.sparse import csr_array
from torch import Tensor

from quadric.threads import in_threads

__all__ = [
    "SampleSets",
    "Split",
    "agreement",
    "consensus",
    "grouped",
    "jaccard",
    "otsu",
    "strong_sets",
]


class SampleSets(NamedTuple):
    """One set of samples a composite."""

    inside: Bool[Tensor, "c n"]
    """Which samples are in each."""
    clarity: Float[Tensor, "c"]
    """How much of the strength's variance lies between a set and the other samples, 0 to 1."""

    def beside(self, others: Bool[Tensor, "e n"]) -> SampleSets:
        """These, then others without a strength, which are as clear as the least clear of these."""
        least = self.clarity.min().expand(len(others))
        return SampleSets(torch.cat([self.inside, others]), torch.cat([self.clarity, least]))


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
    variance = max(float(every.var()), 1e-30)
    return Split(strong, float(between[cut] / variance))


def _power(values: np.ndarray, power: float) -> np.ndarray:
    """Powers of two by squaring: that is many times faster."""
    while power >= 2 and power % 2 == 0:
        values, power = values * values, power / 2
    return values if power == 1 else values**power


def jaccard(a: Bool[Tensor, "c n"], b: Bool[Tensor, "e n"]) -> Float[Tensor, "c e"]:
    """|A ∩ B| / |A ∪ B| of every two sets; most hold few of the samples, so sparse."""
    first = csr_array(a.cpu().numpy(), dtype=np.float32)
    second = first if b is a else csr_array(b.cpu().numpy(), dtype=np.float32)
    both = (first @ second.T).toarray()
    sizes = [np.diff(part.indptr).astype(np.float32) for part in (first, second)]
    either = sizes[0][:, None] + sizes[1] - both
    return torch.from_numpy(both / np.maximum(either, 1)).to(a.device)


def agreement(alike: Float[Tensor, "c c"]) -> float:
    """How well composites agree: the median over them of the most alike other one's Jaccard index.

    Where latents hold one thing each, many composites have the same samples. Where most latents
    mix several things, hardly two composites have.
    """
    if len(alike) < 2:
        return 1.0
    others = alike - torch.eye(len(alike), device=alike.device)
    return float(others.max(1).values.median())


def grouped(
    alike: Float[Tensor, "c c"], clarity: Float[Tensor, "c"], threshold: float = 0.5
) -> list[Int[Tensor, "_"]]:
    """Sets that are one, the clearest first of each group and of all.

    The clearest set takes in all that are alike to it by `threshold` or more, then the clearest of
    those left does.
    """
    left = torch.ones(len(alike), dtype=torch.bool, device=alike.device)
    groups: list[Tensor] = []
    for i in clarity.argsort(descending=True, stable=True).tolist():
        if not left[i]:
            continue
        left[i] = False
        others = ((alike[i] >= threshold) & left).nonzero()[:, 0]
        left[others] = False
        groups.append(torch.cat([torch.tensor([i], device=alike.device), others]))
    return groups


def consensus(
    inside: Bool[Tensor, "c n"], groups: list[Int[Tensor, "_"]]
) -> Bool[Tensor, "groups n"]:
    """The samples that at least half of a group's sets have."""
    return torch.stack([inside[group].float().mean(0) >= 0.5 for group in groups])
