"""Swap: give a sample the coordinates of another, and see whether the prediction follows.

    h ← h + B Bᵀ(h_donor − h),    share of the way = 1 − Σ KL(donor ‖ patched) / Σ KL(donor ‖ base)

1 if the prediction becomes the donor's, 0 if it does not move towards it. Each pair is swapped both
ways, and counts once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.causes.arms import Arm, Role
from quadric.causes.samples import Samples
from quadric.causes.statistics import ratio, sign_flip

__all__ = ["ArmEffect", "Swap", "divergence", "pairwise", "share", "swap"]


@dataclass(frozen=True)
class ArmEffect:
    """What one arm does, over all pairs."""

    name: str
    """The arm."""
    role: Role
    """Manifold, control, rival or reference."""
    value: float
    """Its share of the way from the base's prediction to the donor's."""
    se: float
    """Standard error over pairs."""
    norm: float
    """Mean ‖edit‖ / ‖h‖."""
    cosine: float
    """Mean cosine of the activation before and after."""
    changed: float
    """Mean KL(base ‖ patched), in nats: whether anything happened at all."""
    flipped: float
    """Share of predictions whose most probable token became another."""
    variance: float
    """The share of the strong samples' variance that its edits keep."""


@dataclass(frozen=True)
class Swap:
    """What swapping a manifold's coordinates does, beside what else would."""

    arms: tuple[ArmEffect, ...]
    """The manifold first."""
    pairs: int
    """Pairs of samples, each swapped both ways."""
    apart: float
    """Mean KL(donor ‖ base), in nats: whether there was a way to go."""
    itself: float
    """The largest change of any log-probability when a sample is swapped with itself: exactly 0."""
    used: float
    """(manifold − best control, at least 0) / whole vector, in shares of the way."""
    used_se: float
    """Its standard error, by leaving out one pair at a time."""
    control: str
    """The best control."""
    p: float
    """That the manifold is no better than a control: the largest p over all controls."""

    def __getitem__(self, name: str) -> ArmEffect:
        return next(arm for arm in self.arms if arm.name == name)


def divergence(
    p: Float[Tensor, "n v"], logp: Float[Tensor, "n v"], logq: Float[Tensor, "n v"]
) -> Float[Tensor, " n"]:
    """KL(p ‖ q) = Σ p (log p − log q), in nats; rounding below 0 is cut off."""
    return (p * (logp - logq)).sum(-1).clamp(min=0)


def swap(
    samples: Samples, pairs: Int[Tensor, "p 2"], arms: Sequence[Arm], seed: int = 0
) -> tuple[Swap, Float[Tensor, "n v"]]:
    """Swap every pair by every arm; also gives the unchanged predictions, base after donor.

    Rows: first the pairs' first samples as bases, then their second ones.
    """
    count = len(pairs)
    base, donor = pairs.T.reshape(-1), pairs.flip(1).T.reshape(-1)
    h = samples.x[base]
    step = samples.x[donor] - h
    unchanged = samples.predict(base, h)
    itself = samples.predict(base, h + arms[0].edit(h - h))
    p = unchanged.exp()
    aim, likely = unchanged.roll(count, 0), p.roll(count, 0)
    top = unchanged.argmax(-1)

    def effect(change: Int[Tensor, " m"], logp: Float[Tensor, "m v"]) -> Float[Tensor, "m 3"]:
        i = change % len(base)
        to_donor = divergence(likely[i], aim[i], logp)
        from_base = divergence(p[i], unchanged[i], logp)
        return torch.stack([to_donor, from_base, (logp.argmax(-1) != top[i]).to(logp)], 1)

    new = torch.stack([h + arm.edit(step) for arm in arms])
    patched = samples.predict(base.repeat(len(arms)), new.flatten(0, 1), effect)
    left, found = [], []
    whole = pairwise(divergence(likely, aim, unchanged))
    for arm, edited, effects in zip(arms, new, patched.split(len(base)), strict=True):
        to_donor, from_base, flipped = effects.unbind(1)
        part = pairwise(to_donor)
        left.append(part)
        found.append(
            ArmEffect(
                arm.name,
                arm.role,
                *share(part, whole),
                float(((edited - h).norm(dim=1) / h.norm(dim=1)).mean()),
                float(torch.cosine_similarity(edited, h, dim=1).mean()),
                float(from_base.mean()),
                float(flipped.mean()),
                arm.variance,
            )
        )
    roles: list[Role] = [arm.role for arm in arms]
    table = np.stack(left)
    used, control = _used(table, whole, roles)
    controls = [i for i, role in enumerate(roles) if role == "control"]
    chance = max(sign_flip(table[i] - table[0], seed=seed) for i in controls)
    kept = np.arange(count)
    parts = [_used(table[:, kept != i], whole[kept != i], roles)[0] for i in kept]
    spread = np.sqrt((count - 1) * np.var(parts)) if count > 1 else 0.0
    result = Swap(
        arms=tuple(found),
        pairs=count,
        apart=float(whole.mean()),
        itself=float((itself - unchanged).abs().max()),
        used=used,
        used_se=float(spread),
        control=arms[control].name,
        p=chance,
    )
    return result, unchanged


def share(left: Float[np.ndarray, " p"], whole: Float[np.ndarray, " p"]) -> tuple[float, float]:
    """The share of the way, 1 − Σ left / Σ whole, and its standard error; 0 where there is none."""
    value, se = ratio(left, whole)
    return 1 - value if whole.mean() > 0 else 0.0, se


def pairwise(values: Float[Tensor, " n"]) -> Float[np.ndarray, " p"]:
    """The mean of the two ways of each pair."""
    return values.double().reshape(2, -1).mean(0).cpu().numpy()


def _used(table: np.ndarray, whole: np.ndarray, roles: Sequence[Role]) -> tuple[float, int]:
    """(m − max(c, 0)) / w of the shares of the way, and which control is c."""
    shares = 1 - table.sum(1) / max(float(whole.sum()), 1e-30)
    controls = [i for i, role in enumerate(roles) if role == "control"]
    best = max(controls, key=lambda i: shares[i])
    everything = float(shares[-1])
    if not everything > 0:
        return 0.0, best
    return float((shares[0] - max(float(shares[best]), 0.0)) / everything), best
