"""The same exactness on what the library is for: activations of a real language model."""

import pytest
import torch

from quadric import BilinearAutoencoder, TopKAutoencoder
from quadric.activations import capture
from quadric.kernels import naive
from quadric.objective import density_weights, hoyer_density
from quadric.training.muon import Muon

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def activations(smollm2, speeches):
    model, tokenizer = smollm2
    return capture(model, tokenizer, [speeches[0][:6000]], layer="model.layers.15").activations


@pytest.mark.parametrize("symmetric", [False, True], ids=["paper", "symmetric"])
@pytest.mark.parametrize("bias", [False, True], ids=["central", "lifted"])
@pytest.mark.parametrize("kind", ["vanilla", "ordered", "mixed", "combined"])
def test_loss_and_gradients_on_smollm2_equal_the_product_space(activations, kind, bias, symmetric):
    torch.manual_seed(0)
    ae = BilinearAutoencoder.preset(
        kind, 576, n_latents=20, n_mix=7, bias=bias, symmetric=symmetric
    ).double()
    x = activations[:6].double()
    out = ae.loss(x, alpha=0.1, tile=8)
    unit = x / x.norm(dim=1, keepdim=True)
    if bias:
        unit = torch.cat([unit, torch.ones(6, 1)], 1).double() / 2**0.5
    error = naive.sse(unit, ae.left, ae.right, ae.down, prefix=ae.prefix, symmetric=symmetric)
    density = density_weights(20, ae.prefix) @ hoyer_density(ae.encode(x))
    reference = error.mean() + 0.1 * density
    assert torch.allclose(out.total, reference, rtol=1e-10)
    parameters = list(ae.parameters())
    ours = torch.autograd.grad(out.total, parameters)
    for mine, theirs in zip(ours, torch.autograd.grad(reference, parameters), strict=True):
        assert (mine - theirs).norm() <= 1e-10 * theirs.norm()


def test_float32_is_enough_on_smollm2(activations):
    torch.manual_seed(0)
    ae = BilinearAutoencoder.preset("mixed", 576, n_latents=900, n_mix=100)
    single = ae.loss(activations)
    gradients = torch.autograd.grad(single.total, list(ae.parameters()))
    double = ae.double().loss(activations.double())
    references = torch.autograd.grad(double.total, list(ae.parameters()))
    assert single.total.item() == pytest.approx(double.total.item(), rel=1e-5)
    for mine, exact in zip(gradients, references, strict=True):
        assert (mine.double() - exact).norm() <= 1e-4 * exact.norm()


def test_muon_lowers_the_error_of_every_preset_on_smollm2(activations):
    for kind in ("vanilla", "ordered", "mixed", "combined"):
        torch.manual_seed(0)
        ae = BilinearAutoencoder.preset(kind, 576, expansion=1, mix=0.5)
        optimiser = Muon(ae.parameters(), lr=0.05)
        x = activations[:500]
        before = ae.errors(x).mean()
        for _ in range(30):
            optimiser.zero_grad()
            ae.loss(x).total.backward()
            optimiser.step()
        after = ae.errors(x).mean()
        assert before > 0.95
        assert after < 0.8, kind


def test_topk_trains_too(activations):
    torch.manual_seed(0)
    ae = TopKAutoencoder.sized(576, expansion=1)
    optimiser = Muon(ae.parameters(), lr=0.02)
    before = ae.errors(activations).mean()
    for _ in range(25):
        optimiser.zero_grad()
        ae.loss(activations).total.backward()
        optimiser.step()
    assert ae.errors(activations).mean() < before
    assert ae.errors(activations).mean() < 0.6
