"""Clusters of samples by direction."""

import numpy as np
import pytest
import torch

from quadric.manifolds.clustering import UnitRows, cluster_sets, spherical_k_means


def naive(unit, start, rounds):
    """One sample and one centre after the other, in float64."""
    count, x = len(start), unit.double().numpy()
    centres = x[start.numpy()].copy()
    for number in range(rounds):
        own = np.array([np.argmax([c @ row for c in centres]) for row in x])
        if number == rounds - 1:
            return own
        for i in range(count):
            if (own == i).any():
                mean = x[own == i].sum(0)
                centres[i] = mean / np.linalg.norm(mean)
    raise AssertionError


def drawn(n, d, seed):
    x = torch.randn(n, d, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    return torch.nn.functional.normalize(x, dim=1)


def drawing(seed):
    return torch.Generator().manual_seed(seed)


def start(n, count, seed=3):
    return torch.randperm(n, generator=drawing(seed))[:count]


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
@pytest.mark.parametrize(
    ("n", "d", "count", "rounds"), [(97, 5, 7, 1), (203, 3, 12, 4), (64, 8, 64, 3)]
)
def test_it_is_k_means_on_the_sphere(n, d, count, rounds, dtype):
    unit, begin = drawn(n, d, n), start(n, count)
    ours = spherical_k_means(UnitRows.rounded(unit, dtype), begin, rounds)
    assert ours.tolist() == naive(unit, begin, rounds).tolist()


def test_rounding_makes_no_equals_of_near_centres():
    centres = drawn(6, 70, 0).repeat_interleave(20, 0)
    unit = torch.nn.functional.normalize(centres + 1e-3 * drawn(120, 70, 1), dim=1)
    narrow = UnitRows.rounded(unit, torch.bfloat16)
    assert (narrow.narrow @ narrow.narrow.T).argmax(1).tolist() != list(range(120))
    assert spherical_k_means(narrow, torch.arange(120), 2).tolist() == list(range(120))
    # Of equals the first wins.
    twice = UnitRows.rounded(unit.repeat(2, 1), torch.bfloat16)
    assert spherical_k_means(twice, torch.arange(240), 1).tolist() == list(range(120)) * 2


def test_sets_are_the_large_clusters_of_every_clustering():
    middle = drawn(4, 16, 0)
    x = 3 * middle.repeat_interleave(100, 0) + 0.1 * drawn(400, 16, 1)
    sets = cluster_sets(x, (4, 4, 8, 400), 20, drawing(0)).toarray()
    assert sets.shape[1] == 400
    assert (sets.sum(1) >= 20).all()
    # Each sample is in at most one cluster of each clustering, and 400 clusters of 20 are too many.
    assert sets.sum(0).max() <= 3
    own = spherical_k_means(UnitRows.of(x), start(400, 4, seed=0))
    large = [i for i in range(4) if (own == i).sum() >= 20]
    assert (sets[: len(large)] == np.stack([own.numpy() == i for i in large])).all()
    # With many centres each of the four groups has some of its own.
    blob = np.arange(400) // 100
    fine = cluster_sets(x, (32,), 2, drawing(0)).toarray()
    assert all(len(np.unique(blob[one])) == 1 for one in fine)
    assert (sets == cluster_sets(x, (4, 4, 8, 400), 20, drawing(0)).toarray()).all()
    assert cluster_sets(x, (64,), 20, drawing(0)).shape == (0, 400)
