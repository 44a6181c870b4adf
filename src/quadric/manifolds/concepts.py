"""Known classes and numbers: how well units pick them out, and coordinates tell their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Bool, Float

from quadric.manifolds.labels import Labels
from quadric.manifolds.lexicon import known_order, plain_word

__all__ = ["Concept", "Placed", "carried", "concepts_of", "enough", "f1_at", "f1_best"]

MAX_CONCEPTS = 50
"""Classes of one column that are looked for, the most common first."""
MIN_MEMBERS = 20
"""Rows of a class below which nothing is said of it; half as many among the held-out ones."""


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
    there, values, period = labels.codes >= 0, labels.values, labels.period
    if values is None:
        values, period = _known_places(labels)
    if values is not None:
        there = np.isfinite(values)
    found = []
    counts = np.bincount(labels.codes[labels.codes >= 0], minlength=len(labels.texts))
    several = int((counts > 0).sum()) != 1  # Of one class, all that have a label are the class.
    if several and (values is not None or not there.all()):
        order = None if values is None else np.nan_to_num(values)
        found.append(Concept(labels.name, there, order, period))
    for code in np.argsort(-counts, kind="stable")[:MAX_CONCEPTS].tolist():
        found.append(Concept(f"{labels.name} = {labels.texts[code]}", labels.codes == code))
    return found


def _known_places(labels: Labels) -> tuple[Float[np.ndarray, "n"] | None, float | None]:
    """Where each label is in a sequence that everybody knows, such as the months; its period."""
    known = known_order(labels.texts)
    if known is None:
        return None, None
    sequence, inside = known
    place = np.full(len(labels.texts) + 1, np.nan)  # The last is for rows without a label.
    place[inside] = [sequence.words.index(plain_word(labels.texts[i])) for i in inside]
    return place[labels.codes], float(len(sequence.words)) if sequence.closed else None


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


def enough(mine: Concept, theirs: Concept) -> bool:
    """Whether a concept has the rows to say something of it, before the split and after it."""
    return bool(mine.member.sum() >= MIN_MEMBERS and theirs.member.sum() >= MIN_MEMBERS // 2)


@dataclass(frozen=True)
class Placed:
    """Samples as some units see them: those that a unit is chosen on, and those held out.

    A unit is what a concept is looked for in: a manifold, a latent, a direction, any subspace.
    """

    strength: Float[np.ndarray, "c n"]
    """How strongly each sample belongs to each unit."""
    strength_later: Float[np.ndarray, "c h"]
    """The same of those held out."""
    points: Sequence[Float[np.ndarray, "n _"]] | np.ndarray
    """Where the samples lie in each unit."""
    points_later: Sequence[Float[np.ndarray, "h _"]] | np.ndarray
    """The same of those held out."""

    def pick_out(self, mine: Concept, theirs: Concept) -> tuple[int, float]:
        """The unit that is strong on a class and nowhere else, and its F1 on held-out samples."""
        f1, threshold = f1_best(self.strength, mine.member)
        best = int(f1.argmax())
        return best, f1_at(self.strength_later[best], theirs.member, float(threshold[best]))

    def carry(
        self, mine: Concept, theirs: Concept, among: Sequence[int] | np.ndarray | None = None
    ) -> tuple[int, float, float]:
        """The unit whose coordinates tell a number best, and its R² and r on held-out samples."""
        units = range(len(self.points)) if among is None else among
        fits = [carried(self.points[i], self.points_later[i], mine, theirs) for i in units]
        best = int(np.argmax([fit[0] for fit in fits]))
        return int(units[best]), fits[best][1], fits[best][2]
