"""Centring is a part like lifting: the same formulas on (x/‖x‖ − μ), brought to norm one again."""

import pytest
import torch

from quadric import BilinearAutoencoder, TopKAutoencoder
from quadric.analysis.decoding import reconstruct_inputs
from quadric.autoencoders import TopKConfig
from quadric.kernels import naive
from quadric.objective import hoyer_density

KINDS = ["vanilla", "ordered", "mixed", "combined"]
PARTS = [{}, {"bias": True}, {"symmetric": True}, {"bias": True, "symmetric": True}]


def ids(parts):
    return "-".join(parts) or "plain"


def make(kind, parts, d=7, n_latents=19, n_mix=5):
    torch.manual_seed(0)
    ae = BilinearAutoencoder.preset(
        kind, d, n_latents=n_latents, n_mix=n_mix, centred=True, **parts
    ).double()
    for parameter in ae.parameters():
        parameter.data += 0.2 * torch.randn_like(parameter)
    ae.set_mean(0.4 * torch.randn(d).double() / d**0.5)
    return ae


def by_hand(ae, x):
    """The inputs as the definition says, lifted if need be."""
    unit = x / x.norm(dim=-1, keepdim=True) - ae.mean
    unit = unit / unit.norm(dim=-1, keepdim=True)
    if ae.config.bias:
        unit = torch.cat([unit, torch.ones_like(unit[..., :1])], -1) / 2**0.5
    return unit


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("parts", PARTS, ids=ids)
def test_every_formula_is_that_of_the_centred_inputs(kind, parts):
    ae = make(kind, parts)
    x = torch.randn(23, 7, dtype=torch.float64) * torch.rand(23, 1).double() * 9
    unit = by_hand(ae, x)
    latents = (unit @ ae.left.T) * (unit @ ae.right.T)
    torch.testing.assert_close(ae.encode(x), latents)
    settings = {"symmetric": ae.config.symmetric}
    every = naive.sse(unit, ae.left, ae.right, ae.down, **settings)
    torch.testing.assert_close(ae.errors(x), every)
    prefixes = naive.sse(unit, ae.left, ae.right, ae.down, prefix=ae.prefix, **settings)
    out = ae.loss(x, alpha=0)
    torch.testing.assert_close(out.error, prefixes.mean())
    if not ae.config.ordered:
        torch.testing.assert_close(out.density, hoyer_density(latents).mean())
    expected = torch.autograd.grad(prefixes.mean(), list(ae.parameters()))
    found = torch.autograd.grad(out.error, list(ae.parameters()))
    for mine, theirs in zip(found, expected, strict=True):
        torch.testing.assert_close(mine, theirs, rtol=1e-9, atol=1e-10)


def test_a_mean_of_zero_changes_nothing():
    torch.manual_seed(0)
    centred = BilinearAutoencoder.preset("mixed", 8, expansion=4, centred=True)
    plain = BilinearAutoencoder.preset("mixed", 8, expansion=4)
    plain.load_state_dict({k: v for k, v in centred.state_dict().items() if k != "mean"})
    x = torch.randn(11, 8)
    torch.testing.assert_close(centred.errors(x), plain.errors(x))


def test_the_mean_is_saved_loaded_and_truncated(tmp_path):
    ae = make("combined", {})
    ae.save_pretrained(tmp_path)
    again = BilinearAutoencoder.from_pretrained(tmp_path)
    x = torch.randn(5, 7).double()
    assert torch.equal(again.mean, ae.mean)
    assert torch.equal(again.errors(x), ae.errors(x))
    torch.testing.assert_close(ae.truncate(4).encode(x), ae.encode(x)[:, :4])
    assert "centred=True" in repr(again)


def test_a_sample_at_the_mean_counts_as_zero():
    ae = make("vanilla", {})
    at_mean = torch.nn.functional.normalize(torch.randn(7).double(), dim=0)
    ae.set_mean(at_mean)
    x = torch.stack([3 * at_mean, torch.zeros(7).double(), torch.randn(7).double()])
    _, alive = ae.normalize(x)
    assert alive.tolist() == [False, False, True]
    assert (ae.encode(x)[:2] == 0).all()
    assert ae.loss(x).zeros == 2
    with pytest.raises(ValueError, match="the stored mean itself"):
        ae.loss(x[:1])


def test_restore_undoes_normalize():
    x = torch.randn(9, 7).double() * 5
    for ae in (make("mixed", {}), BilinearAutoencoder.preset("vanilla", 7).double()):
        rows, _ = ae.normalize(x)
        torch.testing.assert_close(ae.restore(rows, x), x)


def test_what_a_perfect_autoencoder_preserves_is_the_sample():
    # All d(d + 1)/2 symmetric forms, orthonormal: X̂ = X.
    d = 4
    i, j = torch.triu_indices(d, d)
    eye = torch.eye(d).double()
    ae = BilinearAutoencoder.preset(
        "vanilla", d, n_latents=len(i), centred=True, symmetric=True
    ).double()
    scale = (1 + (i != j).double()).pow(0.25)[:, None]
    with torch.no_grad():
        ae.left.copy_(eye[i] * scale)
        ae.right.copy_(eye[j] * scale)
    ae.set_mean(torch.tensor([0.5, 0.1, 0.0, -0.3]).double())
    x = torch.randn(6, d).double() * 3
    torch.testing.assert_close(ae.errors(x), torch.zeros(6).double(), atol=1e-12, rtol=0)
    torch.testing.assert_close(reconstruct_inputs(ae, x, tolerance=1e-12), x, atol=1e-8, rtol=0)


def test_means_that_make_no_sense_are_refused():
    ae = make("vanilla", {})
    with pytest.raises(ValueError, match="give 7 finite numbers"):
        ae.set_mean(torch.zeros(3).double())
    with pytest.raises(ValueError, match="give 7 finite numbers"):
        ae.set_mean(torch.full((7,), torch.nan).double())
    with pytest.raises(ValueError, match="not centred"):
        BilinearAutoencoder.preset("vanilla", 7).set_mean(torch.zeros(7))


def test_the_baseline_sees_the_same_inputs():
    torch.manual_seed(0)
    topk = TopKAutoencoder(TopKConfig(7, 20, 3, centred=True)).double()
    topk.set_mean(0.2 * torch.randn(7).double())
    plain = TopKAutoencoder(TopKConfig(7, 20, 3)).double()
    plain.load_state_dict({k: v for k, v in topk.state_dict().items() if k != "mean"})
    x = torch.randn(9, 7).double()
    rows, _ = topk.normalize(x)
    torch.testing.assert_close(topk.encode(x), plain.encode(rows))
    torch.testing.assert_close(topk.errors(x), plain.errors(rows))
    torch.testing.assert_close(topk.loss(x).error, plain.loss(rows).error)
