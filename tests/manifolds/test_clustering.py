"""Clusters of samples by direction."""

import numpy as np
import torch

from quadric.manifolds.clustering import cluster_sets, spherical_k_means


def naive(unit, count, seed, rounds):
    """One sample and one centre after the other, in float64."""
    draw = torch.Generator().manual_seed(seed)
    x = unit.double().numpy()
    centres = x[torch.randperm(len(x), generator=draw)[:count].numpy()].copy()
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


def test_it_is_k_means_on_the_sphere():
    for n, d, count, rounds in ((97, 5, 7, 1), (203, 3, 12, 4), (64, 8, 64, 3)):
        unit = drawn(n, d, n)
        ours = spherical_k_means(unit, count, drawing(3), rounds)
        assert ours.tolist() == naive(unit, count, 3, rounds).tolist()


def test_sets_are_the_large_clusters_of_every_clustering():
    middle = drawn(4, 16, 0)
    x = 3 * middle.repeat_interleave(100, 0) + 0.1 * drawn(400, 16, 1)
    sets = cluster_sets(x, (4, 4, 8, 400), 20, drawing(0)).toarray()
    assert sets.shape[1] == 400
    assert (sets.sum(1) >= 20).all()
    # Each sample is in at most one cluster of each clustering, and 400 clusters of 20 are too many.
    assert sets.sum(0).max() <= 3
    own = spherical_k_means(torch.nn.functional.normalize(x, dim=1), 4, drawing(0))
    large = [i for i in range(4) if (own == i).sum() >= 20]
    assert (sets[: len(large)] == np.stack([own.numpy() == i for i in large])).all()
    # With many centres each of the four groups has some of its own.
    blob = np.arange(400) // 100
    fine = cluster_sets(x, (32,), 2, drawing(0)).toarray()
    assert all(len(np.unique(blob[one])) == 1 for one in fine)
    assert (sets == cluster_sets(x, (4, 4, 8, 400), 20, drawing(0)).toarray()).all()
    assert cluster_sets(x, (64,), 20, drawing(0)).shape == (0, 400)
