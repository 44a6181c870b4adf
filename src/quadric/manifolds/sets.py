"""Which samples belong together: the strong samples of composites, and which sets are one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from scipy.sparse import csr_array
from torch import Tensor

__all__ = ["SampleSets", "agreement", "consensus", "grouped", "jaccard", "strong_sets"]

ROWS = 64
"""Composites whose samples are sorted at once."""


class SampleSets(NamedTuple):
    """One set of samples a composite."""

    inside: Bool[Tensor, "c n"]
    """Which samples are in each."""
    clarity: Float[Tensor, "c"]
    """How much of the strength's variance lies between a set and the other samples, 0 to 1."""


def strong_sets(
    strength: Float[Tensor, "c n"], least: int = 32, most: float = 0.25, power: float = 1.0
) -> SampleSets:
    """The samples above Otsu's threshold of their strength to a `power`, for many composites.

    That is the split with most variance between both sides. The higher the power, the higher it
    lies: of "months" inside "capitalised words" it finds the months. At least `least` samples and
    at most the share `most` / `power` of them, as `strong_samples` has it.
    """
    n = strength.shape[1]
    low = min(least, n) - 1
    high = max(low + 1, int(most / power * n))
    count = torch.arange(1, high + 1, dtype=torch.float64, device=strength.device)
    inside, clarity = (
        torch.zeros_like(strength, dtype=torch.bool),
        strength.new_zeros(len(strength)),
    )
    for start in range(0, len(strength), ROWS):
        rows = strength[start : start + ROWS].double()
        if power != 1.0:
            rows = (rows / rows.amax(1, keepdim=True).clamp(min=1e-30)) ** power
        ranked, order = rows.topk(high, dim=1)
        sums, total = ranked.cumsum(1), rows.sum(1, keepdim=True)
        above, below = sums / count, (total - sums) / (n - count).clamp(min=1)
        between = count * (n - count) * (above - below).square() / n**2
        best, cut = between[:, low:].max(1)
        kept = torch.arange(high, device=strength.device) <= (cut + low)[:, None]
        inside[start : start + ROWS].scatter_(1, order, kept)
        clarity[start : start + ROWS] = best / rows.var(1, correction=0).clamp(min=1e-30)
    return SampleSets(inside, clarity)


def jaccard(a: Bool[Tensor, "c n"], b: Bool[Tensor, "e n"]) -> Float[Tensor, "c e"]:
    """|A ∩ B| / |A ∪ B| of every two sets; most hold few of the samples, so sparse."""
    first, second = (csr_array(part.cpu().numpy(), dtype=np.float32) for part in (a, b))
    both = torch.from_numpy((first @ second.T).toarray()).to(a.device)
    either = a.sum(1)[:, None] + b.sum(1) - both
    return both / either.clamp(min=1)


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
