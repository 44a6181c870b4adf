"""Frobenius similarity against dense 4-order tensors, and by what must not change it."""

import math
from unittest.mock import Mock

import pytest
import torch
from analysis.dense import KINDS, PARTS, build, tensor
from analysis.largest import Largest

from quadric.analysis.similarity import frobenius_matrix, frobenius_similarity, inner
from quadric.autoencoders import AutoencoderConfig, BilinearAutoencoder

TILES = [3, 64]


def cosine(a, b):
    return float(2 * (a * b).sum() / (a.square().sum() + b.square().sum()))


@pytest.mark.parametrize("tile", TILES, ids=lambda t: f"T{t}")
@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("second", KINDS)
@pytest.mark.parametrize("first", KINDS)
def test_equals_the_dense_tensors_for_all_pairs_of_presets(first, second, parts, tile):
    a = build(first, parts, lat=11, seed=1)
    b = build(second, parts, lat=7, seed=2)
    expected = cosine(tensor(a), tensor(b))
    assert abs(expected) < 0.95
    assert math.isclose(frobenius_similarity(a, b, tile=tile), expected, abs_tol=1e-12)


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("second", KINDS)
@pytest.mark.parametrize("first", KINDS)
def test_cumulative_is_the_mean_over_all_prefixes(first, second, parts):
    a = build(first, parts, lat=9, seed=1)
    b = build(second, parts, lat=6, seed=2)
    products = torch.zeros(3).double()
    for k in range(1, 10):
        one, two = tensor(a, k), tensor(b, k)
        products += torch.stack([(one * two).sum(), one.square().sum(), two.square().sum()])
    expected = float(2 * products[0] / (products[1] + products[2]))
    ours = frobenius_similarity(a, b, cumulative=True, tile=4)
    assert math.isclose(ours, expected, abs_tol=1e-12)
    assert not math.isclose(ours, frobenius_similarity(a, b), abs_tol=1e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_inner_product_in_float32_is_summed_precisely(kind):
    a, b = build(kind, d=12, lat=100, seed=1), build(kind, d=12, lat=80, seed=2)
    exact = inner(a, b, tile=16)
    assert math.isclose(inner(a.float(), b.float(), tile=16), exact, rel_tol=1e-5)


@pytest.mark.parametrize("cumulative", [False, True], ids=["whole", "cumulative"])
@pytest.mark.parametrize("kind", KINDS)
def test_sign_swap_and_rotation_change_nothing(kind, cumulative):
    a, b = build(kind, seed=3), build(kind, seed=4)
    before = frobenius_similarity(a, b, cumulative=cumulative)
    assert math.isclose(frobenius_similarity(a, a, cumulative=cumulative), 1.0, abs_tol=1e-12)
    with torch.no_grad():
        # ±(l, r) and (r, l) are the same form; a mixed latent's sign is carried by D's column.
        signs = torch.tensor([1.0, -1.0]).double().repeat(6)[: len(b.left)]
        left, right = b.left.clone(), b.right.clone()
        b.left.copy_(torch.where(signs[:, None] > 0, left, -right))
        b.right.copy_(torch.where(signs[:, None] > 0, right, left))
        if b.down is not None:
            b.down.mul_(signs)
        assert math.isclose(
            frobenius_similarity(a, b, cumulative=cumulative), before, abs_tol=1e-12
        )
        rotation = torch.linalg.qr(torch.randn(4, 4).double()).Q
        for ae in (a, b):
            ae.left.copy_(ae.left @ rotation)
            ae.right.copy_(ae.right @ rotation)
        assert math.isclose(
            frobenius_similarity(a, b, cumulative=cumulative), before, abs_tol=1e-12
        )
        if b.down is not None:
            mixed = torch.linalg.qr(torch.randn(5, 5).double()).Q @ b.down
            b.down.copy_(mixed)
            after = frobenius_similarity(a, b, cumulative=cumulative)
            assert math.isclose(after, before, abs_tol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_permuting_latents_changes_the_prefixes_only(kind):
    a, b = build(kind, seed=3), build(kind, seed=4)
    before = frobenius_similarity(a, b), frobenius_similarity(a, b, cumulative=True)
    order = torch.randperm(11, generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        b.left.copy_(b.left[order])
        b.right.copy_(b.right[order])
        if b.down is not None:
            b.down.copy_(b.down[:, order])
    assert math.isclose(frobenius_similarity(a, b), before[0], abs_tol=1e-12)
    assert not math.isclose(frobenius_similarity(a, b, cumulative=True), before[1], abs_tol=1e-4)


def test_the_matrix_holds_the_similarity_of_every_pair():
    group = [build("vanilla", lat=5), build("mixed", lat=9), build("combined", seed=5)]
    for cumulative in (False, True):
        progress = Mock()
        matrix = frobenius_matrix(group, cumulative=cumulative, progress=progress)
        assert [call.args[1:] for call in progress.call_args_list] == [(1, 3), (2, 3), (3, 3)]
        for i, a in enumerate(group):
            for j, b in enumerate(group):
                expected = frobenius_similarity(a, b, cumulative=cumulative)
                assert math.isclose(float(matrix[i, j]), expected, abs_tol=1e-12)


def test_two_maps_to_zero_are_alike_and_a_map_to_zero_is_like_no_other():
    zero, other = build(), build(seed=1)
    zero.left.data.zero_()
    assert frobenius_similarity(zero, zero) == 1.0
    assert frobenius_similarity(zero, other) == 0.0


def test_other_input_spaces_and_gates_are_refused():
    a = build(d=4)
    with pytest.raises(ValueError, match="width 4 and 5"):
        frobenius_similarity(a, build(d=5))
    with pytest.raises(ValueError, match="lifted"):
        frobenius_similarity(a, build(parts="lifted", d=4))
    gated = BilinearAutoencoder(AutoencoderConfig(4, 6, tied=False, gate="silu"))
    with pytest.raises(ValueError, match="silu gate"):
        frobenius_similarity(a, gated)


@pytest.mark.slow
@pytest.mark.parametrize("cumulative", [False, True], ids=["whole", "cumulative"])
@pytest.mark.parametrize(
    ("first", "second", "most"),
    [("vanilla", "vanilla", 120 * 4), ("vanilla", "mixed", 120 * 5), ("mixed", "mixed", 120 * 5)],
    ids=["plain", "one-mixed", "both-mixed"],
)
def test_the_kernel_is_never_there_as_a_whole(first, second, most, cumulative):
    """Nothing is larger than the weights: 120 latents over d = 4 with 5 rows of D."""
    a, b = build(first, lat=120), build(second, lat=120, seed=1)
    with Largest() as seen:
        frobenius_similarity(a, b, cumulative=cumulative, tile=12)
    assert 0 < seen.numel <= most
