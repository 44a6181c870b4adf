"""What varies inside a manifold, and so names and colours its samples: a token, or its neighbour.

The samples of a manifold may all be one word: then the token before it, or after it, says where
they lie ("of the" here, "in the" there).
"""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

from quadric.gallery.bundle import ManifoldBundle
from quadric.gallery.card import NEIGHBOURS

__all__ = [
    "MIN_EXPLAINED",
    "MIN_TIMES_OWN_TOKEN",
    "explained",
    "varying_tokens",
    "what_varies",
]

MIN_TIMES_OWN_TOKEN = 1.25
"""A neighbour names the samples where it explains so many times what their own token does."""
MAX_OWN_TOKEN = 1 / 3
"""Where their own token explains more than this, it names them all the same: it is what the
manifold's name says, and "0 …" at the points of "digits, from 0 to 9" would be taken for them."""
MIN_EXPLAINED = 0.15
"""And at least this share of where they lie."""
MIN_SAMPLES = 4
"""Strong samples below which nothing is said."""
MAX_SHRINKAGE = 4.0
"""The most samples' worth by which the mean of a value is drawn to the middle of all."""
MAX_VALUES = 30
"""Values, the most common, that are told apart: the others lie in the middle of all."""


def what_varies(bundle: ManifoldBundle, strong: Int[np.ndarray, "s"]) -> str:
    """The neighbour, "before" or "after", that tells where the strong samples lie; "" if none does.

    Labels that the user gave come first.
    """
    if bundle.row_label is not None or len(strong) < MIN_SAMPLES:
        return ""
    points = bundle.points[strong].astype(np.float64)
    own = explained(points, _words(bundle, bundle.token[strong]))
    if own > MAX_OWN_TOKEN:
        return ""
    best, most = "", max(MIN_EXPLAINED, MIN_TIMES_OWN_TOKEN * own)
    for side in NEIGHBOURS:
        tokens = varying_tokens(bundle, side)
        if tokens is None:
            continue
        share = explained(points, _words(bundle, tokens[strong]))
        if share > most:
            best, most = side, share
    return best


def varying_tokens(bundle: ManifoldBundle, side: str) -> Int[np.ndarray, "n"] | None:
    """Each sample's own token for "", or the one before or after it: -1 where there is none."""
    if side == "":
        return bundle.token
    column = bundle.before + NEIGHBOURS[side]
    if bundle.context is None or not 0 <= column < bundle.context.shape[1]:
        return None
    return bundle.context[:, column]


def _words(bundle: ManifoldBundle, tokens: Int[np.ndarray, "s"]) -> Int[np.ndarray, "s"]:
    """A number for each word: capitals and blanks make no other one."""
    ids, inverse = np.unique(tokens, return_inverse=True)
    texts = ["" if i < 0 else str(bundle.vocab[i]) for i in ids]
    _, words = np.unique([text.strip().lower() or text for text in texts], return_inverse=True)
    return words[inverse]


def explained(points: Float[np.ndarray, "s k"], values: Int[np.ndarray, "s"]) -> float:
    """How much of where samples lie a property of theirs tells, on samples it was not fitted to.

    R², at least 0: a value's mean point among every other sample predicts the rest.
    """
    half = np.arange(len(points)) % 2 == 0
    if half.sum() < 2 or half.all():
        return 0.0
    known, which, counts = np.unique(values[half], return_inverse=True, return_counts=True)
    common = np.argsort(-counts, kind="stable")[:MAX_VALUES]
    middle = points[half].mean(0)
    ends = counts.cumsum()
    ordered = points[half][which.argsort(kind="stable")] - middle
    places = [ordered[ends[i] - counts[i] : ends[i]] for i in common]
    shrinkage = _shrinkage(places)
    moves = np.zeros((len(known) + 1, points.shape[1]), points.dtype)
    for i, mine in zip(common, places, strict=True):
        # Few samples say little of their mean: it is drawn towards the middle of all.
        moves[i] = mine.sum(0) / (len(mine) + shrinkage)
    nearest = np.minimum(np.searchsorted(known, values[~half]), len(known) - 1)
    guess = middle + moves[np.where(known[nearest] == values[~half], nearest, len(known))]
    left = float(np.square(points[~half] - guess).sum())
    every = float(np.square(points[~half] - middle).sum())
    return max(0.0, 1 - left / every) if every > 0 else 0.0


def _shrinkage(places: list[np.ndarray]) -> float:
    """The variance within values over that between them: how many samples the middle is worth."""
    rest = sum(float(np.square(mine - mine.mean(0)).sum()) for mine in places)
    within = rest / max(sum(len(mine) - 1 for mine in places), 1)
    every = sum(float(np.square(mine).sum()) for mine in places)
    between = every / max(sum(len(mine) for mine in places), 1) - within
    return min(MAX_SHRINKAGE, within / between) if between > 0 else MAX_SHRINKAGE
