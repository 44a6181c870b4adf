"""What varies inside a manifold: groups, their order, a path, and what explains the places."""

import numpy as np
import pytest

from quadric.manifolds.along import (
    group_by_word,
    off_path,
    path_through,
    shortest_way,
    smooth_path,
    varies_by,
)
from quadric.manifolds.lexicon import class_of, known_order
from quadric.manifolds.naming import Evidence, plain_name

DIGITS = [str(i) for i in range(10)]


def samples(places, each=40, noise=0.02, seed=0):
    draw = np.random.default_rng(seed)
    token = np.repeat(np.arange(len(places)), each)
    return places[token] + draw.normal(0, noise, (len(token), places.shape[1])), token


def arc(count, turn=np.pi):
    angle = np.linspace(0, turn, count)
    return np.column_stack([np.cos(angle), np.sin(angle), np.zeros(count)])


def test_words_that_lie_in_a_known_order_are_said_to():
    points, token = samples(arc(10))
    vocab = [f" {digit}" for digit in DIGITS]
    groups = group_by_word(points, token, vocab)
    assert groups.order == "digits"
    assert groups.words == tuple(DIGITS)
    path = path_through(points, groups, "clusters")
    assert [tick.text for tick in path.ticks] == DIGITS
    assert off_path(path, points) < 0.02
    name = plain_name(Evidence((" 1",), (), (), "clusters", 0.9, groups=groups))
    assert name == "digits, from 0 to 9"


def test_words_that_do_not_lie_in_their_order_have_no_path():
    shuffled = np.random.default_rng(3).permutation(10)
    points, token = samples(arc(10)[shuffled])
    groups = group_by_word(points, token, DIGITS)
    assert groups.order is None
    assert path_through(points, groups, "clusters") is None
    name = plain_name(Evidence(("1",), (), (), "clusters", 0.9, groups=groups))
    assert name.startswith("digits: ")


def test_months_close_their_path():
    months = known_order(["january", "february", "march", "april", "may", "june"])[0].words
    points, token = samples(arc(13, 2 * np.pi)[:12])
    groups = group_by_word(points, token, months)
    path = path_through(points, groups, "closed curve")
    assert path.closed
    assert off_path(path, points) < 0.02
    assert plain_name(Evidence(("may",), (), (), "closed curve", 0.9, groups=groups)) == (
        "months, in order"
    )


@pytest.mark.parametrize("closed", [False, True])
def test_a_curve_without_words_gets_a_path_too(closed):
    turn = 2 * np.pi if closed else np.pi / 2
    points, _ = samples(arc(400, turn), each=2)
    path = path_through(points, None, "closed curve" if closed else "curve")
    assert path.closed == closed
    assert off_path(path, points) < 0.05
    assert path_through(points, None, "cloud") is None


def test_what_is_left_off_the_path_is_measured():
    path = smooth_path(arc(6), None, closed=False)
    on, _ = samples(arc(60), each=2, noise=0.0)
    assert off_path(path, on) < 1e-3
    far = on + np.random.default_rng(0).normal(0, 0.5, on.shape)
    assert off_path(path, far) > 0.2


def test_words_in_order_whose_samples_lie_elsewhere_have_no_path():
    digits = np.repeat(np.arange(10), 40)
    along = np.column_stack([digits, np.zeros(400), np.zeros(400)]).astype(float)
    aside = np.tile([[0.0, 20.0, 0.0], [0.0, -20.0, 0.0]], (200, 1))
    vocab = [f" {i}" for i in range(10)]
    near = group_by_word(along + 0.01 * aside, digits, vocab)
    far = group_by_word(along + aside, digits, vocab)
    assert near.order == far.order == "digits"
    assert path_through(along + 0.01 * aside, near, "clusters") is not None
    assert path_through(along + aside, far, "clusters") is None


def test_the_shortest_way_goes_around():
    places = arc(13, 2 * np.pi)[:12]
    shuffled = np.random.default_rng(0).permutation(12)
    way = shuffled[shortest_way(places[shuffled], closed=True)]
    steps = np.abs(np.diff(way)) % 12
    assert set(np.minimum(steps, 12 - steps)) == {1}


def test_the_property_that_explains_the_places_is_told():
    draw = np.random.default_rng(0)
    before, token = draw.integers(0, 4, 600), draw.integers(0, 5, 600)
    points = arc(4)[before] + draw.normal(0, 0.1, (600, 3))
    found = varies_by(points, {"the token": token, "the token before": before})
    assert found["the token before"] > 0.9
    assert found["the token"] < 0.05
    name = plain_name(Evidence((" of",), (), (), "cloud", 0.9, varies=found))
    assert name == "of, by the token before"


def test_a_class_needs_most_of_the_words():
    assert class_of(["will", "would", "may"], [10, 5, 5]).name == "modal verbs"
    assert class_of(["will", "treaty", "may"], [10, 30, 5]) is None
    assert class_of([".", "\\n"], [10, 5]) is None
    assert class_of(["of"], [10]) is None
    assert known_order(["will", "two", "three", "four"]) is None
