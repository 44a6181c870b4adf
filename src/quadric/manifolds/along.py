"""What varies inside a manifold: groups of samples by their word, and a path through them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from scipy.interpolate import CubicSpline

from quadric.gallery import Path, Tick
from quadric.gallery.placing import path_position
from quadric.gallery.varying import explained
from quadric.manifolds.lexicon import CLASSES, WordClass, known_order, plain_word

__all__ = ["Groups", "group_by_word", "path_through", "shortest_way", "smooth_path", "varies_by"]

MAX_GROUPS = 24
"""Groups of a manifold: those with most samples."""
MIN_GROUP_SAMPLES, MIN_GROUP_SHARE = 5, 0.005
"""Samples, and their share of all, below which a word makes no group: their mean says little."""
CURVE_STRETCHES = 12
"""Stretches that a curve without words is cut into."""
PATH_POINTS = 8
"""Vertices of a path from one group to the next."""
RANDOM_ORDERS = 999
"""Random orders that a known one is held against."""
MAX_SHORTER_SHARE = 0.05
"""The share of random orders that may lead through the groups on as short a way."""
MAX_OFF_PATH = 0.35
"""The share of variance off a path from which on samples do not lie along it: words may follow
each other while each one's samples lie elsewhere."""


@dataclass(frozen=True)
class Groups:
    """Words, and where their samples lie."""

    words: tuple[str, ...]
    counts: tuple[int, ...]
    places: Float[np.ndarray, "g k"]
    """The mean point of each."""
    order: str | None = None
    """The sequence that they are in, if they lie in its order."""
    closed: bool = False
    """Whether that sequence begins again after its end."""

    def __len__(self) -> int:
        return len(self.words)


def group_by_word(
    points: Float[np.ndarray, "s k"],
    tokens: Int[np.ndarray, "s"],
    vocab: Sequence[str],
    seed: int = 0,
    own: WordClass | None = None,
) -> Groups:
    """The words of samples with their places: in a known order if they lie in it, or by number.

    They lie in an order if the way through their places in it is shorter than in 95% of random
    orders. `own` are a user's labels: they stay as they are spelt, and their order comes first.
    """
    ids, inverse = np.unique(tokens, return_inverse=True)
    spelt = plain_word if own is None else str.strip
    texts = [spelt(str(vocab[i])) if i >= 0 else "" for i in ids.tolist()]
    names, which = np.unique(np.array(texts, dtype=object).astype(str), return_inverse=True)
    word = which[inverse]
    counts = np.bincount(word, minlength=len(names))
    least = max(MIN_GROUP_SAMPLES, int(MIN_GROUP_SHARE * len(points)))
    large = [
        i
        for i in np.argsort(-counts, kind="stable")[:MAX_GROUPS]
        if counts[i] >= least and names[i]
    ]
    places = np.array([points[word == i].mean(0) for i in large]).reshape(-1, points.shape[1])
    words = [str(names[i]) for i in large]
    known = CLASSES if own is None or not own.ordered else (own,)
    sequence = known_order(words, known)
    order, name, closed = list(range(len(words))), None, False
    if sequence is not None and _in_order(places[sequence[1]], seed):
        order, name, closed = sequence[1], sequence[0].name, sequence[0].closed
    return Groups(
        tuple(words[i] for i in order),
        tuple(int(counts[large[i]]) for i in order),
        places[order],
        name,
        closed,
    )


def _in_order(places: Float[np.ndarray, "g k"], seed: int) -> bool:
    draw = np.random.default_rng(seed)
    apart = np.linalg.norm(places[:, None] - places, axis=2)
    count = len(places)
    orders = np.stack([np.arange(count), *(draw.permutation(count) for _ in range(RANDOM_ORDERS))])
    ways = apart[orders[:, :-1], orders[:, 1:]].sum(1)
    return float(np.mean(ways <= ways[0])) <= MAX_SHORTER_SHARE


def path_through(
    points: Float[np.ndarray, "s k"], groups: Groups | None, shape: str
) -> Path | None:
    """The path that samples lie along; None where more than MAX_OFF_PATH of their variance is off.

    Through the words in their known order; where the shape is a curve, through the words on the
    shortest way; without words, through the means of stretches along it.
    """
    if points.shape[1] < 2 or len(points) < CURVE_STRETCHES:
        return None
    if groups is not None and groups.order is not None:
        path = smooth_path(groups.places, groups.words, groups.closed)
    elif shape in ("curve", "closed curve"):
        closed = shape == "closed curve"
        if groups is not None and len(groups) >= 4:
            order = shortest_way(groups.places, closed)
            words = [groups.words[i] for i in order]
            path = smooth_path(groups.places[order], words, closed)
        else:
            places = _stretches(points, closed)
            if len(places) < 4:  # Nearly all samples at a few places: nothing lies along them.
                return None
            path = smooth_path(places, None, closed)
    else:
        return None
    return None if off_path(path, points) > MAX_OFF_PATH else path


def smooth_path(
    places: Float[np.ndarray, "g k"], words: Sequence[str] | None, closed: bool
) -> Path:
    """A spline through places in their order, with the words as ticks."""
    around = np.concatenate([places, places[:1]]) if closed else places
    steps = np.arange(len(around))
    spline = CubicSpline(steps, around, bc_type="periodic" if closed else "natural")
    line = spline(np.linspace(0, steps[-1], PATH_POINTS * int(steps[-1]) + 1))
    line = np.pad(line, ((0, 0), (0, max(0, 3 - line.shape[1]))))
    along = np.append(0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1)))
    at = (along / max(along[-1], 1e-300))[::PATH_POINTS]
    ticks = tuple(Tick(w, float(t)) for w, t in zip(words or (), at, strict=False))
    return Path(closed, tuple(tuple(map(float, row)) for row in line), ticks)


def off_path(path: Path, points: Float[np.ndarray, "s k"]) -> float:
    """The share of the points' variance that is left when each is put to its place on the path."""
    line = np.array(path.at)[:, : points.shape[1]]
    share = path_position(path, points)
    along = np.append(0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1)))
    at = share * along[-1]
    there = np.column_stack([np.interp(at, along, line[:, c]) for c in range(line.shape[1])])
    left = float(np.square(points - there).sum())
    return left / max(float(np.square(points - points.mean(0)).sum()), 1e-300)


def shortest_way(places: Float[np.ndarray, "g k"], closed: bool = False) -> list[int]:
    """An order in which the way through places is short: greedy from every start, then 2-opt."""
    count = len(places)
    apart = np.linalg.norm(places[:, None] - places[None], axis=2).tolist()

    def length(order: list[int]) -> float:
        way = sum(apart[a][b] for a, b in itertools.pairwise(order))
        return way + (apart[order[-1]][order[0]] if closed else 0.0)

    def gained(order: list[int], i: int, j: int) -> float:
        """What is gained if the places i to j - 1 are gone through backwards."""
        before = order[i - 1] if i or closed else None
        after = order[j % count] if j < count or closed else None
        first, last = order[i], order[j - 1]
        old = new = 0.0
        if before is not None:
            old, new = old + apart[before][first], new + apart[before][last]
        if after is not None:
            old, new = old + apart[last][after], new + apart[first][after]
        return old - new

    best = list(range(count))
    for start in range(count):
        order, left = [start], set(range(count)) - {start}
        while left:
            order.append(min(left, key=lambda i, at=order[-1]: (apart[at][i], i)))
            left.remove(order[-1])
        improved = True
        while improved:
            improved = False
            for i in range(count - 1):
                for j in range(i + 2, count + 1):
                    # All of a ring backwards is the same ring.
                    if j - i < count and gained(order, i, j) > 1e-12:
                        order[i:j] = order[i:j][::-1]
                        improved = True
        if length(order) < length(best) - 1e-12:
            best = order
    return best


def _stretches(points: np.ndarray, closed: bool) -> np.ndarray:
    centred = points - points.mean(0)
    axes = np.linalg.svd(centred[:4096], full_matrices=False)[2]
    along = centred @ axes[0]
    if closed:
        along = np.arctan2(centred @ axes[1], along)
    part = np.digitize(along, np.quantile(along, np.arange(1, CURVE_STRETCHES) / CURVE_STRETCHES))
    return np.stack(
        [points[part == i].mean(0) for i in range(CURVE_STRETCHES) if (part == i).any()]
    )


def varies_by(
    points: Float[np.ndarray, "s k"], properties: dict[str, Int[np.ndarray, "s"]]
) -> dict[str, float]:
    """How much of the points' variance each property explains, on samples it was not fitted to."""
    return {name: explained(points, values) for name, values in properties.items()}
