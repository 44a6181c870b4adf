"""What a model does on rows that it never trained on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import torch
from torch import Tensor

from quadric.objective.density import from_norms
from quadric.training.settings import Autoencoder

__all__ = ["DEAD", "HeldOut", "measure"]

DEAD = 1e-4
"""A latent is dead when its mean square is below this fraction of the average latent's."""


class HeldOut(NamedTuple):
    """Measured over all held-out rows together."""

    error: float
    """Mean error in product space with all latents used, so that all kinds compare."""
    density: float
    """Mean Hoyer density of the latents."""
    dead: int
    """Latents whose mean square, times ‖d_j‖² where there is mixing, is below `DEAD` of the
    average: on these rows they carry nothing."""
    tokens: int
    """Rows measured on."""


@torch.no_grad()
def measure(model: Autoencoder, chunks: Iterable[Tensor]) -> HeldOut | None:
    """Error, density and dead latents over all chunks; None if there is no row.

    Nothing is kept a row: densities come from the sums Σ|f| and Σf² of every latent.
    """
    device = next(model.parameters()).device
    l1, square = torch.zeros(2, model.config.n_latents, dtype=torch.float64, device=device)
    error, n = 0.0, 0
    for chunk in chunks:
        x = chunk.to(device)
        f = model.encode(x)
        l1 += f.abs().sum(0)
        square += f.square().sum(0)
        del f
        error += model.errors(x).double().sum().item()
        n += len(x)
    if not n:
        return None
    density = from_norms(l1, square.sqrt(), n).mean().item()
    down = getattr(model, "down", None)
    energy = square if down is None else square * down.double().square().sum(0)
    dead = int((energy <= DEAD * energy.mean()).sum())
    return HeldOut(error / n, density, dead, n)
