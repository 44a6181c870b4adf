"""What the samples of a subspace say: its shape, its name, its path, the parts of its score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from jaxtyping import Int

from quadric.gallery import Chart, Part, Path
from quadric.manifolds.along import path_through, varies_by
from quadric.manifolds.charting import chart_of
from quadric.manifolds.labels import Labels
from quadric.manifolds.lexicon import WordClass
from quadric.manifolds.naming import MIN_EXPLAINED, Evidence, evidence
from quadric.manifolds.projecting import Projected
from quadric.manifolds.scoring import Measured, measure, measure_named, parts, strong_samples
from quadric.manifolds.words import Words

__all__ = ["Description", "Measuring"]


@dataclass(frozen=True)
class Description:
    """What one subspace's samples say."""

    measured: Measured
    known: Evidence | None
    """What its labels or tokens say, where there are any."""
    column: Labels | None
    """The labels that say it; None where tokens do."""
    named: np.ndarray | None
    """Which held-out samples have a token of the name."""
    path: Path | None = None
    """The curve that the strong samples lie along, where they do."""
    chart: Chart | None = None
    """The surface that they lie on, where they do."""


@dataclass(frozen=True)
class Measuring:
    """Measures held-out samples of subspaces, which the samples before them have named."""

    projected: Projected
    strong: Sequence[Int[np.ndarray, "_"]]
    """The strong samples of each among those that are measured, strongest first."""
    again: Sequence[float]
    """How much of each the strong samples among them give again."""
    held: slice
    """The samples that are measured; those before `split` give the names."""
    split: int
    words: Words | None
    columns: tuple[Labels, ...]
    own_rank: bool
    """Whether each dimension of a subspace was found to be its own."""
    seed: int

    def describe(self, i: int) -> Description:
        """What the samples of the subspace of this number say."""
        points, strong = self.projected.own[i].numpy(), self.strong[i]
        strength = self.projected.strength[i, self.held].numpy()
        found = measure(points, strength, strong, self.seed, self.own_rank)
        known, column, words = self._known(i, found)
        groups = None if known is None else known.groups
        path = path_through(points[strong], groups, found.shape.word)
        chart = chart_of(points[strong], found.shape.word) if path is None else None
        values = {"found again": self.again[i], **found.values}
        if known is None or words is None:
            unnamed = Measured(found.shape, values, found.shapeless)
            return Description(unnamed, None, None, None, path, chart)
        explained = varies_by(
            points[strong],
            {name: values[self.held][strong] for name, values in words.properties.items()},
        )
        values["varies"] = 0.0 if found.shape.word == "direction" else max(explained.values())
        named = None
        if column is None or known.lift > 0:
            named = np.isin(words.tokens[self.held], known.ids)
            draw = np.random.default_rng([self.seed, i])
            values |= measure_named(points, strong, named, draw)
        measured = Measured(found.shape, values, found.shapeless)
        return Description(measured, known, column, named, path, chart)

    def parts(
        self, i: int, described: Description, controls: Mapping[str, Mapping[str, float]]
    ) -> tuple[Part, ...]:
        """The parts of its score, each beside the controls that could be taken for it."""
        mine = {**controls, "the same spread without a shape": described.measured.shapeless}
        if described.named is not None:
            draw = np.random.default_rng([self.seed, i])
            shuffled = draw.permutation(described.named)
            what = "shuffled tokens" if described.column is None else "shuffled labels"
            points = self.projected.own[i].numpy()
            mine[what] = measure_named(points, self.strong[i], shuffled, draw)
        return parts(described.measured.values, mine)

    def _known(
        self, i: int, found: Measured
    ) -> tuple[Evidence | None, Labels | None, Words | None]:
        """What labels say of the strong samples, those that say most; or else their tokens."""
        split = self.split
        chosen = strong_samples(self.projected.strength[i, :split].numpy())
        points = self.projected.points[i][:split].numpy()[chosen]

        def evidence_of(words: Words, most: int = 8, own: WordClass | None = None) -> Evidence:
            known = {name: values[:split] for name, values in words.properties.items()}
            shape = found.shape.word, found.shape.groups
            before = known.get("the token before")
            tokens = words.tokens[:split]
            return evidence(
                tokens, chosen, points, *shape, words.vocab, before, known, most=most, own=own
            )

        # Labels are classes that a user gave: the name stands for all that are over-represented.
        of_labels = [
            (evidence_of(words, len(words.vocab), column.word_class(words)), column, words)
            for column, words in self._label_words
        ]
        over_represented = [one for one in of_labels if one[0].lift > 0]
        if over_represented:
            return max(over_represented, key=lambda one: one[0].lift)
        if self.words is not None:
            return evidence_of(self.words), None, self.words
        if not of_labels:
            return None, None, None
        # No label is more common here than elsewhere: they may still tell its samples apart.
        known, column, words = max(of_labels, key=lambda one: max(one[0].varies.values()))
        if known.groups is not None and max(known.varies.values()) > MIN_EXPLAINED:
            known = replace(known, tokens=known.groups.words)
        return known, column, words

    @cached_property
    def _label_words(self) -> list[tuple[Labels, Words]]:
        return [(column, column.words()) for column in self.columns]
