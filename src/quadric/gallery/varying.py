"""What varies inside a manifold, and so names and colours its samples: a token, or its neighbour.

The samples of a manifold may all be one word: then the token before it, or after it, says where
they lie ("of the" here, "in the" there).
"""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float, Int

from quadric.gallery.bundle import ManifoldBundle

__all__ = ["NEIGHBOURS", "varying_tokens", "what_varies"]

NEIGHBOURS = {"before": -1, "after": 1}
"""Where the neighbouring tokens stand, counted from the sample's own."""
MIN_TIMES_OWN_TOKEN = 1.25
"""A neighbour names the samples where it explains so many times what their own token does: the
names of manifolds follow the same rule."""
MIN_EXPLAINED = 0.2
"""And at least this share of where they lie."""
SHRINKAGE_SAMPLES = 4
"""A word's mean is drawn towards the middle of all, as if by so many samples there."""


def what_varies(bundle: ManifoldBundle, strong: Int[np.ndarray, "s"]) -> str:
    """The neighbour, "before" or "after", that tells where the strong samples lie; "" if none does.

    Labels that the user gave come first.
    """
    if bundle.row_label is not None or len(strong) < SHRINKAGE_SAMPLES:
        return ""
    points = bundle.points[strong].astype(np.float64)
    own = _explained(points, _words(bundle, bundle.token[strong]))
    best, most = "", max(MIN_EXPLAINED, MIN_TIMES_OWN_TOKEN * own)
    for side in NEIGHBOURS:
        tokens = varying_tokens(bundle, side)
        if tokens is None:
            continue
        share = _explained(points, _words(bundle, tokens[strong]))
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


def _explained(points: Float[np.ndarray, "s k"], words: Int[np.ndarray, "s"]) -> float:
    """R² of each word's mean point, taken from every other sample, on the rest."""
    half = np.arange(len(points)) % 2 == 0
    middle = points[half].mean(axis=0)
    counts, sums = _sums(points - middle, words, half)
    guess = (sums / (counts + SHRINKAGE_SAMPLES)[:, None])[words[~half]]
    left = np.square(points[~half] - middle - guess).sum()
    return float(1 - left / max(np.square(points[~half] - middle).sum(), 1e-300))


def _sums(
    points: Float[np.ndarray, "s k"], words: Int[np.ndarray, "s"], which: Bool[np.ndarray, "s"]
) -> tuple[Float[np.ndarray, "w"], Float[np.ndarray, "w k"]]:
    size = int(words.max()) + 1
    sums = np.zeros((size, points.shape[1]))
    np.add.at(sums, words[which], points[which])
    return np.bincount(words[which], minlength=size).astype(np.float64), sums
