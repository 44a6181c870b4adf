import pytest
import torch

from quadric import TopKAutoencoder, TopKConfig


@pytest.fixture
def ae():
    torch.manual_seed(0)
    ae = TopKAutoencoder.sized(8, expansion=4, k=5).double()
    for parameter in ae.parameters():
        parameter.data += 0.2 * torch.randn_like(parameter)
    return ae


@pytest.fixture
def x():
    return torch.randn(3, 7, 8, dtype=torch.float64)


def test_default_size_is_the_papers():
    assert TopKAutoencoder.sized(16).config == TopKConfig(16, 256, 50)


def test_loss_and_gradients_equal_a_dense_decoder(ae, x):
    unit = x / x.norm(dim=-1, keepdim=True)
    before = (unit - ae.bias) @ ae.encoder.T + ae.encoder_bias
    threshold = before.topk(5, dim=-1).values[..., -1:]
    latents = torch.where(before >= threshold, before, 0).relu()
    decoded = latents @ ae.decoder + ae.bias
    reference = (unit - decoded).square().sum(-1).mean()
    out = ae.loss(x)
    assert torch.allclose(out.error, reference)
    assert torch.allclose(ae.encode(x), latents)
    assert torch.allclose(ae.decode(ae.encode(x)), decoded)
    parameters = list(ae.parameters())
    for mine, theirs in zip(
        torch.autograd.grad(out.total, parameters),
        torch.autograd.grad(reference, parameters),
        strict=True,
    ):
        assert torch.allclose(mine, theirs)


def test_product_errors_are_exact_and_the_papers_are_near(ae, x):
    unit = x / x.norm(dim=-1, keepdim=True)
    decoded = ae.decode(ae.encode(x))
    outer = torch.einsum("...a,...b->...ab", unit, unit)
    outer_hat = torch.einsum("...a,...b->...ab", decoded, decoded)
    assert torch.allclose(ae.errors(x), (outer - outer_hat).square().sum((-2, -1)))
    s = (unit - decoded).square().sum(-1)
    norm = decoded.square().sum(-1)
    identity = (1 - norm).square() / 2 + s * (1 + norm) - s.square() / 2
    assert torch.allclose(ae.errors(x), identity)
    assert torch.allclose(ae.input_errors(x), s)
    assert torch.allclose(ae.approximate_errors(x), 2 * s - s.square() / 2)


def test_bad_input_is_refused_as_elsewhere(ae):
    with pytest.raises(ValueError, match="d_in=8"):
        ae.loss(torch.randn(3, 9))
    with pytest.raises(ValueError, match="lower k"):
        TopKConfig(8, 16, 17)


def test_round_trip_to_disk(ae, x, tmp_path):
    ae.save_pretrained(tmp_path)
    assert torch.equal(TopKAutoencoder.from_pretrained(tmp_path).errors(x), ae.errors(x))
