"""What a model does on rows that it never trained on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import torch
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.objective.density import from_norms
from quadric.training.untrained import Autoencoder

__all__ = ["DEAD", "HeldOut", "measure"]

DEAD = 0.01
"""A latent is dead if its term g_j V_j never reaches this share of ‖X‖ = 1 on any sample.

Neither side depends on how the weights are scaled where that changes nothing: (cl, r/c), (cB, D/c)
and swapped factors have the same terms.
"""


class HeldOut(NamedTuple):
    """Measured over all held-out rows together."""

    error: float
    """Mean error in product space with all latents used, so that all kinds compare."""
    density: float
    """Mean Hoyer density of the latents."""
    dead: int
    """Latents j whose term g_j V_j in the reconstruction stays below `DEAD` on every row."""
    tokens: int
    """Rows measured on; rows of zeros do not count."""


@torch.no_grad()
def measure(model: Autoencoder, chunks: Iterable[Tensor]) -> HeldOut | None:
    """Error, density and dead latents over all chunks; None if there is no row.

    Nothing is kept a row: Σ|f|, Σf² and max|g| of every latent, g being f, or DᵀD f if mixed.
    """
    device = next(model.parameters()).device
    sizes = {"dtype": torch.float64, "device": device}
    l1, square, peak = torch.zeros(3, model.config.n_latents, **sizes)
    error, n = 0.0, 0
    for chunk in chunks:
        x = chunk.to(device)
        codes = model.encode(x)
        l1 += codes.abs().sum(0)
        square += codes.square().sum(0)
        if isinstance(model, BilinearAutoencoder):
            codes = model.codes(codes)
        torch.maximum(peak, codes.abs().amax(0).double(), out=peak)
        del codes
        error += model.errors(x).double().sum().item()
        n += int((x != 0).any(-1).sum())
    if not n:
        return None
    density = from_norms(l1, square.sqrt(), n).mean().item()
    dead = int((peak * model.term_norms() < DEAD).sum())
    return HeldOut(error / n, density, dead, n)
