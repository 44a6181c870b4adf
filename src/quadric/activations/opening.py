"""A store, a file or an array -> rows with the same interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from safetensors import SafetensorError, safe_open
from torch import Tensor

from quadric.activations.batches import Rows
from quadric.activations.finite import finite_rows
from quadric.activations.raw import as_bytes, read_pieces, tensor_offset
from quadric.activations.store import ActivationStore, read_tensor

__all__ = ["open_activations"]


class TensorRows(Rows):
    """Rows in memory, on any device."""

    def __init__(self, x: Float[Tensor, "n d"]) -> None:
        self._x, self.d, self.dtype = x, x.shape[1], x.dtype

    def __len__(self) -> int:
        return len(self._x)

    def __getitem__(self, rows: slice) -> Float[Tensor, "n d"]:
        return self._x[rows]


class NumpyRows(Rows):
    """Rows of a numpy array, which may be mapped from a file."""

    def __init__(self, x: np.ndarray) -> None:
        self._x, self.d = x, x.shape[1]
        self.dtype = torch.from_numpy(np.empty(0, x.dtype)).dtype

    def __len__(self) -> int:
        return len(self._x)

    def __getitem__(self, rows: slice) -> Float[Tensor, "n d"]:
        return torch.from_numpy(np.array(self._x[rows]))


class FileRows(Rows):
    """Rows of one tensor in a safetensors file."""

    def __init__(self, path: Path, name: str) -> None:
        self._path, self._name = path, name
        with safe_open(path, framework="pt") as file:
            self._n, self.d = file.get_slice(name).get_shape()
        self.dtype = read_tensor(path, name, slice(0, 0)).dtype

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, rows: slice) -> Float[Tensor, "n d"]:
        return read_tensor(self._path, self._name, rows)

    def read(self, runs: Sequence[tuple[int, int]]) -> Float[Tensor, "n d"]:
        """The rows of several runs in rising order, one after the other."""
        out = torch.empty(sum(b - a for a, b in runs), self.d, dtype=self.dtype)
        offset = tensor_offset(self._path, self._name)
        read_pieces(self._path, offset, runs, self.d * self.dtype.itemsize, as_bytes(out))
        return out


Array = Tensor | np.ndarray
Source = str | Path | Array | Rows | Mapping[str, Any] | Sequence[Any]
"""What activations can be read from."""


def open_activations(source: Source | Any, tensor: str | None = None) -> Rows:
    """Open a store's folder, a `.safetensors`, `.npy` or `.npz` file, or arrays from anywhere.

    An array or tensor has shape [n, d] or [batch, seq, d]. A mapping (TransformerLens's
    ActivationCache, a dict of saved values) and a file may hold several, of which `tensor` names
    one; for a file the path may name it, as in `acts.npz:x`. A tuple is a module's output, whose
    first entry counts; a list is one array a text. What nnsight saved is taken as it is, or by its
    `value`. Files are mapped, never loaded whole. Rows with NaN or infinity are counted and left
    out.
    """
    if isinstance(source, Rows):
        return source
    if not isinstance(source, str | Path):
        return finite_rows(_array(_found(source, tensor), "activations"), "activations")
    path, tensor = _named(Path(source), tensor)
    if path.is_dir():
        return ActivationStore(path)
    if not path.is_file():
        raise ValueError(
            f"no activations at {source}: give a store, a .safetensors, .npy or .npz file"
        )
    if path.suffix == ".safetensors":
        return finite_rows(_safetensors(path, tensor), str(path))
    if path.suffix in (".npy", ".npz"):
        return finite_rows(_array(_numpy(path, tensor), str(path)), str(path))
    raise ValueError(
        f"{path} holds no activations that can be read: give a store, a .safetensors, .npy or .npz "
        "file (of a table, numpy.save the numbers)"
    )


def _named(path: Path, tensor: str | None) -> tuple[Path, str | None]:
    """The file and the name of one of its arrays: `acts.npz:x` is x of acts.npz."""
    file, colon, name = path.name.rpartition(":")
    whole = path.with_name(file) if colon and tensor is None and not path.exists() else path
    return (whole, name) if whole != path and whole.is_file() else (path, tensor)


def _numpy(path: Path, name: str | None) -> np.ndarray:
    """The array of a .npy file, mapped, or one of a .npz file, read."""
    try:
        found = np.load(path, mmap_mode="r", allow_pickle=False)
        if isinstance(found, np.ndarray):
            return found
        with found:
            flat = [key for key in found.files if name in (None, key) and found[key].ndim > 1]
            if len(flat) == 1:
                return found[flat[0]]
            known, example = ", ".join(found.files), next(iter(flat or found.files), "x")
    except Exception as error:  # numpy's parser of headers raises whatever it meets.
        raise ValueError(
            f"{path} is truncated or no plain array ({error}): copy it again, or save it with "
            "numpy.save"
        ) from error
    raise ValueError(
        f"{path} holds {known}: name one array of shape [n, d], as in {path}:{example}"
    )


def _found(source: Any, name: str | None) -> Array:
    """The one array in what a neighbour's tool gave."""
    if isinstance(source, Tensor | np.ndarray):
        return source
    if hasattr(source, "keys") and hasattr(source, "__getitem__"):
        names = [str(key) for key in source.keys()]  # noqa: SIM118
        if name is None and len(names) != 1:
            raise ValueError(f"{len(names)} activations: name one of {', '.join(names)}")
        if name is not None and name not in names:
            raise ValueError(f"no activations {name}: there are {', '.join(names) or 'none'}")
        return _found(source[names[0] if name is None else name], None)
    if isinstance(source, tuple) and source:
        return _found(source[0], None)
    if isinstance(source, list) and source:
        parts = [_rows(_found(part, None), "activations") for part in source]
        if len({part.shape[-1] for part in parts}) > 1:
            raise ValueError(f"activations of widths {[part.shape[-1] for part in parts]}: one a d")
        if all(isinstance(part, Tensor) for part in parts):
            return torch.cat(parts)  # pyright: ignore[reportArgumentType]
        return np.concatenate([np.asarray(part) for part in parts])
    value = getattr(source, "value", None)
    if isinstance(value, Tensor | np.ndarray | tuple):
        return _found(value, None)
    raise ValueError(
        f"activations of type {type(source).__name__} can't be read: give an array, a tensor, a "
        "mapping of them or a path"
    )


def _rows(x: Array, name: str) -> Array:
    """[n, d] of what may have more dimensions before the last."""
    if x.ndim < 2:
        raise ValueError(f"{name} has shape {tuple(x.shape)}: reshape it to [n, d]")
    return x if x.ndim == 2 else x.reshape(-1, x.shape[-1])


def _array(x: Array, name: str) -> Rows:
    x = _rows(x, name)
    if x.shape[1] == 0:
        raise ValueError(f"{name} has shape {tuple(x.shape)}: rows hold at least one number")
    if isinstance(x, Tensor):
        if not x.is_floating_point():
            raise ValueError(f"{name} holds {x.dtype}: convert it to a floating type")
        return TensorRows(x.detach())
    if not np.issubdtype(x.dtype, np.floating) or x.dtype.itemsize > 8:
        raise ValueError(f"{name} holds {x.dtype}: convert it to a floating type")
    return NumpyRows(x if x.dtype.isnative else x.astype(x.dtype.newbyteorder("=")))


def _safetensors(path: Path, name: str | None) -> Rows:
    try:
        with safe_open(path, framework="pt") as file:
            shapes = {key: tuple(file.get_slice(key).get_shape()) for key in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise ValueError(f"{path} is no whole safetensors file ({error})") from error
    flat = [key for key, shape in shapes.items() if len(shape) == 2 and shape[1]]
    if name is None and len(flat) != 1:
        raise ValueError(
            f"{path} holds {len(flat)} tensors of shape [n, d]"
            + (f": name one of {', '.join(flat)}, as in {path}:{flat[0]}" if flat else "")
        )
    name = flat[0] if name is None else name
    if name not in flat:
        raise ValueError(f"{path} has no tensor {name} of shape [n, d]: it has {shapes}")
    rows = FileRows(path, name)
    if not rows.dtype.is_floating_point:
        raise ValueError(f"{name} in {path} holds {rows.dtype}: convert it to a floating type")
    return rows
