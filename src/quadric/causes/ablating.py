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
    strong: Int[Tensor, " s"],
    elsewhere: Int[Tensor, " m"],
    arms: Sequence[Arm],
) -> tuple[Ablation, ...]:
    """Every arm to both means on the manifold's samples, and the manifold's own arm elsewhere.

    `rows` are some of its samples, `unchanged` the predictions at them, `strong` all its samples;
    `elsewhere` are samples that are not of this manifold, where ablating it should do nothing.
    """
    means = {"text": samples.x.mean(0), "manifold": samples.x[strong].mean(0)}
    h, x = samples.x[rows], samples.x[elsewhere]
    inside = torch.cat([h + arm.edit(mean - h) for mean in means.values() for arm in arms])
    outside = torch.cat([x + arm.edit(means["text"] - x) for arm in (arms[0], arms[-1])])
    every = torch.cat([rows, elsewhere])
    before = torch.cat([unchanged, samples.predict(elsewhere)])
    own, others = torch.arange(len(every)).split([len(rows), len(elsewhere)])
    which = torch.cat([own.repeat(len(means) * len(arms)), others.repeat(2)])
    lost = _lost(samples, every, before, which, torch.cat([inside, outside]))
    found = []
    table = lost[: len(inside)].reshape(len(means), len(arms), len(rows), 2)
    for name, losses in zip(means, table, strict=True):
        for arm, one in zip(arms, losses, strict=True):
            found.append(_ablation(name, arm.name, arm.role, one, losses[-1]))
    lost = np.split(lost[len(inside) :], 2)
    found.append(_ablation("text", "manifold, elsewhere", "control", *lost))
    return tuple(found)


def _lost(
    samples: Samples,
    rows: Int[Tensor, " n"],
    before: Float[Tensor, "n v"],
    which: Int[Tensor, " c"],
    new: Float[Tensor, "c d"],
) -> Float[np.ndarray, "c 2"]:
    """KL(unchanged ‖ ablated), and how much the loss on the true next token grows.

    Each of the `new` activations is one of a sample, `which` of the rows.
    """
    p, followed = before.exp(), samples.following[rows]

    def losses(change: Int[Tensor, " m"], logp: Float[Tensor, "m v"]) -> Float[Tensor, "m 2"]:
        i = which[change]
        true = followed[i][:, None]
        grown = before[i].gather(1, true) - logp.gather(1, true)
        return torch.cat([divergence(p[i], before[i], logp)[:, None], grown], 1)

    return samples.predict(rows[which], new, losses).double().cpu().numpy()


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
