"""Reconstructed inputs against dense eigendecompositions of the materialised X̂."""

import pytest
import torch
from analysis.dense import KINDS, PARTS, build

from quadric.analysis.decoding import leading_eigenvectors, reconstruct_inputs
from quadric.training.fit import fit


def symmetric(values, d, seed=0):
    """Matrices with given spectra and random eigenvectors: [n, d, d] and their leading ones."""
    make = torch.Generator().manual_seed(seed)
    basis = torch.linalg.qr(torch.randn(len(values), d, d, generator=make).double()).Q
    return basis @ torch.diag_embed(values) @ basis.mT, basis


def solve(matrices, start, **settings):
    return leading_eigenvectors(
        lambda v: torch.einsum("nab,nb->na", matrices, v), start, tolerance=1e-9, **settings
    )


SPECTRA = {
    "dominant": lambda n, d: torch.cat([torch.ones(n, 1), 0.1 * torch.rand(n, d - 1)], 1),
    "larger-negative": lambda n, d: torch.cat(
        [torch.ones(n, 1), torch.full((n, 1), -3.0), 0.2 * torch.randn(n, d - 2)], 1
    ),
    "close": lambda n, d: torch.linspace(1.0, -1.0, d).repeat(n, 1),
    "rank-one": lambda n, d: torch.eye(d)[:1].repeat(n, 1),
}


@pytest.mark.parametrize("spectrum", SPECTRA)
def test_largest_algebraic_eigenvalue_is_found(spectrum):
    torch.manual_seed(0)
    values = SPECTRA[spectrum](6, 20).double()
    matrices, basis = symmetric(values, 20)
    found = solve(matrices, torch.randn(6, 20).double())
    dense = torch.linalg.eigvalsh(matrices)[:, -1]
    torch.testing.assert_close(found.values, dense, atol=1e-8, rtol=1e-8)
    overlap = (found.vectors * basis[:, :, 0]).sum(1).abs()
    torch.testing.assert_close(overlap, torch.ones(6).double(), atol=1e-6, rtol=0)
    assert float(found.residuals.max()) < 1e-8


def test_a_leading_eigenvector_orthogonal_to_the_start_is_not_missed():
    values = torch.tensor([[2.0, 1.0, 0, 0, 0, 0, 0, 0]]).double()
    matrices, basis = symmetric(values, 8)
    found = solve(matrices, basis[:, :, 1])
    torch.testing.assert_close(found.values, torch.tensor([2.0]).double())


def test_matrices_of_different_difficulty_share_a_batch():
    torch.manual_seed(1)
    values = torch.stack([torch.zeros(30), torch.eye(30)[0], torch.linspace(1, 0.9, 30)]).double()
    matrices, _ = symmetric(values, 30)
    found = solve(matrices, torch.randn(3, 30).double())
    torch.testing.assert_close(
        found.values, torch.tensor([0.0, 1.0, 1.0]).double(), atol=1e-7, rtol=0
    )


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("kind", KINDS)
def test_preserved_is_the_dense_leading_eigenvector_with_sign_and_norm(kind, parts):
    ae = build(kind, parts, d=6, lat=20, seed=1)
    x = 7 * torch.randn(30, 6, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    product = ae.reconstruct(x).detach()
    values, vectors = torch.linalg.eigh((product + product.mT) / 2)
    expected = vectors[:, :6, -1]
    expected = expected / expected.norm(dim=1, keepdim=True) * x.norm(dim=1, keepdim=True)
    expected = torch.where((expected * x).sum(1, keepdim=True) < 0, -expected, expected)
    expected = torch.where(values[:, -1:] > 0, expected, 0)
    ours = reconstruct_inputs(ae, x.view(3, 10, 6), tolerance=1e-11)
    torch.testing.assert_close(ours.view(30, 6), expected, atol=1e-5, rtol=1e-5)


def test_nothing_is_preserved_by_an_autoencoder_of_zeros():
    ae = build(d=5)
    ae.left.data.zero_()
    assert not reconstruct_inputs(ae, torch.randn(4, 5).double()).any()


def test_samples_of_zeros_stay_zero_and_float32_is_kept():
    ae = build("mixed", d=5).float()
    x = torch.randn(4, 5)
    x[2] = 0
    found = reconstruct_inputs(ae, x)
    assert found.dtype == torch.float32
    assert not found[2].any()
    torch.testing.assert_close(found.norm(dim=1), x.norm(dim=1))


@pytest.mark.slow
def test_a_trained_autoencoder_preserves_what_it_reconstructs():
    make = torch.Generator().manual_seed(0)
    x = torch.randn(2048, 3, generator=make) @ torch.randn(3, 12, generator=make)
    ae = fit(x, "vanilla", expansion=2, steps=200, batch=512, alpha=0.0, lr=0.05)
    found = reconstruct_inputs(ae, x[:64])
    cosine = torch.nn.functional.cosine_similarity(found, x[:64])
    assert float(ae.errors(x[:64]).mean()) < 0.02
    assert float(cosine.min()) > 0.99
