"""Rows without NaN and infinity: counted, left out, and said so."""

from __future__ import annotations

import warnings

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from quadric.activations.batches import Rows

__all__ = ["KeptRows", "finite_rows"]

CHUNK_NUMBERS = 1 << 24
"""Numbers that are looked at together."""


class KeptRows(Rows):
    """Some rows of others, in their order."""

    kept: np.ndarray
    """Which of the others they are."""
    given: int
    """How many the others are."""

    def __init__(self, rows: Rows, kept: np.ndarray) -> None:
        self._rows, self.kept, self.given = rows, kept, len(rows)
        self.d, self.dtype = rows.d, rows.dtype

    def __len__(self) -> int:
        return len(self.kept)

    def __getitem__(self, rows: slice) -> Float[Tensor, "n d"]:
        chosen = self.kept[rows]
        if not len(chosen):
            return self._rows[0:0]
        first, last = int(chosen.min()), int(chosen.max())
        return self._rows[first : last + 1][torch.from_numpy(chosen - first)]


def finite_rows(rows: Rows, name: str) -> Rows:
    """The same rows if all are finite; otherwise those that are, with a warning that counts.

    One pass over all of them: stores need none, they are written without such rows.
    """
    step = max(1, CHUNK_NUMBERS // max(1, rows.d))
    parts = []
    for start in range(0, len(rows), step):
        x = rows[start : start + step]
        # A sum is finite only if all are, but may overflow: then each is looked at.
        if bool(torch.isfinite(x.sum())):
            parts.append(np.ones(len(x), dtype=bool))
        else:
            parts.append(torch.isfinite(x).all(1).cpu().numpy())
    good = np.concatenate(parts) if parts else np.ones(0, dtype=bool)
    if good.all():
        return rows
    bad = int((~good).sum())
    if bad == len(good):
        raise ValueError(f"{name} holds NaN or infinity in all of its {bad:,} rows")
    warnings.warn(
        f"{name}: {bad:,} of {len(good):,} rows hold NaN or infinity and are left out",
        stacklevel=3,
    )
    return KeptRows(rows, np.flatnonzero(good))
