"""Move along a manifold, and compare with the straight line between the same ends.

After Wurgaft et al. 2026. The behaviour manifold is a spline through the square roots of the mean
output distributions of the groups, over the tokens that tell the groups apart and one class for all
others. The energy of a way is Σ over its waypoints of the Bhattacharyya distance to that spline,
−ln Σ √(q s²): small if the model passes through predictions that it really makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.causes.groups import Groups, spline
from quadric.causes.samples import Samples
from quadric.causes.statistics import spearman
from quadric.causes.target import Target

__all__ = ["Behaviour", "Move", "ends", "move"]

WAYPOINTS = 20
CONTEXTS_PER_WAY = 4
"""Samples of the group where a way begins that are moved along it."""
BEHAVIOUR_TOKENS = 63
"""Tokens of the behaviour manifold, besides the class of all others."""
MEAN_SAMPLES = 12
"""Samples of a group whose predictions make its mean."""
SPLINE_POINTS = 25
"""Points of the spline between two groups."""


@dataclass(frozen=True)
class Move:
    """One way from group to group: along the manifold and along the chord."""

    start: str
    """The word that it begins at."""
    end: str
    """The word that it ends at."""
    distance: int
    """How many groups they are apart."""
    energy: float
    """Σ over waypoints of the distance to the behaviour manifold, on the path."""
    chord_energy: float
    """The same on the chord."""
    other: float
    """Mean probability of tokens outside the class, on the path."""
    chord_other: float
    """The same on the chord."""
    monotone: float
    """Rank correlation of the waypoints with where their predictions lie on the spline."""
    chord_monotone: float
    """The same on the chord."""
    arrived: float
    """The share of the distance to the last group's behaviour that is gone at the end."""


class Behaviour:
    """The behaviour manifold of some groups, from the predictions at their samples."""

    def __init__(self, samples: Samples, found: Groups) -> None:
        rows = [r[:MEAN_SAMPLES] for r in found.rows]
        p = samples.predict(torch.cat(rows)).exp()
        means = torch.stack([part.mean(0) for part in p.split([len(r) for r in rows])])
        spread = means.sqrt().var(0)
        count = min(BEHAVIOUR_TOKENS, means.shape[1] - 1)
        self.tokens: Int[Tensor, " t"] = spread.topk(count).indices
        inside = p[:, self.tokens].split([len(r) for r in rows])
        self.inside: list[Float[Tensor, "r t"]] = [p[:CONTEXTS_PER_WAY] for p in inside]
        """What each group's first samples, those that are moved, predict of the class."""
        self.groups = self.reduce(means[:, self.tokens])
        """√ of each group's mean distribution over the class and the others."""
        at = np.linspace(0, len(rows) - 1, SPLINE_POINTS * (len(rows) - 1) + 1)
        curve = np.maximum(spline(self.groups, at), 0)
        self.curve = curve / np.linalg.norm(curve, axis=1, keepdims=True)
        self.at = at

    def keep(self, _change: Int[Tensor, " m"], logp: Float[Tensor, "m v"]) -> Float[Tensor, "m t"]:
        """Of predictions the probabilities of the class."""
        return logp[:, self.tokens].exp()

    def reduce(self, inside: Float[Tensor, "n t"]) -> Float[np.ndarray, "n u"]:
        """√ of distributions over the class and, last, all other tokens."""
        inside = inside.double()
        other = (1 - inside.sum(1, keepdim=True)).clamp(min=0)
        return torch.cat([inside, other], 1).sqrt().cpu().numpy()

    def distance(self, q: Float[np.ndarray, "n t"]) -> tuple[np.ndarray, np.ndarray]:
        """Bhattacharyya distances to the spline, and where on it the nearest points are."""
        overlap = q @ self.curve.T
        best = overlap.argmax(1)
        nearest = overlap[np.arange(len(q)), best]
        return -np.log(np.clip(nearest, 1e-12, 1.0)), self.at[best]


def ends(count: int) -> list[tuple[int, int]]:
    """Ends of ways: neighbours, half way and from one end to the other, forwards and backwards."""
    apart = dict.fromkeys((1, max(1, count // 2), count - 1))
    return [way for k in apart for way in ((0, k), (count - 1, count - 1 - k))]


def move(samples: Samples, target: Target, found: Groups) -> tuple[tuple[Move, ...], Behaviour]:
    """Ways between groups, along the spline through their places and along the chord."""
    behaviour = Behaviour(samples, found)
    places = found.places.double().cpu().numpy()
    ways = ends(len(found))
    rows, new = [], []
    for a, b in ways:
        inside = found.rows[a][:CONTEXTS_PER_WAY]
        h = samples.x[inside]
        path = spline(places, np.linspace(a, b, WAYPOINTS))
        chord = np.linspace(places[a], places[b], WAYPOINTS)
        # The chord has the ends of the path, which need not be predicted twice.
        for point in np.concatenate([path, chord[1:-1]]):
            rows.append(inside)
            new.append(moved(target, h, torch.from_numpy(point).to(h)))
    count = [len(r) for r in rows]
    after = samples.predict(torch.cat(rows), torch.cat(new), behaviour.keep)
    mean = torch.stack([part.mean(0) for part in after.split(count)])
    made = []
    for (a, b), way in zip(ways, mean.split(2 * WAYPOINTS - 2), strict=True):
        start = behaviour.reduce(behaviour.inside[a].mean(0)[None])[0]
        made.append(_way(behaviour, found.words, a, b, behaviour.reduce(way), start))
    return tuple(made), behaviour


def moved(
    target: Target, h: Float[Tensor, "n d"], place: Float[Tensor, "... k"], strength: float = 1.0
) -> Float[Tensor, "n d"]:
    """h + s B(c′ − Bᵀh): activations brought to a place; what is not in the subspace stays."""
    basis = target.basis.to(h)
    return h + strength * (target.inner(h, place) - h @ basis) @ basis.T


def _way(
    behaviour: Behaviour, words: Sequence[str], a: int, b: int, way: np.ndarray, start: np.ndarray
) -> Move:
    path = way[:WAYPOINTS]
    chord = np.concatenate([path[:1], way[WAYPOINTS:], path[-1:]])
    sign = 1 if b > a else -1
    figures = []
    for points in (path, chord):
        far, at = behaviour.distance(points)
        rising = spearman(np.arange(WAYPOINTS, dtype=np.float64), sign * at)
        figures.append((float(far.sum()), float(np.square(points[:, -1]).mean()), rising))
    aim = behaviour.groups[b]
    begin, end = (-np.log(np.clip(aim @ q, 1e-12, 1.0)) for q in (start, path[-1]))
    return Move(
        start=words[a],
        end=words[b],
        distance=abs(b - a),
        energy=figures[0][0],
        chord_energy=figures[1][0],
        other=figures[0][1],
        chord_other=figures[1][1],
        monotone=figures[0][2],
        chord_monotone=figures[1][2],
        arrived=float(1 - end / begin) if begin > 1e-9 else 0.0,
    )
