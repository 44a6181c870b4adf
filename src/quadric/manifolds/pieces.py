"""Subspaces that compete for samples: when to split one, join two, or drop one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.forms import Subspace, SubspaceStack
from quadric.manifolds.dependence import dependent
from quadric.manifolds.geometry import half_sphere
from quadric.manifolds.pursuit import points_in_each, pursue

__all__ = ["Refined", "Refining", "drop", "join", "split"]

SPLIT_DIRECTIONS = torch.from_numpy(half_sphere(256)).float()
INACTIVE_ENERGY = 0.05
"""Energy, relative to its mean, that counts as none."""
MIN_PIECE = 8
"""Samples below which a piece is not split off."""


@dataclass(frozen=True)
class Refining:
    """How subspaces are refined."""

    rounds: int = 72
    """Times that the samples are explained and the subspaces refitted."""
    batch: int = 4096
    """Samples of one round."""
    active: int = 8
    """The most subspaces that explain one sample."""
    price: float = 0.02
    """The share of a sample that each dimension must explain to be used for it."""
    grow: int = 24
    """Subspaces taken in at a time, those that explain most of what is left first."""
    spread: float = 0.08
    """Directions that carry less than this, relative to the strongest, are dropped."""
    floor: float = 4.0
    """So are those that carry less than this, relative to what is left in any direction."""
    parted: float = 0.45
    """Subspaces of which this share of samples has one direction or the others, not both, split."""
    together: float = 0.25
    """Subspaces used together this often, of all times that either is used, are made one, if one
    tells something of the other."""
    aligned: float = 0.85
    """Subspaces that have directions this much alike (cosine) are pieces of one."""
    overlap: float = 0.7
    """What lies this much within a larger subspace is a piece of it, and goes."""
    least: float = 0.002
    """Subspaces that explain a smaller share of the samples are dropped."""


@dataclass(frozen=True)
class Refined:
    """Subspaces after refinement, those that explain most where they explain at all first."""

    subspaces: Float[Tensor, "m d 3"]
    """Orthonormal columns by falling energy; zeros where the rank is below three."""
    energy: Float[Tensor, "m 3"]
    """Mean squared coordinate along each column, over the samples that it explains."""
    share: Float[Tensor, "m"]
    """The share of samples that each explains."""
    explained: float
    """The share of the samples' energy that all explain together."""
    net: float = 0.0
    """The same, less the price of the dimensions that a sample uses for it, in the mean."""

    def __len__(self) -> int:
        return len(self.share)

    @property
    def ranks(self) -> Int[Tensor, "m"]:
        """How many directions each has."""
        return self.stack.ranks

    @property
    def stack(self) -> SubspaceStack:
        """The subspaces, to compare."""
        return SubspaceStack(self.subspaces)

    def select(self, index: Tensor | list[int]) -> Refined:
        """Some of them."""
        return Refined(
            self.subspaces[index],
            self.energy[index],
            self.share[index],
            self.explained,
            self.net,
        )


def split(
    point: Tensor, basis: Tensor, energy: Tensor, limit: float
) -> list[tuple[Tensor, Tensor, int]]:
    """Part a subspace where samples have one direction or the others, but seldom both.

    With a and b a sample's energies along a direction and across it, relative to their means, the
    share of samples with a or b below INACTIVE_ENERGY is 1 for two lines that never meet and 1 − p
    for two manifolds that meet in a share p of the samples; 0.2 for circles and spheres in any
    direction.
    """
    n, rank = len(point), int((energy > 0).sum())
    white = point[:, :rank] / energy[:rank].sqrt()
    directions = torch.nn.functional.normalize(SPLIT_DIRECTIONS.to(point)[:, :rank], dim=1)
    along = (white @ directions.T).square()
    total = white.square().sum(1, keepdim=True)
    across = total - along
    alone = (along < INACTIVE_ENERGY * along.mean(0)) | (across < INACTIVE_ENERGY * across.mean(0))
    share, best = alone.float().mean(0).max(0)
    if share < limit:
        return [(basis, energy, n)]
    lone = along[:, best] > total[:, 0] / 2
    if min(int(lone.sum()), int((~lone).sum())) < MIN_PIECE:
        return [(basis, energy, n)]
    pieces = []
    for part, size in ((lone, 1), (~lone, rank - 1)):
        rows = point[part][:, :rank]
        values, turn = torch.linalg.eigh(rows.T @ rows / len(rows))
        new, strength = torch.zeros_like(basis), torch.zeros_like(energy)
        new[:, :size] = basis[:, :rank] @ turn.flip(1)[:, :size]
        strength[:size] = values.flip(0)[:size]
        pieces.append((new, strength, len(rows)))
    return pieces


def join(now: Refined, x: Tensor, settings: Refining) -> Refined:
    """Make one of two pieces of a manifold, if together they span at most three directions.

    Pieces are used together and depend on each other (a circle's plane and the direction that it is
    off-centre by), or they share a direction (two planes through the axis of an off-centre circle).
    """
    points = points_in_each(pursue(x, now.subspaces, settings.active, settings.price), len(now))
    used = points.any(2).to(x)
    both = used @ used.T
    count = both.diagonal()
    ratio = both / torch.maximum(count[:, None], count).clamp(min=1)
    ratio = ratio * dependent(points, ratio >= settings.together)
    near = torch.maximum(
        ratio / settings.together, now.stack.shared(now.stack) / settings.aligned**2
    ).triu(1)
    rank = now.ranks.tolist()
    bases, energy, share = now.subspaces.clone(), now.energy.clone(), now.share.clone()
    gone: set[int] = set()
    pairs = (near >= 1).nonzero()
    for i, j in pairs[near[pairs[:, 0], pairs[:, 1]].argsort(descending=True)].tolist():
        if i in gone or j in gone:
            continue
        joint = _basis(bases[i], rank[i]).union(_basis(bases[j], rank[j]), settings.aligned)
        size = joint.rank
        if size > 3:
            continue
        bases[i] = 0
        bases[i, :, :size] = joint.basis
        energy[i, :size] = energy[i, 0]
        share[i] = torch.maximum(share[i], share[j])
        rank[i] = size
        gone.add(j)
    now = replace(now, subspaces=bases, energy=energy, share=share)
    return now.select([i for i in range(len(now)) if i not in gone])


def _basis(columns: Tensor, rank: int) -> Subspace:
    return Subspace(columns[:, :rank])


def drop(now: Refined, settings: Refining) -> Refined:
    """Keep each once: what lies within a larger subspace is a piece of it."""
    rank = now.ranks
    worth = now.energy.sum(1) * now.share
    inside = now.stack.overlap(now.stack) >= settings.overlap
    kept: list[int] = []
    gone = torch.zeros_like(worth, dtype=torch.bool)
    for i in sorted(range(len(now)), key=lambda i: (-int(rank[i]), -float(worth[i]))):
        if not gone[i]:
            kept.append(i)
            gone |= inside[i]
    return now.select(kept)
