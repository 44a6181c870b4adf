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
EXPECTED_DIGITS = 3
"""Places nearer than a thousandth of a group are one: rounding errors have no direction."""


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
    """Rank correlation of the waypoints with the expected place of what they predict."""
    chord_monotone: float
    """The same on the chord."""
    arrived: float
    """The share of the distance to the last group's behaviour that is gone at the end."""
    energy_se: float
    """Standard error of the path's energy, by leaving out one of the moved samples at a time."""
    chord_energy_se: float
    """The same of the chord's."""
    difference_se: float
    """The same of `energy` less `chord_energy`, which both move the same samples."""
    arrived_se: float
    """The same of `arrived`."""


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

    def distance(self, q: Float[np.ndarray, "n u"]) -> Float[np.ndarray, " n"]:
        """Bhattacharyya distances to the spline."""
        return -np.log(np.clip((q @ self.curve.T).max(1), 1e-12, 1.0))

    def expected(self, q: Float[np.ndarray, "n u"], a: int, b: int) -> Float[np.ndarray, " n"]:
        """The expected place, counted in groups from a to b, of the token that is predicted.

        A token's place is the mean of the groups' places, each by how likely it is there.
        """
        own = np.square(self.groups[a : b + 1] if b > a else self.groups[b : a + 1][::-1])
        place = np.arange(len(own)) @ (own / own.sum(0).clip(1e-30))
        return np.square(q) @ place


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
    after = samples.predict(torch.cat(rows), torch.cat(new), behaviour.keep)
    counts = [(2 * WAYPOINTS - 2) * len(found.rows[a][:CONTEXTS_PER_WAY]) for a, _ in ways]
    made = []
    for (a, b), part in zip(ways, after.split(counts), strict=True):
        inside = part.unflatten(0, (2 * WAYPOINTS - 2, -1))
        made.append(_way(behaviour, found.words, a, b, inside))
    return tuple(made), behaviour


def moved(
    target: Target, h: Float[Tensor, "n d"], place: Float[Tensor, "... k"], strength: float = 1.0
) -> Float[Tensor, "n d"]:
    """h + s B(c′ − Bᵀh): activations brought to a place; what is not in the subspace stays."""
    basis = target.basis.to(h)
    return h + strength * (target.inner(h, place) - h @ basis) @ basis.T


def _way(
    behaviour: Behaviour, words: Sequence[str], a: int, b: int, inside: Float[Tensor, "w n t"]
) -> Move:
    """The figures of one way from what its samples predict of the class."""
    figures = _figures(behaviour, a, b, inside, behaviour.inside[a])
    kept = range(inside.shape[1])
    without = [
        _figures(behaviour, a, b, inside[:, rest], behaviour.inside[a][rest])
        for rest in ([i for i in kept if i != left] for left in kept)
        if rest
    ]

    def se(name: str, less: str = "") -> float:
        parts = [one[name] - one.get(less, 0.0) for one in without]
        return float(np.sqrt((len(parts) - 1) * np.var(parts))) if parts else 0.0

    return Move(
        start=words[a],
        end=words[b],
        distance=abs(b - a),
        **figures,
        energy_se=se("energy"),
        chord_energy_se=se("chord_energy"),
        difference_se=se("energy", "chord_energy"),
        arrived_se=se("arrived"),
    )


def _figures(
    behaviour: Behaviour,
    a: int,
    b: int,
    inside: Float[Tensor, "w n t"],
    unmoved: Float[Tensor, "n t"],
) -> dict[str, float]:
    """Of the mean prediction over some samples, `unmoved` before they were moved."""
    way = behaviour.reduce(inside.mean(1))
    path = way[:WAYPOINTS]
    chord = np.concatenate([path[:1], way[WAYPOINTS:], path[-1:]])
    found: dict[str, float] = {}
    for which, points in (("", path), ("chord_", chord)):
        expected = behaviour.expected(points, a, b).round(EXPECTED_DIGITS)
        found |= {
            f"{which}energy": float(behaviour.distance(points).sum()),
            f"{which}other": float(np.square(points[:, -1]).mean()),
            f"{which}monotone": spearman(np.arange(WAYPOINTS, dtype=np.float64), expected),
        }
    start = behaviour.reduce(unmoved.mean(0)[None])[0]
    aim = behaviour.groups[b]
    begin, end = (-np.log(np.clip(aim @ q, 1e-12, 1.0)) for q in (start, path[-1]))
    found["arrived"] = float(1 - end / begin) if begin > 1e-9 else 0.0
    return found
