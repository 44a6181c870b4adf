"""Predictions from kept keys and values equal full forwards, in float64, for every family."""

import copy

import pytest
import torch

from quadric.causes import naive
from quadric.causes import reading as readings
from quadric.causes.reading import read
from quadric.models import layer

WHERE = ["2", "0", "3", "blocks.1.hook_mlp_out", "blocks.3.hook_attn_out"]
CAUSAL = ["llama", "qwen3", "gpt2", "neox", "gemma3", "gemma4"]


def changes(reading, n, seed=0):
    """Random changes of random positions, several of one position among them."""
    draw = torch.Generator().manual_seed(seed)
    b, c = reading.ids.shape
    block = torch.randint(b, (n,), generator=draw)
    position = torch.randint(c, (n,), generator=draw)
    block[1], position[1] = block[0], position[0]
    h = reading.activations[block, position]
    return block, position, h + torch.randn(h.shape, generator=draw, dtype=h.dtype)


@pytest.mark.slow
@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("family", CAUSAL)
def test_predictions_equal_full_forwards(tiny, family, where):
    model = copy.deepcopy(tiny(family)[0]).double()
    at = layer(model, where)
    ids = torch.randint(0, 256, (5, 37), generator=torch.Generator().manual_seed(1))
    reading = read(model, at, ids)
    block, position, new = changes(reading, 23)
    ours = reading.predict(block, position, new)
    theirs = naive.predict(model, at, ids, block, position, new)
    torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-10)
    assert not torch.allclose(ours[0], ours[1], atol=1e-3)


def test_what_is_kept_of_predictions_is_made_of_them(tiny):
    model = copy.deepcopy(tiny("llama")[0]).double()
    attention = model.config._attn_implementation
    ids = torch.randint(0, 256, (5, 37), generator=torch.Generator().manual_seed(1))
    reading = read(model, layer(model, "2"), ids)
    every = changes(reading, 23)
    whole = reading.predict(*every)
    kept = reading.predict(*every, lambda change, logp: logp[:, :3] + change[:, None])
    assert torch.equal(kept, whole[:, :3] + torch.arange(23)[:, None])
    assert model.config._attn_implementation == attention


def test_changes_of_one_block_are_kept_in_their_order(tiny, monkeypatch):
    monkeypatch.setattr(readings, "MAX_BATCH", 3)
    model = tiny("llama")[0]
    ids = torch.randint(0, 256, (5, 37), generator=torch.Generator().manual_seed(1))
    reading = read(model, layer(model, "2"), ids)
    block, position, new = changes(reading, 40)
    seen: list[int] = []

    def keep(change, logp):
        seen.extend(change.tolist())
        return logp[:, :1]

    reading.predict(block, position, new, keep)
    assert sorted(seen) == list(range(40))
    for b in range(5):
        mine = [i for i in seen if block[i] == b]
        assert len(mine) > 3
        assert mine == sorted(mine)
