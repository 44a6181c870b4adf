"""What SAELens and SAEBench ask of an SAE, asked of ours."""

import pytest
import torch

from quadric import BilinearAutoencoder, fit
from quadric.adapters.saelens import BilinearSAE
from quadric.analysis.decoding import reconstruct_inputs


@pytest.fixture(scope="module")
def trained():
    x = torch.randn(2000, 4, generator=torch.Generator().manual_seed(0))
    x = x @ torch.randn(4, 8, generator=torch.Generator().manual_seed(1))
    return fit(x, "mixed", expansion=6, steps=150, batch=512, centred=False).double(), x.double()


@pytest.mark.parametrize("parts", [{}, {"bias": True}, {"tied": False}], ids=str)
@pytest.mark.parametrize("kind", ["vanilla", "combined"])
def test_decoding_is_the_leading_eigenvector_of_the_written_out_reconstruction(kind, parts):
    torch.manual_seed(0)
    ae = BilinearAutoencoder.preset(kind, 6, expansion=4, **parts).double()
    x = torch.randn(3, 5, 6, dtype=torch.float64)
    sae = BilinearSAE(ae)
    found = sae.decode(sae.encode(x))
    product = ae.reconstruct(x)
    values, vectors = torch.linalg.eigh((product + product.mT) / 2)
    leading = vectors[..., -1][..., :6]
    leading = leading / leading.norm(dim=-1, keepdim=True)
    leading *= torch.sign((leading * x).sum(-1, keepdim=True)) * x.norm(dim=-1, keepdim=True)
    leading = torch.where((values[..., -1] > 0)[..., None], leading, 0)
    torch.testing.assert_close(found, leading, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(sae(x), found)
    torch.testing.assert_close(reconstruct_inputs(ae, x), found)


def test_a_good_autoencoder_gives_the_inputs_back(trained):
    ae, x = trained
    sae = BilinearSAE(ae)
    error = (sae(x[:200]) - x[:200]).square().sum() / x[:200].square().sum()
    assert error < 0.1
    assert error < (x[:200] - x.mean(0)).square().sum() / x[:200].square().sum() / 5


def test_latents_alone_leave_sign_and_length_open(trained):
    ae, x = trained
    sae, x = BilinearSAE(ae), x[:50]
    f = ae.encode(x)
    alone = sae.decode(f)
    torch.testing.assert_close(alone.norm(dim=1), torch.ones(50).double())
    assert (alone.gather(1, alone.abs().argmax(1, keepdim=True)) > 0).all()
    like = sae.decode(f, like=x)
    torch.testing.assert_close(like.norm(dim=1), x.norm(dim=1))
    assert torch.allclose((alone * like).sum(1).abs(), x.norm(dim=1), rtol=1e-3)
    sae.encode(x[:7])
    torch.testing.assert_close(sae.decode(f), alone)
    assert not sae.decode(torch.zeros_like(f), like=x).any()


def test_the_names_of_sae_bench_are_there(trained):
    """What its base class requires and its self-test asserts."""
    ae, x = trained
    sae = BilinearSAE(ae, model_name="gpt2", hook_name="blocks.3.hook_resid_pre", hook_layer=3)
    assert sae.W_dec.shape == (sae.cfg.d_sae, sae.cfg.d_in)
    assert sae.W_enc.shape == (sae.cfg.d_in, sae.cfg.d_sae)
    assert sae.b_enc.shape == (sae.cfg.d_sae,)
    assert sae.b_dec.shape == (sae.cfg.d_in,)
    torch.testing.assert_close(sae.W_dec.norm(dim=1), torch.ones(sae.cfg.d_sae).double())
    assert sae.check_decoder_norms()
    x = x[:30].view(2, 15, 8)
    assert torch.allclose(sae(x.flatten(0, 1)).view(x.shape), sae.decode(sae.encode(x)))
    assert (sae.cfg.dtype, sae.cfg.device) == ("float64", "cpu")
    assert sae.to(dtype=torch.float32).cfg.dtype == "float32"
    assert sae.to(torch.float64).dtype == torch.float64
    assert sae.cfg.to_dict()["hook_layer"] == 3
    assert sae.cfg.metadata.hook_name == "blocks.3.hook_resid_pre"


def test_directions_are_the_forms_own_leading_eigenvectors(trained):
    ae, _ = trained
    for j in (0, 5, 17):
        form = ae.latent(j).eigh(1).vectors[:, 0]
        assert abs(float(form @ BilinearSAE(ae).W_dec[j])) == pytest.approx(1, abs=1e-6)
