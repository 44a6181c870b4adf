"""Planted data is what it says: known subspaces, sparsity, noise and co-occurrence."""

import numpy as np
import pytest
import torch

from quadric.synthetic import KINDS, plant
from quadric.synthetic.planting import MANIFOLD_TOKENS


@pytest.mark.parametrize("name", KINDS)
def test_points_fill_their_dimensions_and_no_more(name):
    points, along = KINDS[name].draw(np.random.default_rng(0), 2000)
    assert points.shape == (2000, KINDS[name].dimensions)
    assert np.linalg.eigvalsh(points.T @ points / 2000)[0] > 0.02
    assert along.min() >= 0
    assert along.max() <= 1
    assert 0.4 < np.linalg.norm(points, axis=1).mean() < 1.5


def test_without_noise_samples_lie_in_the_span_of_what_is_active():
    planted = plant(6, d=32, active=2, noise=0.0, kinds=list(KINDS))
    drawn = planted.sample(200, seed=3)
    for x, active in zip(drawn.x, drawn.active, strict=True):
        span = torch.linalg.qr(torch.cat([planted.bases[j] for j in active], 1)).Q
        torch.testing.assert_close(span @ (span.T @ x), x, atol=1e-5, rtol=0)


def test_words_tell_the_first_active_manifold_and_where_on_it():
    planted = plant(5, d=16, active=3)
    drawn = planted.sample(500)
    assert torch.equal(drawn.tokens // MANIFOLD_TOKENS, drawn.active[:, 0])
    place = (drawn.along[:, 0] * MANIFOLD_TOKENS).long().clamp(max=MANIFOLD_TOKENS - 1)
    assert torch.equal(drawn.tokens % MANIFOLD_TOKENS, place)
    assert len(planted.vocab) == 5 * MANIFOLD_TOKENS
    assert planted.vocab[2 * MANIFOLD_TOKENS + 7] == "off-centre circle 2.7"


def test_each_sample_has_as_many_distinct_manifolds_as_asked():
    active = plant(9, d=16, active=4).sample(300).active
    assert all(len(set(row.tolist())) == 4 for row in active)


@pytest.mark.parametrize(("correlation", "low", "high"), [(0.0, 0.02, 0.16), (1.0, 0.99, 1.01)])
def test_neighbours_occur_together_as_asked(correlation, low, high):
    active = plant(20, d=16, active=2, correlation=correlation).sample(4000).active
    there = torch.zeros(4000, 20).scatter_(1, active, 1.0)
    together = (there[:, ::2] * there[:, 1::2]).sum() / there[:, ::2].sum()
    assert low < together < high


def test_noise_has_the_size_asked():
    quiet, loud = (plant(4, d=64, noise=noise).sample(500, seed=1).x for noise in (0.0, 0.2))
    assert abs(float((loud - quiet).std()) - 0.2) < 0.01


def test_seeds_decide_everything():
    one, same, other = (plant(4, d=16, seed=s) for s in (0, 0, 1))
    assert torch.equal(one.sample(10, seed=5).x, same.sample(10, seed=5).x)
    assert not torch.equal(one.sample(10, seed=5).x, one.sample(10, seed=6).x)
    assert not torch.equal(one.bases[0], other.bases[0])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"kinds": ["knot"]}, "choose from line"),
        ({"active": 7}, "between 1 and the 6"),
        ({"noise": -1.0}, "must not be negative"),
        ({"correlation": 1.5}, "within 0 and 1"),
        ({"d": 2}, "no room"),
    ],
)
def test_impossible_plans_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        plant(**{"manifolds": 6, "d": 16, **wrong})
