"""Arrays and a few words about them in one small file: safetensors, compressed by gzip."""

from __future__ import annotations

import gzip
import json
import zlib
from typing import Any

import numpy as np
import safetensors
import safetensors.numpy

from quadric.gallery.blocks import finite_only

__all__ = ["pack", "unpack"]

MAX_UNPACKED_BYTES = 1 << 30
"""The most bytes that a file may unpack to, so that a stranger's file cannot fill the memory."""


def pack(columns: dict[str, np.ndarray], about: dict[str, Any]) -> bytes:
    """Turn named arrays and a JSON object into one file's bytes.

    The same input gives the same bytes: no time stamp is kept.
    """
    tensors = {name: np.ascontiguousarray(column) for name, column in columns.items()}
    plain = safetensors.numpy.save(tensors, metadata={"about": json.dumps(about, allow_nan=False)})
    return gzip.compress(plain, compresslevel=6, mtime=0)


def unpack(data: bytes, source: str) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Read what `pack` wrote, as (columns, about); `source` names the file in errors."""
    inflate = zlib.decompressobj(wbits=31)
    try:
        plain = inflate.decompress(data, MAX_UNPACKED_BYTES)
    except zlib.error as error:
        raise ValueError(f"{source} is damaged: {error}; write the gallery again") from None
    if inflate.unconsumed_tail:
        raise ValueError(
            f"{source} unpacks to more than {MAX_UNPACKED_BYTES >> 20} MB: it is not a manifold"
        )
    if not inflate.eof:
        raise ValueError(f"{source} is truncated after {len(data)} bytes: copy it again")
    try:
        columns = safetensors.numpy.load(plain)
        length = int.from_bytes(plain[:8], "little")
        about = json.loads(
            json.loads(plain[8 : 8 + length])["__metadata__"]["about"], parse_constant=finite_only
        )
    except (safetensors.SafetensorError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"{source} holds no quadric columns: {error}") from None
    if not isinstance(about, dict):
        raise ValueError(f"{source} describes itself by {type(about).__name__}, not by an object")
    return columns, about
