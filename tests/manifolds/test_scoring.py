"""What a score says: 1 of a perfect manifold, next to nothing of a random subspace."""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import torch
from manifolds.months import MONTHS, autoencoder

from quadric.cli.find import LANGUAGE_SCORES
from quadric.gallery import read_gallery
from quadric.manifolds import Labels, Manifold, find_manifolds
from quadric.manifolds.candidates import composites
from quadric.manifolds.fitting import fit_sets, found_again
from quadric.manifolds.grouping import Grouped
from quadric.manifolds.naming import evidence
from quadric.manifolds.proposed import Proposed
from quadric.manifolds.scoring import strong_samples
from quadric.manifolds.whitening import Whitening

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Known:
    """Proposes the manifold of samples that are known to belong together."""

    on: np.ndarray
    candidates: int = 1

    def propose(self, ae, samples, count, chance, seed, progress):
        x, _ = samples.searched(len(samples))
        whitening = Whitening.of(x)
        found = fit_sets(whitening(x), torch.from_numpy(self.on[None, : len(x)]), whitening, seed)
        return Proposed(
            found.subspaces,
            composites(ae, samples, 4, progress)[torch.zeros(1, dtype=torch.int64)],
            torch.zeros(1),
            chance,
            by_members=False,
            maps=found.maps,
            powers=torch.ones(1),
            whitening=whitening,
        )

    def strength(self, ae, proposed, every):
        return Grouped().strength(ae, proposed, every)


def found(points, on, labels=None, noise: float = 0.0, d: int = 32) -> Manifold:
    """What is found of points in a plane among rows that lie anywhere."""
    draw = np.random.default_rng(1)
    plane = np.linalg.qr(draw.normal(size=(d, 2)))[0]
    x = draw.normal(size=(len(on), d)) / np.sqrt(d)
    x[on] = (points @ plane.T)[on] + noise * draw.normal(size=(on.sum(), d))
    ae = autoencoder(torch.from_numpy(plane).float())
    rows = torch.from_numpy(x).float()
    return find_manifolds(ae, rows, n=1, method=Known(on), labels=labels, controls=2)[0]


def around(turns):
    return np.column_stack([np.cos(2 * np.pi * turns), np.sin(2 * np.pi * turns)])


@pytest.mark.parametrize(
    ("share", "noise", "named"),
    [(0.2, 0.05, True), (0.5, 0.0, True), (0.2, 0.0, False), (0.5, 0.05, False)],
)
def test_a_perfect_circle_scores_one(share, noise, named):
    draw = np.random.default_rng(0)
    on, month = draw.random(4000) < share, draw.integers(0, 12, 4000)
    texts = np.array([*MONTHS, "other"])[np.where(on, month, -1)]
    labels = Labels.of(texts, "month", ignore=["other"]) if named else None
    one = found(around(month / 12), on, labels, noise)
    assert (one.shape, one.rank) == ("closed curve", 2)
    assert one.score > 0.98, one.parts
    if named:
        assert set(one.top) < set(MONTHS)


def test_few_rows_do_not_halve_a_perfect_circle():
    """Whatever the draws that chance is measured by: four of these were said to be a line once."""
    for seed in range(60):
        draw = np.random.default_rng(seed)
        on, turns = torch.from_numpy(draw.random(500) < 0.5), draw.random(500)
        x = torch.from_numpy(draw.normal(size=(500, 12)) / np.sqrt(12)).float()
        x[on] = torch.nn.functional.pad(torch.from_numpy(around(turns)).float(), (0, 10))[on]
        plane = torch.eye(12)[None, :, :2]
        assert found_again(x, on[None], plane, Whitening.of(x), seed) > 0.9, seed


def test_a_perfect_arc_scores_one_and_three_clusters_nearly():
    draw = np.random.default_rng(0)
    on, turns = draw.random(4000) < 0.3, draw.random(4000)
    arc = found(around(0.7 * turns), on)
    assert arc.shape == "curve"
    assert arc.score > 0.96, arc.parts
    clusters = found(around(np.floor(3 * turns) / 3), on)
    assert clusters.shape == "clusters"
    assert 0.8 < clusters.score < arc.score  # a line leads through two of three


def test_a_random_subspace_scores_next_to_nothing():
    draw = np.random.default_rng(0)
    on = draw.random(4000) < 0.2
    one = found(draw.normal(size=(4000, 2)) / np.sqrt(32), on, noise=1 / np.sqrt(32))
    assert one.score < 0.1, one.parts


@pytest.mark.parametrize("share", [0.02, 0.05, 0.5, 0.7])
def test_a_clean_split_is_taken_however_many_are_strong(share):
    draw = np.random.default_rng(0)
    strength = draw.exponential(size=4000) / 12
    strength[: int(share * 4000)] = 1 + 0.05 * draw.normal(size=int(share * 4000))
    assert np.mean(strong_samples(strength) < share * 4000) > 0.97
    assert len(strong_samples(strength)) == pytest.approx(share * 4000, rel=0.03)


def test_no_more_than_a_quarter_is_strong_where_the_split_is_not_clean():
    assert len(strong_samples(np.random.default_rng(0).random(4000))) == 1000


def test_labels_are_held_against_the_rows_without_one():
    tokens = np.where(np.arange(1000) < 300, np.arange(1000) % 12, -1)
    strong = np.arange(300)
    angle = 2 * np.pi * tokens[strong] / 12
    points = np.column_stack([np.cos(angle), np.sin(angle)])
    said = evidence(tokens, strong, points, "closed curve", 1, MONTHS, most=12)
    assert len(said.tokens) == 8
    assert sorted(said.ids) == list(range(12))
    assert said.share == 1
    assert said.lift == pytest.approx(0.7)


def test_the_docs_and_find_say_what_language_scores():
    docs = Path(__file__).parents[2] / "docs"
    said = re.search(
        r"`docs/gallery`, score\s+(\d\.\d+) to (\d\.\d+)", (docs / "manifolds.md").read_text()
    )
    assert said is not None
    scores = [card.score for card in read_gallery(docs / "gallery").cards]
    assert said.groups() == (f"{min(scores):.2f}", f"{max(scores):.2f}")
    assert tuple(f"{score:.2f}" for score in LANGUAGE_SCORES) == said.groups()
