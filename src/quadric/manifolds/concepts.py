"""Known classes and numbers: how well units pick them out, and coordinates tell their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Bool, Float

from quadric.manifolds.labels import Labels

__all__ = ["Concept", "best_unit", "carried", "concepts_of", "f1_at", "f1_best"]

MAX_CONCEPTS = 50
"""Classes of one column that are looked for, the most common first."""


@dataclass(frozen=True)
class Concept:
    """A class of samples known beforehand, with or without an order inside it."""

    name: str
    member: Bool[np.ndarray, "n"]
    """Whether each sample belongs to it."""
    order: Float[np.ndarray, "n"] | None = None
    """Where each sample that does belongs in its order."""
    period: float | None = None
    """After how much the order begins again."""

    def select(self, rows: Any) -> Concept:
        """The same of some samples."""
        order = None if self.order is None else self.order[rows]
        return Concept(self.name, self.member[rows], order, self.period)

    def targets(self) -> Float[np.ndarray, "m t"]:
        """The order of its members: itself, or the cosine and sine of its angle."""
        assert self.order is not None
        order = self.order[self.member][:, None]
        if self.period is None:
            return order
        angle = 2 * np.pi * order / self.period
        return np.column_stack([np.cos(angle), np.sin(angle)])


def concepts_of(labels: Labels) -> list[Concept]:
    """What may be looked for in a column: its numbers, all that have a label, and each class."""
    there = labels.codes >= 0
    if labels.values is not None:
        there = np.isfinite(labels.values)
    found = []
    if labels.values is not None or not there.all():
        order = None if labels.values is None else np.nan_to_num(labels.values)
        found.append(Concept(labels.name, there, order, labels.period))
    counts = np.bincount(labels.codes[labels.codes >= 0], minlength=len(labels.texts))
    for code in np.argsort(-counts, kind="stable")[:MAX_CONCEPTS].tolist():
        found.append(Concept(f"{labels.name} = {labels.texts[code]}", labels.codes == code))
    return found


def f1_best(
    strength: Float[np.ndarray, "c n"], member: Bool[np.ndarray, "n"]
) -> tuple[Float[np.ndarray, "c"], Float[np.ndarray, "c"]]:
    """The best F1 that any threshold of each unit's strength has for a class, and the threshold."""
    order = np.argsort(-strength, axis=1, kind="stable")
    hits = np.cumsum(member[order], axis=1)
    f1 = 2 * hits / (np.arange(1, strength.shape[1] + 1) + member.sum())
    at = f1.argmax(1)
    rows = np.arange(len(strength))
    return f1[rows, at], strength[rows, order[rows, at]]


def f1_at(
    strength: Float[np.ndarray, "n"], member: Bool[np.ndarray, "n"], threshold: float
) -> float:
    """F1 of the samples at or above a threshold, for a class."""
    chosen = strength >= threshold
    return float(2 * (chosen & member).sum() / max(chosen.sum() + member.sum(), 1))


def best_unit(
    before: Float[np.ndarray, "c n"],
    after: Float[np.ndarray, "c h"],
    mine: Concept,
    theirs: Concept,
) -> tuple[int, float]:
    """The unit whose strength picks out a class best, and its F1 on samples that came later."""
    f1, threshold = f1_best(before, mine.member)
    best = int(f1.argmax())
    return best, f1_at(after[best], theirs.member, float(threshold[best]))


def carried(
    known: Float[np.ndarray, "n k"], new: Float[np.ndarray, "h k"], mine: Concept, theirs: Concept
) -> tuple[float, float, float]:
    """How well coordinates predict the order of a class: R² where fitted, R² and r on new samples.

    A quadratic function of the coordinates is fitted; r is the mean correlation over the targets,
    the cosine and sine of the angle where the order has a period.
    """
    scale = max(float(np.abs(known).mean()), 1e-9)

    def design(points: np.ndarray, concept: Concept) -> np.ndarray:
        scaled = points[concept.member] / scale
        i, j = np.triu_indices(points.shape[1])
        return np.column_stack([np.ones(len(scaled)), scaled, scaled[:, i] * scaled[:, j]])

    fitted, truth = mine.targets(), theirs.targets()
    x, later = design(known, mine), design(new, theirs)
    weights = np.linalg.lstsq(x, fitted, rcond=None)[0]
    guess = later @ weights
    with np.errstate(invalid="ignore", divide="ignore"):
        found = [np.corrcoef(guess[:, c], truth[:, c])[0, 1] for c in range(truth.shape[1])]
    return (
        _explained(fitted, x @ weights),
        max(0.0, _explained(truth, guess)),
        float(np.nan_to_num(np.mean(found))),
    )


def _explained(truth: np.ndarray, guess: np.ndarray) -> float:
    total = np.square(truth - truth.mean(0)).sum()
    return float(1 - np.square(truth - guess).sum() / total) if total > 0 else 0.0
