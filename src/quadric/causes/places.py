"""Which tokens gain and which lose when samples are moved to a place of the manifold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.causes.groups import Groups
from quadric.causes.moving import moved
from quadric.causes.samples import Samples
from quadric.causes.target import Target

__all__ = ["Place", "places"]

CONTEXTS_PER_PLACE = 6
"""Samples of other groups that are moved to each place."""
MAX_TOKENS = 10
"""Tokens that gain, and as many that lose."""
MIN_PROBABILITY = 1e-3
"""A token is listed if its mean probability is at least this before or after."""


@dataclass(frozen=True)
class Place:
    """A place of a manifold, and what the model says more and less often there."""

    at: tuple[float, ...]
    """Its coordinates, in the frame of the manifold's points."""
    text: str
    """The group whose samples lie there."""
    gain: tuple[tuple[str, float], ...]
    """Tokens with the mean rise of their log-odds, largest first."""
    lose: tuple[tuple[str, float], ...]
    """Tokens with the mean fall of their log-odds, largest first."""


def places(
    samples: Samples,
    target: Target,
    found: Groups,
    strong: Int[Tensor, " s"],
    texts: Sequence[str] | None,
) -> tuple[Place, ...]:
    """Move samples of other groups to each group's place."""
    rows, new, chosen = [], [], []
    for group, place in zip(found.rows, found.places, strict=True):
        others = strong[~torch.isin(strong, group)]
        contexts = others[:: max(1, len(others) // CONTEXTS_PER_PLACE)][:CONTEXTS_PER_PLACE]
        if not len(contexts):
            continue
        h = samples.x[contexts]
        rows.append(contexts)
        new.append(moved(target, h, place.to(h)))
        chosen.append((group, place))
    if not rows:
        return ()
    every = torch.cat(rows)
    counts = [len(r) for r in rows]
    predicted = samples.predict(every.repeat(2), torch.cat([samples.x[every], *new]))
    before, after = (half.split(counts) for half in predicted.chunk(2))
    names = {id(group): word for group, word in zip(found.rows, found.words, strict=True)}
    return tuple(
        Place(
            at=tuple(float(c) for c in place),
            text=names[id(group)],
            gain=_listed(log_odds(b, a), b, a, texts, 1),
            lose=_listed(log_odds(b, a), b, a, texts, -1),
        )
        for (group, place), b, a in zip(chosen, before, after, strict=True)
    )


def log_odds(before: Float[Tensor, "n v"], after: Float[Tensor, "n v"]) -> Float[Tensor, " v"]:
    """The mean over samples of log p′/(1 − p′) − log p/(1 − p)."""

    def odds(logp: Tensor) -> Tensor:
        return logp - torch.log1p(-logp.exp().clamp(max=1 - 1e-6))

    return (odds(after) - odds(before)).mean(0)


def _listed(
    change: Tensor, before: Tensor, after: Tensor, texts: Sequence[str] | None, sign: int
) -> tuple[tuple[str, float], ...]:
    likely = torch.maximum(before.exp().mean(0), after.exp().mean(0)) >= MIN_PROBABILITY
    ranked = torch.where(likely & (sign * change > 0), sign * change, -torch.inf)
    best = ranked.topk(min(MAX_TOKENS, len(ranked)))
    return tuple(
        (str(i) if texts is None else texts[int(i)], sign * float(value))
        for value, i in zip(best.values, best.indices.tolist(), strict=True)
        if value > -torch.inf
    )
