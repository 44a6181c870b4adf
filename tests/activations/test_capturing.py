import pytest
import torch
from torch._dynamo.utils import counters

from quadric.activations import capture, stream
from quadric.text import blocks

TEXTS = [
    "The quick brown fox jumps over the lazy dog.",
    "Quadrics!",
    "A third, longer text.",
]


def test_each_text_equals_hidden_states(tiny, family):
    """Padded in a batch or alone, a text's activations are the model's own hidden states."""
    model, tokenizer = tiny(family)
    found = capture(model, tokenizer, TEXTS, [0, 1, 3], keep_first=True, keep_special=True)
    assert list(found.layers) == list(dict.fromkeys(found.layers))
    for number, text in enumerate(TEXTS):
        ids = tokenizer(text, return_tensors="pt")["input_ids"]
        hidden = model(ids, output_hidden_states=True).hidden_states
        mine = found.documents == number
        assert found.tokens[mine].tolist() == ids[0].tolist()
        assert found.positions[mine].tolist() == list(range(ids.shape[1]))
        for x, i in zip(found.layers.values(), (0, 1, 3), strict=True):
            torch.testing.assert_close(x[mine], hidden[i][0], rtol=1e-4, atol=1e-5)


def test_packed_blocks_equal_hidden_states_exactly(tiny, family):
    model, tokenizer = tiny(family)
    options = {"context": 16, "keep_first": True, "keep_special": True}
    text = "x" + "0123456789abcde" * 9
    found = capture(model, tokenizer, [text], 2, pack=True, forward=4, **options)
    cut = list(blocks([text], tokenizer, context=16))[:8]
    for start in (0, 4):
        ids = torch.stack([b.ids for b in cut[start : start + 4]])
        hidden = model(ids, output_hidden_states=True).hidden_states[2].flatten(0, 1)
        assert torch.equal(found.activations[start * 16 : start * 16 + 64], hidden)


def test_the_forward_stops_at_the_deepest_layer(tiny, family):
    """Blocks up to the layer run; no later block and no head does."""
    model, tokenizer = tiny(family)
    stack = model.get_submodule(
        {"gpt2": "transformer.h", "neox": "gpt_neox.layers", "bert": "encoder.layer"}.get(
            family, "model.layers"
        )
    )
    ran: list[object] = []
    watched: dict[object, torch.nn.Module] = dict(stack.named_children())
    if (head := model.get_output_embeddings()) is not None:
        watched["head"] = head
    handles = [
        module.register_forward_hook(lambda *_, name=name: ran.append(name))
        for name, module in watched.items()
    ]
    for layers, expected in (
        (["2"], ["0", "1"]),
        (["0"], []),
        (["2", "1"], ["0", "1"]),
        (["blocks.1.hook_resid_pre", "blocks.2.hook_attn_out"], ["0", "1"]),
    ):
        ran.clear()
        capture(model, tokenizer, TEXTS, layers)
        assert ran == expected
    ran.clear()
    capture(model, tokenizer, TEXTS, "blocks.3.hook_mlp_out")
    assert ran == ["0", "1", "2"]
    for handle in handles:
        handle.remove()


def test_lens_names_give_the_same_rows(tiny, family):
    model, tokenizer = tiny(family)
    names = ["blocks.2.hook_resid_pre", "blocks.1.hook_mlp_out", "blocks.1.hook_attn_out"]
    together = capture(model, tokenizer, TEXTS, names)
    by_number = capture(model, tokenizer, TEXTS, 2)
    assert len(together.layers) == 3
    assert torch.equal(next(iter(together.layers.values())), by_number.activations)


def test_hooks_are_gone_afterwards(tiny, family):
    model, tokenizer = tiny(family)
    ids = torch.arange(9)[None]
    before = model(ids)[0]
    capture(model, tokenizer, TEXTS, [1, "blocks.1.hook_mlp_out"])
    assert torch.equal(model(ids)[0], before)
    assert not any(m._forward_hooks and "see" in str(m._forward_hooks) for m in model.modules())


def test_nan_and_infinity_are_counted_and_left_out(tiny):
    model, tokenizer = tiny("llama")
    clean = capture(model, tokenizer, ["abcdef"], [1, 2])
    handle = model.model.layers[1].register_forward_hook(_spoil)
    dirty = capture(model, tokenizer, ["abcdef"], [1, 2])
    handle.remove()
    assert dirty.nonfinite == {"model.layers.1": 0, "model.layers.2": 2}
    assert dirty.positions.tolist() == [1, 3, 4]
    assert clean.positions.tolist() == [1, 2, 3, 4, 5]
    assert torch.equal(dirty.layers["model.layers.1"], clean.layers["model.layers.1"][[0, 2, 3]])


def _spoil(_module, _args, output):
    output = output.clone()
    output[0, 2, 5] = torch.nan
    output[0, 5, 0] = torch.inf
    return output


def test_numbers_too_large_for_half_precision_are_left_out(tiny):
    model, tokenizer = tiny("llama")
    handle = model.model.layers[0].register_forward_hook(lambda _m, _a, x: x * 1e7)
    found = capture(model, tokenizer, ["abcdef"], 1, dtype=torch.float16)
    handle.remove()
    assert found.nonfinite == {"model.layers.1": 5}
    assert found.activations.shape == (0, 32)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_the_type_is_kept(tiny, dtype):
    model, tokenizer = tiny("llama")
    assert capture(model, tokenizer, TEXTS, 1, dtype=dtype).activations.dtype == dtype


def test_stream_skips_without_running(tiny):
    model, tokenizer = tiny("llama")
    text = ["0123456789" * 20]
    whole = list(stream(model, tokenizer, text, 1, context=16, forward=2))
    rest = list(stream(model, tokenizer, text, 1, context=16, forward=2, skip=4))
    assert len(rest) == len(whole) - 2
    for a, b in zip(rest, whole[2:], strict=True):
        assert torch.equal(a.activations, b.activations)
        assert torch.equal(a.context, b.context)


def test_context_holds_all_that_was_read(tiny):
    model, tokenizer = tiny("llama")
    found = capture(model, tokenizer, TEXTS, 1, context=20)
    assert torch.equal(found.context[found.blocks, found.positions], found.tokens)
    assert tokenizer.decode(found.context[0]) == TEXTS[0][:20]
    assert (found.context[-1] == -1).any()


def test_several_layers_must_be_chosen_from(tiny):
    model, tokenizer = tiny("llama")
    found = capture(model, tokenizer, TEXTS, [1, 2])
    with pytest.raises(ValueError, match=r"choose from model.layers.1, model.layers.2"):
        _ = found.activations


@pytest.mark.slow
def test_compiled_blocks_give_the_same(tiny):
    # A fresh one: asking for hidden_states leaves hooks in a model that break graphs.
    model, tokenizer = tiny("llama")
    model = type(model)(model.config).eval()
    names = [1, "blocks.1.hook_mlp_out"]
    counters.clear()
    (plain,) = stream(model, tokenizer, ["0123456789abcde"], names, context=16)
    (fast,) = stream(model, tokenizer, ["0123456789abcde"], names, context=16, compile=True)
    for a, b in zip(plain.layers.values(), fast.layers.values(), strict=True):
        torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-5)
    assert counters["stats"]["unique_graphs"] == 1
    assert not counters["graph_break"]
    assert "forward" not in model.model.layers[0].__dict__


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"context": 257}, "a context of 257 is more than the model's 256"),
        ({"texts": [""]}, "every document is empty"),
        ({"layer": []}, "no layer given"),
        ({"layer": "9"}, "blocks 0 to 3"),
    ],
    ids=str,
)
def test_errors(tiny, options, says):
    model, tokenizer = tiny("llama")
    options = {"texts": TEXTS, "layer": 1} | options
    with pytest.raises(ValueError, match=says):
        capture(model, tokenizer, options.pop("texts"), options.pop("layer"), **options)


@pytest.mark.slow
def test_real_smollm2(smollm2, speeches):
    model, tokenizer = smollm2
    text = speeches[0][:600]
    found = capture(model, tokenizer, [text], [0, "layers.7", "blocks.15.hook_resid_pre"])
    ids = tokenizer(text, return_tensors="pt")["input_ids"]
    with torch.no_grad():
        hidden = model(ids, output_hidden_states=True).hidden_states
    for x, i in zip(found.layers.values(), (0, 7, 15), strict=True):
        assert torch.equal(x, hidden[i][0, 1:])
    sink = hidden[15][0].norm(dim=1)
    assert sink[0] > 20 * sink[1:].median()


def test_real_minilm(minilm, speeches):
    model, tokenizer = minilm
    found = capture(model, tokenizer, [speeches[0][:600]], [0, 3, "blocks.4.hook_resid_pre"])
    ids = tokenizer(speeches[0][:600], return_tensors="pt")["input_ids"]
    with torch.no_grad():
        hidden = model(ids, output_hidden_states=True).hidden_states
    for x, i in zip(found.layers.values(), (0, 3, 4), strict=True):
        assert torch.equal(x, hidden[i][0, 1:-1])
