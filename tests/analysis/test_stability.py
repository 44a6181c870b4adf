"""What another seed finds again, against matchings tried one by one and against chance."""

import itertools

import pytest
import torch
from analysis.dense import PARTS, build

from quadric import TopKAutoencoder
from quadric.analysis import frobenius_similarity, latent_stability, subspace_stability
from quadric.forms import Subspace, SubspaceStack


def by_enumeration(cosines):
    """The best matching of rows with columns, all tried."""
    if len(cosines) > len(cosines[0]):
        cosines = cosines.T
    tried = itertools.permutations(range(cosines.shape[1]), len(cosines))
    best = max(tried, key=lambda order: float(cosines[range(len(cosines)), order].sum()))
    return cosines[range(len(cosines)), best]


@pytest.mark.parametrize("sizes", [(5, 5), (3, 6), (6, 3)], ids=lambda s: f"Lat{s[0]}-{s[1]}")
@pytest.mark.parametrize("parts", PARTS)
def test_latents_are_matched_by_the_cosine_of_their_forms(parts, sizes):
    a, b = build(parts=parts, lat=sizes[0], seed=1), build(parts=parts, lat=sizes[1], seed=2)
    one, two = (ae.forms.to_dense().flatten(1) for ae in (a, b))
    cosines = torch.nn.functional.normalize(one) @ torch.nn.functional.normalize(two).T
    exact = by_enumeration(cosines.abs())
    found = latent_stability(a, b, threshold=0.3, tile=4)
    assert found.mean == pytest.approx(float(exact.mean()))
    assert found.share == pytest.approx(float((exact >= 0.3).double().mean()))


def test_permuted_scaled_and_negated_latents_are_all_found_again():
    a, b = build(lat=12, seed=1), build(lat=12, seed=2)
    order = torch.randperm(12, generator=torch.Generator().manual_seed(3))
    with torch.no_grad():
        b.left.copy_(-3 * a.right[order])
        b.right.copy_(a.left[order])
    found = latent_stability(a, b)
    assert (found.mean, found.share) == (pytest.approx(1), 1)
    assert found.random_mean < 0.9
    assert latent_stability(a, b) == found
    assert latent_stability(a, b, seed=5).random_mean != found.random_mean


def test_chance_leaves_the_random_state_alone():
    a, b = build(seed=1), build(seed=2)
    torch.manual_seed(0)
    expected = torch.rand(3)
    torch.manual_seed(0)
    latent_stability(a, b)
    assert torch.equal(torch.rand(3), expected)


def test_baselines_are_matched_by_their_decoders_sign_included():
    torch.manual_seed(0)
    a, b = TopKAutoencoder.sized(8, 2, k=3), TopKAutoencoder.sized(8, 2, k=3)
    with torch.no_grad():
        b.decoder.copy_(2 * a.decoder.flip(0))
    assert latent_stability(a, b).mean == pytest.approx(1)
    with torch.no_grad():
        b.decoder.neg_()
    assert latent_stability(a, b).mean < 0.9
    with pytest.raises(ValueError, match="two of a kind"):
        latent_stability(a, build())


def test_subspaces_count_at_the_rank_that_each_has():
    axes = torch.eye(40, dtype=torch.float64)
    one = SubspaceStack.of([Subspace(axes[:, :2]), Subspace(axes[:, 4:5])])
    two = SubspaceStack.of([Subspace(axes[:, 4:5]), Subspace(axes[:, :3]), Subspace(axes[:, 9:10])])
    strict, loose = (subspace_stability(one, two, strict=strict) for strict in (True, False))
    assert strict.mean == pytest.approx((2 / 3 + 1) / 2)
    assert strict.share == 0.5
    assert (loose.mean, loose.share) == (pytest.approx(1), 1)
    assert strict.random_share == 0
    assert 0 < strict.random_mean < 0.2


def test_chance_has_the_ranks_of_the_other_side():
    many = SubspaceStack.random(300, 64, 3, seed=7)
    lines = SubspaceStack(many.bases * torch.tensor([1.0, 0, 0]))
    found = subspace_stability(lines[:1], many, strict=False)
    # The largest of 300 draws of a Beta(3/2, 61/2).
    assert 0.1 < found.random_mean < 0.4
    assert subspace_stability(lines[:1], lines).random_mean < found.random_mean


def centred(mean, **more):
    ae = build(centred=True, **more)
    ae.set_mean(mean)
    return ae


def test_autoencoders_over_differently_centred_inputs_are_refused():
    mean = torch.full((5,), 0.2, dtype=torch.float64)
    a, near = centred(mean, d=5, seed=1), centred(mean + 1e-4, d=5, seed=2)
    assert 0 < frobenius_similarity(a, near) < 1
    assert latent_stability(a, near).mean > 0
    for compare in (frobenius_similarity, latent_stability):
        with pytest.raises(ValueError, match=r"means that are 0.224 apart.*same activations"):
            compare(a, centred(mean + 0.1, d=5, seed=2))
        with pytest.raises(ValueError, match="one autoencoder is centred and the other is not"):
            compare(a, build(d=5))
