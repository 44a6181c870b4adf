"""Where a set varies beyond all samples: eigenvectors, chance, and the rank between them."""

import pytest
import torch

from quadric.manifolds.excess import ChanceExcess, excess_directions, own_rank
from quadric.manifolds.fitting import fit_sets


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
    chance = ChanceExcess.of(x, x.T @ x / len(x))
    levels = [chance(size) for size in (32, 100, 400, 2000)]
    assert levels == sorted(levels, reverse=True)
    assert levels[-1] > 0


@pytest.mark.parametrize(
    ("excess", "rank"),
    [
        ([9, 1, 0.9, 0.5], 1),
        ([9, 1, 0.95, 0.3], 3),
        ([9, 0.85, 0.2], 1),
        ([9, 8, 0.5, 0.4], 2),
        ([9, 8, 7, 0.9, 0.8], 3),
        ([0.1, 0.1], 1),
        ([9, 8, 7, 6, 5, 4.5, 0.3], 6),
        ([9, 9, 9], 3),
    ],
)
def test_the_rank_is_where_the_excess_falls_most(excess, rank):
    assert own_rank(torch.tensor(excess, dtype=torch.float32), chance=0.4) == rank


@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5, 6])
def test_sets_get_the_subspace_and_the_rank_that_they_have(rank):
    draw = torch.Generator().manual_seed(rank)
    n, d = 6000, 40
    x = torch.nn.functional.normalize(torch.randn(n, d, generator=draw), dim=1)
    basis = torch.linalg.qr(torch.randn(d, rank, generator=draw)).Q
    ball = torch.nn.functional.normalize(torch.randn(400, rank, generator=draw), dim=1)
    x[:400] = torch.nn.functional.normalize(ball @ basis.T + 0.1 * x[:400], dim=1)
    inside = torch.zeros(2, n, dtype=torch.bool)
    inside[0, :400] = True
    inside[1, 1000:1400] = True
    found = fit_sets(x, inside)
    one = found.subspaces[0]
    one = one[:, one.square().sum(0) > 0.5]
    assert one.shape[1] == rank
    assert (one.T @ basis).square().sum() > 0.99 * rank
    assert found.beyond[0] > 2 > found.beyond[1]
    assert found.stable[0] > 0.95 > found.stable[1]
    assert found.order(0.8)[0] == 0
