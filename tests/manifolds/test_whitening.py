"""Whitened samples: as much variance everywhere, forms that stay forms, rare classes that show."""

import math

import torch

from quadric.manifolds.excess import ChanceExcess
from quadric.manifolds.settling import fit_forms, form_strength, form_weights
from quadric.manifolds.whitening import Whitening


def stretched(n=4000, d=24, seed=0):
    """Samples off the origin that vary a hundred times as much in some directions."""
    draw = torch.Generator().manual_seed(seed)
    x = torch.randn(n, d, generator=draw, dtype=torch.float64)
    turn = torch.linalg.qr(torch.randn(d, d, generator=draw, dtype=torch.float64)).Q
    return x * torch.logspace(0, -2, d, dtype=torch.float64) @ turn + 0.5


def test_what_varies_little_is_left_as_it_is_and_the_rest_held_below_the_knee():
    x = stretched()
    variance = torch.linalg.eigvalsh(torch.cov(x.T, correction=0)).flip(0)
    for knee in (0.1, 1.0, 4.0):
        whitening = Whitening.of(x, knee)
        z = whitening(x)
        found = torch.linalg.eigvalsh(z.T @ z / len(z)).flip(0)
        most = knee * variance.mean()
        torch.testing.assert_close(found, 1 / (1 / variance + 1 / most))
        assert found[0] < most
        assert 0.99 * variance[-1] < found[-1] <= variance[-1]


def test_what_axes_read_of_whitened_samples_lies_in_a_subspace_of_the_samples():
    x = stretched()
    whitening = Whitening.of(x)
    axes = torch.linalg.qr(torch.randn(x.shape[1], 3, dtype=x.dtype)).Q
    basis, turned = whitening.read(axes)
    torch.testing.assert_close(basis.T @ basis, torch.eye(3, dtype=x.dtype))
    torch.testing.assert_close(whitening(x) @ axes, (x - whitening.mean) @ basis @ turned)


def test_a_rare_class_beside_what_all_samples_vary_in_is_told_apart():
    x = stretched(seed=1)
    x[:60] += 0.6 * torch.linalg.eigh(torch.cov(x.T)).eigenvectors[:, 12]
    inside = torch.zeros(1, len(x), dtype=torch.bool)
    inside[0, :60] = True

    def separated(whitening):
        z = whitening(x)
        axes, excess, level = fit_forms(z, inside, ChanceExcess.of(z))
        strength = form_strength(z, axes, form_weights(excess, level[:, None]))[0]
        return (strength[:60].median() > strength[60:]).double().mean()

    assert separated(Whitening.of(x)) > 0.99 > separated(Whitening.none(x.mean(0)))


def test_an_infinite_knee_leaves_samples_as_they_are():
    x = torch.randn(50, 6, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    found = Whitening.of(x, math.inf)
    torch.testing.assert_close(found(x), x - x.mean(0))
