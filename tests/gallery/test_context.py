import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quadric.gallery.context import context_windows, join_windows


def corpus(seed: int, length: int, documents: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    draw = np.random.default_rng(seed)
    tokens = draw.integers(0, 50, length)
    document = np.sort(draw.integers(0, documents, length))
    position = np.arange(length) - np.searchsorted(document, document)
    return tokens, document, position


@given(
    seed=st.integers(0, 1000),
    length=st.integers(1, 80),
    before=st.integers(0, 5),
    after=st.integers(0, 5),
)
def test_joined_windows_give_back_all_that_they_hold(seed, length, before, after):
    tokens, document, position = corpus(seed, length, 4)
    samples = np.flatnonzero(np.random.default_rng(seed).random(length) < 0.4)
    windows = context_windows(tokens, document, samples, before, after)
    text = join_windows(windows, before, document[samples], position[samples])
    np.testing.assert_array_equal(text.tokens[text.offsets], tokens[samples])
    places = text.locate()
    np.testing.assert_array_equal(places[0], document[samples])
    np.testing.assert_array_equal(places[1], position[samples])
    # A window may show more than was put in, where a neighbour's covers it, never less or other.
    back = text.windows(before, after)
    np.testing.assert_array_equal(np.where(windows >= 0, back, -1), windows)
    assert len(text.tokens) <= length


def test_windows_end_at_their_document():
    tokens, document = np.arange(6), np.array([0, 0, 0, 1, 1, 1])
    windows = context_windows(tokens, document, np.array([2, 3]), 2, 2)
    np.testing.assert_array_equal(windows, [[0, 1, 2, -1, -1], [-1, -1, 3, 4, 5]])


def test_contexts_that_disagree_are_refused():
    windows = np.array([[1, 2], [3, 4]])
    with pytest.raises(ValueError, match="document 0, position 5"):
        join_windows(windows, 1, np.array([0, 0]), np.array([5, 6]))
