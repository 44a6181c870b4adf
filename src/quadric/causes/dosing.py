"""Dose: the effect of a swap over its size, measured and extrapolated from a small step."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

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


def dose(
    samples: Samples,
    pairs: Int[Tensor, "p 2"],
    basis: Float[Tensor, "d k"],
    unchanged: Float[Tensor, "n v"],
) -> tuple[Dose, ...]:
    """h + s B Bᵀ(h_donor − h) for several s; `unchanged` as `swap` gives it."""
    base, donor = pairs.T.reshape(-1), pairs.flip(1).T.reshape(-1)
    h = samples.x[base]
    edit = (samples.x[donor] - h) @ basis.to(h) @ basis.to(h).T
    aim = unchanged.roll(len(pairs), 0)
    likely = aim.exp()
    whole = pairwise(divergence(likely, aim, unchanged))
    sizes = (SMALL_STEP, *STEP_SIZES)
    steps = torch.tensor(sizes).to(h).repeat_interleave(len(base))
    slope = torch.full_like(unchanged, torch.nan)

    def left(change: Int[Tensor, " m"], logp: Float[Tensor, "m v"]) -> Float[Tensor, "m 2"]:
        i = change % len(base)
        # Changes of one block of text come in their order: the small steps first.
        small = change < len(base)
        slope[i[small]] = (logp[small] - unchanged[i[small]]) / SMALL_STEP
        extrapolated = (unchanged[i] + steps[change, None] * slope[i]).log_softmax(-1)
        return torch.stack([divergence(likely[i], aim[i], q) for q in (logp, extrapolated)], 1)

    new = torch.stack([h + size * edit for size in sizes])
    found = samples.predict(base.repeat(len(sizes)), new.flatten(0, 1), left)
    doses = []
    for size, part in zip(sizes, found.split(len(base)), strict=True):
        (measured, se), (predicted, predicted_se) = (
            share(pairwise(column), whole) for column in part.unbind(1)
        )
        doses.append(Dose(size, measured, predicted, se, predicted_se))
    return tuple(doses[1:])
