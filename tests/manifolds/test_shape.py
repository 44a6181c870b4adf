"""Shapes with known answers get their words, and the measures the values that they must have."""

import numpy as np
import pytest

from quadric.gallery.bundle import Part
from quadric.manifolds.geometry import cluster_separation, dimension, loops, roundness, spread
from quadric.manifolds.irreducible import mixture_index, separability_index
from quadric.manifolds.scoring import (
    direction_score,
    measure,
    measure_named,
    score,
    strong_samples,
)
from quadric.manifolds.shape import classify
from quadric.synthetic import KINDS


def points(name, noise, seed, n=700):
    draw = np.random.default_rng(seed)
    own, _ = KINDS[name].draw(draw, n)
    k = max(3, own.shape[1])
    flat = np.column_stack([own, np.zeros((n, k - own.shape[1]))])
    turned = flat @ np.linalg.qr(draw.normal(size=(k, k)))[0]
    return turned + noise * draw.normal(size=turned.shape)


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("noise", [0.02, 0.08])
@pytest.mark.parametrize("name", [name for name in KINDS if KINDS[name].dimensions < 6])
def test_planted_shapes_get_their_word(name, noise, seed):
    assert classify(points(name, noise, seed)).word == KINDS[name].shape


def test_a_cloud_is_a_cloud_even_without_its_middle():
    cloud = np.random.default_rng(0).normal(size=(4000, 3))
    assert classify(cloud[:700]).word == "cloud"
    strength = np.linalg.norm(cloud, axis=1)
    shell = cloud[strong_samples(strength)]
    assert classify(shell, separation=0.2).word != "sphere"


def test_measures_of_exact_shapes():
    circle, sphere, line = (points(name, 0.0, 0) for name in ("circle", "sphere", "line"))
    np.testing.assert_allclose(spread(line), [1, 0, 0], atol=1e-9)
    np.testing.assert_allclose(spread(circle), [0.5, 0.5, 0], atol=0.05)
    assert abs(dimension(circle) - 1) < 0.1
    assert abs(dimension(sphere) - 2) < 0.15
    assert roundness(sphere) > 0.85
    assert roundness(circle) < 0.05
    first, second = loops(circle[:150])
    assert first > 0.8
    assert second == 0
    separation, groups = cluster_separation(points("clusters", 0.0, 0))
    assert separation > 0.95
    assert groups > 1


def test_engels_tests_tell_a_circle_from_two_independent_features():
    draw = np.random.default_rng(0)
    circle = points("circle", 0.05, 0, 1500)
    independent = np.column_stack([draw.normal(size=(1500, 2)), np.zeros(1500)])
    rare = np.where(draw.random((1500, 2)) < 0.1, draw.normal(size=(1500, 2)), 0.0)
    mixture = np.column_stack([rare, np.zeros(1500)])
    assert separability_index(circle) > 1
    assert separability_index(independent) < 0.05
    assert mixture_index(circle) < 0.25
    assert mixture_index(mixture) > 0.8
    assert separability_index(points("line", 0.0, 0)) == 0
    assert mixture_index(points("line", 0.0, 0)) == 1


def test_strong_samples_are_those_above_the_gap():
    strength = np.concatenate([np.linspace(0, 0.2, 900), np.linspace(1, 1.2, 100)])
    assert sorted(strong_samples(strength)) == list(range(900, 1000))


def test_the_score_asks_three_questions():
    one = (
        Part("readable", 0.9, {"random": 0.5, "PCA": 0.8}),
        Part("named", 0.3, {"random": 0.4}),
    )
    again = (Part("found again", 0.8, {"random": 0.2}),)
    more = (Part("shape", 1.0, {"PCA": 0.5}), Part("irreducible", 0.2, {"PCA": 0.2}))
    # Gains over the best control: a half and nothing; three quarters; all and nothing.
    assert score((*one, *again, *more)) == pytest.approx((0.25 * 0.75 * 0.5) ** (1 / 3))
    assert direction_score((*one, *again, *more)) == pytest.approx((0.25 * 0.75) ** 0.5)
    flawless = (Part("readable", 1.0), Part("named", 1.0), Part("found again", 1.0))
    assert score((*flawless, Part("shape", 0.0), Part("irreducible", 0.0))) == 0
    assert score((*flawless, Part("shape", 1.0), Part("irreducible", 1.0))) == 1
    assert score((Part("shape", 0.6),)) == pytest.approx(0.6)


def test_a_shape_is_held_against_what_has_its_spread_and_none():
    draw = np.random.default_rng(0)
    angle = draw.uniform(0, 2 * np.pi, 1500)
    circle = np.column_stack([np.cos(angle), np.sin(angle)]) + 0.05 * draw.normal(size=(1500, 2))
    strong = np.arange(len(circle))
    found = measure(circle, np.ones(len(circle)), strong, own_rank=True)
    assert found.shape.word == "closed curve"
    for part in ("shape", "irreducible"):
        assert found.values[part] > found.shapeless[part] + 0.5
    blob = draw.normal((4.0, 0.0), size=(1500, 2))
    found = measure(blob, np.ones(len(blob)), strong, own_rank=True)
    for part in ("shape", "irreducible"):
        assert abs(found.values[part] - found.shapeless[part]) < 0.15


def test_what_lies_off_the_origin_in_two_dimensions_of_its_own_is_no_direction():
    draw = np.random.default_rng(0)
    places = np.repeat([-1.0, 0.0, 1.0], 300)
    words = np.column_stack([np.full(900, 5.0), places]) + 0.05 * draw.normal(size=(900, 2))
    assert classify(words).word == "direction"
    assert classify(words, own_rank=True).word == "clusters"
    assert classify(words[:, :1], own_rank=True).word == "direction"


def named_parts(own, on, seed=0):
    """The parts that need names, for points that have the name's tokens where `on`."""
    draw = np.random.default_rng(seed)
    cloud = 0.05 * draw.normal(size=(len(on), 3))
    cloud[on] += own[: on.sum()]
    return measure_named(cloud, np.flatnonzero(on), on, draw)


def test_a_quadratic_reads_what_lies_off_the_origin_and_what_goes_around_it():
    on = np.random.default_rng(1).random(6000) < 0.1
    line, circle = (points(name, 0.0, 0) for name in ("line", "circle"))
    assert named_parts(1 + np.abs(line), on)["readable"] > 0.5
    found = named_parts(circle, on)
    assert found["readable"] > 0.9
    assert found["named"] == 1
