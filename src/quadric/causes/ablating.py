"""Ablate: set a manifold's coordinates to a mean, and see what the prediction loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.causes.arms import Arm, Role
from quadric.causes.samples import Samples
from quadric.causes.statistics import ratio
from quadric.causes.swapping import divergence

__all__ = ["Ablation", "ablate"]


@dataclass(frozen=True)
class Ablation:
    """What one arm loses when its part of h is set to a mean."""

    to: str
    """The mean: of the text, or of the manifold's own samples."""
    name: str
    """The arm."""
    role: Role
    """Manifold, control, rival or reference."""
    divergence: float
    """Mean KL(unchanged ‖ ablated), in nats."""
    se: float
    """Its standard error over samples."""
    share: float
    """As a share of what ablating the whole vector does."""
    loss: float
    """How much the loss on the true next token grows, in nats."""
    loss_se: float
    """Its standard error over samples."""


def ablate(
    samples: Samples,
    rows: Int[Tensor, " n"],
    unchanged: Float[Tensor, "n v"],
    elsewhere: Int[Tensor, " m"],
    arms: Sequence[Arm],
) -> tuple[Ablation, ...]:
    """Every arm to both means on the manifold's samples, and the manifold's own arm elsewhere.

    `unchanged` are the predictions at `rows`; `elsewhere` are samples that are not of this
    manifold, where ablating it should do nothing.
    """
    means = {"text": samples.x.mean(0), "manifold": samples.x[rows].mean(0)}
    found = []
    h = samples.x[rows]
    for name, mean in means.items():
        new = torch.stack([h + arm.edit(mean - h) for arm in arms])
        lost = _lost(samples, rows, unchanged, new)
        for arm, losses in zip(arms, lost, strict=True):
            found.append(_ablation(name, arm.name, arm.role, losses, lost[-1]))
    x = samples.x[elsewhere]
    new = torch.stack([x + arm.edit(means["text"] - x) for arm in (arms[0], arms[-1])])
    lost = _lost(samples, elsewhere, samples.predict(elsewhere), new)
    found.append(_ablation("text", "manifold, elsewhere", "control", *lost))
    return tuple(found)


def _lost(
    samples: Samples,
    rows: Int[Tensor, " n"],
    before: Float[Tensor, "n v"],
    new: Float[Tensor, "arms n d"],
) -> Float[np.ndarray, "arms n 2"]:
    """KL(unchanged ‖ ablated), and how much the loss on the true next token grows."""
    p, followed = before.exp(), samples.following[rows]

    def losses(change: Int[Tensor, " m"], logp: Float[Tensor, "m v"]) -> Float[Tensor, "m 2"]:
        i = change % len(rows)
        true = followed[i][:, None]
        grown = before[i].gather(1, true) - logp.gather(1, true)
        return torch.cat([divergence(p[i], before[i], logp)[:, None], grown], 1)

    found = samples.predict(rows.repeat(len(new)), new.flatten(0, 1), losses)
    return found.unflatten(0, (len(new), len(rows))).double().cpu().numpy()


def _ablation(
    to: str,
    name: str,
    role: Role,
    losses: Float[np.ndarray, "n 2"],
    whole: Float[np.ndarray, "n 2"],
) -> Ablation:
    lost, loss = losses.T
    root = np.sqrt(max(len(lost) - 1, 1))
    return Ablation(
        to=to,
        name=name,
        role=role,
        divergence=float(lost.mean()),
        se=float(lost.std() / root),
        share=ratio(lost, whole[:, 0])[0],
        loss=float(loss.mean()),
        loss_se=float(loss.std() / root),
    )
