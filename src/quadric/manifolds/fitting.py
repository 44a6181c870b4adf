"""From forms that have settled to manifolds: their ranks, axes, and what makes a sample strong.

The rank comes from the excess of the strong samples' directions (`own_rank`), and is never more
than both halves of those samples agree on. The axes are the principal ones of the strong samples
about their own middle, so that the first shows most of what varies inside the manifold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from quadric.forms import Subspace, SubspaceStack
from quadric.forms.subspace import second_moments
from quadric.manifolds.excess import MAX_RANK, ChanceExcess, excess_directions, own_rank
from quadric.manifolds.geometry import falls_apart
from quadric.manifolds.settling import fit_forms, form_weights
from quadric.manifolds.whitening import Whitening
from quadric.progress import Progress, silent
from quadric.threads import in_threads

__all__ = ["Fitted", "fit_everything", "fit_sets", "found_again", "own_axes"]

FITTED_SAMPLES = 2048
"""Samples of a set that its subspace is fitted to: more do not move it."""
FEW_HELDOUT_SAMPLES = 2048
"""Held-out samples below which chance is measured several times: measured once, it took the second
dimension from one perfect circle in sixty (2,000 rows, half of them on it)."""
FEW_HELDOUT_REPEATS = 8
"""Times that it is measured then, of which the mean counts."""
MIN_HALVES_OVERLAP = 0.8
"""What subspaces from either half of a set must share (‖UᵀV‖² over their rank)."""

MIN_VARIANCE_SHARE = 0.8
"""The share of all samples' variance from which on the few dimensions that hold it are a manifold:
on language eight hold a third."""
MAX_DIMENSIONS_SHARE = 0.25
"""The share of all dimensions that these may be: any samples lie in most of theirs."""


@dataclass(frozen=True)
class Fitted:
    """One subspace a set."""

    subspaces: Float[Tensor, "c d k"]
    """Orthonormal columns, what varies most inside the manifold first; zeros beyond the rank."""
    maps: Float[Tensor, "c k e"]
    """[A | b], with e = k + 1: a sample at c in the subspace has ‖Ac + b‖² = zᵀMz."""
    beyond: Float[Tensor, "c"]
    """The least excess of its directions, over that of random sets of as many samples."""
    stable: Float[Tensor, "c"]
    """‖UᵀV‖² over the rank, between subspaces from either half of the set."""
    whole: Bool[Tensor, "c"]
    """Whether it is one thing, not two side by side."""

    @property
    def ranks(self) -> Int[Tensor, "c"]:
        """How many directions each has."""
        return SubspaceStack(self.subspaces).ranks

    def __getitem__(self, index: Tensor) -> Fitted:
        return Fitted(
            self.subspaces[index],
            self.maps[index],
            self.beyond[index],
            self.stable[index],
            self.whole[index],
        )

    @classmethod
    def joined(cls, every: Sequence[Fitted]) -> Fitted:
        """All of several, each with columns of zeros up to the widest."""
        most = max(one.subspaces.shape[2] for one in every)
        bases, maps = [], []
        for one in every:
            count, d, k = one.subspaces.shape
            bases.append(one.subspaces.new_zeros(count, d, most))
            maps.append(one.maps.new_zeros(count, most, most + 1))
            bases[-1][..., :k] = one.subspaces
            maps[-1][:, :k, [*range(k), most]] = one.maps
        rest = (torch.cat([getattr(one, name) for one in every]) for name in cls.__match_args__[2:])
        return cls(torch.cat(bases), torch.cat(maps), *rest)


@torch.no_grad()
def fit_everything(x: Float[Tensor, "n d"]) -> Fitted | None:
    """What all samples lie on, where a few dimensions hold their variance; none of them is weak.

    Sets are held against all samples, so they show nothing that all samples have: where each row
    is a month, the months' ring.
    """
    centred = x - x.mean(0)
    values, axes = second_moments(centred)
    values = values.flip(0).clamp(min=0)
    k = int((values.sum().square() / values.square().sum().clamp(min=1e-30)).round())
    held = float(values[:k].sum() / values.sum().clamp(min=1e-30))
    few = 2 <= k <= min(MAX_RANK, MAX_DIMENSIONS_SHARE * x.shape[1])
    if not few or held < MIN_VARIANCE_SHARE:
        return None
    basis = axes.flip(1)[:, :k].to(x)
    halves = [Subspace.principal(part - part.mean(0), k) for part in (centred[::2], centred[1::2])]
    maps = x.new_zeros(1, k, k + 1)
    maps[0, 0, -1] = 1
    return Fitted(
        (basis @ own_axes(centred @ basis))[None],
        maps,
        (values[k - 1] / values[k:].mean().clamp(min=1e-30))[None].to(x),
        halves[0].prefix_overlap(halves[1])[-1:].to(x),
        torch.ones(1, dtype=torch.bool, device=x.device),
    )


@torch.no_grad()
def fit_sets(
    z: Float[Tensor, "n d"],
    inside: Bool[Tensor, "c n"],
    whitening: Whitening,
    seed: int = 0,
    warm: Float[Tensor, "c d k"] | None = None,
    progress: Progress = silent,
    repeats: int = 1,
) -> Fitted:
    """The subspace of each set of whitened samples z: what its form reads of the samples x."""
    chance = ChanceExcess.of(z, seed, repeats)
    axes, excess, level = fit_forms(z, inside, chance, FITTED_SAMPLES, warm)
    count, d, most = axes.shape
    bases, maps = z.new_zeros(count, d, most), z.new_zeros(count, most, most + 1)
    beyond, stable = z.new_zeros(count), z.new_zeros(count)
    whole = torch.ones(count, dtype=torch.bool, device=z.device)

    def fit(i: int) -> None:
        rows = inside[i].nonzero()[:, 0]
        rows = z[rows[:: max(1, -(-len(rows) // FITTED_SAMPLES))]]
        k = own_rank(excess[i], float(level[i]))
        one, other = (
            Subspace(excess_directions(rows[part::2], chance.every, k, axes[i], 4)[1])
            for part in (0, 1)
        )
        shared = one.prefix_overlap(other)
        agreed = (shared >= MIN_HALVES_OVERLAP).nonzero()[:, 0]
        k = int(agreed[-1]) + 1 if len(agreed) else 1
        basis = axes[i, :, :k]
        points = rows @ basis
        own, turned = whitening.read(basis)
        turn = own_axes(torch.linalg.solve_triangular(turned, points, upper=True, left=False))
        weights = form_weights(excess[i, :k], level[i : i + 1]).clamp(min=1e-12)
        scale = (weights / weights.max()).sqrt()[:, None] * (turned.T @ turn)
        bases[i, :, :k] = own @ turn
        maps[i, :k, :k], maps[i, :k, -1] = scale, -scale @ (whitening.mean @ own @ turn)
        beyond[i], stable[i] = excess[i, k - 1] / level[i].clamp(min=1e-30), shared[k - 1]
        whole[i] = k == 1 or not falls_apart(points.double().cpu().numpy())

    for done, _ in enumerate(in_threads(fit, range(count)), start=1):
        progress("fitting", done, count)
    widest = int(SubspaceStack(bases).ranks.max()) if count else 1
    kept = [*range(widest), most]
    return Fitted(bases[:, :, :widest], maps[:, :widest, kept], beyond, stable, whole)


@torch.no_grad()
def found_again(
    x: Float[Tensor, "n d"],
    inside: Bool[Tensor, "c n"],
    subspaces: Float[Tensor, "c d k"],
    whitening: Whitening | None,
    seed: int = 0,
) -> Float[Tensor, "c"]:
    """What subspaces share with those that their strong samples in x give: ‖UᵀV‖² over the rank.

    Where subspaces were fitted to whitened samples they are again: the samples say anew how many
    dimensions there are, and the larger rank counts. Otherwise the rank is kept.
    """
    mine = SubspaceStack(subspaces.to(x))
    if whitening is not None:
        own = Whitening(x.mean(0), whitening.scaling.to(x))
        repeats = FEW_HELDOUT_REPEATS if len(x) < FEW_HELDOUT_SAMPLES else 1
        theirs = fit_sets(own(x), inside, own, seed, repeats=repeats).subspaces
        wider = max(theirs.shape[2], subspaces.shape[2])
        pad = torch.nn.functional.pad
        mine = SubspaceStack(pad(mine.bases, (0, wider - mine.bases.shape[2])))
        other = SubspaceStack(pad(theirs, (0, wider - theirs.shape[2])))
        again = mine.strict_overlap(other).diagonal().clone()
        for i in inside.all(1).nonzero()[:, 0].tolist():
            shared = fit_everything(x)
            one = Subspace(subspaces[i][:, subspaces[i].any(0)].to(x))
            again[i] = 0 if shared is None else one.strict_overlap(Subspace(shared.subspaces[0]))
        return again
    centred = x - x.mean(0)
    chance = ChanceExcess.of(centred, seed)
    axes = fit_forms(centred, inside, chance, FITTED_SAMPLES)[0]
    return mine.overlap(SubspaceStack(axes[:, :, : subspaces.shape[2]])).diagonal()


def own_axes(points: Float[Tensor, "s k"]) -> Float[Tensor, "k k"]:
    """The principal axes of points about their own middle, one a column, most variance first.

    The same for every start: each points to the side on which the samples reach further out.
    """
    centred = (points - points.mean(0)).double()
    axes = torch.linalg.eigh(centred.T @ centred).eigenvectors.flip(1)
    third = (centred @ axes).pow(3).sum(0)
    return (axes * torch.where(third < 0, -1.0, 1.0)).to(points)


def widest_first(fitted: Fitted) -> Int[Tensor, "c"]:
    """Manifolds before directions."""
    return (fitted.ranks == 1).long().argsort(stable=True)
