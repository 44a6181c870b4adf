"""Means, tests and controls that interventions are judged by."""

import numpy as np
import pytest
import torch
from scipy.stats import spearmanr

from quadric.causes.arms import arms, matched_subspaces
from quadric.causes.groups import spline
from quadric.causes.moving import ends
from quadric.causes.places import log_odds
from quadric.causes.predicting import predictors
from quadric.causes.samples import pairs
from quadric.causes.statistics import holm, ratio, sign_flip, spearman
from quadric.forms import Subspace
from quadric.gallery import Part
from quadric.manifolds.along import shortest_way


def test_the_error_of_a_ratio_is_that_of_many_samples():
    draw = np.random.default_rng(0)

    def sample():
        whole = draw.gamma(2.0, 1.0, 60)
        return 0.4 * whole + draw.normal(0, 0.3, 60), whole

    found = np.array([ratio(*sample()) for _ in range(600)])
    assert found[:, 0].mean() == pytest.approx(0.4, abs=0.01)
    assert found[:, 1].mean() == pytest.approx(found[:, 0].std(), rel=0.15)
    assert ratio(np.zeros(3), np.zeros(3)) == (0.0, 0.0)


def test_random_signs_reject_a_shift_and_keep_their_level():
    draw = np.random.default_rng(1)
    assert sign_flip(draw.normal(1, 1, 30)) < 0.001
    null = [sign_flip(draw.normal(0, 1, 20), flips=500, seed=i) for i in range(300)]
    assert np.mean(np.array(null) < 0.1) == pytest.approx(0.1, abs=0.06)
    assert sign_flip(np.zeros(10)) == 1.0


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_rank_correlation():
    draw = np.random.default_rng(2)
    a, b = draw.integers(0, 5, 40).astype(float), draw.normal(size=40)
    assert spearman(a, b) == pytest.approx(spearmanr(a, b).statistic)
    assert spearman(np.ones(4), b[:4]) == 0.0

    class One:
        def __init__(self, i):
            self.score = float(i)
            self.parts = (Part("up", i / 10, {"c": 0.0}), Part("flat", 0.1, {"c": 0.5}))

    ranks = predictors([One(i) for i in range(10)], list(range(10)))
    assert ranks == {"score": pytest.approx(1), "up": pytest.approx(1), "flat": 0.0}


@pytest.mark.parametrize("k", [1, 3])
def test_matched_subspaces_hold_the_same_variance_beside_the_manifold(k):
    draw = torch.Generator().manual_seed(k)
    x = torch.randn(300, 24, generator=draw) * torch.linspace(3, 0.1, 24)
    basis = torch.linalg.qr(torch.randn(24, k, generator=draw)).Q
    own = float(((x - x.mean(0)) @ basis).square().sum())
    for found in matched_subspaces(basis, x, 4, draw):
        torch.testing.assert_close(found.T @ found, torch.eye(k), atol=1e-5, rtol=0)
        assert (basis.T @ found).abs().max() < 1e-4
        assert float(((x - x.mean(0)) @ found).square().sum()) == pytest.approx(own, rel=1e-3)


def test_what_arms_do_to_a_step():
    draw = torch.Generator().manual_seed(0)
    x = torch.randn(200, 16, generator=draw) * torch.linspace(2, 0.2, 16)
    basis = torch.linalg.qr(torch.randn(16, 3, generator=draw)).Q
    other = [Subspace.random(16, 2, seed=5).basis]
    layer_pca = Subspace.principal(x, 3).basis
    found = {a.name: a for a in arms(basis, x, layer_pca, other, basis, seed=1)}
    step = torch.randn(10, 16, generator=draw)
    inside = step @ basis @ basis.T
    torch.testing.assert_close(found["manifold"].edit(step), inside)
    torch.testing.assert_close(found["everything else"].edit(step), step - inside)
    assert torch.equal(found["whole vector"].edit(step), step)
    anywhere = found["random direction, same norm"].edit(step)
    torch.testing.assert_close(anywhere.norm(dim=1), inside.norm(dim=1))
    assert torch.equal(anywhere, found["random direction, same norm"].edit(step))
    torch.testing.assert_close(found["another manifold"].edit(step), step @ other[0] @ other[0].T)
    assert (found["manifold"].edit(step - step) == 0).all()
    centred = x - x.mean(0)
    own = float((centred @ basis).square().sum() / centred.square().sum())
    for name, variance in (
        ("manifold", own),
        ("random direction, same norm", own),
        ("same variance, elsewhere", own),
        ("everything else", 1 - own),
        ("whole vector", 1.0),
    ):
        assert found[name].variance == pytest.approx(variance, rel=1e-2), name
    roles = {a.role for a in found.values()}
    assert roles == {"manifold", "control", "rival", "reference"}


def test_pairs_are_disjoint_and_of_different_tokens():
    token = torch.tensor([7] * 60 + [8] * 10 + [9] * 5)
    found = pairs(token, torch.arange(75), 12, torch.Generator().manual_seed(0))
    assert len(found) == 12
    assert len(found.unique()) == 24
    assert (token[found[:, 0]] != token[found[:, 1]]).all()


def test_a_manifold_of_one_token_has_pairs_of_that_token():
    token = torch.tensor([7] * 30 + [8])
    found = pairs(token, torch.arange(31), 12, torch.Generator().manual_seed(0))
    assert len(found) == 12
    assert len(found.unique()) == 24
    assert (token[found] == 8).sum() == 1
    alone = pairs(token[:5], torch.arange(5), 12, torch.Generator().manual_seed(0))
    assert len(alone) == 2


def test_the_shortest_way_follows_a_curve():
    turn = np.linspace(0, 4, 7)
    points = np.stack([np.cos(turn), np.sin(turn)], 1)
    shuffled = np.array([3, 0, 5, 1, 6, 2, 4])
    order = shuffled[shortest_way(points[shuffled])].tolist()
    assert order in (list(range(7)), list(range(6, -1, -1)))
    np.testing.assert_allclose(spline(points, np.arange(7.0)), points, atol=1e-12)


def test_ends_go_from_neighbours_to_the_far_ends():
    for count in (3, 5, 8, 12):
        found = ends(count)
        assert len(set(found)) == len(found) <= 6
        assert all(0 <= a < count and 0 <= b < count and a != b for a, b in found)
        assert {abs(a - b) for a, b in found} >= {1, count - 1}


def test_log_odds_by_hand():
    before, after = torch.tensor([[0.2, 0.8]]), torch.tensor([[0.5, 0.5]])
    torch.testing.assert_close(
        log_odds(before.log(), after.log()), torch.tensor([np.log(4), -np.log(4)]).float()
    )
