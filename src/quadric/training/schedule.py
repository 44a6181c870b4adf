"""The learning rate of a run that names none, and rates and density weight at every step."""

from __future__ import annotations

import math

__all__ = ["default_rate", "trapezoid", "warmed_up"]

AT_300_STEPS = {"muon": 0.1, "adam": 0.01}
"""The best of a grid (docs/training.md)."""
HIGHEST = 2.0
"""Times that: runs of fewer than 75 steps go no faster."""


def default_rate(optimizer: str, steps: int) -> float:
    """The rate at its highest: min(0.2, 0.1 · √(300 / steps)) with Muon, a tenth with Adam.

    Muon's updates have singular values of about one whatever the sizes, so that its rate does not
    depend on them; short runs have to go further in a step.

    >>> default_rate("muon", 60), round(default_rate("muon", 1200), 3)
    (0.2, 0.05)
    """
    return AT_300_STEPS[optimizer] * min(HIGHEST, math.sqrt(300 / steps))


def trapezoid(step: int, steps: int, cooldown: float, warmup: float = 0.0) -> float:
    """The fraction of the learning rate at a step: up to 1, then linearly to 0 at `steps`.

    >>> [trapezoid(step, steps=8, cooldown=0.5) for step in range(8)]
    [1.0, 1.0, 1.0, 1.0, 1.0, 0.75, 0.5, 0.25]
    >>> [trapezoid(step, steps=8, cooldown=0.5, warmup=0.25) for step in range(4)]
    [0.5, 1.0, 1.0, 1.0]
    """
    up, down = warmup * steps, cooldown * steps
    rising = 1.0 if up == 0 else min(1.0, (step + 1) / up)
    return rising * (1.0 if down == 0 else min(1.0, (steps - step) / down))


def warmed_up(step: int, steps: int, warmup: float) -> float:
    """The fraction of alpha at a step: linearly from 0 to 1 over the first part.

    >>> [warmed_up(step, steps=8, warmup=0.5) for step in range(6)]
    [0.0, 0.25, 0.5, 0.75, 1.0, 1.0]
    """
    length = warmup * steps
    return 1.0 if length == 0 else min(1.0, step / length)
