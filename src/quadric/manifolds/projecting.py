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

__all__ = ["Projected", "activity", "norms", "project", "strongest"]

CHUNK = 8192
"""Samples read at once."""


class Projected(NamedTuple):
    """All samples in all subspaces: memory is samples × subspaces."""

    points: Float[Tensor, "c n 3"]
    """UᵀX of samples brought to norm one."""
    strength: Float[Tensor, "c n"]
    """The L2 norm of the members' activations, of what only this subspace explains, or of the
    point where there is neither."""
    own: Float[Tensor, "c h 3"]
    """The points of the rows that are measured, less what other subspaces explain, if any do."""


@torch.no_grad()
def project(
    rows: Rows,
    subspaces: Float[Tensor, "c d 3"],
    ae: BilinearAutoencoder | None = None,
    members: Int[Tensor, "b m"] | None = None,
    samples: int | None = None,
    progress: Callable[[int], None] | None = None,
    *,
    measured: slice = slice(0, 0),
    claims: Callable[[Tensor], Tensor] | None = None,
) -> Projected:
    """Stream the first `samples` rows once for all subspaces.

    The first b subspaces may have members, whose activations are then their strength. Each latent
    that any of them has is computed once: the cost a sample is that of the subspaces and their
    members, whatever the number of latents. `claims`, if given, tells for samples [n, d] what only
    each subspace explains of them, [c, n, 3]: that is then their strength.
    """
    n = len(rows) if samples is None else min(samples, len(rows))
    count = len(subspaces)
    flat = subspaces.mT.reshape(3 * count, -1).float()
    points = torch.empty(count, n, 3)
    strength = torch.empty(count, n)
    own = torch.empty(count, min(measured.stop, n) - measured.start, 3)
    active = None if ae is None or members is None else activity(ae, members)
    mean = None if ae is None else ae.mean
    for start in range(0, n, CHUNK):
        stop = min(start + CHUNK, n)
        x, _ = unit_rows(rows[start:stop].cpu(), rows.d, torch.float32, mean)
        at = (x @ flat.T).view(-1, count, 3)
        points[:, start:stop] = at.transpose(0, 1)
        claimed = at.transpose(0, 1) if claims is None else claims(x)
        strength[:, start:stop] = claimed.norm(dim=2)
        low, high = max(start, measured.start), min(stop, measured.stop)
        if low < high:
            inside = slice(low - measured.start, high - measured.start)
            own[:, inside] = claimed[:, low - start : high - start]
        if active is not None and members is not None:
            strength[: len(members), start:stop] = active(x)
        if progress is not None:
            progress(stop)
    return Projected(points, strength, own)


def activity(
    ae: BilinearAutoencoder, members: Int[Tensor, "b m"]
) -> Callable[[Tensor], Float[Tensor, "b n"]]:
    """A function from samples of norm one to the L2 norm of each row's members' activations."""
    used, place = members.unique(return_inverse=True)
    pick = torch.zeros(len(used), len(members)).scatter_(0, place.view(members.shape).T, 1.0)
    return lambda x: (_some(ae, x, used).square() @ pick).sqrt().T


def norms(subspaces: Float[Tensor, "c d 3"]) -> Callable[[Tensor], Float[Tensor, "c n"]]:
    """A function from samples to the norm of their projection on each subspace."""
    flat = subspaces.mT.flatten(0, 1)
    return lambda x: (x @ flat.T).view(len(x), len(subspaces), -1).norm(dim=2).T


def _some(ae: BilinearAutoencoder, x: Tensor, used: Tensor) -> Tensor:
    """f_j of some latents only, for samples of norm one."""
    left, right = ae.left[used].float(), ae.right[used].float()
    if ae.config.bias:
        d = ae.config.d_in
        a, b = x @ left[:, :d].T + left[:, d], x @ right[:, :d].T + right[:, d]
        return a * b / 2
    return (x @ left.T) * (x @ right.T)


def strongest(strength: Float[Tensor, "n"], keep: int) -> Int[Tensor, "k"]:
    """The rows of the `keep` strongest samples, strongest first; none that has no strength."""
    return strength.topk(min(keep, max(1, int((strength > 0).sum())))).indices
