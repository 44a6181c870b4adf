"""The learning rate and the density weight as functions of the step alone."""

from __future__ import annotations

__all__ = ["trapezoid", "warmed_up"]


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
