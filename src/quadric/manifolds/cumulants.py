"""Where samples that are sums of several manifolds have heavy tails: subspaces to start from.

A manifold that a few samples hold makes the directions inside it heavy-tailed; noise, and sums of
many things, are Gaussian. With z the whitened samples (E[zzᵀ] = 1) and κ(u) = E[(uᵀz)⁴] − 3,

    u ← E[(uᵀz)³ z] − 3u, brought to norm one,

leads to a direction where κ is largest (Hyvärinen & Oja 1997), which lies inside one manifold. The
other directions of that manifold are those in which z is large where it is large along u: with V an
orthonormal basis of what is known of it, the leading eigenvectors of the fourth cumulant against
VVᵀ,

    M(V) = E[‖Vᵀz‖² zzᵀ] − k 1 − 2VVᵀ,

which Gaussian noise, however strong, leaves at zero.
"""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.forms import Subspace, SubspaceStack
from quadric.forms.subspace import second_moments
from quadric.manifolds.excess import MAX_RANK
from quadric.progress import Progress, silent
from quadric.threads import in_threads, one_thread

__all__ = ["cumulant", "heavy_directions", "heavy_subspaces", "kurtosis", "windows"]

MAX_DIMENSIONS = 128
"""Leading directions of the samples that are searched: fourth moments of d directions need many
times d² samples, or single samples look like heavy tails."""
MAX_SAMPLES = 49_152
"""Samples that moments are taken over."""
STARTS = 512
"""Samples whose directions are climbed from: the more, the rarer the manifolds that are reached."""
CLIMBING_STEPS = 40
"""Steps of a climb: nearly all stand still after twenty."""
NULL_STARTS = 64
"""Climbs on Gaussian samples: the largest kurtosis that they reach is chance."""
MIN_TIMES_CHANCE = 1.2
"""How many times that kurtosis a direction needs."""
SAME_DIRECTION = 0.95
"""Directions with this cosine are one."""
WIDENING_STEPS = 4
"""Times that a subspace is taken from the cumulant against the one before: the first time one
direction of it is known, and each time more of the others show."""
MIN_OWN_SHARE = 0.12
"""Eigenvalues of M, relative to the largest, that are the manifold's own. Planted shapes have 0.2
and more; what overlaps of other manifolds leave is below 0.1."""
MIN_OWN_OVER_REST = 2.0
"""The same relative to the first eigenvalue that cannot be the manifold's own any more."""
SAME_SUBSPACE = 0.6
"""Subspaces that share this (‖UᵀV‖² over the larger rank) are one."""


def kurtosis(z: Float[Tensor, "n d"], u: Float[Tensor, "m d"]) -> Float[Tensor, "m"]:
    """κ(u) = E[(uᵀz)⁴] − 3 of whitened samples."""
    return (z @ u.T).pow(4).mean(0) - 3


def cumulant(z: Float[Tensor, "n d"], basis: Float[Tensor, "d k"]) -> Float[Tensor, "d d"]:
    """M(V) = E[‖Vᵀz‖² zzᵀ] − k 1 − 2VVᵀ of whitened samples."""
    weight = (z @ basis).square().sum(1, keepdim=True)
    one = torch.eye(len(basis)).to(z)
    return (z * weight).T @ z / len(z) - basis.shape[1] * one - 2 * basis @ basis.T


@torch.no_grad()
def heavy_directions(
    z: Float[Tensor, "n d"], start: Float[Tensor, "m d"]
) -> tuple[Float[Tensor, "m d"], Float[Tensor, "m"]]:
    """Where climbing from each start leads, and the kurtosis there."""
    u = torch.nn.functional.normalize(start, dim=1)
    for _ in range(CLIMBING_STEPS):
        u = torch.nn.functional.normalize((z @ u.T).pow(3).T @ z / len(z) - 3 * u, dim=1)
    return u, kurtosis(z, u)


@torch.no_grad()
def heavy_subspaces(
    x: Float[Tensor, "n d"], seed: int = 0, progress: Progress = silent
) -> list[Subspace]:
    """Subspaces of their own rank that samples have heavy tails in, each once, heaviest first.

    None where no direction has heavier tails than Gaussian samples would show.
    """
    x = x[:MAX_SAMPLES]
    values, axes = second_moments(x)
    values, axes = values[-MAX_DIMENSIONS:], axes[:, -MAX_DIMENSIONS:]
    # Directions without variance hold nothing, and would be divided by it.
    there = values > 1e-6 * values[-1]
    scale, axes = values[there].sqrt().to(x), axes[:, there].to(x)
    z = x @ (axes / scale)
    draw = torch.Generator().manual_seed(seed)
    noise = torch.randn(z.shape, generator=draw).to(z)
    _, chance = heavy_directions(noise, noise[:NULL_STARTS])
    first = torch.randint(len(z), (STARTS,), generator=draw).to(z.device)
    found, kappa = heavy_directions(z, z[first])
    order = kappa.argsort(descending=True)
    order = order[kappa[order] > MIN_TIMES_CHANCE * chance.max()]
    directions = _each_once(found[order])
    bases = []
    for done, basis in enumerate(in_threads(lambda u: _widened(z, u), directions), start=1):
        bases.append(basis)
        progress("searching", done, len(directions))
    if not bases:
        return []
    # z = S⁻¹Aᵀx: a direction v of z is what AS v adds to x.
    with one_thread():
        spans = [Subspace(torch.linalg.qr((axes * scale) @ basis).Q) for basis in bases]
    return [spans[i] for i in SubspaceStack.of(spans).distinct(SAME_SUBSPACE, strict=True).tolist()]


def _each_once(directions: Float[Tensor, "m d"]) -> Float[Tensor, "kept d"]:
    """The first of all directions that are nearly the same, whatever their sign."""
    if not len(directions):
        return directions
    kept = SubspaceStack(directions[..., None]).distinct(SAME_DIRECTION**2)
    return directions[kept]


def _widened(z: Float[Tensor, "n d"], u: Float[Tensor, "d"]) -> Float[Tensor, "d k"]:
    """All directions of the manifold that u lies in."""
    basis = u[:, None]
    for _ in range(WIDENING_STEPS):
        values, axes = torch.linalg.eigh(cumulant(z, basis))
        values, axes = values.flip(0), axes.flip(1)
        bar = MIN_OWN_SHARE * values[0]
        if len(values) > MAX_RANK:
            bar = torch.maximum(bar, MIN_OWN_OVER_REST * values[MAX_RANK])
        rank = int((values[:MAX_RANK] >= bar).long().cumprod(0).sum())
        basis = axes[:, : max(1, rank)]
    return basis


def windows(spans: list[Subspace], size: int = 3) -> Float[Tensor, "m d k"]:
    """Subspaces of at most `size` dimensions: a larger one as windows of its axes, all round."""
    found = []
    for span in spans:
        if span.rank <= size:
            found.append(torch.nn.functional.pad(span.basis, (0, size - span.rank)))
            continue
        axes = torch.arange(span.rank)
        found += [span.basis[:, (axes[:size] + i) % span.rank] for i in axes]
    return torch.stack(found)
