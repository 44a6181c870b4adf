"""Sets and forms that give each other again, and the manifolds that are fitted to them."""

import numpy as np
import pytest
import torch

from quadric.manifolds import settling
from quadric.manifolds.fitting import fit_sets, own_axes
from quadric.manifolds.geometry import falls_apart
from quadric.manifolds.projecting import mapped
from quadric.manifolds.sets import jaccard, sparse, strong_sets
from quadric.manifolds.settling import alike_once, form_strength, settle
from quadric.manifolds.whitening import Whitening


def planted(rank, seed, n=6000, d=40, own=400):
    """Samples in all directions; the first `own` lie on a sphere of this rank."""
    draw = torch.Generator().manual_seed(seed)
    x = torch.nn.functional.normalize(torch.randn(n, d, generator=draw), dim=1)
    basis = torch.linalg.qr(torch.randn(d, rank, generator=draw)).Q
    ball = torch.nn.functional.normalize(torch.randn(own, rank, generator=draw), dim=1)
    x[:own] = torch.nn.functional.normalize(ball @ basis.T + 0.1 * x[:own], dim=1)
    return x, basis


def test_the_strength_is_that_of_the_form():
    draw = torch.Generator().manual_seed(0)
    x = torch.randn(300, 12, generator=draw, dtype=torch.float64)
    axes = torch.linalg.qr(torch.randn(5, 12, 4, generator=draw, dtype=torch.float64)).Q
    weights = torch.rand(5, 4, generator=draw, dtype=torch.float64)
    weights[1, 2:] = 0
    found = form_strength(x, axes, weights)
    forms = axes @ torch.diag_embed(weights) @ axes.mT
    torch.testing.assert_close(found, torch.einsum("nd,cde,ne->cn", x, forms, x))


@pytest.mark.parametrize("rank", [1, 2, 4])
def test_different_starts_settle_at_the_same_place(rank):
    x, basis = planted(rank, seed=rank)
    draw = torch.Generator().manual_seed(7)
    starts = torch.zeros(6, len(x), dtype=torch.bool)
    for start in starts:
        start[torch.randperm(400, generator=draw)[:150]] = True
        start[400 + torch.randperm(5600, generator=draw)[:50]] = True
    found = settle(x - x.mean(0), starts, torch.arange(1, 7))
    assert len(found) == 1
    assert int(found.support) == 21
    inside = found.inside[0]
    assert inside[:400].float().mean() > 0.95
    assert inside[400:].float().mean() < 0.02
    assert (found.axes[0, :, :rank].T @ basis).square().sum() > 0.98 * rank


def test_a_ring_stays_a_ring():
    x, basis = planted(2, seed=5)
    starts = torch.zeros(1, len(x), dtype=torch.bool)
    starts[0, :250] = True
    found = settle(x - x.mean(0), starts, torch.tensor([3]))
    angle = torch.atan2(*(x[:400] @ basis).T)
    inside = found.inside[0, :400]
    quarters = torch.bucketize(angle, torch.linspace(-torch.pi, torch.pi, 5)[1:-1])
    shares = [float(inside[quarters == i].float().mean()) for i in range(4)]
    assert min(shares) > 0.9


def test_a_set_that_is_nothing_stays_supported_by_itself_alone():
    x, _ = planted(2, seed=3)
    starts = torch.zeros(2, len(x), dtype=torch.bool)
    starts[0, :400] = True
    starts[1, 1000:1200] = True
    found = settle(x - x.mean(0), starts, torch.tensor([5, 1]))
    best = int(found.support.argmax())
    assert found.inside[best, :400].float().mean() > 0.95


def test_of_sets_that_are_alike_the_one_with_most_support_stays():
    inside = torch.zeros(3, 100, dtype=torch.bool)
    inside[0, :20], inside[1, :19], inside[2, 50:60] = True, True, True
    kept, support = alike_once(inside, torch.tensor([1, 4, 2]), 0.9)
    assert kept.tolist() == [1, 2]
    assert support.tolist() == [5, 2]


@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5, 6])
def test_sets_get_the_subspace_and_the_rank_that_they_have(rank):
    x, basis = planted(rank, seed=rank)
    mean = x.mean(0)
    inside = torch.zeros(2, len(x), dtype=torch.bool)
    inside[0, :400] = True
    inside[1, 1000:1400] = True
    found = fit_sets(x - mean, inside, Whitening.none(mean))
    one = found.subspaces[0]
    one = one[:, one.square().sum(0) > 0.5]
    assert one.shape[1] == rank
    assert (one.T @ basis).square().sum() > 0.99 * rank
    assert found.beyond[0] > 3 > found.beyond[1]
    assert found.stable[0] > 0.95 > found.stable[1]


def test_the_strength_of_a_fitted_manifold_is_its_form_about_the_mean_of_all():
    x, _ = planted(3, seed=1)
    x = x + 0.3
    mean = x.mean(0)
    inside = torch.zeros(1, len(x), dtype=torch.bool)
    inside[0, :400] = True
    for whitening in (Whitening.none(mean), Whitening.of(x)):
        z = whitening(x)
        settled = settle(z, inside, torch.tensor([1]))
        found = fit_sets(z, settled.inside, whitening, warm=settled.axes)
        strength, _ = mapped(found.maps, torch.tensor([2.0]), found.subspaces)(x)
        naive = form_strength(
            z.double(), settled.axes[:, :, :3].double(), settled.weights[:, :3].double()
        )
        order = torch.corrcoef(torch.stack([strength[0].double().sqrt(), naive[0]]))[0, 1]
        assert order > 0.999
        again = strong_sets(strength).inside
        strong = strong_sets(naive, power=2.0).inside
        assert ((again & strong).sum() / (again | strong).sum()) > 0.95


def test_axes_are_the_same_however_the_subspace_is_turned():
    draw = torch.Generator().manual_seed(0)
    points = torch.rand(500, 4, generator=draw).double() ** 2 * torch.tensor([4.0, 3, 2, 1])
    turn = torch.linalg.qr(torch.randn(4, 4, generator=draw).double()).Q
    one, other = points @ own_axes(points), (points @ turn) @ own_axes(points @ turn)
    torch.testing.assert_close(one, other)
    assert (one.var(0).diff() < 0).all()


def blobs(*centres, spread=0.05):
    draw = np.random.default_rng(0)
    return np.concatenate([draw.normal(centre, spread, (80, len(centre))) for centre in centres])


def test_two_things_side_by_side_fall_apart_and_one_class_does_not():
    angle = np.linspace(0, 2 * np.pi, 200)
    assert falls_apart(blobs([1, 0, 0], [0, 1, 0]))
    assert not falls_apart(blobs([1, 0.3, 0], [1, -0.3, 0]))
    assert not falls_apart(np.column_stack([np.cos(angle), np.sin(angle)]))
    assert not falls_apart(blobs([1, 0, 0]))


@pytest.mark.parametrize(("dtype", "near"), [(torch.float64, 1e-12), (torch.bfloat16, 0.02)])
def test_strength_is_the_forms_value_in_the_precision_of_the_samples(dtype, near):
    torch.manual_seed(0)
    x, weights = torch.randn(3000, 70).double(), torch.rand(5, 4).double() - 0.2
    axes = torch.linalg.qr(torch.randn(5, 70, 4).double()).Q
    form = (axes * weights.clamp(min=0)[:, None]) @ axes.mT
    naive = torch.einsum("nd,cde,ne->cn", x, form, x)
    found = form_strength(x.to(dtype), axes, weights)
    assert found.dtype == weights.dtype
    assert (found - naive).norm() < near * naive.norm()


def test_sets_settle_at_the_same_place_where_strengths_are_rounded(monkeypatch):
    x, _ = planted(3, seed=4)
    x = (x - x.mean(0)).float()
    start = torch.zeros(1, len(x), dtype=torch.bool)
    start[0, :300] = True
    found = []
    for dtype in (torch.float32, torch.bfloat16):
        monkeypatch.setattr(settling, "product_dtype", lambda _, dtype=dtype: dtype)
        found.append(settle(x, start, torch.tensor([3])).inside)
    assert found[0].any()
    assert jaccard(*map(sparse, found)).toarray() > 0.95
