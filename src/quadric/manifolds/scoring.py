"""How much of a manifold it is: parts of a score, each beside what controls get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from quadric.gallery import Part
from quadric.manifolds.geometry import directions
from quadric.manifolds.irreducible import mixture_index, separability_index
from quadric.manifolds.shape import Shape, classify

__all__ = ["MEANINGS", "Measured", "measure", "measure_named", "parts", "score", "strong_samples"]

MEANINGS = {
    "stands out": "1 if a few samples are strong and all others zero, 0 if all are equally strong "
    "(1 less the Hoyer density of the strength).",
    "shape": "How clearly the strong samples form the shape that they are said to form; nothing "
    "for a direction, which needs no quadratic form.",
    "irreducible": "Whether its coordinates depend on each other however they are turned, and few "
    "samples lie on one line (separability and mixture tests of Engels et al. 2024).",
    "readable": "How well a quadratic form of the coordinates predicts the tokens of the "
    "name on samples that it was not fitted to (R²).",
    "curved": "How much of that no single direction predicts, read by a quadratic as well.",
    "named": "How many strong samples have a token of the name, beyond how common those are.",
}
"""Every part of the score, in one sentence each."""

SINGLE_FEATURE_PARTS = ("stands out", "readable", "named")
"""The parts that say that it is one feature; the others say that it is more than a direction."""

DIRECTIONS = 16
"""Directions of the subspace, besides its form's own axes, among which the best is looked for."""


@dataclass(frozen=True)
class Measured:
    """What one subspace's samples say."""

    shape: Shape
    values: dict[str, float]
    """Part -> its value, 0 to 1."""


def strong_samples(
    strength: Float[np.ndarray, "n"], least: int = 64, most: float = 0.25
) -> Int[np.ndarray, "s"]:
    """The strong samples, strongest first: those above Otsu's threshold of the strength.

    At least `least` samples and at most the share `most` of them: the rest is never a manifold.
    """
    order = np.argsort(-strength, kind="stable")
    ranked = strength[order].astype(np.float64)
    n = len(ranked)
    sums = np.cumsum(ranked)
    count = np.arange(1, n + 1)
    above, below = sums / count, (sums[-1] - sums) / np.maximum(n - count, 1)
    between = count * (n - count) * np.square(above - below)
    low = min(least, n) - 1
    high = max(low + 1, int(most * n))
    return order[: low + 1 + int(np.argmax(between[low:high]))]


def measure(
    points: Float[np.ndarray, "n k"],
    strength: Float[np.ndarray, "n"],
    strong: Int[np.ndarray, "s"],
    projected: Float[np.ndarray, "n"],
    seed: int = 0,
) -> Measured:
    """Measure held-out samples: their points in the subspace, and which of them are strong.

    `projected` is their strength before what other subspaces explain is taken away.
    """
    draw = np.random.default_rng(seed)
    top = points[strong]
    if len(top) > 2000:
        top = top[draw.choice(len(top), 2000, replace=False)]
    shape = classify(top, _hollow(strength, strong), seed)
    n = len(projected)
    absolute = np.abs(projected.astype(np.float64))
    density = absolute.sum() / max(float(np.linalg.norm(absolute)), 1e-30) / np.sqrt(n)
    separable = min(1.0, separability_index(top))
    values = {
        "stands out": float(np.clip(1 - density, 0, 1)),
        "shape": 0.0 if shape.word == "direction" else shape.clarity,
        "irreducible": separable * (1 - mixture_index(top)),
    }
    return Measured(shape, values)


def _hollow(strength: np.ndarray, strong: np.ndarray) -> float:
    """How clear the strong samples are of the weaker ones: 1 if none is nearly as strong.

    The strongest samples of any cloud surround a hole, because the weaker ones were left out.
    """
    weakest = float(strength[strong].min())
    nearly = int(((strength < weakest) & (strength > 0.6 * weakest)).sum())
    return len(strong) / (len(strong) + nearly)


def measure_named(
    points: Float[np.ndarray, "n k"],
    strong: Int[np.ndarray, "s"],
    named: Bool[np.ndarray, "n"],
    draw: np.random.Generator,
) -> dict[str, float]:
    """The parts that need to know which samples have a token of the name."""
    alone, quadratic = _readable(points, named, draw)
    base = float(named.mean())
    share = float(named[strong].mean())
    return {
        "readable": quadratic,
        "curved": max(0.0, quadratic - alone),
        "named": max(0.0, (share - base) / max(1 - base, 1e-9)),
    }


def _readable(points: np.ndarray, named: np.ndarray, draw: np.random.Generator) -> tuple:
    """R² for the mark on the half not fitted: of the best direction, and of a quadratic form.

    The direction is read by a quadratic too: to grow faster than linearly along it is no curve.
    """
    if len(points) > 20_000:
        chosen = draw.choice(len(points), 20_000, replace=False)
        points, named = points[chosen], named[chosen]
    scaled = points.astype(np.float64) / max(float(np.abs(points).mean()), 1e-30)
    target = named.astype(np.float64)
    half = draw.permutation(len(scaled)) < len(scaled) // 2
    if target[half].std() == 0 or target[~half].std() == 0:
        return 0.0, 0.0
    k = scaled.shape[1]
    i, j = np.triu_indices(k)
    ones = np.ones((len(scaled), 1))
    products = scaled[:, i] * scaled[:, j]
    (form,), (quadratic,) = _fit(np.hstack([ones, scaled, products])[None], target, half)
    matrix = np.zeros((k, k))
    matrix[i, j] = form[1 + k :]
    axes = np.linalg.eigh(matrix + matrix.T)[1].T
    along = np.vstack([form[1 : 1 + k], axes, directions(DIRECTIONS, k)]) @ scaled.T
    along /= np.maximum(along.std(1, keepdims=True), 1e-30)
    alone = _fit(np.stack([along**power for power in range(3)], axis=2), target, half)[1].max()
    return float(alone), float(quadratic)


def _fit(
    designs: Float[np.ndarray, "m n k"], target: Float[np.ndarray, "n"], half: Bool[np.ndarray, "n"]
) -> tuple[Float[np.ndarray, "m k"], Float[np.ndarray, "m"]]:
    """Least squares of several designs on one half of the samples, and its R² on the other."""
    known, new = designs[:, half], designs[:, ~half]
    inverse = np.linalg.pinv(known.mT @ known, hermitian=True)
    weights = (inverse @ (known.mT @ target[half])[..., None])[..., 0]
    error = np.square(target[~half] - (new @ weights[..., None])[..., 0]).mean(1)
    return weights, np.clip(1 - error / target[~half].var(), 0, 1)


def parts(values: Mapping[str, float], controls: Mapping[str, Mapping[str, float]]) -> tuple:
    """The parts of a score with what each control gets for the same part."""
    return tuple(
        Part(
            name,
            value,
            {label: scores[name] for label, scores in controls.items() if name in scores},
            MEANINGS[name],
        )
        for name, value in values.items()
    )


def score(found: tuple[Part, ...]) -> float:
    """How much it is one thing, times (1 + 3 · how much more than a direction it is) / 4.

    The gain of a part is how far it is above its best control: (v − c) / (1 − c), at least 0. So a
    perfect direction scores a quarter, and the rest is for what only a manifold has.
    """
    gains: dict[str, float] = {}
    for part in found:
        control = max(part.controls.values(), default=0.0)
        gains[part.name] = max(0.0, (part.value - control) / max(1 - control, 1e-9))
    one = [gain for name, gain in gains.items() if name in SINGLE_FEATURE_PARTS]
    more = [gain for name, gain in gains.items() if name not in SINGLE_FEATURE_PARTS]
    return float(np.mean(one) * (1 + 3 * np.mean(more)) / 4)
