"""Tensors in a file, from ourselves or from strangers: checked before use, never unpickled."""

from __future__ import annotations

import errno
import zlib
from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from quadric.files.writing import atomic_path

__all__ = ["checksum", "read_tensors", "refuse_pickles", "write_tensors"]

PICKLES = frozenset({".pt", ".pth", ".bin", ".ckpt", ".pkl", ".pickle"})
"""Endings of files that run code when they are opened."""
FLOATS = frozenset({"F64", "F32", "F16", "BF16"})
"""What safetensors calls the dtypes that weights may have."""


def refuse_pickles(path: Path) -> None:
    """Refuse what can only be opened by running it, and say what to do."""
    if path.suffix.lower() in PICKLES:
        raise ValueError(
            f"{path} is a pickle, which can run any code, so it is not opened: where you trust it, "
            "save torch.load(path, weights_only=True) with safetensors.torch.save_file"
        )


def write_tensors(path: Path, tensors: Mapping[str, Tensor]) -> None:
    """Write a safetensors file, whole or not at all, with a checksum in its header."""
    plain = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    about = {"format": "pt", "crc32": checksum(plain)}
    with atomic_path(path, sum(tensor.nbytes for tensor in plain.values())) as draft:
        try:
            draft.touch()
            mode = draft.stat().st_mode
            save_file(plain, draft, metadata=about)
            draft.chmod(mode)  # safetensors lets nobody but the owner read what it writes
        except SafetensorError as error:
            full = any(f"os error {code}" in str(error) for code in (errno.ENOSPC, errno.EFBIG))
            raise OSError(errno.ENOSPC if full else errno.EIO, str(error)) from error


def read_tensors(
    path: Path, shapes: Mapping[str, tuple[int, ...]], *, others: bool = False
) -> dict[str, Tensor]:
    """The tensors that are asked for, once the file's header says that they are all there.

    Shapes and dtypes are compared before anything is read, so that memory is bounded by the file's
    own size; `others` says whether the file may hold more than these.
    """
    refuse_pickles(path)
    try:
        with safe_open(path, framework="pt") as file:
            names = set(file.keys())
            if not set(shapes) <= names or (names != set(shapes) and not others):
                raise ValueError(
                    f"{path} holds {_named(names)}, but its config asks for {_named(set(shapes))}"
                )
            _check_headers(path, {name: file.get_slice(name) for name in shapes}, shapes)
            tensors = {name: file.get_tensor(name) for name in shapes}
            expected = (file.metadata() or {}).get("crc32")
    except (SafetensorError, OSError) as error:
        raise ValueError(f"{path} can't be read, it may be truncated: {error}") from error
    for name, tensor in tensors.items():
        if not bool(torch.isfinite(tensor).all()):
            raise ValueError(f"{path}: {name} holds values that are not finite numbers")
    if expected is not None and not others and expected != checksum(tensors):
        raise ValueError(f"{path} was changed or damaged (its checksum differs): copy it again")
    return tensors


def _check_headers(path: Path, found: Mapping, shapes: Mapping[str, tuple[int, ...]]) -> None:
    for name, wanted in shapes.items():
        shape, kind = tuple(found[name].get_shape()), found[name].get_dtype()
        if shape != wanted:
            raise ValueError(f"{path}: {name} has shape {shape}, but its config asks for {wanted}")
        if kind not in FLOATS:
            raise ValueError(f"{path}: {name} has dtype {kind}, where a floating one was due")
    kinds = sorted({found[name].get_dtype() for name in shapes})
    if len(kinds) > 1:
        raise ValueError(f"{path} mixes the dtypes {', '.join(kinds)}: save all in one")


def checksum(tensors: Mapping[str, Tensor]) -> str:
    """Of all tensors in the order of their names: finds damage, proves no origin."""
    total = 0
    for name in sorted(tensors):
        total = zlib.crc32(
            tensors[name].contiguous().view(-1).view(torch.uint8).numpy().data, total
        )
    return f"{total:08x}"


def _named(names: set[str], most: int = 12) -> str:
    listed = sorted(names)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return f"{', '.join(listed[:most]) or 'nothing'}{more}"
