from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from quadric.activations import ActivationStore, CollectSettings, Rows, collect, open_activations
from quadric.activations.opening import NumpyRows

X = torch.randn(3000, 7, generator=torch.Generator().manual_seed(0))


@pytest.fixture
def files(tmp_path):
    np.save(tmp_path / "x.npy", X.numpy())
    np.save(tmp_path / "columns.npy", np.asfortranarray(X.numpy()))
    save_file({"x": X}, tmp_path / "x.safetensors")
    save_file({"x": X, "y": X + 1, "n": torch.zeros(3)}, tmp_path / "two.safetensors")
    return tmp_path


def same(rows: Rows, x: torch.Tensor) -> None:
    """The whole interface, against the same rows in memory."""
    assert (len(rows), rows.d, rows.dtype) == (len(x), x.shape[1], x.dtype)
    assert torch.equal(rows[10:20], x[10:20])
    assert torch.equal(rows[:], x)
    options: dict[str, Any] = {"seed": 3, "buffer": 20_000}
    mine, memory = (list(r.batches(100, **options)) for r in (rows, open_activations(x)))
    assert len(mine) == len(x) // 100
    assert all(torch.equal(a, b) for a, b in zip(mine, memory, strict=True))


def test_all_kinds_are_alike(files):
    for source in (X, X.numpy(), files / "x.npy", str(files / "x.safetensors")):
        same(open_activations(source), X)
    same(open_activations(files / "columns.npy"), X)
    same(open_activations(files / "two.safetensors", tensor="y"), X + 1)
    same(open_activations(X.bfloat16()), X.bfloat16())
    rows = open_activations(X)
    assert open_activations(rows) is rows


@pytest.mark.parametrize("dtype", [torch.float16, torch.float64, torch.bfloat16], ids=str)
def test_types_of_files_are_kept(tmp_path, dtype):
    save_file({"x": X.to(dtype)}, tmp_path / "x.safetensors")
    same(open_activations(tmp_path / "x.safetensors"), X.to(dtype))
    if dtype != torch.bfloat16:
        np.save(tmp_path / "x.npy", X.to(dtype).numpy())
        same(open_activations(tmp_path / "x.npy"), X.to(dtype))


def test_a_store_is_opened_too(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    settings = CollectSettings(layers=(1,), context=32)
    collect(model, tokenizer, ["the quick brown fox " * 99], tmp_path / "acts", settings)
    store = open_activations(tmp_path / "acts")
    assert isinstance(store, ActivationStore)
    same(store, store[:])


def test_files_are_not_loaded(files):
    """A .npy is mapped: the array that is kept has no memory of its own."""
    rows = open_activations(files / "x.npy")
    assert isinstance(rows, NumpyRows)
    assert isinstance(rows._x, np.memmap)


def test_pickles_are_refused(tmp_path):
    path = tmp_path / "x.npy"
    np.save(path, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(ValueError, match=r"x.npy is no plain array"):
        open_activations(path)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (torch.zeros(3), r"has shape \(3,\): reshape it to \[n, d\]"),
        (np.zeros((2, 3, 4), np.float32), r"reshape it to \[n, d\]"),
        (torch.zeros(3, 4, dtype=torch.long), "convert it to a floating type"),
        (np.zeros((3, 4), np.int32), "convert it to a floating type"),
        ("nowhere.npy", "no activations at nowhere.npy"),
    ],
    ids=["vector", "cube", "whole", "whole-numpy", "missing"],
)
def test_what_cannot_be_opened(source, says):
    with pytest.raises(ValueError, match=says):
        open_activations(source)


def test_files_that_cannot_be_opened(files):
    with pytest.raises(ValueError, match=r"holds 2 tensors of shape \[n, d\]: name one of"):
        open_activations(files / "two.safetensors")
    with pytest.raises(ValueError, match="has no tensor z"):
        open_activations(files / "two.safetensors", tensor="z")
    (files / "x.csv").write_text("1,2")
    with pytest.raises(ValueError, match="is of no known kind"):
        open_activations(files / "x.csv")
    path = files / "x.safetensors"
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(ValueError, match="is no whole safetensors file"):
        open_activations(path)
    (files / "x.npy").write_bytes(b"\x93NUMPY")
    with pytest.raises(ValueError, match="is no plain array"):
        open_activations(files / "x.npy")
