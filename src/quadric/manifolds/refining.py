"""Weights propose, data refine: subspaces moved to where the samples say they are."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.manifolds.pursuit import Pursuit, pursue

__all__ = ["Refined", "Refining", "refine"]


@dataclass(frozen=True)
class Refining:
    """How subspaces are refined."""

    rounds: int = 24
    """Times that the samples are explained and the subspaces refitted."""
    batch: int = 4096
    """Samples of one round."""
    active: int = 8
    """The most subspaces that explain one sample."""
    price: float = 0.02
    """The share of a sample that each dimension must explain to be used for it."""
    spread: float = 0.1
    """Directions that carry less than this, relative to the strongest, are dropped."""
    kurtosis: float = 2.5
    """Directions with heavier tails among a subspace's samples are another's, and split off."""
    least: float = 0.002
    """Subspaces that explain a smaller share of the samples are dropped."""
    overlap: float = 0.8
    """What lies this much within a larger subspace is a piece of it, and goes."""
    together: float = 0.5
    """Subspaces used together this often, of all times that either is used, are made one."""


@dataclass(frozen=True)
class Refined:
    """Subspaces after refinement."""

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


@torch.no_grad()
def refine(
    subspaces: Float[Tensor, "m d 3"],
    x: Float[Tensor, "n d"],
    settings: Refining | None = None,
    seed: int = 0,
    progress: Callable[[int, Refined], None] | None = None,
) -> Refined:
    """Alternate between explaining samples by subspaces and subspaces by samples.

    Each round pursues a batch of x, refits each subspace by the leading directions of its samples
    with all that the others explain taken away, splits off directions that few of its samples
    have, and drops what is unused or found twice.
    """
    settings = settings or Refining()
    draw = torch.Generator().manual_seed(seed)
    now = Refined(
        subspaces,
        x.new_ones(len(subspaces), 3),
        x.new_ones(len(subspaces)),
        torch.arange(len(subspaces)),
        0.0,
    )
    for done in range(settings.rounds):
        rows = torch.randint(len(x), (min(settings.batch, len(x)),), generator=draw)
        batch = x[rows]
        found = pursue(batch, now.subspaces, settings.active, settings.price)
        explained = 1 - float(found.residual.square().sum() / batch.square().sum())
        settled = (done + 1) / settings.rounds
        if settled > 0.4 and done % 3 == 2:
            now = replace(_join(now, found, settings.together), explained=explained)
        else:
            now = _refit(now, found, settings, split=settled > 0.2)
            now = replace(now, explained=explained)
            if settled > 0.4:
                now = _drop(now, settings)
        if progress is not None:
            progress(done + 1, now)
    return now


def _refit(now: Refined, found: Pursuit, settings: Refining, split: bool) -> Refined:
    m, _, k = now.subspaces.shape
    active = found.chosen.shape[1]
    used = found.coordinates.any(2)
    key = torch.where(used, found.chosen, m).flatten()
    parts = key.argsort().split(key.bincount(minlength=m + 1).tolist())[:m]
    flat = found.coordinates.flatten(0, 1)
    n = len(found.residual)
    out: list[tuple[Tensor, Tensor, float, int]] = []
    for i, part in enumerate(parts):
        if len(part) < max(2 * k, settings.least * n / 2):
            continue
        basis = now.subspaces[i]
        own = found.residual[part // active] + flat[part] @ basis.T
        basis, energy = _leading(own, basis)
        kept = energy >= settings.spread * energy[0]
        basis, energy = basis * kept, energy * kept
        pieces = [(basis, energy, len(part))]
        if split and int(kept.sum()) > 1:
            pieces = _split(own @ basis, basis, energy, settings.kurtosis)
        out += [(b, e, count / n, int(now.start[i])) for b, e, count in pieces]
    if not out:
        raise ValueError(
            f"no subspace explains {settings.least:.1%} of the samples: give more samples, or "
            "lower the price of a dimension"
        )
    bases, energies, shares, starts = zip(*out, strict=True)
    return Refined(
        torch.stack(bases),
        torch.stack(energies),
        torch.tensor(shares),
        torch.tensor(starts),
        now.explained,
    )


def _leading(own: Tensor, basis: Tensor, steps: int = 2) -> tuple[Tensor, Tensor]:
    """The leading directions of samples by orthogonal iteration, from those of the round before."""
    missing = basis.square().sum(0) < 0.5
    if missing.any():
        # A dimension that was dropped gets another chance, from the direction of one sample.
        basis = torch.where(missing, own[: basis.shape[1]].T, basis)
    for _ in range(steps):
        basis = torch.linalg.qr(own.T @ (own @ basis)).Q
    point = own @ basis
    values, turn = torch.linalg.eigh(point.T @ point / len(point))
    return basis @ turn.flip(1), values.flip(0).clamp(min=0)


def _directions() -> Tensor:
    """Directions all over a half sphere, by the golden angle."""
    z = (torch.arange(256) + 0.5) / 256
    angle = torch.arange(256) * math.pi * (3 - math.sqrt(5))
    ring = (1 - z.square()).sqrt()
    return torch.stack([ring * angle.cos(), ring * angle.sin(), z], 1)


DIRECTIONS = _directions()


def _split(
    point: Tensor, basis: Tensor, energy: Tensor, limit: float
) -> list[tuple[Tensor, Tensor, int]]:
    """Part a subspace where one direction is used by few of its samples, and they use no other.

    On whitened points, a direction shared by all samples of a manifold has a low kurtosis (1.5 on a
    circle), that of a line which fills a spare dimension a high one.
    """
    n, rank = len(point), int((energy > 0).sum())
    scale = energy.sqrt()
    white = point[:, :rank] / scale[:rank]
    directions = DIRECTIONS[:, :rank]
    directions = directions / directions.norm(dim=1, keepdim=True).clamp(min=1e-6)
    fourth = (white @ directions.T).square().square_().mean(0)
    worst = fourth.argmax()
    whole = [(basis, energy, n)]
    if fourth[worst] < limit:
        return whole
    axis = directions[worst]
    for _ in range(8):
        axis = torch.nn.functional.normalize((white.T @ (white @ axis) ** 3), dim=0)
    lone = (white @ axis).square() > 0.5 * white.square().sum(1)
    count = int(lone.sum())
    if count < 8 or n - count < 8:
        return whole
    pieces = []
    for part, size in ((lone, 1), (~lone, rank - 1)):
        rows = point[part][:, :rank]
        values, turn = torch.linalg.eigh(rows.T @ rows / len(rows))
        turn, values = turn.flip(1)[:, :size], values.flip(0)[:size]
        new, strength = torch.zeros_like(basis), torch.zeros_like(energy)
        new[:, :size], strength[:size] = basis[:, :rank] @ turn, values
        pieces.append((new, strength, len(rows)))
    return pieces


def _select(now: Refined, index: list[int]) -> Refined:
    return Refined(
        now.subspaces[index], now.energy[index], now.share[index], now.start[index], now.explained
    )


def _shared(bases: Tensor) -> Tensor:
    flat = bases.mT.flatten(0, 1)
    m, _, k = bases.shape
    return (flat @ flat.T).square().view(m, k, m, k).sum((1, 3))


def _join(now: Refined, found: Pursuit, together: float) -> Refined:
    """Make one of two subspaces that are used together, if they span at most three."""
    m = len(now.subspaces)
    used = torch.zeros(len(found.chosen), m).scatter_add_(
        1, found.chosen, found.coordinates.any(2).float()
    )
    both = used.T @ used
    count = both.diagonal()
    ratio = both / torch.maximum(count[:, None], count).clamp(min=1)
    rank = now.subspaces.square().sum((1, 2)).round().int().tolist()
    bases, energy = now.subspaces.clone(), now.energy.clone()
    gone: set[int] = set()
    pairs = (ratio.triu(1) >= together).nonzero()
    for i, j in pairs[ratio[pairs[:, 0], pairs[:, 1]].argsort(descending=True)].tolist():
        if i in gone or j in gone or rank[i] + rank[j] > 3:
            continue
        joint = torch.cat([bases[i, :, : rank[i]], bases[j, :, : rank[j]]], 1)
        size = joint.shape[1]
        bases[i, :, :size] = torch.linalg.qr(joint).Q
        energy[i, :size] = torch.cat([energy[i, : rank[i]], energy[j, : rank[j]]])
        rank[i] = size
        gone.add(j)
    return _select(
        replace(now, subspaces=bases, energy=energy), [i for i in range(m) if i not in gone]
    )


def _drop(now: Refined, settings: Refining) -> Refined:
    """Keep each once: what lies within a larger subspace that is kept is a piece of it."""
    rank = now.subspaces.square().sum((1, 2)).round()
    worth = now.energy.sum(1) * now.share
    order = sorted(range(len(rank)), key=lambda i: (-rank[i], -worth[i]))
    inside = _shared(now.subspaces) >= settings.overlap * torch.minimum(rank[:, None], rank)
    kept: list[int] = []
    gone = now.share < settings.least
    for i in order:
        if not gone[i]:
            kept.append(i)
            gone |= inside[i]
    return _select(now, sorted(kept, key=lambda i: -worth[i]))
