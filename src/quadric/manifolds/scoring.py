"""How much of a manifold it is: parts of a score, each beside what controls get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from quadric.gallery import Part
from quadric.manifolds.irreducible import mixture_index, separability_index
from quadric.manifolds.shape import Shape, classify

__all__ = [
    "MEANINGS",
    "Measured",
    "measure",
    "measure_named",
    "one_thing",
    "parts",
    "score",
    "strong_samples",
]

MEANINGS = {
    "shape": "How clearly the strong samples form the shape that they are said to form; nothing "
    "for a direction, which needs no quadratic form.",
    "irreducible": "Whether its coordinates depend on each other however they are turned, and few "
    "samples lie on one line (separability and mixture tests of Engels et al. 2024).",
    "readable": "How well a quadratic form of the coordinates predicts the tokens of the "
    "name on samples that it was not fitted to (R²).",
    "named": "How many strong samples have a token of the name, beyond how common those are.",
}
"""Every part of the score, in one sentence each."""

SINGLE_FEATURE_PARTS = ("readable", "named")
"""The parts that say that it is one feature; the others say that it is more than a direction."""


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
    seed: int = 0,
) -> Measured:
    """Measure held-out samples: their points in the subspace, and which of them are strong."""
    draw = np.random.default_rng(seed)
    top = points[strong]
    if len(top) > 2000:
        top = top[draw.choice(len(top), 2000, replace=False)]
    shape = classify(top, _hollow(strength, strong), seed)
    separable = min(1.0, separability_index(top))
    values = {
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
    base = float(named.mean())
    share = float(named[strong].mean())
    return {
        "readable": _readable(points, named, draw),
        "named": max(0.0, (share - base) / max(1 - base, 1e-9)),
    }


def _readable(points: np.ndarray, named: np.ndarray, draw: np.random.Generator) -> float:
    """R² of a quadratic function of the coordinates for the mark, on the half not fitted."""
    if len(points) > 20_000:
        chosen = draw.choice(len(points), 20_000, replace=False)
        points, named = points[chosen], named[chosen]
    scaled = points.astype(np.float64) / max(float(np.abs(points).mean()), 1e-30)
    target = named.astype(np.float64)
    half = draw.permutation(len(scaled)) < len(scaled) // 2
    if target[half].std() == 0 or target[~half].std() == 0:
        return 0.0
    i, j = np.triu_indices(scaled.shape[1])
    design = np.hstack([np.ones((len(scaled), 1)), scaled, scaled[:, i] * scaled[:, j]])
    known = design[half]
    weights = np.linalg.pinv(known.T @ known, hermitian=True) @ (known.T @ target[half])
    error = np.square(target[~half] - design[~half] @ weights).mean()
    return float(np.clip(1 - error / target[~half].var(), 0, 1))


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
    """√(how much it is one thing · how much more than a direction it is), 0 to 1.

    Each factor is the mean gain of its parts, so 1 is perfect, and a direction scores nothing:
    linear tools find it too.
    """
    factors = [mean for mean in (one_thing(found), _mean_gain(found, of_one=False)) if mean >= 0]
    return float(np.prod(factors) ** (1 / len(factors))) if factors else 0.0


def one_thing(found: tuple[Part, ...]) -> float:
    """How much it is one thing: the mean gain of those parts, -1 where there are none."""
    return _mean_gain(found, of_one=True)


def _mean_gain(found: tuple[Part, ...], of_one: bool) -> float:
    """The gain of a part is how far it is above its best control: (v − c) / (1 − c), at least 0."""
    gains = []
    for part in found:
        if (part.name in SINGLE_FEATURE_PARTS) == of_one:
            control = max(part.controls.values(), default=0.0)
            gains.append(max(0.0, (part.value - control) / max(1 - control, 1e-9)))
    return float(np.mean(gains)) if gains else -1.0
