import dataclasses
import inspect

import numpy as np
import pytest
import torch

import quadric
from quadric.activations import capture
from quadric.training.fit import DEFAULTS, fit
from quadric.training.heldout import measure
from quadric.training.settings import TrainSettings


@pytest.fixture(scope="module")
def x() -> torch.Tensor:
    """Points of a plane of few dimensions in many."""
    generator = torch.Generator().manual_seed(0)
    return torch.randn(600, 3, generator=generator) @ torch.randn(3, 10, generator=generator)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["vanilla", "ordered", "mixed", "combined"])
def test_every_kind_learns(x, kind):
    ae = fit(x, kind, expansion=3, steps=60, batch=128, lr=0.05, alpha=0.0)
    assert isinstance(ae, quadric.BilinearAutoencoder)
    assert ae.config.kind == kind
    assert not ae.training
    assert ae.errors(x).mean() < 0.1


def test_the_baseline_trains_by_the_same_loop(x):
    ae = fit(x, "topk", expansion=3, steps=60, batch=128, lr=0.05, k=4)
    assert isinstance(ae, quadric.TopKAutoencoder)
    assert ae.errors(x).mean() < 0.2


def test_every_source_gives_the_same_autoencoder(x, tmp_path):
    from safetensors.torch import save_file

    np.save(tmp_path / "x.npy", x.numpy())
    save_file({"x": x}, tmp_path / "x.safetensors")
    sources = [x, x.numpy(), tmp_path / "x.npy", str(tmp_path / "x.safetensors")]
    fitted = [fit(source, "vanilla", expansion=2, steps=3, batch=64).left for source in sources]
    assert all(torch.equal(fitted[0], other) for other in fitted[1:])


def test_the_seed_decides_and_a_batch_is_at_most_everything(x):
    small = x[:50]
    one, same, other = (
        fit(small, "vanilla", expansion=2, steps=3, seed=seed).left for seed in (0, 0, 1)
    )
    assert torch.equal(one, same)
    assert not torch.equal(one, other)


def test_no_rows_are_refused():
    with pytest.raises(ValueError, match="hold no row to train on"):
        fit(torch.zeros(0, 8))


def test_settings_pass_through_and_wrong_ones_are_named(x):
    ae = fit(x, "vanilla", n_latents=7, steps=1, batch=64, bias=True, symmetric=True)
    assert (ae.config.n_latents, ae.config.bias, ae.config.symmetric) == (7, True, True)
    with pytest.raises(TypeError, match="colour"):
        fit(x, colour="red")


@pytest.mark.slow
def test_a_short_real_run_lowers_the_held_out_error(smollm2, speeches):
    """Layer 4 of SmolLM2 over speeches, whose mean is most of them: 40 steps are a beginning."""
    model, tokenizer = smollm2
    read = capture(model, tokenizer, [text[:2500] for text in speeches[::30]], 4, pack=True)
    x, held = read.activations[:-500], read.activations[-500:]
    settings = {"n_latents": 768, "n_mix": 192, "batch": 768}
    before = measure(fit(x, "mixed", **{**settings, "steps": 1}), [held])
    after = measure(fit(x, "mixed", **{**settings, "steps": 40}), [held])
    assert before.error > 0.95
    assert after.error < 0.7
    assert after.density < before.density
    plain = measure(fit(x, "mixed", **{**settings, "steps": 40, "centred": False}), [held])
    assert plain.error < 0.6


def test_what_is_held_out_is_measured_and_kept(x):
    ae = fit(x, "vanilla", expansion=3, steps=20, batch=64, heldout=0.1)
    assert ae.heldout is not None
    assert ae.heldout["tokens"] == 60
    assert ae.heldout["error"] == pytest.approx(float(ae.errors(x[-60:]).mean()), rel=1e-5)
    assert fit(x, "vanilla", expansion=3, steps=2, batch=64).heldout is None


def test_every_optimiser_has_a_rate_of_its_own(x):
    sizes = {"expansion": 2, "steps": 3, "batch": 64, "alpha": 0.0}
    for optimizer, rate in (("muon", 0.2), ("adam", 0.02)):
        plain, told = (
            fit(x, "vanilla", optimizer=optimizer, lr=lr, **sizes).left for lr in (None, rate)
        )
        assert torch.equal(plain, told)
    with pytest.raises(ValueError, match="lr=0 must be positive"):
        fit(x, lr=0)


def test_its_arguments_are_the_settings():
    """Written out, so that editors complete them; their defaults are stated once."""
    signature = inspect.signature(fit).parameters
    unused = {"checkpoint_every", "keep", "shard"}
    assert set(signature) - {"X"} == {f.name for f in dataclasses.fields(TrainSettings)} - unused
    for name in set(signature) - {"X"}:
        assert signature[name].default == getattr(DEFAULTS, name)
