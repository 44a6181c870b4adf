"""What every pair of latents adds to the error, summed over samples: all that any subset needs.

With codes g, the decoder's own forms c on x and its kernel K, a set S of latents leaves the mean
error e(S) = 1 + Σ_{i,j∈S} T_ij − 2 Σ_{j∈S} u_j, where T = K ⊙ E[g gᵀ] and u = E[g ⊙ c].
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from quadric.activations import Rows, open_activations
from quadric.analysis.operator import codes
from quadric.autoencoders import BilinearAutoencoder
from quadric.kernels.tiled import TILE
from quadric.kernels.tiles import KernelTiles
from quadric.progress import Progress, silent
from quadric.shapes import PerLatent

__all__ = ["CHUNK_SAMPLES", "Activations", "Interactions", "chunks"]

CHUNK_SAMPLES = 4096
"""Samples that are encoded at a time."""

Activations = Rows | Tensor | np.ndarray | str | Path
"""Anything that `quadric.activations.open_activations` opens."""


def chunks(
    source: Activations,
    rows: range | None = None,
    size: int = CHUNK_SAMPLES,
    stage: str = "reading",
    progress: Progress = silent,
) -> Iterator[Float[Tensor, "n d"]]:
    """Some of the rows (all, if None) in their order, a chunk at a time."""
    opened, done = open_activations(source), 0
    rows = range(len(opened)) if rows is None else rows
    if not len(rows):
        raise ValueError("there is no row to measure on: give at least one")
    for chunk in opened.batches(size, shuffle=False, rows=rows, drop_last=False):
        yield chunk
        done += len(chunk)
        progress(stage, done, len(rows))


class Interactions:
    """T and u of an autoencoder on some activations, T one tile at a time.

    One pass reads the activations. With mixing E[g gᵀ] = Dᵀ E[h hᵀ] D, so that mix × mix numbers
    stand for all samples; without it the codes are kept, N × Lat, and never Lat × Lat.
    """

    @torch.no_grad()
    def __init__(
        self,
        ae: BilinearAutoencoder,
        source: Activations,
        rows: range | None = None,
        *,
        chunk: int = CHUNK_SAMPLES,
        progress: Progress = silent,
    ) -> None:
        self.size, self._symmetric = ae.config.n_latents, ae.config.symmetric
        self._decoder = ae.decoder_forms
        self._down = None if ae.down is None else ae.down.detach().to(self._decoder.left)
        kept: list[Tensor] = []
        total = torch.zeros(self.size, dtype=torch.float64, device=ae.left.device)
        spread: Tensor | None = None
        self.samples = 0
        """Samples that count: those of zeros have nothing to reconstruct."""
        for x in chunks(source, rows, chunk, "measuring prefixes", progress):
            found = codes(ae, x)
            self.samples += len(found.codes)
            total += (found.codes * found.seen).sum(0, dtype=torch.float64)
            if found.hidden is None:
                kept.append(found.codes)
            else:
                gram = found.hidden.T @ found.hidden
                spread = gram if spread is None else spread.add_(gram)
        if not self.samples:
            raise ValueError("all samples are zero: there is nothing to reconstruct")
        self.agreement: PerLatent = total / self.samples
        """u_j = E[g_j c_j]."""
        self._codes = torch.cat(kept) if kept else None
        self._spread = spread

    @torch.no_grad()
    def tiles(self, tile: int = TILE) -> Iterator[tuple[slice, slice, Float[Tensor, "i j"]]]:
        """T_ij for the tile pairs i <= j; a tile is overwritten by the next."""
        kernel = KernelTiles(
            self._decoder.left[:, 0],
            self._decoder.right[:, 0],
            suffix=None,
            symmetric=self._symmetric,
            tile=tile,
            grad=False,
        )
        for i, j in kernel.pairs():
            moments = self._moments(i, j, kernel.scratch(0, i, j))
            yield i, j, moments.mul_(kernel.compute(i, j)).div_(self.samples)

    def _moments(self, i: slice, j: slice, out: Tensor) -> Tensor:
        """Σ g_i g_j over the samples."""
        down = self._down
        if down is None:
            assert self._codes is not None
            return torch.mm(self._codes[:, i].T, self._codes[:, j], out=out)
        assert self._spread is not None
        return torch.mm(down[:, i].T, self._spread @ down[:, j], out=out)

    @torch.no_grad()
    def dense(self, tile: int = TILE) -> Float[Tensor, "lat lat"]:
        """T, materialised."""
        out = self._decoder.left.new_empty(self.size, self.size)
        for i, j, found in self.tiles(tile):
            out[i, j] = found
            if i != j:
                out[j, i] = found.T
        return out
