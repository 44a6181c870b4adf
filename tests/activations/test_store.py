import json
import shutil
from pathlib import Path

import pytest
import torch

from quadric.activations import ActivationStore, CollectSettings, capture, collect, collecting

TEXTS = [f"Document {i}: " + "the quick brown fox " * (3 + i % 4) for i in range(30)]
SETTINGS = CollectSettings(layers=(2,), context=32, forward=4, model="tiny", text="foxes")


@pytest.fixture(scope="module")
def collected(tiny, tmp_path_factory) -> Path:
    """A store of several small shards, not to be changed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(collecting, "_SHARD_BYTES", 8 * 32 * 32 * 4)
        (made,) = collect(*tiny("llama"), TEXTS, tmp_path_factory.mktemp("store"), SETTINGS)
    assert len(made.shards) > 4
    return made.folder


@pytest.fixture
def store(collected, tmp_path) -> ActivationStore:
    """A copy of it."""
    return ActivationStore(shutil.copytree(collected, tmp_path / "acts"))


@pytest.fixture(scope="module")
def whole(tiny):
    """The same activations, never on disk."""
    model, tokenizer = tiny("llama")
    return capture(model, tokenizer, TEXTS, 2, context=32, forward=4, pack=True)


def test_slices_are_the_activations(store, whole):
    n = len(store)
    assert (n, store.d, store.dtype) == (len(whole), 32, torch.float32)
    edges = [0, 1, store.shards[0].rows, store.shards[0].rows + 1, n // 2, n - 1, n]
    for a in edges:
        for b in edges:
            assert torch.equal(store[a:b], whole.activations[a:b])
            assert torch.equal(store.tokens[a:b], whole.tokens[a:b].int())
    assert torch.equal(store[-5:], whole.activations[-5:])
    assert torch.equal(store[7], whole.activations[7])
    assert torch.equal(store[-1], whole.activations[-1])
    for name in ("tokens", "documents", "positions"):
        assert torch.equal(getattr(store, name)[:].long(), getattr(whole, name))


def test_rows_are_gathered_in_the_order_asked_for(store, whole):
    rows = torch.randint(0, len(store), (200,), generator=torch.Generator().manual_seed(0))
    assert torch.equal(store[rows], whole.activations[rows])
    assert torch.equal(store.tokens[rows].long(), whole.tokens[rows])
    assert store[torch.tensor([], dtype=torch.long)].shape == (0, 32)
    with pytest.raises(IndexError, match="rows go from 0"):
        store[torch.tensor([len(store)])]


def test_windows_show_what_the_model_read(store, whole, tiny):
    rows = torch.tensor([0, 5, 100, len(store) - 1, 300])
    windows = store.windows(rows, before=4, after=2)
    assert windows.shape == (5, 7)
    assert torch.equal(windows[:, 4], whole.tokens[rows])
    for window, row in zip(windows, rows.tolist(), strict=True):
        at = int(whole.positions[row])
        line = whole.context[whole.blocks[row]].tolist()
        expected = [line[i] if 0 <= i < 32 else -1 for i in range(at - 4, at + 3)]
        assert window.tolist() == expected
    # Position 0 is left out of the store, but it is text.
    first = store.windows(torch.tensor([0]), before=2, after=7)[0]
    assert store.tokenizer.decode(first[1:]) == "Document "


def test_the_manifest_says_what_it_is(store, whole):
    manifest = json.loads((store.folder / "manifest.json").read_text())
    assert manifest == store.manifest
    assert manifest["complete"]
    assert manifest["text_exhausted"]
    assert manifest["tokens"] == len(whole)
    assert manifest["layer"] == "model.layers.2"
    assert manifest["left_out"]["position_0"]
    assert manifest["left_out"]["special_tokens"]
    assert manifest["left_out"]["padding"]
    assert "tiny" in repr(store)
    assert f"{len(whole):,}" in repr(store)


def test_verify_reads_everything(store):
    seen = []
    store.verify(lambda _stage, done, *_: seen.append(done))
    assert seen[-1] == sum(shard.bytes for shard in store.shards)
    path = store.folder / store.shards[2].file
    content = bytearray(path.read_bytes())
    content[-40] ^= 1
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"shard-00002.safetensors was changed or damaged"):
        ActivationStore(store.folder).verify()


def test_a_truncated_shard_is_named(store):
    path = store.folder / store.shards[3].file
    path.write_bytes(path.read_bytes()[:-20_000])
    with pytest.raises(ValueError, match=r"shard-00003.safetensors is truncated .* of .* bytes"):
        ActivationStore(store.folder)
    # Also when it happens while the store is open.
    with pytest.raises(ValueError, match=r"shard-00003.safetensors"):
        store[:]
    with pytest.raises(ValueError, match=r"shard-00003.safetensors is truncated"):
        list(store.batches(16))
    path.unlink()
    with pytest.raises(ValueError, match=r"shard-00003.safetensors is missing"):
        ActivationStore(store.folder)


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '{"shards": []}'])
def test_a_damaged_manifest_is_named(store, content):
    (store.folder / "manifest.json").write_text(content)
    with pytest.raises(ValueError, match=r"manifest.json (can.t be used|has the format)"):
        ActivationStore(store.folder)


def test_a_manifest_cannot_point_outside(store):
    """A stranger's store is data: its files lie in its folder."""
    path = store.folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["shards"][0]["file"] = "../../secret.safetensors"
    path.write_text(json.dumps(manifest))
    with pytest.raises(ValueError, match="outside its folder"):
        ActivationStore(store.folder)


def test_a_store_of_the_future_is_refused(store):
    path = store.folder / "manifest.json"
    path.write_text(path.read_text().replace("quadric activations 1", "quadric activations 9"))
    with pytest.raises(ValueError, match="this quadric reads 'quadric activations 1'"):
        ActivationStore(store.folder)


def test_where_there_is_no_store(tmp_path):
    with pytest.raises(ValueError, match=r"no activation store in .*: quadric collect makes one"):
        ActivationStore(tmp_path)
    (tmp_path / "model.layers.4").mkdir()
    (tmp_path / "model.layers.4" / "manifest.json").write_text("{}")
    with pytest.raises(ValueError, match=r"open one of its layers: model.layers.4"):
        ActivationStore(tmp_path)
