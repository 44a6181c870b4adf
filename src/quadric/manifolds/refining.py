"""Subspaces that share samples out: each is refitted to what only it explains of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.forms import SubspaceStack
from quadric.manifolds.pieces import Refined, Refining, drop, join, split
from quadric.manifolds.pursuit import Pursuit, pursue
from quadric.progress import Progress, silent
from quadric.threads import in_threads, one_thread

__all__ = ["NothingExplained", "Refined", "Refining", "refine", "rounds"]


class NothingExplained(ValueError):
    """No subspace explains enough samples to be kept."""


NEWCOMER_FACTOR = 4
"""How much more than the least share of samples a subspace must explain to be let in early on.

In the first quarter of the rounds much is still unexplained, and a lower bar lets mixtures in;
later a higher one keeps out what is rare.
"""
LATE_PRICE = 0.4
"""What a dimension costs in the second half of the rounds, of its price before: by then the large
pieces are in place, and their weaker dimensions can come in."""
NOISE_PRICE = 4.0
"""But no less than this many times what is left unexplained of a sample in any direction: in noise
every dimension explains something."""
MERGE_EVERY = 3
"""Rounds from one split, join and drop to the next: new subspaces settle in between."""
GROW_UNTIL = 0.75
"""Newcomers are let in up to this share of the rounds; the rest is for settling."""
USEFUL_PRICES = 3
"""A newcomer is useful to a sample of which it explains this many times the price: that is what a
subspace of three dimensions costs."""
MIN_KNOWN_OVERLAP = 1.2
"""‖UᵀV‖² from which a newcomer is one that is there already: more than one direction is shared."""


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
    waiting = torch.ones(len(subspaces), dtype=torch.bool, device=x.device)
    rest = 0.0
    for done in range(settings.rounds):
        batch = x[torch.randint(len(x), (min(settings.batch, len(x)),), generator=draw)]
        bar = settings.least * (NEWCOMER_FACTOR if 4 * done < settings.rounds else 1)
        if len(now) == 0:
            now = _grow(now, subspaces, waiting, batch, settings, bar)
        price = settings.price
        if 2 * done >= settings.rounds:
            price = min(price, max(LATE_PRICE * price, NOISE_PRICE * rest))
        found = pursue(batch, now.subspaces, settings.active, price)
        with one_thread():
            explained = 1 - float(found.residual.square().sum() / batch.square().sum())
        rest = (1 - explained) / x.shape[1]
        dimensions = now.ranks[found.chosen] * found.coordinates.any(2)
        net = explained - settings.price * float(dimensions.sum(1).float().mean())
        merge, growing = done % MERGE_EVERY == MERGE_EVERY - 1, done % MERGE_EVERY == 0
        now = replace(_refit(now, found, settings, merge), explained=explained, net=net)
        if merge:
            now = drop(join(now, batch, settings), settings)
        if growing and (done + 1) / settings.rounds < GROW_UNTIL and waiting.any():
            now = _grow(now, subspaces, waiting, found.residual, settings, bar)
        yield now


def _nothing(x: Tensor) -> Refined:
    """No subspace yet."""
    none = x.new_zeros(0, x.shape[1], 3)
    return Refined(none, x.new_zeros(0, 3), x.new_zeros(0), 0.0)


def _grow(
    now: Refined, start: Tensor, waiting: Tensor, residual: Tensor, settings: Refining, bar: float
) -> Refined:
    """Let in the starting subspaces whose energy in what is left is largest where it is large."""
    flat = start.mT.flatten(0, 1)
    energy = (residual @ flat.T).square().view(len(residual), -1, 3).sum(2)
    # Squares: few samples with much energy are a manifold, many with a little are noise.
    worth = energy.square().mean(0) * waiting
    useful = (energy > USEFUL_PRICES * settings.price).float().mean(0) >= bar
    every = SubspaceStack(start)
    near = (every.shared(now.stack) >= MIN_KNOWN_OVERLAP).any(1)
    chosen: list[int] = []
    for i in worth.argsort(descending=True).tolist():
        if not waiting[i] or len(chosen) == settings.grow:
            break
        if not useful[i]:
            continue
        waiting[i] = False
        if not near[i]:
            chosen.append(i)
            near |= every.shared(every[i : i + 1])[:, 0] >= MIN_KNOWN_OVERLAP
    new = len(chosen)
    return Refined(
        torch.cat([now.subspaces, start[chosen]]),
        torch.cat([now.energy, start.new_ones(new, 3)]),
        torch.cat([now.share, start.new_ones(new)]),
        now.explained,
    )


def _refit(now: Refined, found: Pursuit, settings: Refining, parting: bool) -> Refined:
    """Each subspace becomes the leading directions of what only it explains."""
    m, d, k = now.subspaces.shape
    active = found.chosen.shape[1]
    used = found.coordinates.any(2)
    key = torch.where(used, found.chosen, m).flatten()
    parts = key.argsort().split(key.bincount(minlength=m + 1).tolist())[:m]
    flat = found.coordinates.flatten(0, 1)
    n = len(found.residual)
    bases, energies = now.subspaces.clone(), now.energy.clone()
    share = [len(part) / n for part in parts]

    def fit(i: int) -> list[tuple[Tensor, Tensor, float]]:
        """Write one subspace; what it was split into besides."""
        part = parts[i]
        if len(part) < 2 * k:
            share[i] = 0.0
            return []
        own = found.residual[part // active] + flat[part] @ now.subspaces[i].T
        basis, energy = _leading(own, now.subspaces[i])
        rest = (own.square().sum(1).mean() - energy.sum()).clamp(min=0) / max(d - k, 1)
        kept = (energy >= settings.spread * energy[0]) & (energy >= settings.floor * rest)
        kept[0] = True
        bases[i], energies[i] = basis * kept, energy * kept
        if not parting or kept.sum() == 1:
            return []
        pieces = split(own @ bases[i], bases[i], energies[i], settings.parted)
        bases[i], energies[i], count = pieces[-1]
        share[i] = count / n
        return [(b, e, c / n) for b, e, c in pieces[:-1]]

    more = [piece for pieces in in_threads(fit, range(m)) for piece in pieces]
    if more:
        bases = torch.cat([bases, torch.stack([basis for basis, _, _ in more])])
        energies = torch.cat([energies, torch.stack([energy for _, energy, _ in more])])
        share += [part for _, _, part in more]
    shares = torch.tensor(share, device=bases.device)
    now = Refined(bases, energies, shares, now.explained)
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
