"""Where a set varies beyond all samples: eigenvectors, chance, and the rank beyond it."""

import pytest
import torch

from quadric.manifolds.excess import ChanceExcess, excess_directions, own_rank


@pytest.mark.parametrize("d", [3, 7, 40, 200])
def test_the_directions_are_the_leading_eigenvectors_of_the_difference(d):
    draw = torch.Generator().manual_seed(d)
    spectrum = torch.linspace(1, 0.1, d, dtype=torch.float64)
    x = torch.randn(3000, d, generator=draw, dtype=torch.float64) * spectrum
    x[:300, -1] += 3.0
    centred = x - x.mean(0)
    every = centred.T @ centred / len(x)
    values, found = excess_directions(centred[:300], every, 3)
    difference = centred[:300].T @ centred[:300] / 300 - every
    true = torch.linalg.eigvalsh(difference)[-3:].flip(0)
    torch.testing.assert_close(found.T @ found, torch.eye(3, dtype=torch.float64))
    torch.testing.assert_close(values, true, rtol=0.03, atol=1e-6)
    torch.testing.assert_close((found.T @ difference @ found).diagonal(), values)
    assert found[-1, 0].abs() > 0.97


def test_chance_falls_with_the_size_of_a_set():
    x = torch.randn(4000, 20, generator=torch.Generator().manual_seed(0))
    chance = ChanceExcess.of(x)
    levels = [chance(size) for size in (32, 100, 400, 2000)]
    assert levels == sorted(levels, reverse=True)
    assert levels[-1] > 0


@pytest.mark.parametrize(
    ("excess", "rank"),
    [
        ([9, 1, 0.9, 0.5], 1),
        ([9, 8, 0.5, 0.4], 2),
        ([9, 8, 7, 0.9, 0.8], 3),
        ([0.1, 0.1], 1),
        ([9, 9, 9], 3),
        ([9, 9, 9, 1.1, 1.1, 1.1], 3),
        ([1.1, 1.1, 1.1, -5.0], 1),
    ],
)
def test_the_rank_counts_directions_by_their_excess_and_none_that_chance_has(excess, rank):
    assert own_rank(torch.tensor(excess, dtype=torch.float32), chance=0.4) == rank


def test_a_start_near_the_directions_needs_fewer_products():
    draw = torch.Generator().manual_seed(0)
    x = torch.randn(2000, 200, generator=draw, dtype=torch.float64)
    x[:300, :4] += 2 * torch.randn(300, 4, generator=draw, dtype=torch.float64)
    x = x - x.mean(0)
    every = x.T @ x / len(x)
    difference = x[:300].T @ x[:300] / 300 - every
    true = torch.linalg.eigh(difference)
    near = true.eigenvectors[:, -6:] + 0.05 * torch.randn(200, 6, generator=draw)
    values, found = excess_directions(x[:300], every, 4, near.double(), 3)
    torch.testing.assert_close(values, true.eigenvalues[-4:].flip(0), rtol=1e-2, atol=0.0)
    assert (found.T @ true.eigenvectors[:, -4:]).square().sum() > 3.95
