"""Interventions on a transformer whose causes are known: 1 for what it reads, 0 for all else."""

import math

import pytest
import torch
from causes.planted import KINDS, LAYER, planted

from quadric.causes.intervening import InterveneSettings, intervene
from quadric.causes.target import Target

SETTINGS = InterveneSettings(pairs=12)


@pytest.fixture(scope="module")
def known():
    return planted()


@pytest.fixture(scope="module")
def causes(known):
    draw = torch.Generator().manual_seed(3)
    noise = torch.linalg.qr(torch.randn(32, 2, generator=draw, dtype=torch.float64)).Q
    planes = torch.cat([known.read, known.unread], 1)
    noise = torch.linalg.qr(noise - planes @ (planes.T @ noise)).Q
    targets = [
        Target("read", known.read),
        Target("unread", known.unread),
        Target("anywhere", noise),
    ]
    return intervene(targets, known.model, known.ids, layer=LAYER, settings=SETTINGS)


def test_the_planted_model_predicts_by_the_angle_alone(known):
    p = known.model(known.ids).logits.softmax(-1)
    on = known.ids < 12 * KINDS
    best = p.argmax(-1)
    assert torch.equal(best[on], known.ids[on] // KINDS)
    same = p[on][known.ids[on] // KINDS == 5]
    assert (same - same[0]).abs().max() < 1e-4


def test_a_swap_goes_all_the_way_in_the_plane_that_is_read_and_nowhere_else(causes):
    read, unread, anywhere = causes
    for arm in read.swap.arms:
        expected = 1.0 if arm.name in ("manifold", "whole vector") else 0.0
        assert arm.value == pytest.approx(expected, abs=0.05), arm.name
    assert read.swap["manifold"].value == pytest.approx(1, abs=1e-4)
    assert read.used == pytest.approx(1, abs=0.05)
    assert read.p < 0.01
    for one in (unread, anywhere):
        assert one.swap["manifold"].value == pytest.approx(0, abs=1e-4)
        assert one.used <= 1e-4
        assert one.p > 0.05


def test_a_swap_with_itself_changes_no_bit(causes):
    assert all(one.swap.itself == 0.0 for one in causes)
    assert all(one.swap.apart > 0.1 for one in causes)


def test_ablating_takes_all_of_the_effect_in_the_plane_that_is_read_only(causes):
    read, unread, anywhere = causes
    for to in ("text", "manifold"):
        share = {a.name: a.share for a in read.ablations if a.to == to}
        assert share["manifold"] == pytest.approx(1, abs=1e-3)
        assert share["whole vector"] == 1
        assert share["everything else"] == pytest.approx(0, abs=1e-3)
        assert share["another manifold"] == pytest.approx(0, abs=1e-3)
    for one in (unread, anywhere):
        lost = [a for a in one.ablations if a.name == "manifold"]
        assert all(a.divergence < 1e-6 and abs(a.loss) < 1e-3 for a in lost)
    for one in causes:
        (elsewhere,) = [a for a in one.ablations if a.name == "manifold, elsewhere"]
        assert elsewhere.divergence < 1e-6


def test_moving_arrives_in_the_plane_that_is_read_only(causes):
    read, unread, anywhere = causes
    assert read.moves
    for way in read.moves:
        assert way.arrived == pytest.approx(1, abs=1e-3), way
        assert way.monotone > 0.9
    for one in (unread, anywhere):
        assert all(abs(way.arrived) < 1e-3 for way in one.moves)


def test_what_gains_at_a_place_is_what_is_said_there(known, causes):
    for place in causes[0].places:
        token = int(place.text.split()[1])
        assert place.gain[0][0] == str(token // KINDS)
        x, y = place.at
        turn = math.atan2(y, x) % (2 * math.pi)
        assert math.isclose(math.cos(turn - float(known.angle(torch.tensor(token)))), 1, abs_tol=1e-3)


def test_a_small_step_foretells_little_where_only_the_angle_counts(causes):
    (whole,) = [d for d in causes[0].doses if d.size == 1]
    assert whole.measured == pytest.approx(1, abs=1e-4)
    assert all(abs(d.measured) < 1e-4 for d in causes[1].doses)
