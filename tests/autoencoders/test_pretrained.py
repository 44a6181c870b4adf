"""What is saved, what is believed of a file, and what the hub's own cache gives back."""

import json

import pytest
import torch
from safetensors.torch import load_file, save_file

from quadric import BilinearAutoencoder, TopKAutoencoder


def saved(folder, kind="mixed", seed=0, **parts):
    torch.manual_seed(seed)
    ae = BilinearAutoencoder.preset(kind, 6, expansion=3, **parts)
    ae.save_pretrained(folder)
    return ae


def same(a, b):
    assert a.config == b.config
    assert all(torch.equal(p, q) for p, q in zip(a.parameters(), b.parameters(), strict=True))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("kind", ["vanilla", "ordered", "mixed", "combined"])
def test_what_is_saved_is_what_is_loaded(tmp_path, kind, dtype):
    ae = BilinearAutoencoder.preset(kind, 6, expansion=3, bias=True, tied=False).to(dtype)
    ae.save_pretrained(tmp_path)
    back = BilinearAutoencoder.from_pretrained(tmp_path)
    same(ae, back)
    x = torch.randn(5, 6, dtype=torch.float64)
    assert torch.equal(ae.errors(x), back.errors(x))
    assert torch.equal(ae.loss(x).total, back.loss(x).total)


def cached(cache, ae, commit, *refs):
    """A snapshot in the hub's cache, as a download leaves it."""
    repo = cache / "models--user--name"
    ae.save_pretrained(repo / "snapshots" / commit)
    (repo / "refs").mkdir(exist_ok=True)
    for ref in refs:
        (repo / "refs" / ref).write_text(commit)


def test_a_revision_can_be_named(tmp_path):
    first = BilinearAutoencoder.preset("vanilla", 6, expansion=2)
    second = BilinearAutoencoder.preset("mixed", 6, expansion=3)
    cached(tmp_path, first, "a" * 40, "v1")
    cached(tmp_path, second, "b" * 40, "main")
    load = BilinearAutoencoder.from_pretrained
    same(first, load("user/name", revision="v1", cache_dir=tmp_path))
    same(second, load("user/name", cache_dir=tmp_path))
    same(first, load("user/name", revision="a" * 40, cache_dir=tmp_path))


def test_what_a_repository_has_is_listed_if_the_files_are_not_there(tmp_path):
    cached(tmp_path, BilinearAutoencoder.preset("vanilla", 6, expansion=2), "a" * 40, "main")
    folder = tmp_path / "models--user--name" / "snapshots" / ("a" * 40)
    (folder / "config.json").rename(folder / "other.json")
    with pytest.raises(ValueError, match=r"user/name has no config.json: it has .*other.json"):
        BilinearAutoencoder.from_pretrained("user/name", cache_dir=tmp_path)


def test_what_is_nowhere_is_said_in_a_sentence(tmp_path):
    with pytest.raises(OSError, match="runs/nowhere is no folder here, and the hub"):
        BilinearAutoencoder.from_pretrained("runs/nowhere", cache_dir=tmp_path)
    with pytest.raises(ValueError, match="neither a folder here nor a repository's name"):
        BilinearAutoencoder.from_pretrained("a/b/c/d")


def test_a_flipped_bit_in_the_weights_is_found(tmp_path):
    saved(tmp_path)
    path = tmp_path / "model.safetensors"
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with pytest.raises(ValueError, match="its checksum differs"):
        BilinearAutoencoder.from_pretrained(tmp_path)


def test_weights_without_a_checksum_are_still_read(tmp_path):
    ae = saved(tmp_path)
    path = tmp_path / "model.safetensors"
    save_file(load_file(path), path)
    same(ae, BilinearAutoencoder.from_pretrained(tmp_path))


def changed(folder, **settings):
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **settings}))


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"n_latents": 10**11}, r"but its config asks for \(100000000000, 6\)"),
        ({"n_latents": 10**40}, "config.json can't be used"),
        ({"d_in": 1 << 61}, "config"),
        ({"n_latents": "many"}, "config.json can't be used"),
        ({"color": 1}, "unknown keys color"),
        ({"class": "TopKAutoencoder"}, "it describes a TopKAutoencoder"),
        ({"bias": True}, r"has shape \(18, 6\), but its config asks for \(18, 7\)"),
        ({"n_mix": None}, "holds down, left, right, but its config asks for left, right"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_configs_that_do_not_fit_are_refused_before_memory_is_taken(tmp_path, settings, says):
    saved(tmp_path)
    changed(tmp_path, **settings)
    with pytest.raises(ValueError, match=says):
        BilinearAutoencoder.from_pretrained(tmp_path)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t["left"].fill_(float("nan")), "left holds values that are not finite"),
        (lambda t: t.update(left=t["left"].long()), "left has dtype I64, where a floating one"),
        (lambda t: t.update(left=t["left"].half()), "mixes the dtypes F16, F32"),
        (lambda t: t.pop("right"), "holds down, left, but"),
    ],
    ids=["nan", "whole", "mixed", "missing"],
)
def test_tensors_are_checked(tmp_path, change, says):
    saved(tmp_path)
    path = tmp_path / "model.safetensors"
    tensors = load_file(path)
    change(tensors)
    save_file(tensors, path)
    with pytest.raises(ValueError, match=says):
        BilinearAutoencoder.from_pretrained(tmp_path)


def test_the_baseline_is_saved_too(tmp_path):
    ae = TopKAutoencoder.sized(6, 3, k=4)
    ae.save_pretrained(tmp_path)
    same(ae, TopKAutoencoder.from_pretrained(tmp_path))
