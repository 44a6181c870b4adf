"""What a model does on rows that it never trained on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import torch
from torch import Tensor

from quadric.autoencoders import Autoencoder, BilinearAutoencoder
from quadric.distributed import Group
from quadric.forms import FormStack, lift
from quadric.kernels.ring import ring_pass
from quadric.kernels.tiled import TILE, accumulation_dtype
from quadric.objective.density import from_norms

__all__ = ["MIN_LIVE_TERM", "HeldOut", "measure", "measure_shards"]

MIN_LIVE_TERM = 0.01
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
    """Latents j whose term g_j V_j of the reconstruction stays below `MIN_LIVE_TERM` everywhere."""
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
    dead = int((peak * model.term_norms() < MIN_LIVE_TERM).sum())
    return HeldOut(error / n, density, dead, n)


@torch.no_grad()
def measure_shards(
    model: BilinearAutoencoder, chunks: Iterable[Tensor], group: Group
) -> HeldOut | None:
    """`measure` of a model of which every rank has its own latents; all give the same chunks."""
    config = model.config
    dtype = accumulation_dtype(model.left)
    left, right = model.left.to(dtype), model.right.to(dtype)
    down = None if model.down is None else model.down.to(dtype)
    l1, square, peak = torch.zeros(3, len(left), dtype=torch.float64, device=left.device)
    error, n = 0.0, 0
    for chunk in chunks:
        unit, alive = model.normalize(chunk.to(left.device))
        rows = lift(unit[alive], config.bias)
        if not len(rows):
            continue
        f = (left @ rows.T) * (right @ rows.T)
        l1 += f.abs().sum(1)
        square += f.square().sum(1)
        codes = f if down is None else down.T @ group.all_reduce_(down @ f)
        torch.maximum(peak, codes.abs().amax(1).double(), out=peak)
        done = ring_pass(
            f,
            left,
            right,
            down,
            None,
            group=group,
            length=config.n_latents,
            symmetric=config.symmetric,
            scale=1.0,
            tile=TILE,
            grad=False,
            workspace=model.workspace,
        )
        error += group.all_reduce_(done.value.double()).item() + len(rows)
        n += len(rows)
    if not n:
        return None
    density = from_norms(l1, square.sqrt(), n).sum()
    dead = (peak * FormStack.from_factors(left, right).norm() < MIN_LIVE_TERM).sum().double()
    total, count = group.all_reduce_(torch.stack([density, dead])).tolist()
    return HeldOut(error / n, total / config.n_latents, int(count), n)
