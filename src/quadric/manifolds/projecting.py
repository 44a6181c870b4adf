"""One pass over the samples: where each lies in every subspace, and how strongly."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.activations import Rows
from quadric.autoencoders import BilinearAutoencoder
from quadric.autoencoders.inputs import unit_rows

__all__ = ["Projected", "project", "strongest"]

CHUNK = 8192
"""Samples read at once."""


class Projected(NamedTuple):
    """All samples in all subspaces: memory is samples × subspaces."""

    points: Float[Tensor, "c n 3"]
    """UᵀX of samples brought to norm one."""
    strength: Float[Tensor, "c n"]
    """The L2 norm of the members' activations, or of the point where there are no members."""


@torch.no_grad()
def project(
    rows: Rows,
    subspaces: Float[Tensor, "c d 3"],
    ae: BilinearAutoencoder | None = None,
    members: Int[Tensor, "b m"] | None = None,
    samples: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Projected:
    """Stream the first `samples` rows once for all subspaces.

    The first b subspaces may have members, whose activations are then their strength. Each latent
    that any of them has is computed once: the cost a sample is that of the subspaces and their
    members, whatever the number of latents.
    """
    n = len(rows) if samples is None else min(samples, len(rows))
    count = len(subspaces)
    flat = subspaces.mT.reshape(3 * count, -1).float()
    points = torch.empty(count, n, 3)
    strength = torch.empty(count, n)
    used, pick = None, None
    if ae is not None and members is not None:
        used, place = members.unique(return_inverse=True)
        pick = torch.zeros(len(used), len(members)).scatter_(0, place.view(members.shape).T, 1.0)
    for start in range(0, n, CHUNK):
        stop = min(start + CHUNK, n)
        x, _ = unit_rows(rows[start:stop].cpu(), rows.d, torch.float32)
        at = (x @ flat.T).view(-1, count, 3)
        points[:, start:stop] = at.transpose(0, 1)
        strength[:, start:stop] = at.norm(dim=2).T
        if ae is not None and used is not None and pick is not None:
            own = (_some(ae, x, used).square() @ pick).sqrt()
            strength[: own.shape[1], start:stop] = own.T
        if progress is not None:
            progress(stop)
    return Projected(points, strength)


def _some(ae: BilinearAutoencoder, x: Tensor, used: Tensor) -> Tensor:
    """f_j of some latents only, for samples of norm one."""
    left, right = ae.left[used].float(), ae.right[used].float()
    if ae.config.bias:
        d = ae.config.d_in
        a, b = x @ left[:, :d].T + left[:, d], x @ right[:, :d].T + right[:, d]
        return a * b / 2
    return (x @ left.T) * (x @ right.T)


def strongest(strength: Float[Tensor, "n"], keep: int) -> Int[Tensor, "k"]:
    """The rows of the `keep` strongest samples, strongest first."""
    return strength.topk(min(keep, len(strength))).indices
