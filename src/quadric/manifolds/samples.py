"""The samples that manifolds are looked for in, normalised as the autoencoder reads them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.activations import Rows
from quadric.activations.finite import KeptRows
from quadric.autoencoders.inputs import unit_rows
from quadric.manifolds.words import Words

__all__ = ["Samples"]

CHUNK_SAMPLES = 2048
"""Samples normalised at once: they stay in the processor's cache from one step to the next."""


@dataclass(frozen=True)
class Samples:
    """The first rows of activations, some to make subspaces from and the rest to measure them."""

    rows: Rows
    """The activations, as they are stored."""
    count: int
    """How many of them are looked at."""
    split: int
    """Nothing is made from the samples from here on; they are measured."""
    mean: Float[Tensor, "d"] | None = None
    """What is taken from samples of norm one, before they are brought to norm one again."""
    device: torch.device | str = "cpu"
    """Where they are brought: the autoencoder's device."""
    dtype: torch.dtype = torch.float32
    """What is computed in."""
    words: Words | None = None
    """Their words, where they are known: a method may look at them."""

    @property
    def d(self) -> int:
        """Numbers a sample."""
        return self.rows.d

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, part: slice) -> Float[Tensor, "n d"]:
        """Some samples, normalised; those without a direction are rows of zeros."""
        return self._normalised(part)[0]

    def searched(self, most: int) -> tuple[Float[Tensor, "n d"], Words | None]:
        """The first samples that subspaces may be made from, `most` at most, and their words.

        Those without a direction are left out.
        """
        x, alive = self._normalised(slice(0, min(self.split, most)))
        rows = alive.nonzero()[:, 0]
        words = None if self.words is None else self.words.select(rows.numpy(force=True))
        return x if len(rows) == len(x) else x[rows], words

    def _normalised(self, part: slice) -> tuple[Tensor, Tensor]:
        first, last, _ = part.indices(self.count)
        x = torch.empty(max(0, last - first), self.d, dtype=self.dtype, device=self.device)
        alive = torch.empty(len(x), dtype=torch.bool, device=self.device)
        for at in range(0, len(x), CHUNK_SAMPLES):
            rows = self.rows[first + at : min(first + at + CHUNK_SAMPLES, last)].to(self.device)
            done = slice(at, at + len(rows))
            x[done], alive[done] = unit_rows(rows, self.d, self.dtype, self.mean)
        return x, alive

    @property
    def numbers(self) -> Int[np.ndarray, "n"]:
        """Each sample's row in the activations that the user gave, left out rows counted."""
        if isinstance(self.rows, KeptRows):
            return self.rows.kept[: self.count]
        return np.arange(self.count)
