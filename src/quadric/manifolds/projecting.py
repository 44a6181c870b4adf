"""One pass over the samples: where each lies in every subspace, and how strongly."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.forms import SubspaceStack
from quadric.manifolds.pursuit import exclusive_points
from quadric.manifolds.samples import Samples
from quadric.progress import Progress, silent

__all__ = [
    "Projected",
    "Strength",
    "activity",
    "exclusive",
    "mapped",
    "member_strength",
    "norms",
    "project",
    "strongest",
]

CHUNK_SAMPLES = 1024
"""Samples read at once: what is computed of them stays in the processor's cache."""

Strength = Callable[[Tensor], tuple[Tensor, Tensor | None]]
"""Samples [n, d] -> their strength in every subspace [c, n], and what only each subspace explains
of them [c, n, k], or None where subspaces do not share samples out."""


class Projected(NamedTuple):
    """All samples in all subspaces: memory is samples × the sum of the ranks."""

    points: list[Float[Tensor, "n k"]]
    """UᵀX of the normalised samples, one entry a subspace, each with its own rank k."""
    strength: Float[Tensor, "c n"]
    """How strongly each sample belongs to each subspace."""
    own: list[Float[Tensor, "h k"]]
    """The points of the rows that are measured; if exclusive, what only this subspace explains."""
    exclusive: bool
    """Whether subspaces share the samples out, so that strength is what only one explains."""


@torch.no_grad()
def project(
    samples: Samples,
    subspaces: Float[Tensor, "c d k"],
    strength: Strength | None = None,
    measured: slice = slice(0, 0),
    progress: Progress = silent,
) -> Projected:
    """Stream the samples once for all subspaces; by default the norm of the point is strength."""
    n, bases = len(samples), subspaces.to(samples.device, samples.dtype)
    there = SubspaceStack(bases).present
    flat = bases.mT[there]
    ranks = there.sum(1).tolist()
    if strength is None:
        far = norms(bases)
        strength = lambda x: (far(x), None)  # noqa: E731
    points = torch.empty(len(flat), n)
    own = torch.empty(len(flat), max(0, min(measured.stop, n) - measured.start))
    found = torch.empty(len(bases), n)
    exclusive = False
    for start in range(0, n, CHUNK_SAMPLES):
        stop = min(start + CHUNK_SAMPLES, n)
        x = samples[start:stop]
        at = flat @ x.T
        points[:, start:stop] = at
        low, high = max(start, measured.start), min(stop, measured.stop)
        values, shared = strength(x)
        found[:, start:stop] = values
        if low < high:
            if shared is not None:
                at, exclusive = shared.mT[there], True
            own[:, low - measured.start : high - measured.start] = at[:, low - start : high - start]
        progress("projecting", stop, n)
    return Projected(
        [part.T for part in points.split(ranks)],
        found,
        [part.T for part in own.split(ranks)],
        exclusive,
    )


def activity(
    ae: BilinearAutoencoder, members: Int[Tensor, "b m"]
) -> Callable[[Tensor], Float[Tensor, "b n"]]:
    """A function from normalised samples to the L2 norm of each row's members' activations.

    Each latent that any of them has is computed once: the cost a sample is that of the members,
    whatever the number of latents.
    """
    used, place = members.unique(return_inverse=True)
    forms, place = ae.forms[used], place.view(members.shape)

    def active(x: Tensor) -> Tensor:
        squares = forms.to(x)(x).square_().T.contiguous()
        found = squares[place[:, 0]]
        for column in place.T[1:]:
            found += squares[column]
        return found.sqrt_()

    return active


def norms(subspaces: Float[Tensor, "c d k"]) -> Callable[[Tensor], Float[Tensor, "c n"]]:
    """A function from samples to the norm of their projection on each subspace."""
    flat = subspaces.mT.flatten(0, 1)
    return lambda x: (x @ flat.T.to(x)).unflatten(1, subspaces.shape[::2]).norm(dim=2).T


def member_strength(
    ae: BilinearAutoencoder, members: Int[Tensor, "b m"], every: Float[Tensor, "c d k"]
) -> Strength:
    """The norm of the members' activations for the first b subspaces, of the point for controls."""
    active, far = activity(ae, members), norms(every[len(members) :])
    return lambda x: (torch.cat([active(x), far(x)]), None)


def mapped(
    maps: Float[Tensor, "b k e"], powers: Float[Tensor, "b"], every: Float[Tensor, "c d m"]
) -> Strength:
    """‖Ac + b‖^(2 power) at a sample's point c for the first b subspaces, ‖c‖ for controls."""
    rows = maps.any(2)
    flat = (every[: len(maps), :, : maps.shape[1]] @ maps[..., :-1].mT.to(every)).mT[rows]
    offset, axes = maps[..., -1][rows], rows.sum(1).tolist()
    far = norms(every[len(maps) :])

    def strength(x: Tensor) -> tuple[Tensor, None]:
        own = (flat.to(x) @ x.T).add_(offset.to(x)[:, None]).square_()
        form = torch.stack([part.sum(0) for part in own.split(axes)])
        return torch.cat([form ** powers.to(x)[:, None], far(x)]), None

    return strength


def exclusive(every: Float[Tensor, "c d k"], count: int, active: int, price: float) -> Strength:
    """The norm of what only each subspace explains, when a few explain each sample together."""

    def strength(x: Tensor) -> tuple[Tensor, Tensor]:
        own = exclusive_points(x, every.to(x), count, active, price)
        return own.norm(dim=2), own

    return strength


def strongest(strength: Float[Tensor, "n"], keep: int) -> Int[Tensor, "k"]:
    """The rows of the `keep` strongest samples, strongest first; none that has no strength."""
    return strength.topk(min(keep, max(1, int((strength > 0).sum())))).indices
