"""The objective of one batch, when ranks share its samples or the latents.

Values are those of the whole on every rank. Gradients are this rank's part: to be summed over the
ranks where samples are shared, complete for its own latents where those are.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from quadric.autoencoders import AutoencoderConfig, BilinearAutoencoder, TopKAutoencoder
from quadric.autoencoders.inputs import unit_inputs
from quadric.distributed.group import Group
from quadric.distributed.ring import ring_pass
from quadric.distributed.shards import LatentShard
from quadric.kernels.passes import Pass
from quadric.kernels.tiled import TILE, accumulation_dtype
from quadric.objective import density_weights
from quadric.objective.density import from_norms
from quadric.objective.loss import Across, Loss, error_and_density

__all__ = ["SharedLatents", "SharedSamples", "shared_loss"]


class SharedSamples(Across):
    """Every rank has some of the samples, and all latents: norms are over all samples."""

    def __init__(self, group: Group) -> None:
        self.group = group

    def norms(self, l1: Tensor, l2: Tensor, n: int) -> tuple[Tensor, Tensor, int]:
        """‖f‖₁ adds up over ranks, and so does ‖f‖₂²; in float64, so that n is exact."""
        count = torch.tensor([n], dtype=torch.float64, device=l1.device)
        sums = self.group.sum_(torch.cat([l1.double(), l2.double().square(), count]))
        l1_sum, squares, count = sums.split([len(l1), len(l2), 1])
        return l1_sum.to(l1), squares.sqrt().to(l2), int(count)

    def whole(self, error: Tensor, density: Tensor) -> tuple[Tensor, Tensor]:
        """The error adds up; the density is already that of all samples."""
        return self.group.sum_(error.clone()), density


class SharedLatents(Across):
    """Every rank has all samples, and some of the latents: kernel blocks travel round the ring."""

    def __init__(self, group: Group, n_latents: int) -> None:
        self.group, self.n_latents = group, n_latents

    def weights(self, left: Tensor, prefix: Tensor | None) -> Tensor:
        """Of this rank's latents, among all of them."""
        return density_weights(self.n_latents, prefix)[self.group.bounds(self.n_latents)].to(left)

    def run_pass(self, *parts: Tensor | None, **settings: Any) -> Pass:
        """The pass in which every rank meets the block of every other."""
        return ring_pass(*parts, group=self.group, length=self.n_latents, **settings)  # pyright: ignore[reportArgumentType]

    def whole(self, error: Tensor, density: Tensor) -> tuple[Tensor, Tensor]:
        """Both add up over the latents."""
        error, density = self.group.sum_(torch.stack([error, density])).unbind()
        return error, density


def shared_loss(
    model: BilinearAutoencoder | TopKAutoencoder | LatentShard,
    x: Tensor,
    alpha: float,
    across: SharedSamples | SharedLatents,
    tile: int = TILE,
) -> Loss:
    """`model.loss(x, alpha=alpha)` of all samples and latents; `x` are this rank's samples."""
    config = model.config
    if isinstance(model, TopKAutoencoder) or not model.config.tied:
        assert isinstance(across, SharedSamples)
        assert not isinstance(model, LatentShard)
        return _untied_loss(model, x, alpha, across.group)
    assert isinstance(config, AutoencoderConfig)
    dtype = accumulation_dtype(model.left)
    inputs = unit_inputs(x, config.d_in, dtype, bias=config.bias, mean=model.mean)
    error, density = error_and_density(
        inputs.rows,
        model.left.to(dtype),
        model.right.to(dtype),
        None if model.down is None else model.down.to(dtype),
        prefix=model.prefix,
        symmetric=config.symmetric,
        tile=tile,
        workspace=model.workspace,
        across=across,
    )
    total = error + alpha * density if alpha else error
    return Loss(total, error, density, len(inputs.rows), inputs.zeros)


def _untied_loss(
    model: BilinearAutoencoder | TopKAutoencoder, x: Tensor, alpha: float, group: Group
) -> Loss:
    """Decoders with weights of their own, by autograd: the latents are encoded once more."""
    mine = model.loss(x, alpha=0)
    n = int(group.sum_(torch.tensor([mine.samples], dtype=torch.int64, device=x.device)))
    error = _summed(mine.error * (mine.samples / n), group)
    prefix, baseline = getattr(model, "prefix", None), isinstance(model, TopKAutoencoder)
    with torch.set_grad_enabled(torch.is_grad_enabled() and not baseline):
        f = model.encode(x)
        l1 = _summed(f.abs().sum(0), group)
        squares = _summed(f.square().sum(0), group)
        # Where a latent is zero on all samples the root has no slope: its density is constant.
        l2 = torch.where(squares > 0, squares, 1).sqrt() * (squares > 0)
        weights = density_weights(model.config.n_latents, prefix).to(f)
        density = (weights * from_norms(l1, l2, n)).sum()
    total = error if baseline or not alpha else error + alpha * density
    return Loss(total, error, density, mine.samples, mine.zeros)


def _summed(mine: Tensor, group: Group) -> Tensor:
    """The sum over ranks, whose gradient reaches this rank's part alone."""
    here = mine.detach()
    return mine + (group.sum_(here.clone()) - here)
