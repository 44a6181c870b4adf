"""Means over pairs with standard errors, a test against a control, and a correction for many."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

__all__ = ["holm", "ratio", "sign_flip", "spearman"]


def ratio(part: Float[np.ndarray, " n"], whole: Float[np.ndarray, " n"]) -> tuple[float, float]:
    """Σ part / Σ whole over pairs, and its standard error to first order.

    A ratio of sums, not a mean of ratios: pairs that hardly differ would otherwise rule.
    """
    total = float(whole.mean())
    if not total > 0:
        return 0.0, 0.0
    value = float(part.mean()) / total
    rest = (part - value * whole) / total
    return value, float(rest.std(ddof=1) / np.sqrt(len(rest))) if len(rest) > 1 else 0.0


def sign_flip(differences: Float[np.ndarray, " n"], flips: int = 20_000, seed: int = 0) -> float:
    """p that the mean is not above 0: how often random signs make it as large (one-sided)."""
    draw = np.random.default_rng(seed)
    observed = differences.mean()
    signs = draw.choice(np.array([-1.0, 1.0]), (flips, len(differences)))
    # A sum in another order may differ in the last digit from an equal one.
    reached = (signs @ differences) / len(differences) >= observed - 1e-12 * abs(observed)
    return float((1 + reached.sum()) / (1 + flips))


def holm(p: Sequence[float]) -> list[float]:
    """p-values corrected for how many there are (Holm 1979): p_(i) · (m − i + 1), made monotone."""
    order = np.argsort(np.asarray(p, dtype=np.float64), kind="stable")
    scaled = np.asarray(p, dtype=np.float64)[order] * np.arange(len(order), 0, -1)
    corrected = np.empty(len(order))
    corrected[order] = np.minimum(1.0, np.maximum.accumulate(scaled))
    return corrected.tolist()


def spearman(a: Float[np.ndarray, " n"], b: Float[np.ndarray, " n"]) -> float:
    """Rank correlation; 0 where one of them does not vary."""
    from scipy.stats import rankdata

    x, y = rankdata(a), rankdata(b)
    if x.std() == 0 or y.std() == 0:
        return 0.0
    return float(np.corrcoef(x, y)[0, 1])
