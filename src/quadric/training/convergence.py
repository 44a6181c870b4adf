"""Has a run learnt what it can? Said from its held-out errors."""

from __future__ import annotations

from collections.abc import Sequence

from quadric.training.heldout import HeldOut

__all__ = ["MAX_LEARNT_ERROR", "flat", "verdict"]

WINDOW = 0.25
"""The last part of a curve in which an error that still falls has to fall."""
MIN_FALL = 0.01
"""How much of itself it has to fall by in that part."""
MAX_LEARNT_ERROR = 0.98
"""An error above this is as good as reconstructing nothing, whose error is 1."""
MAX_DEAD_SHARE = 0.5
"""The share of dead latents from which on a run is said to have too many."""


def flat(curve: Sequence[tuple[int, float]]) -> bool:
    """Whether held-out errors, as (step, error), have stopped falling.

    The best error of the last quarter of the steps is compared with the best before it: a curve
    that fell by less than 1% is flat. Fewer than four measurements are too few to tell.

    >>> falling = [(step, 1 / (1 + step)) for step in range(0, 80, 10)]
    >>> flat(falling), flat(falling + [(step, 0.014) for step in range(80, 160, 10)])
    (False, True)
    """
    if len(curve) < 4:
        return False
    last = curve[-1][0] * (1 - WINDOW)
    before = [error for step, error in curve if step <= last]
    after = [error for step, error in curve if step > last]
    return bool(before and after) and min(after) > (1 - MIN_FALL) * min(before)


def verdict(
    curve: Sequence[tuple[int, float]], final: HeldOut, latents: int, ended_early: bool = False
) -> str:
    """One line on how a finished run went, and what to change if it went badly.

    `curve` holds the held-out errors, the one at the end among them. A run that `until` ended was
    flat before its cool-down, in which the error always falls once more.
    """
    dead = f"{final.dead} of {latents} latents dead" if final.dead else "no latent dead"
    rest = f"{dead}, density {final.density:.2f}"
    if final.error > MAX_LEARNT_ERROR:
        return (
            f"nothing was learnt (held-out error {final.error:.3f}; 1 is reconstructing nothing), "
            f"{rest}: train for more steps, or with a higher learning rate"
        )
    if final.dead > MAX_DEAD_SHARE * latents:
        return f"most latents are dead ({dead}): use fewer latents, or a lower alpha"
    if ended_early:
        return f"converged: the held-out error stopped falling before all steps were done; {rest}"
    if flat(curve):
        return f"converged: the held-out error fell by less than 1% in the last quarter; {rest}"
    return f"still falling: more steps would lower the held-out error; {rest}"
