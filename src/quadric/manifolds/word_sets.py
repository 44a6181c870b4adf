"""What the words of the samples add to a search: rare ones count as much, classes of them start it.

A tenth of a text are commas and articles, and a month is a sample in a thousand. So sets are made
of samples among which common words are less common (`evenly`). And the words of a class have means
in one direction: clusters of these means are classes, though each word has few samples
(`class_sets`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float, Int
from scipy.sparse import csr_array
from torch import Tensor

from quadric.manifolds.clustering import UnitRows, spherical_k_means
from quadric.manifolds.words import Words

__all__ = ["class_sets", "evenly"]

MIN_WORD_SAMPLES = 4
"""Samples of a word below which their mean says little."""
MIN_CLASS_WORDS = 4
"""Words for each class, at least, on average: of fewer there is no class to be found."""
BISECTIONS = 60
"""Halvings in which a number of float64 is found."""
KMEANS_ROUNDS = 10
"""Rounds of k-means: means of words are few, so that more rounds cost nothing."""


def evenly(words: Words, most: int) -> Int[np.ndarray, "m"]:
    """Which samples to take, `most` of them at most: common tokens less often than they occur.

    Of n samples of a token c√n are taken: of one that is a hundred times as common ten times as
    many. Those are taken first that have another token before them than those taken already. It
    is drawn which, but always the same ones: another seed looks at the same samples.
    """
    tokens = words.tokens
    drawn = np.random.default_rng(0).permutation(len(tokens))
    drawn = drawn[np.argsort(words.pairs[drawn], kind="stable")]
    turn = np.empty(len(tokens), dtype=np.int64)
    turn[drawn] = _places(words.pairs[drawn])
    order = drawn[np.lexsort([turn[drawn], tokens[drawn]])]
    counts = np.unique(tokens, return_counts=True)[1]
    kept = _places(tokens[order]) < np.repeat(_thinned(counts, most), counts)
    return np.sort(order[kept])


def _places(values: Int[np.ndarray, "n"]) -> Int[np.ndarray, "n"]:
    """Of sorted values: how many equal ones stand before each."""
    _, first, counts = np.unique(values, return_index=True, return_counts=True)
    return np.arange(len(values)) - np.repeat(first, counts)


def _thinned(counts: Int[np.ndarray, "k"], most: int) -> Int[np.ndarray, "k"]:
    """min(n, c√n) of each count n, rounded, with c such that they sum to `most`."""
    if counts.sum() <= most:
        return counts
    roots, low, high = np.sqrt(counts), 0.0, float(counts.max())
    for _ in range(BISECTIONS):
        c = (low + high) / 2
        enough = np.minimum(counts, np.round(c * roots)).sum() > most
        low, high = (low, c) if enough else (c, high)
    taken = np.minimum(counts, np.round(low * roots)).astype(np.int64)
    # What rounding leaves goes to tokens from all of the vocabulary.
    more = np.flatnonzero(counts > taken)
    left = most - int(taken.sum())
    taken[more[np.arange(left) * len(more) // max(1, left)]] += 1
    return taken


def class_sets(
    x: Float[Tensor, "n d"],
    words: Words,
    rows: Int[np.ndarray, "m"],
    counts: Sequence[int],
    least: int,
    draw: torch.Generator,
) -> list[csr_array]:
    """The samples of each class of words, among `rows` and if they are `least` there.

    Classes of tokens, and of pairs of a token and the one before it: one clustering of their means
    into each of `counts`, unless they are too few for so many.
    """
    found: list[csr_array] = []
    for ids in (words.tokens, words.pairs):
        _, own, sizes = np.unique(ids, return_inverse=True, return_counts=True)
        often = (sizes >= MIN_WORD_SAMPLES)[own] & (ids >= 0)
        _, own[often] = np.unique(own[often], return_inverse=True)
        samples = torch.from_numpy(np.flatnonzero(often)).to(x.device)
        which = torch.from_numpy(own[often]).to(x.device)
        kinds = int(own[often].max(initial=-1)) + 1
        sums = x.new_zeros(kinds, x.shape[1]).index_add_(0, which, x[samples])
        means = UnitRows.of(sums)
        inside = np.flatnonzero(often[rows])
        for count in counts:
            if count * MIN_CLASS_WORDS > kinds:
                continue
            start = torch.randperm(kinds, generator=draw)[:count].to(x.device)
            cluster = spherical_k_means(means, start, KMEANS_ROUNDS).numpy(force=True)
            place = cluster[own[rows[inside]]], inside
            ones = np.ones(len(inside), dtype=bool)
            every = csr_array((ones, place), (count, len(rows)))
            found.append(every[np.diff(every.indptr) >= least])
    return found
