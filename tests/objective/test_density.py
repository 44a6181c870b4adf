import math

import pytest
import torch

from quadric.objective import density_weights, hoyer_density


def test_one_hot_is_zero_and_uniform_is_one():
    latents = torch.zeros(50, 3, dtype=torch.float64)
    latents[7, 0] = -3.0
    latents[:, 1] = 0.2
    latents[:, 2] = -5.0
    assert torch.allclose(hoyer_density(latents), torch.tensor([0.0, 1.0, 1.0]).double())


@pytest.mark.parametrize("k", [1, 2, 9, 100])
def test_the_maximum_of_a_k_sparse_vector(k):
    latents = torch.zeros(100, 1, dtype=torch.float64)
    latents[:k] = 4.0
    assert hoyer_density(latents).item() == pytest.approx((math.sqrt(k) - 1) / (10 - 1))


def test_gaussian_entries_score_near_the_square_root_of_two_over_pi():
    latents = torch.randn(200_000, 4, dtype=torch.float64)
    assert torch.allclose(
        hoyer_density(latents), torch.tensor(math.sqrt(2 / math.pi)).double(), atol=5e-3
    )


def test_it_is_scale_invariant_and_its_gradient_is_orthogonal_to_the_latent():
    latents = torch.randn(40, 5, dtype=torch.float64, requires_grad=True)
    scales = torch.tensor([1e-6, 0.1, 1.0, -20.0, 1e9], dtype=torch.float64)
    assert torch.allclose(hoyer_density(latents * scales), hoyer_density(latents))
    (gradient,) = torch.autograd.grad(hoyer_density(latents).sum(), latents)
    assert torch.allclose((gradient * latents).sum(0), torch.zeros(5).double(), atol=1e-12)


def test_dead_latents_and_single_samples_have_no_density_and_no_nan():
    for shape in [(30, 2), (1, 2)]:
        latents = torch.zeros(shape, dtype=torch.float64, requires_grad=True)
        density = hoyer_density(latents)
        assert (density == 0).all()
        (gradient,) = torch.autograd.grad(density.sum(), latents)
        assert torch.isfinite(gradient).all()


def test_weights_are_those_of_the_mean_over_prefixes():
    prefix = torch.rand(17, dtype=torch.float64)
    prefix /= prefix.sum()
    density = torch.rand(17, dtype=torch.float64)
    reference = sum(prefix[k] * density[: k + 1].mean() for k in range(17))
    assert torch.allclose(density_weights(17, prefix) @ density, torch.as_tensor(reference))
    assert density_weights(17, prefix).sum().item() == pytest.approx(1)
    assert density_weights(17).sum().item() == pytest.approx(1)
