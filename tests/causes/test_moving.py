"""Moves: what is expected along a way, its standard error, and groups that ways lead through."""

import numpy as np
import pytest
import torch

from quadric.causes import moving
from quadric.causes.groups import groups
from quadric.causes.moving import WAYPOINTS, Behaviour
from quadric.causes.reading import Reading
from quadric.causes.samples import Samples
from quadric.causes.target import Target

TEXTS = [" that", " of", " in", ",", " the", " a", " 1", " 2"]


def behaviour(*rows: list[float]) -> Behaviour:
    """Of groups whose mean distributions are given, the last entry that of all other tokens."""
    found = object.__new__(Behaviour)
    found.groups = np.sqrt(np.array(rows))
    found.curve = found.groups
    found.inside = [torch.tensor([row[:-1]]).repeat(4, 1) for row in rows]
    return found


def test_the_expected_place_is_the_mean_of_the_tokens_places():
    known = behaviour([0.9, 0.0, 0.1], [0.3, 0.6, 0.1], [0.0, 0.9, 0.1])
    at = known.expected(known.groups, 0, 2)
    # The first token is the first group's by 3/4, the second the last's by 3/5; others anyone's.
    np.testing.assert_allclose(at, [0.325, 1.135, 1.54], atol=1e-9)
    np.testing.assert_allclose(known.expected(known.groups, 2, 0), 2 - at)
    near = known.expected(known.groups, 0, 1)
    assert np.all(np.diff(near) > 0)
    assert near.max() <= 1


def test_the_error_of_a_way_comes_from_its_samples():
    known = behaviour([0.9, 0.0, 0.1], [0.0, 0.9, 0.1])
    t = torch.linspace(0, 1, WAYPOINTS, dtype=torch.float64)
    path = torch.stack([0.9 * (1 - t), 0.9 * t], 1)
    inside = torch.cat([path, path[1:-1]])[:, None].repeat(1, 4, 1)
    way = moving._way(known, ("a", "b"), 0, 1, inside)
    assert way.arrived == pytest.approx(1)
    assert way.monotone == way.chord_monotone == pytest.approx(1)
    assert way.energy == pytest.approx(way.chord_energy)
    assert way.other == pytest.approx(0.1)
    assert way.energy_se == way.arrived_se == way.difference_se == 0
    inside[:, 0] *= 0.5
    uneven = moving._way(known, ("a", "b"), 0, 1, inside)
    assert uneven.energy_se > 0.01
    assert uneven.arrived_se > 0
    assert uneven.difference_se == pytest.approx(0, abs=1e-9)
    inside[WAYPOINTS:, 0] *= 0.5
    assert moving._way(known, ("a", "b"), 0, 1, inside).difference_se > 0.01


def line(token, before, following, at):
    """Samples of a line, and all of them as strong ones."""
    x = torch.stack([torch.ones(len(at)), torch.tensor(at)], 1)
    reading = object.__new__(Reading)
    ids = torch.tensor([before, token, following]).T
    object.__setattr__(reading, "ids", ids)
    rows = torch.arange(len(at))
    samples = Samples(reading, rows, torch.ones_like(rows), x, ids[:, 1], ids[:, 2])
    return samples, Target("line", torch.tensor([[0.0], [1.0]])), rows


def test_samples_of_one_word_are_grouped_by_the_token_beside_them():
    draw = np.random.default_rng(0)
    side = [0, 1, 2] * 8
    places = [0.3 * i + 0.01 * draw.normal() for i in side]
    noise = draw.integers(3, 6, 24).tolist()
    found = groups(*line([0] * 24, side, noise, places), TEXTS)
    assert found.words in (("that …", "of …", "in …"), ("in …", "of …", "that …"))
    assert sorted(torch.cat(found.rows).tolist()) == list(range(24))
    found = groups(*line([0] * 24, noise, side, places), TEXTS)
    assert found.words in (("… that", "… of", "… in"), ("… in", "… of", "… that"))


def test_samples_of_several_words_are_grouped_by_them():
    side = [0, 1, 2] * 8
    found = groups(*line(side, [3] * 24, [4] * 24, [0.3 * i for i in side]), TEXTS)
    assert set(found.words) == {"that", "of", "in"}
