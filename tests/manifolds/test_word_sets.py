"""Samples chosen by their words, held to what these choices are defined as."""

import numpy as np
import pytest
import torch

from quadric.manifolds.word_sets import class_sets, evenly
from quadric.manifolds.words import Words


def tokens_of(counts: list[int], seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).permutation(np.repeat(np.arange(len(counts)), counts))


@pytest.mark.parametrize("most", [1, 7, 30, 61, 99, 100, 500], ids=lambda n: f"most{n}")
@pytest.mark.parametrize(
    "counts", [[100], [1] * 100, [60, 20, 10, 5, 3, 1, 1], [50, 50], [34, 33, 33]], ids=str
)
def test_common_tokens_are_taken_less_often_than_they_occur(counts, most):
    tokens = tokens_of(counts)
    rows = evenly(Words(tokens, list("abcdefg") * 20), most)
    assert len(rows) == min(most, 100)
    assert (np.diff(rows) > 0).all()
    taken = np.bincount(tokens[rows], minlength=len(counts))
    assert (taken <= counts).all()
    if most >= 100:
        return
    cut = taken < counts
    assert cut.any()
    # c√n of those that are not taken whole, to the one that rounding leaves; more of the whole.
    shares = np.sqrt(counts)
    c = (taken[cut] / shares[cut]).mean()
    thinned = np.minimum(counts, c * shares)
    assert (np.abs(taken - thinned)[cut] <= 2).all()
    assert (taken[~cut] <= thinned[~cut] + 2).all()


def test_of_a_token_those_with_another_token_before_are_taken_first():
    tokens = np.r_[np.full(95, 1), np.full(10, 2)]
    before = np.r_[np.zeros(90, int), np.arange(1, 6), np.zeros(10, int)]
    rows = evenly(Words(tokens, list("abcdefgh"), before=before), 30)
    assert set(range(90, 95)) < set(rows.tolist())
    assert 14 <= (rows < 90).sum() <= 24
    # Where every sample has a word of its own, words are taken from all of the vocabulary.
    each = Words(np.arange(1000), [str(i) for i in range(1000)])
    assert np.diff(evenly(each, 250)).tolist() == [4] * 249
    # Those that are equal are drawn from all of the text, and always the same.
    words = Words(np.zeros(1000, int), ["a"])
    assert np.abs(evenly(words, 400).mean() - 500) < 50
    assert np.array_equal(evenly(words, 400), evenly(words, 400))


def test_words_with_means_in_one_direction_are_a_class():
    draw = torch.Generator().manual_seed(0)
    classes, each, n = 6, 8, 6000
    tokens = torch.randint(classes * each, (n,), generator=draw)
    centres = torch.nn.functional.normalize(torch.randn(classes, 48, generator=draw), dim=1)
    x = 2 * centres[tokens // each] + torch.randn(n, 48, generator=draw)
    x[tokens == 47] = 0  # A word without a direction is in some class, and breaks nothing.
    words = Words(tokens.numpy(), [str(i) for i in range(classes * each)])
    rows = np.arange(0, n, 2)
    found = class_sets(x, words, rows, (classes,) * 8, 24, draw)
    assert len(found) == 8
    sets = np.concatenate([one.toarray() for one in found])
    wanted = (tokens // each).numpy()[rows] == np.arange(classes)[:, None]
    wanted &= tokens.numpy()[rows] != 47
    both = sets.astype(int) @ wanted.astype(int).T
    either = sets.sum(1)[:, None] + wanted.sum(1) - both
    assert ((both / either).max(0) > 0.9).all()
    # Every sample is in one class of each clustering, at most.
    assert sets.sum(0).max() <= 8


def test_pairs_are_classes_of_their_own_and_no_word_is_none():
    words = Words([1, 2, -1, 1], ["a", "b", "c"], before=np.array([0, 0, 1, 0]))
    assert words.pairs[0] == words.pairs[3] != words.pairs[1]
    assert words.pairs[2] == -1
    assert (Words([1, 2], ["a", "b", "c"]).pairs == -1).all()
    x = torch.eye(4)
    draw = torch.Generator().manual_seed(0)
    assert class_sets(x, words, np.arange(4), (2,), 1, draw) == []
