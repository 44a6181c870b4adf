"""Dose: the effect of a swap over its size, measured and extrapolated from a small step."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.causes.arms import Arm
from quadric.causes.samples import Samples
from quadric.causes.swapping import divergence, pairwise, share

__all__ = ["Dose", "dose"]

SMALL_STEP = 0.1
"""The step from which the others are extrapolated."""
STEP_SIZES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
"""1 is the whole swap."""


@dataclass(frozen=True)
class Dose:
    """The share of the way to the donor's prediction by the size of the step."""

    size: float
    """The step, in swaps."""
    measured: float
    """The share of the way that it goes."""
    predicted: float
    """The share if log-probabilities went on as in the small step."""
    measured_se: float
    """Standard error over pairs."""
    predicted_se: float
    """The same of what is predicted."""
    control: float
    """The share of the way that a step of the same length in a random direction goes."""
    control_se: float
    """The same of the control."""


def dose(
    samples: Samples,
    pairs: Int[Tensor, "p 2"],
    manifold: Arm,
    control: Arm,
    unchanged: Float[Tensor, "n v"],
) -> tuple[Dose, ...]:
    """h + s B Bᵀ(h_donor − h) for several s, beside a control; `unchanged` as `swap` gives it."""
    base, donor = pairs.T.reshape(-1), pairs.flip(1).T.reshape(-1)
    h = samples.x[base]
    step = samples.x[donor] - h
    aim = unchanged.roll(len(pairs), 0)
    likely = aim.exp()
    whole = pairwise(divergence(likely, aim, unchanged))
    sizes = (SMALL_STEP, *STEP_SIZES)
    count = len(sizes) * len(base)
    steps = torch.tensor(sizes).to(h).repeat_interleave(len(base))
    slope = torch.full_like(unchanged, torch.nan)

    def left(change: Int[Tensor, " m"], logp: Float[Tensor, "m v"]) -> Float[Tensor, "m 2"]:
        i = change % len(base)
        # Changes of one block of text come in their order: the small steps first, controls last.
        small, own = change < len(base), change < count
        slope[i[small]] = (logp[small] - unchanged[i[small]]) / SMALL_STEP
        found = divergence(likely[i], aim[i], logp)
        extrapolated = torch.full_like(found, torch.nan)
        j = i[own]
        ahead = (unchanged[j] + steps[change[own], None] * slope[j]).log_softmax(-1)
        extrapolated[own] = divergence(likely[j], aim[j], ahead)
        return torch.stack([found, extrapolated], 1)

    edit, away = manifold.edit(step), control.edit(step)
    new = [*(h + size * edit for size in sizes), *(h + size * away for size in STEP_SIZES)]
    found = samples.predict(base.repeat(len(new)), torch.cat(new), left)
    parts = [part.unbind(1) for part in found.split(len(base))]
    doses = []
    own, controls = parts[1 : len(sizes)], parts[len(sizes) :]
    for size, (measured, predicted), (elsewhere, _) in zip(STEP_SIZES, own, controls, strict=True):
        figures = [share(pairwise(column), whole) for column in (measured, predicted, elsewhere)]
        (value, se), (ahead, ahead_se), (beside, beside_se) = figures
        doses.append(Dose(size, value, ahead, se, ahead_se, beside, beside_se))
    return tuple(doses)
