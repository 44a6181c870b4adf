"""Over which processes the objective is summed: none, those with other samples or other latents.

Values are those of the whole on every rank. Gradients are this rank's part: to be summed over the
ranks where samples are shared, complete for its own latents where those are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from quadric.distributed import Group
from quadric.kernels.passes import Pass
from quadric.kernels.ring import ring_pass
from quadric.kernels.tiled import run_pass
from quadric.objective.density import density_weights, from_norms, hoyer_density

__all__ = ["Reduction"]


class Reduction(NamedTuple):
    """Who else has a part of one batch's objective; nobody, by default."""

    samples: Group | None = None
    """Ranks that have other samples of the batch each, and all latents."""
    latents: Group | None = None
    """Ranks that have all samples, and other latents each."""
    n_latents: int = 0
    """Latents of all ranks together, where they are shared."""

    def weights(self, left: Tensor, prefix: Tensor | None) -> Tensor:
        """The weight of the density of every latent that is here, among all of them."""
        if self.latents is None:
            return density_weights(len(left), prefix).to(left)
        bounds = self.latents.bounds(self.n_latents)
        return density_weights(self.n_latents, prefix)[bounds].to(left)

    def norms(self, l1: Tensor, l2: Tensor, n: int) -> tuple[Tensor, Tensor, int]:
        """The norms of the latents over all samples, and how many samples there are.

        ‖f‖₁ adds up over ranks, and so does ‖f‖₂²; in float64, so that n is exact.
        """
        if self.samples is None:
            return l1, l2, n
        count = torch.tensor([n], dtype=torch.float64, device=l1.device)
        parts = torch.cat([l1.double(), l2.double().square(), count])
        l1_sum, squares, count = self.samples.all_reduce_(parts).split([len(l1), len(l2), 1])
        return l1_sum.to(l1), squares.sqrt().to(l2), int(count)

    def run_pass(self, *parts: Tensor | None, **settings: Any) -> Pass:
        """The pass over the kernel; its gradients are for what is here."""
        if self.latents is None:
            return run_pass(*parts, tied=True, **settings)  # pyright: ignore[reportArgumentType]
        return ring_pass(*parts, group=self.latents, length=self.n_latents, **settings)  # pyright: ignore[reportArgumentType]

    def whole(self, error: Tensor, density: Tensor) -> tuple[Tensor, Tensor]:
        """Error and density of all samples and latents, from those of what is here."""
        if self.samples is not None:  # the density is already that of all samples
            return self.samples.all_reduce_(error.clone()), density
        if self.latents is not None:
            error, density = self.latents.all_reduce_(torch.stack([error, density])).unbind()
        return error, density

    def mean(self, error: Tensor, n: int) -> Tensor:
        """The mean over all samples from that of the n here, by autograd."""
        if self.samples is None:
            return error
        here = torch.tensor([n], dtype=torch.int64, device=error.device)
        return _summed(error * (n / int(self.samples.all_reduce_(here))), self.samples)

    def density(self, f: Tensor, weights: Tensor) -> Tensor:
        """The weighted density of latents [n, lat] over all samples, by autograd."""
        if self.samples is None:
            return (weights * hoyer_density(f)).sum()
        here = torch.tensor([len(f)], dtype=torch.int64, device=f.device)
        l1 = _summed(f.abs().sum(0), self.samples)
        squares = _summed(f.square().sum(0), self.samples)
        # Where a latent is zero on all samples the root has no slope: its density is constant.
        l2 = torch.where(squares > 0, squares, 1).sqrt() * (squares > 0)
        n = int(self.samples.all_reduce_(here))
        return (weights * from_norms(l1, l2, n)).sum()


def _summed(mine: Tensor, group: Group) -> Tensor:
    """The sum over ranks, whose gradient reaches this rank's part alone."""
    here = mine.detach()
    return mine + (group.all_reduce_(here.clone()) - here)
