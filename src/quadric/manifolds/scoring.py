"""How much of a manifold it is: parts of a score, each beside what controls get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from quadric.gallery import Part
from quadric.manifolds.irreducible import mixture_index, separability_index
from quadric.manifolds.sets import otsu
from quadric.manifolds.shape import Shape, classify

__all__ = [
    "MEANINGS",
    "Measured",
    "direction_score",
    "measure",
    "measure_named",
    "parts",
    "score",
    "strong_samples",
]

MEANINGS = {
    "shape": "How clearly the strong samples form the shape that they are said to form; nothing "
    "for a direction, which needs no quadratic form.",
    "varies": "How much of where a strong sample lies is told by its token, the tokens beside it "
    "or its place in the text, on samples that were not fitted (R²).",
    "irreducible": "Whether its coordinates depend on each other however they are turned, and few "
    "samples lie on one line (separability and mixture tests of Engels et al. 2024).",
    "found again": "How much of the subspace its strong samples give again, rank and directions, "
    "in text that it was not made from.",
    "readable": "How well a quadratic form of the coordinates predicts the tokens of the "
    "name on samples that it was not fitted to (R²).",
    "named": "How many strong samples have a token of the name, beyond how common those are.",
}
"""Every part of the score, in one sentence each."""

QUESTIONS = {
    "one thing": ("readable", "named"),
    "there again": ("found again",),
    "more than a direction": ("shape", "varies", "irreducible"),
}
"""The questions of a score, each with the parts that answer it."""

MAX_SHAPE_SAMPLES = 2000
"""Strong samples whose shape is measured."""
SHAPELESS_DRAWS = 2
"""Draws of samples that have the spread of a manifold and no shape."""
MIN_CLEAN_CLARITY = 0.9
"""The share of the strength's variance between strong and weak from which a split is clean: cut in
two, a normal distribution has 0.64 and a uniform one 0.75."""
MAX_CLEAN_SHARE = 0.75
"""The share of samples that may be strong by a clean split: it leaves no doubt which are."""
MIN_CLEAN_SAMPLES = 32
"""The fewest samples that are strong by a clean split: with fewer a shape has no word."""
NO_MIXTURE = 0.3
"""The mixture index of what is no mixture: that of a circle, an arc or a ring of twelve places."""
NEARLY_STRONG = 0.6
"""The strength, relative to the weakest strong sample's, of samples that are nearly strong: where
they are many, the hole inside the strong ones is where these were left out."""
MAX_REGRESSION_SAMPLES = 20_000
"""Samples that a quadratic function is fitted to and tested on: it has 45 coefficients at most."""


@dataclass(frozen=True)
class Measured:
    """What one subspace's samples say."""

    shape: Shape
    values: dict[str, float]
    """Part -> its value, 0 to 1."""
    shapeless: dict[str, float]
    """The same parts of Gaussian samples with the same mean and covariance."""


def strong_samples(
    strength: Float[np.ndarray, "n"], least: int = 64, most: float = 0.25
) -> Int[np.ndarray, "s"]:
    """The strong samples, strongest first: those above Otsu's threshold of the strength.

    At least `least` samples and at most the share `most` of them: the rest is never a manifold.
    Where a threshold of the strength, its square or its fourth power splits cleanly, that one
    counts, however many are strong: Otsu's threshold alone takes in weak samples where the strong
    ones are few, and the share `most` would cut through those that are many. Where all are equally
    strong, all are.
    """
    if 0 < strength.min() == strength.max():
        return np.arange(len(strength))
    splits = [
        otsu(strength, MIN_CLEAN_SAMPLES, MAX_CLEAN_SHARE, power) for power in (1.0, 2.0, 4.0)
    ]
    clearest = max(splits, key=lambda split: split.clarity)
    split = clearest if clearest.clarity >= MIN_CLEAN_CLARITY else otsu(strength, least, most)
    strong = np.flatnonzero(split.strong)
    return strong[np.argsort(-strength[strong], kind="stable")]


def measure(
    points: Float[np.ndarray, "n k"],
    strength: Float[np.ndarray, "n"],
    strong: Int[np.ndarray, "s"],
    seed: int = 0,
    own_rank: bool = False,
) -> Measured:
    """Measure held-out samples: their points in the subspace, and which of them are strong.

    `own_rank` says that each dimension of the subspace was found to be the manifold's own.
    """
    draw = np.random.default_rng(seed)
    top = points[strong].astype(np.float64)
    if len(top) > MAX_SHAPE_SAMPLES:
        top = top[draw.choice(len(top), MAX_SHAPE_SAMPLES, replace=False)]
    shape = classify(top, _separation(strength, strong), seed, own_rank)
    if shape.word == "direction":
        nothing = {"shape": 0.0, "irreducible": 0.0}
        return Measured(shape, nothing, nothing)
    covariance = np.cov(top.T).reshape(top.shape[1], -1)
    clouds = [
        draw.multivariate_normal(top.mean(0), covariance, len(top)) for _ in range(SHAPELESS_DRAWS)
    ]
    clear = [classify(cloud, 1.0, seed, own_rank).clarity for cloud in clouds]
    values = {"shape": shape.clarity, "irreducible": _irreducible(top)}
    alike = {
        "shape": float(np.mean(clear)),
        "irreducible": float(np.mean([_irreducible(cloud) for cloud in clouds])),
    }
    return Measured(shape, values, alike)


def _irreducible(points: np.ndarray) -> float:
    off_lines = min(1.0, (1 - mixture_index(points)) / (1 - NO_MIXTURE))
    return min(1.0, separability_index(points)) * off_lines


def _separation(strength: np.ndarray, strong: np.ndarray) -> float:
    """How clear the strong samples are of the weaker ones: 1 if none is nearly as strong.

    The strongest samples of any cloud surround a hole, because the weaker ones were left out.
    """
    weakest = float(strength[strong].min())
    nearly = int(((strength < weakest) & (strength > NEARLY_STRONG * weakest)).sum())
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
    if len(points) > MAX_REGRESSION_SAMPLES:
        chosen = draw.choice(len(points), MAX_REGRESSION_SAMPLES, replace=False)
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
    """Is it one thing, is it there again, is it more than a direction? From 0 to 1.

    The geometric mean of the three answers, each the mean gain of its parts: 1 is perfect. A
    direction has no part of the third and scores nothing, since linear tools find it too.
    """
    return _score(found, tuple(QUESTIONS))


def direction_score(found: tuple[Part, ...]) -> float:
    """The same for a direction, of which only the first two can be asked."""
    return _score(found, ("one thing", "there again"))


def _score(found: tuple[Part, ...], questions: tuple[str, ...]) -> float:
    gains = [[_gain(part) for part in found if part.name in QUESTIONS[name]] for name in questions]
    answers = [float(np.mean(one)) for one in gains if one]
    return float(np.prod(answers) ** (1 / len(answers))) if answers else 0.0


def _gain(part: Part) -> float:
    """How far a part is above its best control: (v − c) / (1 − c), at least 0."""
    control = max(part.controls.values(), default=0.0)
    return max(0.0, (part.value - control) / max(1 - control, 1e-9))
