import pytest
import torch
from torch import Tensor

from quadric.models import Layer, layer

BLOCKS = {
    "llama": "model.layers",
    "qwen3": "model.layers",
    "gpt2": "transformer.h",
    "neox": "gpt_neox.layers",
    "gemma3": "model.layers",
    "gemma4": "model.layers",
    "bert": "encoder.layer",
}


def seen(model, ids, *names: str) -> list[Tensor]:
    found: dict[str, Tensor] = {}
    places = [layer(model, name) for name in names]
    handles = [
        at.hook(model, lambda x, name=name: found.__setitem__(name, x.clone()))
        for name, at in zip(names, places, strict=True)
    ]
    model(ids)
    for handle in handles:
        handle.remove()
    return [found[name] for name in names]


@pytest.fixture
def ids() -> Tensor:
    return torch.randint(0, 256, (2, 20), generator=torch.Generator().manual_seed(1))


def test_blocks_have_many_names(tiny, family):
    model, _ = tiny(family)
    path = BLOCKS[family]
    expected = Layer(f"{path}.2", f"{path}.2", "input")
    short = f"{path.rpartition('.')[2]}.2"
    with_base = f"{model.base_model_prefix}.{path}.2".replace("model.model.", "model.")
    for name in (2, "2", f"{path}.2", short, "blocks.2.hook_resid_pre", f"{path}.2:input"):
        assert layer(model, name) == expected
    if family == "bert":
        assert layer(model, with_base) == expected
    assert layer(model, expected) is expected


def test_names_survive_a_round_trip(tiny, family):
    model, _ = tiny(family)
    for hook in ("resid_pre", "resid_post", "mlp_out", "attn_out"):
        found = layer(model, f"blocks.1.hook_{hook}")
        assert layer(model, found.name) == found


def test_lens_names_are_hidden_states(tiny, family, ids):
    model, _ = tiny(family)
    hidden = model(ids, output_hidden_states=True).hidden_states
    for i in range(4):
        (pre,) = seen(model, ids, f"blocks.{i}.hook_resid_pre")
        assert torch.equal(pre, hidden[i])
    after = "hook_normalized_resid_post" if family == "bert" else "hook_resid_post"
    for i in range(3):
        (post,) = seen(model, ids, f"blocks.{i}.{after}")
        assert torch.equal(post, hidden[i + 1])


def test_lens_parts_add_up_to_the_stream(tiny, family, ids):
    model, _ = tiny(family)
    names = [f"blocks.2.hook_{part}" for part in ("resid_pre", "attn_out", "mlp_out", "resid_post")]
    pre, attention, mlp, post = seen(model, ids, *names)
    middle = pre + attention
    if family == "bert":
        middle = model.encoder.layer[2].attention.output.LayerNorm(middle)
    assert attention.abs().max() > 0
    assert mlp.abs().max() > 0
    torch.testing.assert_close(middle + mlp, post, rtol=0, atol=1e-5)


def test_lens_middle_of_the_stream(tiny, family, ids):
    model, _ = tiny(family)
    if family == "neox":
        with pytest.raises(ValueError, match=r"no layer blocks.2.hook_resid_mid"):
            layer(model, "blocks.2.hook_resid_mid")
        return
    names = [f"blocks.2.hook_{part}" for part in ("resid_pre", "attn_out", "resid_mid")]
    pre, attention, middle = seen(model, ids, *names)
    torch.testing.assert_close(pre + attention, middle, rtol=0, atol=1e-5)


def test_other_modules_mean_their_output(tiny, ids):
    model, _ = tiny("llama")
    assert layer(model, "layers.1.mlp") == layer(model, "blocks.1.hook_mlp_out")
    into, out = seen(model, ids, "model.layers.1.mlp:input", "model.layers.1.mlp:output")
    torch.testing.assert_close(model.model.layers[1].mlp(into), out)


def test_a_returned_tensor_takes_the_place(tiny, family, ids):
    model, _ = tiny(family)
    hidden = model(ids, output_hidden_states=True).hidden_states
    for name in ("2", "blocks.1.hook_attn_out", "blocks.1.hook_mlp_out"):
        handle = layer(model, name).hook(model, torch.zeros_like)
        changed = model(ids, output_hidden_states=True).hidden_states
        handle.remove()
        assert torch.equal(changed[1], hidden[1])
        assert not torch.allclose(changed[3], hidden[3])


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("model.layer.3", "model.layers.3"),
        ("blocks.3.hook_resid_prev", "blocks.3.hook_resid_pre"),
        ("blocks.3.hook_mlpout", "blocks.3.hook_mlp_out"),
        ("4", "blocks 0 to 3"),
        ("model.layers.4", "blocks 0 to 3"),
        ("nonsense", "model.layers.3"),
        ("model.layers.3:sideways", "model.layers.3"),
        ("", "model.layers.0"),
    ],
)
def test_a_wrong_name_lists_the_nearest(tiny, name, near):
    model, _ = tiny("llama")
    with pytest.raises(ValueError, match=f"no layer {name}") as error:
        layer(model, name)
    assert near in str(error.value)
