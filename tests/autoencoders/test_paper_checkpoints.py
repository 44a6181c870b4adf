"""The authors' checkpoints: every version of their config, and files that are not to be trusted."""

import json

import pytest
import torch
from safetensors.torch import save_file

from quadric import BilinearAutoencoder
from quadric.autoencoders.paper_checkpoints import import_checkpoint
from quadric.cli.main import main

NEW = {
    "layer": 18,
    "d_model": 8,
    "expansion": 3,
    "bottleneck": None,
    "alpha": 1.0,
    "beta": 0.0,
    "kind": "mixed",
    "tags": [],
    "kwargs": {},
}
OLD = {
    "layer": 18,
    "d_model": 8,
    "n_ctx": 256,
    "expansion": 3,
    "alpha": 1.0,
    "beta": 0.0,
    "kind": "mixed",
    "tags": ["v0"],
    "warmup": 100,
    "base": "Qwen/Qwen3-0.6B-Base",
    "transformers_version": "4.51.0",
    "model_type": "",
}
VERSIONS = {
    "new": NEW,
    "bottleneck": {**NEW, "bottleneck": 1},
    "old": OLD,
    "extra": {**NEW, "kwargs": {"base": "gpt2", "warmup": 9}},
    "undefined": {**NEW, "kind": "undefined"},
    "least": {"layer": 4},
}


def checkpoint(folder, config=NEW, dtype=torch.float16, **change):
    generator = torch.Generator().manual_seed(0)
    mix = 8 if config.get("bottleneck") == 1 else 16
    tensors = {
        "left": torch.randn(24, 8, generator=generator),
        "right": torch.randn(24, 8, generator=generator),
    }
    if folder.name.split("-")[0] in ("mixed", "combined", "rainbow"):
        tensors["down"] = torch.randn(mix, 24, generator=generator)
    tensors = {name: tensor.to(dtype) for name, tensor in (tensors | change).items()}
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(config))
    save_file(tensors, folder / "model.safetensors")
    return tensors


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_of_the_config_is_read(tmp_path, version):
    folder = tmp_path / "mixed-l18-x3-a100-b0"
    tensors = checkpoint(folder, VERSIONS[version])
    ae = import_checkpoint(folder)
    assert ae.config.kind == "mixed"
    assert ae.left.dtype == torch.float16
    for name, tensor in tensors.items():
        assert torch.equal(getattr(ae, name), tensor)
    x = torch.randn(10, 8)
    unit = x / x.norm(dim=1, keepdim=True)
    f = (unit @ tensors["left"].float().T) * (unit @ tensors["right"].float().T)
    torch.testing.assert_close(ae.encode(x), f)


@pytest.mark.parametrize("kind", ["vanilla", "ordered", "mixed", "combined", "rainbow"])
def test_every_kind_is_read(tmp_path, kind):
    folder = tmp_path / f"{kind}-l18-x3-a0-b0"
    checkpoint(folder, {**NEW, "kind": kind})
    assert import_checkpoint(folder).config.kind == {"rainbow": "combined"}.get(kind, kind)


def test_a_wrong_or_missing_name_lists_what_there_is(tmp_path):
    for name in ("mixed-l04-x3-a0-b0", "mixed-l18-x3-a0-b0"):
        checkpoint(tmp_path / name)
    listed = "mixed-l04-x3-a0-b0, mixed-l18-x3-a0-b0"
    with pytest.raises(ValueError, match=f"has 2 checkpoints, name one: {listed}"):
        import_checkpoint(tmp_path)
    with pytest.raises(ValueError, match=f"has no mixed-l05: it has {listed}"):
        import_checkpoint(tmp_path, "mixed-l05")
    assert import_checkpoint(tmp_path, "mixed-l04-x3-a0-b0").config.d_in == 8
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="has no checkpoint"):
        import_checkpoint(tmp_path / "empty")


@pytest.fixture
def hub(tmp_path):
    """A repository of theirs in the hub's cache, as a download leaves it."""
    repo = tmp_path / "models--tdooms--qwen3-0.6b-base-scope"
    for name in ("mixed-l18-x3-a100-b0", "vanilla-l18-x3-a0-b0"):
        config = {**NEW, "kind": name.split("-")[0]}
        checkpoint(repo / "snapshots" / ("c" * 40) / name, config)
    (repo / "refs").mkdir()
    (repo / "refs" / "main").write_text("c" * 40)
    return {"cache_dir": tmp_path}


def test_a_repository_is_read_and_lists_what_it_has(hub):
    repo = "tdooms/qwen3-0.6b-base-scope"
    by_name = import_checkpoint(repo, "mixed-l18-x3-a100-b0", **hub)
    by_path = import_checkpoint(f"{repo}/mixed-l18-x3-a100-b0", **hub)
    assert torch.equal(by_name.left, by_path.left)
    assert by_name.facts.source["model"] == "qwen3-0.6b-base"
    listed = "mixed-l18-x3-a100-b0, vanilla-l18-x3-a0-b0"
    with pytest.raises(ValueError, match=f"has no mixed-l17: it has {listed}"):
        import_checkpoint(repo, "mixed-l17", **hub)
    with pytest.raises(ValueError, match=f"name one: {listed}"):
        import_checkpoint(repo, **hub)
    with pytest.raises(OSError, match="hub can't be reached or does not have it"):
        import_checkpoint("tdooms/nothing", **hub)


def test_pickles_are_never_opened(tmp_path):
    folder = tmp_path / "mixed-l18"
    checkpoint(folder)
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(b"cos\nsystem\n")
    for source in (folder, folder / "pytorch_model.bin"):
        with pytest.raises(ValueError, match=r"is a pickle.*safetensors.torch.save_file"):
            import_checkpoint(source)
    (folder / "pytorch_model.bin").unlink()
    with pytest.raises(ValueError, match=r"has no model.safetensors: it has config.json"):
        import_checkpoint(folder)


@pytest.mark.parametrize(
    ("config", "change", "says"),
    [
        ({"d_model": 9}, {}, "says d_model=9, which is 9, but model.safetensors has 8"),
        ({"expansion": 4}, {}, "says expansion=4, which is 32, but .* has 24"),
        ({"expansion": 1e400}, {}, "no positive number"),
        ({"bottleneck": "x"}, {}, "bottleneck='x', which is no positive number"),
        ({"kind": "lifted"}, {}, "the kind lifted, which is none of vanilla"),
        ({"class": "BilinearAutoencoder"}, {}, "is quadric's own already"),
        ({}, {"right": torch.zeros(24, 7)}, r"right has shape \(24, 7\) where \(24, 8\) was due"),
        ({}, {"left": torch.full((24, 8), torch.inf)}, "left holds values that are not finite"),
        ({}, {"down": torch.zeros(16)}, "has no matrix down"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path, config, change, says):
    folder = tmp_path / "mixed-l18"
    checkpoint(folder, {**NEW, **config}, torch.float32, **change)
    with pytest.raises(ValueError, match=says):
        import_checkpoint(folder)


def test_the_verb_writes_what_every_other_verb_takes(tmp_path, capsys):
    checkpoint(tmp_path / "theirs" / "mixed-l18", OLD)
    out = tmp_path / "ours"
    command = ["import", str(tmp_path / "theirs"), "--out", str(out)]
    main(command)
    assert "float16, from mixed-l18, layer 18" in capsys.readouterr().out
    ae = BilinearAutoencoder.from_pretrained(out)
    assert torch.equal(ae.left, import_checkpoint(tmp_path / "theirs").left)
    card = (out / "README.md").read_text()
    assert "| model | Qwen/Qwen3-0.6B-Base |" in card
    with pytest.raises(SystemExit):
        main(command)
    assert "--overwrite" in capsys.readouterr().err
    main([*command, "--overwrite"])
    (out / "mine.txt").write_text("")
    with pytest.raises(SystemExit):
        main([*command, "--overwrite"])
    assert "holds something else" in capsys.readouterr().err


@pytest.mark.parametrize("version", VERSIONS)
def test_from_pretrained_points_to_the_import(tmp_path, version):
    checkpoint(tmp_path / "mixed-l18-x3-a100-b0", VERSIONS[version])
    with pytest.raises(ValueError, match=r"config.json can't be used: .*`quadric import`"):
        BilinearAutoencoder.from_pretrained(tmp_path / "mixed-l18-x3-a100-b0")
    with pytest.raises(FileNotFoundError, match="`quadric import`"):
        BilinearAutoencoder.from_pretrained(tmp_path)
