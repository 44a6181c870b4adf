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
    with pytest.raises(ValueError, match=r"x.npy is truncated or no plain array"):
        open_activations(path)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (torch.zeros(3), r"has shape \(3,\): reshape it to \[n, d\]"),
        (np.zeros((3, 0), np.float32), "rows hold at least one number"),
        ({"a": X, "b": X}, "2 activations: name one of a, b"),
        ([X, X[:, :3]], "activations of widths"),
        (object(), "of type object can't be read"),
        (X * torch.nan, "NaN or infinity in all of its 3,000 rows"),
        (torch.zeros(3, 4, dtype=torch.long), "convert it to a floating type"),
        (np.zeros((3, 4), np.int32), "convert it to a floating type"),
        ("nowhere.npy", "no activations at nowhere.npy"),
    ],
    ids=["vector", "empty", "several", "widths", "object", "nan", "whole", "numpy", "missing"],
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
    with pytest.raises(ValueError, match="holds no activations that can be read"):
        open_activations(files / "x.csv")
    path = files / "x.safetensors"
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(ValueError, match="is no whole safetensors file"):
        open_activations(path)
    (files / "x.npy").write_bytes(b"\x93NUMPY")
    with pytest.raises(ValueError, match="truncated or no plain array"):
        open_activations(files / "x.npy")


def test_what_neighbours_give_is_opened():
    """TransformerLens's caches, nnsight's saved values and modules' outputs, and plain lists."""
    texts = X.view(3, 1000, 7)
    same(open_activations(texts), X)
    same(open_activations(texts.numpy()), X)
    cache = {"blocks.0.hook_resid_pre": texts, "blocks.1.hook_resid_pre": texts + 1}
    same(open_activations(cache, tensor="blocks.1.hook_resid_pre"), X + 1)

    class ActivationCache:
        """Like TransformerLens's: no Mapping, but with keys and items."""

        def keys(self):
            return cache.keys()

        def __getitem__(self, name):
            return cache[name]

    same(open_activations(ActivationCache(), tensor="blocks.0.hook_resid_pre"), X)
    with pytest.raises(ValueError, match=r"no activations x: there are blocks.0.hook_resid_pre, "):
        open_activations(ActivationCache(), tensor="x")

    class Proxy:
        """Like nnsight's: the value is there after the trace."""

        value = (texts, None)

    same(open_activations(Proxy()), X)
    same(open_activations((texts, "cache")), X)
    same(open_activations([X[:100], X[100:2500].numpy(), X[2500:]]), X)
    same(open_activations(X.numpy().astype(">f4")), X)


@pytest.mark.parametrize("kind", ["tensor", "npy", "safetensors", "half"])
def test_rows_that_are_not_finite_are_counted_and_left_out(tmp_path, kind):
    x = X.clone()
    x[7, 3], x[2000, 0], x[2999] = torch.nan, torch.inf, -torch.inf
    good = torch.isfinite(x).all(1)
    source = x
    if kind == "half":
        source = x = x.half()
    elif kind == "npy":
        np.save(tmp_path / "x.npy", x.numpy())
        source = tmp_path / "x.npy"
    elif kind == "safetensors":
        save_file({"x": x}, tmp_path / "x.safetensors")
        source = tmp_path / "x.safetensors"
    with pytest.warns(UserWarning, match="3 of 3,000 rows hold NaN or infinity and are left out"):
        rows = open_activations(source)
    same(rows, x[good])


def test_sums_that_overflow_leave_nothing_out():
    x = torch.full((50, 4), 60000.0, dtype=torch.float16)
    assert len(open_activations(x)) == 50


def test_npz_files(tmp_path):
    x = np.random.default_rng(0).normal(size=(20, 4)).astype(np.float32)
    np.savez(tmp_path / "one.npz", x=x, labels=np.arange(20))
    assert torch.equal(open_activations(tmp_path / "one.npz")[:], torch.from_numpy(x))
    np.savez(tmp_path / "two.npz", a=x, b=x)
    with pytest.raises(ValueError, match="holds a, b: name one array"):
        open_activations(tmp_path / "two.npz")
    assert len(open_activations(tmp_path / "two.npz", tensor="b")) == 20
    assert len(open_activations(f"{tmp_path / 'two.npz'}:b")) == 20
    whole = (tmp_path / "one.npz").read_bytes()
    (tmp_path / "cut.npz").write_bytes(whole[:100])
    with pytest.raises(ValueError, match="truncated or no plain array"):
        open_activations(tmp_path / "cut.npz")
