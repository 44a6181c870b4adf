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
        logp = samples.predict(rows.repeat(len(arms)), new.flatten(0, 1)).split(len(rows))
        followed = samples.following[rows]
        whole = divergence(unchanged.exp(), unchanged, logp[-1])
        for arm, after in zip(arms, logp, strict=True):
            found.append(_ablation(name, arm.name, arm.role, unchanged, after, followed, whole))
    x = samples.x[elsewhere]
    before = samples.predict(elsewhere)
    new = torch.stack([x + arm.edit(means["text"] - x) for arm in (arms[0], arms[-1])])
    after = samples.predict(elsewhere.repeat(2), new.flatten(0, 1)).split(len(elsewhere))
    whole = divergence(before.exp(), before, after[1])
    followed = samples.following[elsewhere]
    found.append(
        _ablation("text", "manifold, elsewhere", "control", before, after[0], followed, whole)
    )
    return tuple(found)


def _ablation(
    to: str,
    name: str,
    role: Role,
    before: Tensor,
    after: Tensor,
    followed: Tensor,
    whole: Tensor,
) -> Ablation:
    lost = divergence(before.exp(), before, after).double().cpu().numpy()
    at = torch.arange(len(followed))
    loss = (before[at, followed] - after[at, followed]).double().cpu().numpy()
    root = np.sqrt(max(len(lost) - 1, 1))
    return Ablation(
        to=to,
        name=name,
        role=role,
        divergence=float(lost.mean()),
        se=float(lost.std() / root),
        share=ratio(lost, whole.double().cpu().numpy())[0],
        loss=float(loss.mean()),
        loss_se=float(loss.std() / root),
    )
