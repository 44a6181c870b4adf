"""The learning rate of a run that names none."""

from __future__ import annotations

import math

__all__ = ["default_rate"]

HIGHEST = {"muon": 0.1, "adam": 0.01}
"""Of runs of up to `SHORT` steps: the best of a grid (docs/training.md)."""
SHORT = 300


def default_rate(optimizer: str, steps: int) -> float:
    """The learning rate at its highest: 0.1 · min(1, √(300 / steps)) with Muon, a tenth with Adam.

    Muon's updates have singular values of about one whatever the sizes, so that its rate should
    not depend on them: the same was best at 2x and 8x, for batches of 256 and 1,024 tokens.

    >>> default_rate("muon", 100), round(default_rate("muon", 1200), 3)
    (0.1, 0.05)
    """
    return HIGHEST[optimizer] * min(1.0, math.sqrt(SHORT / steps))
