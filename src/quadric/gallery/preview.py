"""The picture on a card: a few hundred points, what colours them, and the words in it."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Int

from quadric.gallery.blocks import Label
from quadric.gallery.bundle import ManifoldBundle
from quadric.gallery.groups import groups_apart, spread
from quadric.gallery.placing import path_place, path_position
from quadric.gallery.varying import varying_tokens, what_varies

__all__ = ["Preview", "preview", "strong_count", "token_labels", "varies", "word_groups"]

PREVIEW_POINTS = 600
"""Points on a card: enough to see the shape, few enough that a gallery of 500 opens at once."""
PREVIEW_WORDS = 12
"""Words on a card; the page has as many hues."""
MIN_WORD_SHARE = 0.001
"""A token with less than this share of the first one's fourth powers is not worth a word."""
GREY_TINT = 255
"""The tint of a point that is drawn in grey."""
UNNAMED_TINT = 254
"""The tint of a strong sample whose neighbour is none of the words: the page has no hue for it."""
STRONG_FROM = 0.25
"""Strength, between the weakest and the best, from which a sample counts as strong: on language
the second group of a manifold is often a third as strong as the first, and samples that do not
belong to it a tenth."""
MIN_STRONG_SAMPLES = 24
"""Samples that are shown in colour in any case."""
BEST_QUANTILE = 0.002
"""The share of samples above the strength that counts as the best: single outliers do not."""
MAX_STRONG_SHARE = 0.6
"""The share of strong samples beyond which all count: there is no weak crowd to tell them from."""


class Preview(NamedTuple):
    """What a card keeps of the points."""

    points: str
    """Base64: x, y, z and strength, one byte each, the coordinates within `frame`."""
    tints: str
    """Base64: one byte a point, the place along the path (0 to 254) or the number of its label."""
    frame: tuple[float, ...]
    """The middle of the cube that the bytes divide, and half its side."""


def strong_count(strength: Float[np.ndarray, "n"]) -> int:
    """How many samples, strongest first, belong plainly: a quarter as strong as the best or more.

    The page has the same rule.
    """
    order = -np.sort(-strength.astype(np.float64))
    n = len(order)
    best = order[min(n - 1, max(MIN_STRONG_SAMPLES // 2, int(n * BEST_QUANTILE)))]
    count = int((order >= order[-1] + STRONG_FROM * (best - order[-1])).sum())
    if count > MAX_STRONG_SHARE * n or n <= 2 * MIN_STRONG_SAMPLES:
        return n
    return max(count, MIN_STRONG_SAMPLES)


def _strong(bundle: ManifoldBundle) -> Int[np.ndarray, "s"]:
    return np.argsort(-bundle.strength, kind="stable")[: strong_count(bundle.strength)]


def varies(bundle: ManifoldBundle) -> str:
    """Which neighbour's word tells where the strong samples lie; "" where it is their own token."""
    return what_varies(bundle, _strong(bundle))


def _named(bundle: ManifoldBundle, side: str) -> tuple[Int[np.ndarray, "n"], Sequence[str]]:
    """What names each sample, as an index into texts, -1 for nothing: the user's labels come first.

    The page has the same rule.
    """
    if bundle.row_label is not None:
        return bundle.row_label, bundle.label_texts
    tokens = varying_tokens(bundle, side)
    assert tokens is not None
    return tokens, bundle.vocab


def token_labels(
    bundle: ManifoldBundle, side: str = "", count: int = PREVIEW_WORDS
) -> tuple[Label, ...]:
    """Words for the picture: the tokens of the strong samples, each at the sample in its middle.

    With a `side`, "before" or "after", the tokens beside them; where the user gave labels, these.
    They are ordered by the fourth power of their samples' strengths, so that a common word among
    the weak does not outweigh a rare one among the strong.
    """
    tokens, texts = _named(bundle, side)
    strong = _strong(bundle)
    strong = strong[tokens[strong] >= 0]
    ids, inverse = np.unique(tokens[strong], return_inverse=True)
    strength, points = bundle.strength[strong].astype(np.float64), bundle.points[strong]
    energy = np.bincount(inverse, weights=strength**4)
    found: list[Label] = []
    named: set[str] = set()
    for which in np.argsort(-energy, kind="stable"):
        text = str(texts[int(ids[which])])
        if energy[which] < MIN_WORD_SHARE * energy.max() or len(found) == count:
            break
        # "That" beside "that" says nothing new.
        if _word(text) in named:
            continue
        named.add(_word(text))
        own = np.flatnonzero(inverse == which)
        weight = strength[own] ** 2 + 1e-9
        middle = weight @ points[own] / weight.sum()
        nearest = own[np.square(points[own] - middle).sum(axis=1).argmin()]
        found.append(Label(text, _place(points[nearest])))
    return tuple(found)


def word_groups(
    bundle: ManifoldBundle, labels: tuple[Label, ...], side: str = ""
) -> tuple[Label, ...]:
    """The words of ticks and labels once more, each where its samples form a further group."""
    tokens, texts = _named(bundle, side)
    strong = _strong(bundle)
    points = bundle.points[strong].astype(np.float64)
    words = np.array([_word(str(text)) for text in texts], dtype=object)
    wide = spread(points)
    found: list[Label] = []
    for word, (text, at) in _places(bundle, labels).items():
        own = points[np.isin(tokens[strong], np.flatnonzero(words == word))]
        # A place has three numbers also where a manifold has fewer or more.
        place = np.pad(np.array(at), (0, bundle.rank))[: bundle.rank]
        found += [Label(text, _place(own[i])) for i in groups_apart(own, place, wide)]
    return tuple(found)


def _places(
    bundle: ManifoldBundle, labels: tuple[Label, ...]
) -> dict[str, tuple[str, tuple[float, ...]]]:
    """Each word of the picture, how it is written and where it stands: at its tick, if any."""
    places = {_word(label.text): (label.text, label.at) for label in reversed(labels)}
    if bundle.path is not None:
        for tick in bundle.path.ticks:
            spelling = places.get(_word(tick.text), (tick.text,))[0]
            places[_word(tick.text)] = spelling, tuple(path_place(bundle.path, tick.t))
    return places


def _word(text: str) -> str:
    """Blanks and capitals make no other word, unless there is nothing else."""
    return text.strip().lower() or text


def _place(point: np.ndarray) -> tuple[float, ...]:
    return tuple(round(float(v), 6) for v in np.pad(point, (0, max(0, 3 - len(point)))))


def preview(bundle: ManifoldBundle, labels: tuple[Label, ...], side: str = "") -> Preview:
    """Choose points for the card: the stronger, the more likely, and none far outside."""
    order = np.argsort(-bundle.strength, kind="stable")
    count = min(PREVIEW_POINTS, len(order))
    ranks = np.unique((len(order) * (np.arange(count) / count) ** 2).astype(int))
    chosen = order[ranks]
    points = bundle.picture[chosen].astype(np.float64)
    low, high = np.quantile(points, [0.01, 0.99], axis=0)
    centre = (low + high) / 2
    radius = max(float((high - low).max()) / 2 * 1.05, 1e-12)
    scaled = (points - centre) / radius
    inside = (np.abs(scaled) <= 1).all(axis=1)
    span = max(float(np.ptp(bundle.strength)), 1e-12)
    level = (bundle.strength[chosen] - bundle.strength.min()) / span
    table = np.column_stack([(scaled + 1) / 2, level])[inside]
    tints = np.where(
        ranks < strong_count(bundle.strength), _tints(bundle, labels, side, chosen), GREY_TINT
    )
    x, y, z = (round(float(v), 6) for v in centre)
    return Preview(
        _text(np.rint(table * 255)),
        _text(tints[inside]),
        (x, y, z, round(radius, 6)),
    )


def _tints(
    bundle: ManifoldBundle, labels: tuple[Label, ...], side: str, chosen: Int[np.ndarray, "n"]
) -> Int[np.ndarray, "n"]:
    if bundle.path is not None and len(bundle.path.at) > 1:
        place = path_position(bundle.path, bundle.points[chosen])
        return np.rint(place * (GREY_TINT - 1)).astype(int)
    texts = [_word(label.text) for label in labels[:UNNAMED_TINT]]
    number = {text: k for k, text in reversed(list(enumerate(texts)))}
    tokens, names = _named(bundle, side)
    words = ["" if i < 0 else _word(str(names[i])) for i in tokens[chosen]]
    return np.array(
        [number.get(word, UNNAMED_TINT if side else GREY_TINT) for word in words], dtype=int
    )


def _text(table: np.ndarray) -> str:
    return base64.b64encode(table.astype(np.uint8).tobytes()).decode()
