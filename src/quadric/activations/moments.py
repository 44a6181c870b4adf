"""The mean and covariance of a store's activations, kept while they are collected."""

from __future__ import annotations

from pathlib import Path

import torch
from jaxtyping import Float
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from quadric.activations.batches import Rows

__all__ = ["CHUNK_ROWS", "MOMENTS_FILE", "Moments"]

MOMENTS_FILE = "moments.safetensors"
"""Beside a store's manifest."""
CHUNK_ROWS = 8192
"""Rows that are added at once."""


class Moments:
    """Sums over rows brought to norm one: of x̂ and of x̂ x̂ᵀ. Rows of zeros do not count."""

    def __init__(self, d: int) -> None:
        self.rows = 0
        """Rows seen, also those of zeros."""
        self.count = 0
        """Rows that are not zero."""
        self.total = torch.zeros(d, dtype=torch.float64)
        self.second = torch.zeros(d, d, dtype=torch.float64)

    @classmethod
    def of(cls, rows: Rows, start: int = 0, stop: int | None = None) -> Moments:
        """The moments of some rows, by one pass over them."""
        found = cls(rows.d)
        stop = len(rows) if stop is None else stop
        for a in range(start, stop, CHUNK_ROWS):
            found.add(rows[a : min(a + CHUNK_ROWS, stop)])
        return found

    def add(self, x: Float[Tensor, "n d"]) -> None:
        """Add rows as they are."""
        x = x.cpu().float()
        length = torch.linalg.vector_norm(x, dim=1, keepdim=True)
        unit = x / torch.where(length > 0, length, 1)
        self.rows += len(x)
        self.count += int((length > 0).sum())
        self.total += unit.sum(0, dtype=torch.float64)
        # A product of float32 in float64 sums: exact to 1e-6 of the largest entry, at full speed.
        self.second += (unit.T @ unit).double()

    @property
    def mean(self) -> Float[Tensor, "d"]:
        """E[x̂]."""
        if not self.count:
            raise ValueError("no row that is not zero: there is no mean")
        return self.total / self.count

    @property
    def covariance(self) -> Float[Tensor, "d d"]:
        """E[x̂ x̂ᵀ] − E[x̂] E[x̂]ᵀ."""
        mean = self.mean
        return self.second / self.count - torch.outer(mean, mean)

    def to_bytes(self) -> bytes:
        """As a safetensors file."""
        counts = torch.tensor([self.rows, self.count])
        return save({"counts": counts, "total": self.total, "second": self.second})

    @classmethod
    def read(cls, path: Path, d: int, rows: int) -> Moments | None:
        """The moments in a file, if there are any and they are of as many rows of this width."""
        found = cls(d)
        try:
            with safe_open(path, framework="pt") as file:
                parts = {name: file.get_slice(name) for name in ("counts", "total", "second")}
                shapes = [tuple(part.get_shape()) for part in parts.values()]
                kinds = [part.get_dtype() for part in parts.values()]
                if shapes != [(2,), (d,), (d, d)] or kinds != ["I64", "F64", "F64"]:
                    return None
                found.rows, found.count = parts["counts"][:].tolist()
                found.total, found.second = parts["total"][:], parts["second"][:]
        except (SafetensorError, OSError):
            return None
        whole = bool(torch.isfinite(found.second).all() and torch.isfinite(found.total).all())
        return found if whole and found.rows == rows and 0 <= found.count <= rows else None
