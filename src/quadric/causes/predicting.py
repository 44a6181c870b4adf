"""Whether the score of a manifold predicts that the model uses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from quadric.causes.statistics import spearman

__all__ = ["predictors"]


def predictors(manifolds: Sequence[Any], used: Sequence[float]) -> dict[str, float]:
    """Rank correlation with `used` of the score and of every part of it, best first.

    A part counts as it does in the score: (value − best control) / (1 − best control), at least 0.
    """
    aim = np.asarray(used, dtype=np.float64)
    columns = {"score": [float(manifold.score) for manifold in manifolds]}
    for manifold in manifolds:
        for part in manifold.parts:
            best = max(part.controls.values(), default=0.0)
            gain = max(0.0, (part.value - best) / max(1 - best, 1e-9))
            columns.setdefault(part.name, []).append(gain)
    complete = {name: np.asarray(v) for name, v in columns.items() if len(v) == len(aim)}
    ranks = {name: spearman(values, aim) for name, values in complete.items()}
    return dict(sorted(ranks.items(), key=lambda item: -item[1]))
