"""Interventions on a transformer whose causes are known: 1 for what it reads, 0 for all else."""

import math
from dataclasses import replace

import pytest
import torch
from causes.planted import KINDS, LAYER, planted

from quadric.causes.ablating import ablate
from quadric.causes.arms import arms
from quadric.causes.intervening import InterveneSettings, intervene
from quadric.causes.places import Place
from quadric.causes.samples import cut, sample
from quadric.causes.swapping import divergence
from quadric.causes.target import Target
from quadric.models import layer

pytestmark = pytest.mark.slow

SETTINGS = InterveneSettings(pairs=12)


@pytest.fixture(scope="module")
def known():
    return planted()


@pytest.fixture(scope="module")
def causes(known):
    draw = torch.Generator().manual_seed(3)
    mix = torch.randn(known.rest.shape[1], 2, generator=draw, dtype=torch.float64)
    noise = torch.linalg.qr(known.rest @ mix).Q
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
    for name in ("another manifold", "everything else"):
        assert read.swap[name].value == pytest.approx(0, abs=1e-4), name
    # A subspace drawn at random holds a little of the planes that are read.
    for arm in read.swap.arms:
        if arm.role == "control":
            assert -0.3 < arm.value < 0.2, arm.name
    assert read.swap["whole vector"].value == pytest.approx(1, abs=1e-4)
    assert read.swap["manifold"].value == pytest.approx(1, abs=1e-4)
    assert read.used > 0.8
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
    share = {a.name: a.share for a in read.ablations if a.to == "manifold"}
    assert share["manifold"] == pytest.approx(1, abs=1e-3)
    assert share["whole vector"] == 1
    assert share["everything else"] == pytest.approx(0, abs=1e-3)
    # The text's mean holds the flag that closes the gate, so the whole vector loses otherwise.
    lost = {a.name: a.divergence for a in read.ablations if a.to == "text"}
    assert lost["manifold"] > 0.5
    assert lost["another manifold"] < 1e-6
    for one in (unread, anywhere):
        lost = [a for a in one.ablations if a.name == "manifold"]
        assert all(a.divergence < 1e-6 and abs(a.loss) < 1e-3 for a in lost)
    for one in causes:
        (elsewhere,) = [a for a in one.ablations if a.name == "manifold, elsewhere"]
        assert elsewhere.divergence < 1e-6


def angle(word):
    return int(word.split()[1]) // KINDS


def test_moving_arrives_in_the_plane_that_is_read_only(causes):
    read, unread, anywhere = causes
    apart = [way for way in read.moves if angle(way.start) != angle(way.end)]
    assert apart
    for way in apart:
        assert way.arrived == pytest.approx(1, abs=1e-3), way
        assert way.monotone > 0.9
    for one in (unread, anywhere):
        assert all(abs(way.arrived) < 1e-3 for way in one.moves)
        assert all(way.monotone == way.chord_monotone == 0 for way in one.moves)
    for way in (way for one in causes for way in one.moves):
        assert 0 <= way.arrived_se < 1e-3
        assert 0 <= way.difference_se < 0.1


def test_a_manifold_is_ablated_to_the_mean_of_all_its_samples(known):
    samples = sample(known.model, layer(known.model, LAYER), *cut(known.ids, 4096, 64))
    strong = (samples.token < 12 * KINDS).nonzero()[:, 0]
    one, rest = strong[:1], strong[-1:]
    arm = arms(known.read, samples.x[strong], known.unread)
    mean = samples.x[strong].mean(0)
    plane = known.read @ known.read.T
    new = samples.x[one] + (mean - samples.x[one]) @ plane
    before, after = samples.predict(one), samples.predict(one, new)
    lost = ablate(samples, one, before, strong, rest, arm)
    (own,) = [a for a in lost if (a.to, a.name) == ("manifold", "manifold")]
    assert own.divergence == pytest.approx(float(divergence(before.exp(), before, after)))
    assert own.divergence > 0.1


def test_what_gains_at_a_place_is_what_is_said_there(causes):
    for place in causes[0].places:
        assert str(angle(place.text)) in [token for token, _ in place.gain[:4]]
        assert str(angle(place.text)) not in [token for token, _ in place.lose]
        x, y = place.at
        turn = math.atan2(y, x) % (2 * math.pi)
        assert math.cos(turn - 2 * math.pi * angle(place.text) / 12) > 0.999


def test_a_gallery_keeps_all_coordinates_of_a_place(causes):
    """The page shows any three of them."""
    for at in ((1.0,), (1.0, 2.0, 3.0, 4.0)):
        (place,) = replace(causes[0], places=(Place(at, "here", (), ()),)).block().places
        assert place.at == (at if len(at) > 1 else (1.0, 0.0, 0.0))


def test_a_small_step_foretells_little_where_only_the_angle_counts(causes):
    (whole,) = [d for d in causes[0].doses if d.size == 1]
    assert whole.measured == pytest.approx(1, abs=1e-4)
    assert whole.measured_se < 1e-4 < whole.predicted_se
    assert all(abs(d.measured) < 1e-4 for d in causes[1].doses)
    assert all(abs(d.control) < 0.01 < d.measured for d in causes[0].doses)


def test_samples_are_those_that_belong_to_the_manifold_as_it_was_found(known):
    samples = sample(known.model, layer(known.model, LAYER), *cut(known.ids, 4096, 64))
    kind = samples.token // KINDS == 5
    target = Target("one hour", known.read, belongs=lambda h: kind[: len(h)].double())
    strong, weak = samples.strong(target)
    assert kind[strong][: kind.sum()].all()
    assert not kind[weak].any()
