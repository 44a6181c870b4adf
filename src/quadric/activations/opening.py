"""A store, a file or an array -> rows with the same interface."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float
from safetensors import SafetensorError, safe_open
from torch import Tensor

from quadric.activations.batches import Rows
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


def open_activations(
    source: str | Path | Tensor | np.ndarray | Rows, tensor: str | None = None
) -> Rows:
    """Open a store's folder, a `.safetensors` or `.npy` file, a tensor or an array of shape [n, d].

    `tensor` names one of several in a `.safetensors` file. Files are mapped, never loaded whole.
    """
    if isinstance(source, Rows):
        return source
    if isinstance(source, Tensor | np.ndarray):
        return _array(source, "activations")
    path = Path(source)
    if path.is_dir():
        return ActivationStore(path)
    if not path.is_file():
        raise ValueError(f"no activations at {source}: give a store, a .safetensors or a .npy file")
    if path.suffix == ".safetensors":
        return _safetensors(path, tensor)
    if path.suffix == ".npy":
        try:
            array = np.load(path, mmap_mode="r", allow_pickle=False)
        except ValueError as error:
            raise ValueError(f"{path} is no plain array: save it with numpy.save") from error
        return _array(array, str(path))
    raise ValueError(f"{path} is of no known kind: give a store, a .safetensors or a .npy file")


def _array(x: Tensor | np.ndarray, name: str) -> Rows:
    if x.ndim != 2:
        raise ValueError(f"{name} has shape {tuple(x.shape)}: reshape it to [n, d]")
    if isinstance(x, Tensor):
        if not x.is_floating_point():
            raise ValueError(f"{name} holds {x.dtype}: convert it to a floating type")
        return TensorRows(x.detach())
    if not np.issubdtype(x.dtype, np.floating):
        raise ValueError(f"{name} holds {x.dtype}: convert it to a floating type")
    return NumpyRows(x)


def _safetensors(path: Path, name: str | None) -> Rows:
    try:
        with safe_open(path, framework="pt") as file:
            shapes = {key: tuple(file.get_slice(key).get_shape()) for key in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise ValueError(f"{path} is no whole safetensors file ({error})") from error
    flat = [key for key, shape in shapes.items() if len(shape) == 2]
    if name is None and len(flat) != 1:
        raise ValueError(f"{path} holds {len(flat)} tensors of shape [n, d]: name one of {flat}")
    name = flat[0] if name is None else name
    if name not in flat:
        raise ValueError(f"{path} has no tensor {name} of shape [n, d]: it has {shapes}")
    rows = FileRows(path, name)
    if not rows.dtype.is_floating_point:
        raise ValueError(f"{name} in {path} holds {rows.dtype}: convert it to a floating type")
    return rows
