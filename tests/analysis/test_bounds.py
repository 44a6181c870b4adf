"""Bounds against Monte Carlo, brute force and autoencoders that reach them."""

import math

import pytest
import torch
from analysis.dense import build

from quadric.analysis.bounds import pca_bound, product_spectrum, random_bound, rank
from quadric.autoencoders import AutoencoderConfig, BilinearAutoencoder


def directions(n, d, seed=0):
    x = torch.randn(n, d, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    return x / x.norm(dim=1, keepdim=True)


@pytest.mark.parametrize("bias", [False, True], ids=["central", "lifted"])
@pytest.mark.parametrize("d", [2, 3, 7])
def test_random_bound_is_the_tail_of_the_spectrum_of_random_inputs(d, bias):
    spectrum = product_spectrum(directions(200_000, d), bias=bias)
    for forms in range(len(spectrum) + 2):
        assert math.isclose(random_bound(d, forms, bias), pca_bound(spectrum, forms), abs_tol=5e-3)
    # On lifted inputs the trace of xxᵀ is the constant over again, so that one direction is empty.
    full = len(spectrum) - bias
    assert random_bound(d, full, bias) == 0.0
    assert random_bound(d, full - 1, bias) > 0.0
    assert random_bound(d, 0, bias) == 1.0


def test_pca_bound_equals_the_svd_of_all_products():
    x = directions(300, 5) * torch.tensor([3.0, 2.0, 1.0, 1.0, 0.2]).double()
    unit = x / x.norm(dim=1, keepdim=True)
    products = torch.einsum("na,nb->nab", unit, unit).flatten(1)
    values = torch.linalg.svdvals(products).square() / 300
    spectrum = product_spectrum(x)
    assert len(spectrum) == 15
    torch.testing.assert_close(spectrum, values[:15])
    for forms in (1, 4, 14):
        assert math.isclose(pca_bound(spectrum, forms), float(values[forms:].sum()))


@pytest.mark.parametrize("kind", ["vanilla", "mixed"])
def test_no_autoencoder_beats_the_bound(kind):
    x = directions(200, 4)
    spectrum = product_spectrum(x)
    for seed in range(3):
        ae = build(kind, lat=8, seed=seed)
        bound = pca_bound(spectrum, rank(ae.config))
        assert float(ae.errors(x).mean()) > bound > 0


def test_the_bound_is_reached_by_forms_that_span_the_space():
    """x², y² and √2xy are an orthonormal basis of the symmetric 2 × 2 matrices."""
    ae = BilinearAutoencoder(AutoencoderConfig(2, 3, symmetric=True)).double()
    with torch.no_grad():
        ae.left.copy_(torch.tensor([[1, 0], [0, 1], [2**0.5, 0]]))
        ae.right.copy_(torch.tensor([[1, 0], [0, 1], [0, 1]]))
    x = directions(50, 2)
    assert float(ae.errors(x).max()) < 1e-12
    assert random_bound(2, 3) == 0.0


def test_wide_inputs_and_zeros_are_refused():
    with pytest.raises(ValueError, match="small inputs"):
        product_spectrum(torch.randn(10, 97))
    with pytest.raises(ValueError, match="all samples are zero"):
        product_spectrum(torch.zeros(10, 3))
