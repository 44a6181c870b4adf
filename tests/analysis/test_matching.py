"""Permutation similarity and best matches against all pairs of dense forms."""

import itertools
import math

import pytest
import torch
from analysis.dense import PARTS, build, forms
from analysis.largest import Largest

from quadric.analysis.matching import (
    best_matches,
    latent_similarities,
    permutation_matrix,
    permutation_similarity,
)


def pairwise(a, b):
    return torch.einsum("iab,jab->ij", forms(a.left, a.right), forms(b.left, b.right)).detach()


def by_enumeration(a, b):
    """Every matching of the smaller side into the larger, tried."""
    similarities = pairwise(a, b)
    if len(similarities) > similarities.shape[1]:
        similarities = similarities.T
    rows = torch.arange(len(similarities))
    matched = max(
        (
            similarities[rows, list(columns)]
            for columns in itertools.permutations(range(similarities.shape[1]), len(similarities))
        ),
        key=lambda entries: float(entries.abs().sum()),
    )
    return float(matched.norm() / similarities.norm())


@pytest.mark.parametrize("sizes", [(6, 6), (4, 7), (7, 4)], ids=lambda s: f"Lat{s[0]}-{s[1]}")
@pytest.mark.parametrize("parts", ["paper", "symmetric", "lifted"])
def test_permutation_similarity_equals_trying_all_permutations(parts, sizes):
    a, b = build(parts=parts, lat=sizes[0], seed=1), build(parts=parts, lat=sizes[1], seed=2)
    assert math.isclose(permutation_similarity(a, b, tile=3), by_enumeration(a, b), rel_tol=1e-12)


@pytest.mark.parametrize("parts", PARTS)
def test_similarities_and_norms_equal_the_dense_forms(parts):
    a, b = build(parts=parts, lat=9, seed=1), build("mixed", parts, lat=6, seed=2)
    torch.testing.assert_close(latent_similarities(a, b, tile=4), pairwise(a, b))
    dense = forms(a.left, a.right).flatten(1).norm(dim=1)
    torch.testing.assert_close(a.forms.norm(), dense)


def test_orthogonal_latents_are_found_again_in_any_order_with_any_sign():
    a, b = build(d=5, lat=10), build(d=5, lat=10)
    pairs = list(itertools.combinations(range(5), 2))
    order = torch.randperm(10, generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        for j, (one, two) in enumerate(pairs):
            a.left[j], a.right[j] = torch.eye(5)[one] * (1 + j), torch.eye(5)[two]
        b.left.copy_(-a.right[order])
        b.right.copy_(a.left[order])
    assert math.isclose(permutation_similarity(a, b), 1.0, abs_tol=1e-12)
    matches = best_matches(b, a, tile=3)
    assert torch.equal(matches.nearest, order)
    torch.testing.assert_close(matches.cosine, -torch.ones(10).double())


def test_overlapping_latents_are_less_like_themselves():
    a = build(lat=12, seed=3)
    own = permutation_similarity(a, a)
    assert own < 0.9
    matrix = permutation_matrix([a, build(seed=4)])
    assert math.isclose(float(matrix[0, 0]), own)
    assert matrix[0, 1] == matrix[1, 0]


@pytest.mark.parametrize("tile", [4, 64], ids=lambda t: f"T{t}")
def test_best_matches_equal_the_dense_argmax(tile):
    a, b = build(lat=13, seed=1), build(lat=9, seed=2)
    dense = pairwise(a, b)
    norms = a.forms.norm()[:, None] * b.forms.norm()
    cosine = dense / norms
    matches = best_matches(a, b, tile=tile)
    assert torch.equal(matches.nearest, cosine.abs().argmax(1))
    torch.testing.assert_close(matches.cosine, cosine[torch.arange(13), matches.nearest].detach())


def test_other_input_spaces_are_refused():
    with pytest.raises(ValueError, match="same model and layer"):
        permutation_similarity(build(d=4), build(d=5))
    with pytest.raises(ValueError, match="lifted"):
        best_matches(build(), build(parts="lifted"))


def test_best_matches_never_hold_all_pairs():
    a, b = build(lat=120), build(lat=120, seed=1)
    with Largest() as seen:
        best_matches(a, b, tile=12)
    assert 0 < seen.numel <= 120 * 4
