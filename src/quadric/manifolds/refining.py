"""Subspaces that share samples out: each is refitted to what only it explains of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.forms import Subspace, SubspaceStack
from quadric.manifolds.geometry import half_sphere
from quadric.manifolds.pursuit import Pursuit, pursue
from quadric.progress import Progress, silent

__all__ = ["NothingExplained", "Refined", "Refining", "refine", "rounds"]


class NothingExplained(ValueError):
    """No subspace explains enough samples to be kept."""


NEWCOMER = 4
"""How much more than the least share of samples a subspace must explain to be let in early on.

In the first quarter of the rounds much is still unexplained, and a lower bar lets mixtures in;
later a higher one keeps out what is rare.
"""
LATE_PRICE = 0.4
"""What a dimension costs in the second half of the rounds, of its price before: by then the large
pieces are in place, and their weaker dimensions can come in."""
MERGE_EVERY = 3
"""Rounds from one split, join and drop to the next: new subspaces settle in between."""
GROW_UNTIL = 0.75
"""Newcomers are let in up to this share of the rounds; the rest is for settling."""
USEFUL = 3
"""A newcomer is useful to a sample of which it explains this many times the price: that is what a
subspace of three dimensions costs."""
MIN_PIECE = 8
"""Samples below which a piece is not split off."""
KNOWN = 1.2
"""‖UᵀV‖² from which a newcomer is one that is there already: more than one direction is shared."""


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
    """Subspaces used together this often, of all times that either is used, are made one."""
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
    start: Int[Tensor, "m"]
    """Which of the starting subspaces each came from."""
    explained: float
    """The share of the samples' energy that all explain together."""

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
            self.start[index],
            self.explained,
        )


@torch.no_grad()
def refine(
    subspaces: Float[Tensor, "m d 3"],
    x: Float[Tensor, "n d"],
    settings: Refining | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Refined:
    """Alternate between explaining samples by subspaces and subspaces by samples.

    Each round pursues a batch of x (of norm one) and refits each subspace by the leading directions
    of its samples, with all that the others explain taken away. Starting subspaces are let in a few
    at a time, those that explain most of what is left first: so a manifold that one subspace holds
    already is not shared out among several. What is used together is joined, what lies within
    another or is unused goes.
    """
    settings = settings or Refining()
    found = _nothing(x)
    for done, now in enumerate(rounds(subspaces, x, settings, seed), start=1):
        found = now
        progress("refining", done, settings.rounds)
    # Squares, as for newcomers: what is rare and strong comes before what is common and weak.
    order = (found.energy.sum(1).square() * found.share).argsort(descending=True)
    return found.select(order)


@torch.no_grad()
def rounds(
    subspaces: Float[Tensor, "m d 3"], x: Float[Tensor, "n d"], settings: Refining, seed: int = 0
) -> Iterator[Refined]:
    """The subspaces after every round, in no order."""
    draw = torch.Generator().manual_seed(seed)
    now = _nothing(x)
    waiting = torch.ones(len(subspaces), dtype=torch.bool)
    for done in range(settings.rounds):
        batch = x[torch.randint(len(x), (min(settings.batch, len(x)),), generator=draw)]
        bar = settings.least * (NEWCOMER if 4 * done < settings.rounds else 1)
        if len(now) == 0:
            now = _grow(now, subspaces, waiting, batch, settings, bar)
        price = settings.price * (1 if 2 * done < settings.rounds else LATE_PRICE)
        found = pursue(batch, now.subspaces, settings.active, price)
        explained = 1 - float(found.residual.square().sum() / batch.square().sum())
        merge, growing = done % MERGE_EVERY == MERGE_EVERY - 1, done % MERGE_EVERY == 0
        now = replace(_refit(now, found, settings, merge), explained=explained)
        if merge:
            now = _drop(_join(now, batch, settings), settings)
        if growing and (done + 1) / settings.rounds < GROW_UNTIL and waiting.any():
            now = _grow(now, subspaces, waiting, found.residual, settings, bar)
        yield now


def _nothing(x: Tensor) -> Refined:
    """No subspace yet."""
    none = x.new_zeros(0, x.shape[1], 3)
    return Refined(none, x.new_zeros(0, 3), x.new_zeros(0), torch.zeros(0).long(), 0.0)


def _grow(
    now: Refined, start: Tensor, waiting: Tensor, residual: Tensor, settings: Refining, bar: float
) -> Refined:
    """Let in the starting subspaces whose energy in what is left is largest where it is large."""
    flat = start.mT.flatten(0, 1)
    energy = (residual @ flat.T).square().view(len(residual), -1, 3).sum(2)
    # Squares: few samples with much energy are a manifold, many with a little are noise.
    worth = energy.square().mean(0) * waiting
    useful = (energy > USEFUL * settings.price).float().mean(0) >= bar
    every = SubspaceStack(start)
    near = (every.shared(now.stack) >= KNOWN).any(1)
    chosen: list[int] = []
    for i in worth.argsort(descending=True).tolist():
        if not waiting[i] or len(chosen) == settings.grow:
            break
        if not useful[i]:
            continue
        waiting[i] = False
        if not near[i]:
            chosen.append(i)
            near |= every.shared(every[i : i + 1])[:, 0] >= KNOWN
    new = len(chosen)
    return Refined(
        torch.cat([now.subspaces, start[chosen]]),
        torch.cat([now.energy, start.new_ones(new, 3)]),
        torch.cat([now.share, start.new_ones(new)]),
        torch.cat([now.start, torch.tensor(chosen, dtype=torch.int64)]),
        now.explained,
    )


def _refit(now: Refined, found: Pursuit, settings: Refining, split: bool) -> Refined:
    """Each subspace becomes the leading directions of what only it explains."""
    m, d, k = now.subspaces.shape
    active = found.chosen.shape[1]
    used = found.coordinates.any(2)
    key = torch.where(used, found.chosen, m).flatten()
    parts = key.argsort().split(key.bincount(minlength=m + 1).tolist())[:m]
    flat = found.coordinates.flatten(0, 1)
    n = len(found.residual)
    bases, energies = now.subspaces.clone(), now.energy.clone()
    share = torch.tensor([len(part) / n for part in parts])
    more: list[tuple[Tensor, Tensor, float, int]] = []
    for i, part in enumerate(parts):
        if len(part) < 2 * k:
            share[i] = 0
            continue
        own = found.residual[part // active] + flat[part] @ now.subspaces[i].T
        basis, energy = _leading(own, now.subspaces[i])
        rest = (own.square().sum(1).mean() - energy.sum()).clamp(min=0) / max(d - k, 1)
        kept = (energy >= settings.spread * energy[0]) & (energy >= settings.floor * rest)
        kept[0] = True
        bases[i], energies[i] = basis * kept, energy * kept
        if split and kept.sum() > 1:
            pieces = _split(own @ bases[i], bases[i], energies[i], settings.parted)
            bases[i], energies[i], count = pieces[-1]
            share[i] = count / n
            more += [(b, e, c / n, int(now.start[i])) for b, e, c in pieces[:-1]]
    now = Refined(bases, energies, share, now.start, now.explained)
    if more:
        bases, energies, shares, starts = zip(*more, strict=True)
        now = Refined(
            torch.cat([now.subspaces, torch.stack(bases)]),
            torch.cat([now.energy, torch.stack(energies)]),
            torch.cat([now.share, torch.tensor(shares)]),
            torch.cat([now.start, torch.tensor(starts)]),
            now.explained,
        )
    alive = (now.share >= settings.least).nonzero()[:, 0]
    if not len(alive):
        raise NothingExplained(
            f"no subspace explains {settings.least:.1%} of the samples: give more samples, or "
            "lower the price of a dimension"
        )
    return now.select(alive)


def _leading(own: Tensor, basis: Tensor, steps: int = 2) -> tuple[Tensor, Tensor]:
    """The leading directions of samples by orthogonal iteration, from those of the round before."""
    missing = basis.square().sum(0) < 0.5
    if missing.any():
        # A dimension that was dropped gets another chance, from the direction of one sample.
        basis = torch.where(missing, own[: basis.shape[1]].T, basis)
        steps += 1
    for _ in range(steps):
        basis = torch.linalg.qr(own.T @ (own @ basis)).Q
    point = own @ basis
    values, turn = torch.linalg.eigh(point.T @ point / len(point))
    return basis @ turn.flip(1), values.flip(0).clamp(min=0)


DIRECTIONS = torch.from_numpy(half_sphere(256)).float()
INACTIVE_ENERGY = 0.05
"""Energy, relative to its mean, that counts as none."""


def _split(
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
    directions = torch.nn.functional.normalize(DIRECTIONS[:, :rank], dim=1)
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


def _join(now: Refined, x: Tensor, settings: Refining) -> Refined:
    """Make one of two pieces of a manifold, if together they span at most three directions.

    Pieces are used together (a circle's plane and the direction that it is off-centre by), or they
    share a direction (two planes through the axis of an off-centre circle).
    """
    found = pursue(x, now.subspaces, settings.active, settings.price)
    used = torch.zeros(len(x), len(now)).scatter_add_(
        1, found.chosen, found.coordinates.any(2).float()
    )
    both = used.T @ used
    count = both.diagonal()
    ratio = both / torch.maximum(count[:, None], count).clamp(min=1)
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


def _drop(now: Refined, settings: Refining) -> Refined:
    """Keep each once: what lies within a larger subspace is a piece of it."""
    rank = now.ranks
    worth = now.energy.sum(1) * now.share
    inside = now.stack.overlap(now.stack) >= settings.overlap
    kept: list[int] = []
    gone = torch.zeros(len(now), dtype=torch.bool)
    for i in sorted(range(len(now)), key=lambda i: (-int(rank[i]), -float(worth[i]))):
        if not gone[i]:
            kept.append(i)
            gone |= inside[i]
    return now.select(kept)
