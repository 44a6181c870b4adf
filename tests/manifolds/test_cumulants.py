"""The fourth cumulant equals the tensor that it contracts, and its directions lie in manifolds."""

import pytest
import torch

from quadric.autoencoders.inputs import unit_rows
from quadric.forms import Subspace, SubspaceStack
from quadric.manifolds import cumulants
from quadric.manifolds.cumulants import (
    cumulant,
    heavy_directions,
    heavy_subspaces,
    kurtosis,
    windows,
)
from quadric.synthetic import plant


def whitened(n, d, seed=0):
    """Heavy-tailed samples with E[zzᵀ] = 1 exactly, in float64."""
    draw = torch.Generator().manual_seed(seed)
    x = torch.randn(n, d, generator=draw, dtype=torch.float64).pow(3)
    values, axes = torch.linalg.eigh(x.T @ x / n)
    return x @ (axes / values.sqrt())


def tensor(z):
    """E[z⊗z⊗z⊗z] less its three pairings of second moments: the fourth cumulant, written out."""
    one = torch.eye(z.shape[1], dtype=z.dtype)
    pairs = [torch.einsum(f"{a},{b}->ijkl", one, one) for a, b in (("ij", "kl"), ("ik", "jl"))]
    pairs.append(torch.einsum("il,jk->ijkl", one, one))
    return torch.einsum("ni,nj,nk,nl->ijkl", z, z, z, z) / len(z) - sum(pairs)


@pytest.mark.parametrize(("n", "d", "k"), [(63, 5, 1), (500, 7, 3), (201, 4, 4)])
def test_the_cumulant_is_that_tensor_against_a_projector(n, d, k):
    z = whitened(n, d)
    basis = Subspace.random(d, k).basis.double()
    basis = torch.linalg.qr(basis).Q
    dense = torch.einsum("ijkl,kl->ij", tensor(z), basis @ basis.T)
    torch.testing.assert_close(cumulant(z, basis), dense, rtol=1e-10, atol=1e-10)


def test_kurtosis_is_that_tensor_along_a_direction():
    z = whitened(300, 6)
    u = torch.nn.functional.normalize(whitened(9, 6, seed=1), dim=1)
    dense = torch.einsum("ijkl,mi,mj,mk,ml->m", tensor(z), u, u, u, u)
    torch.testing.assert_close(kurtosis(z, u), dense, rtol=1e-10, atol=1e-10)


def test_a_climb_ends_where_it_stands_still():
    z = whitened(2000, 6)
    u, reached = heavy_directions(z, z[:40])
    again = torch.nn.functional.normalize((z @ u.T).pow(3).T @ z / len(z) - 3 * u, dim=1)
    assert ((again * u).sum(1).abs() > 1 - 1e-8).float().mean() > 0.9
    assert (
        reached > kurtosis(z, torch.nn.functional.normalize(z[:40], dim=1))
    ).float().mean() > 0.9


@pytest.mark.parametrize("noise", [0.03, 0.2])
def test_planted_manifolds_are_found_in_noise_with_their_rank(noise):
    planted = plant(24, d=32, active=2, noise=noise)
    x, _ = unit_rows(planted.sample(24_576, seed=1).x, 32, torch.float32)
    found = SubspaceStack.of(heavy_subspaces(x))
    true = SubspaceStack.of([Subspace(basis) for basis in planted.bases])
    best, index = true.strict_overlap(found).max(1)
    assert (best > 0.9).float().mean() > 0.8
    assert (found.ranks[index] == true.ranks).float().mean() > 0.8


def test_gaussian_samples_have_none():
    draw = torch.Generator().manual_seed(3)
    x = torch.randn(8192, 24, generator=draw) @ torch.randn(24, 24, generator=draw)
    assert heavy_subspaces(x) == []


def test_directions_without_variance_are_left_out():
    planted = plant(6, d=16, active=2, noise=0.02)
    x = torch.nn.functional.pad(planted.sample(8192, seed=1).x, (0, 4))
    found = heavy_subspaces(x)
    assert found
    for one in found:
        assert one.basis[16:].abs().max() < 1e-4


def test_many_dimensions_are_searched_in_the_leading_ones(monkeypatch):
    """Single samples look like heavy tails where there are too many directions."""
    planted = plant(6, d=16, active=2, noise=0.02)
    draw = torch.Generator().manual_seed(0)
    rest = 0.01 * torch.randn(4096, 104, generator=draw)
    x = torch.cat([planted.sample(4096, seed=1).x, rest], 1)
    monkeypatch.setattr(cumulants, "MAX_DIMENSIONS", 16)
    told = []
    found = heavy_subspaces(x, progress=lambda *stage: told.append(stage))
    assert found
    for one in found:
        assert one.basis[:16].square().sum() > 0.99 * one.rank
    assert told[-1][0] == "searching"
    assert told[-1][1] == told[-1][2] == len(told)


def test_windows_cover_a_subspace_all_round():
    wide, narrow = Subspace(torch.eye(9)[:, :5]), Subspace(torch.eye(9)[:, 6:8])
    cut = windows([wide, narrow])
    assert cut.shape == (6, 9, 3)
    stack = SubspaceStack(cut)
    assert stack.ranks.tolist() == [3] * 5 + [2]
    # Every axis is in three windows, and neighbours share two.
    assert cut[:5].square().sum((0, 2))[:5].tolist() == [3.0] * 5
    assert stack.shared(stack)[0, 1] == 2
