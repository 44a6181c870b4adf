import numpy as np
import pytest
import torch

from quadric import BilinearAutoencoder, find_manifolds
from quadric.manifolds.ranking import beyond_chance

CONTROLS = np.linspace(0, 0.2, 21)


def test_as_many_as_chance_puts_above_the_controls_are_none():
    scores = np.concatenate([np.full(8, 0.21), np.zeros(192)])
    assert not beyond_chance(scores, CONTROLS).any()


def test_more_than_chance_are_those_above_the_controls():
    scores = np.concatenate([np.full(30, 0.21), np.zeros(170)])
    assert beyond_chance(scores, CONTROLS).sum() == 30


def test_one_far_above_all_controls_passes_among_however_many():
    scores = np.concatenate([[0.5, 0.21], np.zeros(998)])
    assert np.flatnonzero(beyond_chance(scores, CONTROLS)).tolist() == [0]


def test_where_controls_were_not_fitted_alike_all_have_to_be_far_above_them():
    scores = np.concatenate([[0.5], np.full(30, 0.21)])
    assert np.flatnonzero(beyond_chance(scores, CONTROLS, alike=False)).tolist() == [0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_nothing_of_noise_passes(seed):
    torch.manual_seed(seed)
    ae = BilinearAutoencoder.preset("mixed", d_in=24, expansion=4)
    found = find_manifolds(ae, torch.randn(3000, 24), n=10, seed=seed)
    assert not any(one.passes for one in found)
