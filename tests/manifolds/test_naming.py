"""Names are the tokens that are over-represented, at each end of the shape."""

import numpy as np

from quadric.manifolds.along import group_by_word
from quadric.manifolds.naming import (
    Evidence,
    evidence,
    log_odds_z_scores,
    plain_name,
    plain_phrase,
    stretches,
)

VOCAB = [" the", " of", " will", " would", " should", " shall", " 1790", " 1990"]


def test_log_odds_are_zero_for_equal_rates_and_grow_with_evidence():
    even = log_odds_z_scores(np.array([10.0, 90.0]), np.array([100.0, 900.0]))
    assert abs(even[0]) < 0.1
    small, large = (
        log_odds_z_scores(n * np.array([5.0, 5.0]), n * np.array([10.0, 90.0]))[0] for n in (1, 20)
    )
    assert 0 < small < large


def test_a_direction_through_years_reads_as_such():
    draw = np.random.default_rng(0)
    tokens = draw.integers(0, 2, 4000)
    strong = np.arange(200)
    tokens[:100], tokens[100:200] = 6, 7
    along = np.where(np.arange(200) < 100, -1.0, 1.0) + 0.1 * draw.normal(size=200)
    points = np.column_stack([along, 0.05 * draw.normal(size=(200, 2))])
    found = evidence(tokens, strong, points, "direction", 1, VOCAB)
    assert set(found.tokens) == {" 1790", " 1990"}
    assert found.share == 1
    assert set(plain_name(found).split(" · ")) == {"1790", "1990"}
    assert [end[0] for end in (found.ends[0], found.ends[2])] in (
        [" 1790", " 1990"],
        [" 1990", " 1790"],
    )


def test_the_token_before_names_what_its_own_cannot():
    draw = np.random.default_rng(0)
    tokens = draw.integers(0, 6, 4000)
    before = draw.integers(0, 2, 4000)
    before[:200] = 6
    points = draw.normal(size=(200, 3))
    found = evidence(tokens, np.arange(200), points, "cloud", 1, VOCAB, before)
    assert found.before[0] == " 1790"
    assert plain_name(found).endswith("after 1790")


def test_stretches_cut_a_circle_into_arcs_and_clusters_into_themselves():
    angle = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    circle = np.column_stack([np.cos(angle), 0.9 * np.sin(angle), np.zeros(400)])
    arcs = stretches(circle, "closed curve", 1)
    assert np.abs(np.bincount(arcs) - 100).max() <= 2
    two = np.repeat([[3.0, 0, 0], [-3.0, 0, 0]], 50, axis=0) + 0.1
    groups = stretches(two, "clusters", 2)
    assert len(set(groups[:50])) == len(set(groups[50:])) == 1
    assert groups[0] != groups[-1]


def test_names_without_evidence_are_the_words_themselves():
    assert plain_name(Evidence((), (), (), "cloud", 0.0)) == "unnamed"
    assert plain_name(Evidence((), (" in",), (), "cloud", 0.0)) == "after in"
    assert plain_name(Evidence((" tax", " debt"), (), (), "clusters", 0.9)) == "tax · debt"


def test_a_sentence_begins_with_the_class_or_with_the_tokens_in_quotes():
    marks = Evidence((",", " and", "."), (), (), "clusters", 0.9)
    assert plain_phrase(marks) == "The tokens “,”, “and” and “.”"
    assert plain_phrase(Evidence((" tax",), (), (), "clusters", 0.9)) == "The token “tax”"
    groups = group_by_word(np.eye(3).repeat(20, 0), np.arange(3).repeat(20), [" of", " to", " for"])
    found = Evidence((" of", " to"), (), (), "clusters", 0.9, groups=groups)
    assert plain_name(found) == "prepositions: for | of | to"
    assert plain_phrase(found) == "Prepositions (for, of, to)"
    later = Evidence((" tax",), (" the",), (), "cloud", 0.1)
    assert plain_phrase(later) == "The token “tax” after the"


def test_a_sentence_calls_blanks_by_their_name_and_says_what_sorts_its_samples():
    before = {"the token": 0.1, "the token before": 0.6}
    lines = Evidence(("\n",), (), (), "clusters", 0.9, varies=before)
    assert plain_name(lines) == "⏎, by the token before"
    assert plain_phrase(lines) == "Line breaks, sorted by the token before"
    assert plain_phrase(Evidence((" ", " $"), (), (), "cloud", 0.9)) == "The tokens “blank” and “$”"
    spoken = [" I", " we", " you"]
    groups = group_by_word(np.eye(3).repeat(20, 0), np.arange(3).repeat(20), spoken)
    assert (
        "I" in plain_name(Evidence((" I",), (), (), "clusters", 0.9, groups=groups)).split(": ")[1]
    )
