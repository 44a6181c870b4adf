"""Quadratic forms that their own strong samples give again.

A set of samples gives a form: where it varies more than all samples do (`excess_directions`),
M = Σ_j w_j u_j u_jᵀ, with w_j as in `form_weights`. The form gives a set: the samples x with a
large xᵀMx. Going back and forth settles within a few rounds, and where it settles is a property of
the samples alone: many starts, from other latents or from another seed, end at the same place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from quadric.device import product_dtype
from quadric.manifolds.excess import MAX_RANK, ChanceExcess, excess_directions
from quadric.manifolds.sets import alike_pairs, grouped, jaccard, sizes, sparse, strong_sets
from quadric.progress import Progress, silent
from quadric.threads import in_threads

__all__ = [
    "Settled",
    "alike_once",
    "fit_forms",
    "form_strength",
    "form_weights",
    "settle",
    "strong_in",
]

MAX_ROUNDS = 6
"""Rounds after which those that still move are left where they are."""
MIN_SETTLED_JACCARD = 0.98
"""A set with this Jaccard index to the one before has settled."""
MIN_SAME_JACCARD = 0.9
"""Sets with this Jaccard index settle at the same place."""
FITTED_SAMPLES = 512
"""Samples of a set that a form is fitted to while it settles."""
FITTED_TOGETHER = 1024
"""Samples, of several sets, that forms are fitted to at once: they stay in a core's cache."""
WARM_PRODUCTS = 3
"""Products with the samples once a form is near where it ends."""
FORMS_AT_ONCE = 64
"""Forms whose strengths in all samples are held at once, in memory that the next ones use again."""
CHUNK_SAMPLES = 1024
"""Samples whose strength is computed at once: what their products give stays in the cache."""


@dataclass(frozen=True)
class Settled:
    """Forms, with the samples that are strong in each."""

    axes: Float[Tensor, "c d k"]
    """The eigenvectors of each form, orthonormal, by falling excess."""
    excess: Float[Tensor, "c k"]
    """How much more its samples vary along each than all samples do."""
    chance: Float[Tensor, "c"]
    """The largest excess of random sets of as many samples."""
    inside: Bool[Tensor, "c n"]
    """Which samples are strong in each."""
    support: Int[Tensor, "c"]
    """How many starts ended there."""

    def __getitem__(self, index: Tensor) -> Settled:
        return Settled(
            self.axes[index],
            self.excess[index],
            self.chance[index],
            self.inside[index],
            self.support[index],
        )

    def __len__(self) -> int:
        return len(self.axes)

    @classmethod
    def joined(cls, every: list[Settled]) -> Settled:
        """All of several."""
        return cls(*(torch.cat([getattr(one, part.name) for one in every]) for part in fields(cls)))

    @property
    def weights(self) -> Float[Tensor, "c k"]:
        """The eigenvalues of each form."""
        return form_weights(self.excess, self.chance[:, None])


def form_weights(
    excess: Float[Tensor, "*c k"], chance: Float[Tensor, "*c 1"]
) -> Float[Tensor, "*c k"]:
    """The excess beyond chance, but no more than half of the first axis's.

    So axes with about as much count alike: a ring stays a ring. If the larger of two nearly equal
    axes counted more, the samples along it would be the strong ones, and the ring a direction.
    """
    beyond = (excess - chance).clamp(min=0)
    return torch.minimum(beyond, beyond[..., :1] / 2)


@torch.no_grad()
def settle(
    x: Float[Tensor, "n d"],
    inside: Bool[Tensor, "c n"],
    support: Int[Tensor, "c"],
    power: float = 1.0,
    chance: ChanceExcess | None = None,
    progress: Progress = silent,
) -> Settled:
    """Go from sets to forms and back until the sets stay; x is about its mean.

    What comes to the same place is one from then on, and supported by all that came there. On the
    way strengths are rounded where bfloat16 is faster: where a set settles does not depend on the
    few samples at its threshold. The `power` is that of the strength whose strong samples make a
    set: the higher, the fewer.
    """
    chance = chance or ChanceExcess.of(x)
    narrow = x.to(product_dtype(x))
    now = Settled(*fit_forms(x, inside, chance), inside, support)
    moving = torch.ones(len(now), dtype=torch.bool, device=x.device)
    for done in range(MAX_ROUNDS):
        which = moving.nonzero()[:, 0]
        progress("settling", done, MAX_ROUNDS)
        if not len(which):
            break
        sets = strong_in(narrow, now.axes[which], now.weights[which], power)
        moved = torch.zeros_like(moving)
        moved[which] = True
        moving[which] = _same_rows(sets, now.inside, which) < MIN_SETTLED_JACCARD
        now = replace(now, inside=now.inside.index_copy(0, which, sets))
        # What is one from here on is fitted once.
        kept, joined = alike_once(now.inside, now.support, MIN_SAME_JACCARD)
        now = replace(now[kept], support=joined)
        moving, which = moving[kept], moved[kept].nonzero()[:, 0]
        axes, excess, level = fit_forms(x, now.inside[which], chance, warm=now.axes[which])
        now = replace(
            now,
            axes=now.axes.index_copy(0, which, axes),
            excess=now.excess.index_copy(0, which, excess),
            chance=now.chance.index_copy(0, which, level),
        )
    progress("settling", MAX_ROUNDS, MAX_ROUNDS)
    return now


def fit_forms(
    x: Float[Tensor, "n d"],
    inside: Bool[Tensor, "c n"],
    chance: ChanceExcess,
    most: int = FITTED_SAMPLES,
    warm: Float[Tensor, "c d k"] | None = None,
) -> tuple[Float[Tensor, "c d k"], Float[Tensor, "c k"], Float[Tensor, "c"]]:
    """Axes, excess and chance of each set's form, from `most` of its samples, evenly spaced."""
    count = min(MAX_RANK, x.shape[1])
    axes = x.new_zeros(len(inside), x.shape[1], count)
    excess, level = x.new_zeros(len(inside), count), x.new_zeros(len(inside))
    sets = sparse(inside)
    every = torch.from_numpy(sets.indices).tensor_split(torch.from_numpy(sets.indptr[1:-1]))
    chosen = [rows[:: max(1, -(-len(rows) // most))] for rows in every][: len(inside)]

    def fit(which: list[int]) -> None:
        rows = pad_sequence([chosen[i] for i in which], batch_first=True, padding_value=-1)
        rows = rows.to(x.device)
        own = x[rows]
        own.flatten(0, 1).index_fill_(0, (rows.flatten() < 0).nonzero()[:, 0], 0)
        near = None if warm is None else warm[which]
        sizes = torch.tensor([len(chosen[i]) for i in which], device=x.device)
        found = excess_directions(own, chance.every, count, near, WARM_PRODUCTS, sizes)
        excess[which], axes[which] = found
        level[which] = level.new_tensor([chance(len(every[i])) for i in which])

    for _ in in_threads(fit, _of_one_size(chosen)):
        pass
    return axes, excess, level


def _of_one_size(sets: Sequence[Tensor]) -> list[list[int]]:
    """Sets of nearly one size together, so that few samples are filled up to the largest of them.

    As many as have their samples in a core's cache; empty ones not at all.
    """
    groups: list[list[int]] = []
    for i in sorted(range(len(sets)), key=lambda i: len(sets[i]), reverse=True):
        if not groups or (len(groups[-1]) + 1) * len(sets[groups[-1][0]]) > FITTED_TOGETHER:
            groups.append([])
        if len(sets[i]):
            groups[-1].append(i)
    return [group for group in groups if group]


def strong_in(
    x: Float[Tensor, "n d"],
    axes: Float[Tensor, "c d k"],
    weights: Float[Tensor, "c k"],
    power: float = 1.0,
) -> Bool[Tensor, "c n"]:
    """The samples that are strong in each form; the strengths of a few forms are held at once."""

    def strong(which: Tensor) -> Tensor:
        return strong_sets(form_strength(x, axes[which], weights[which]), power=power).inside

    every = torch.arange(len(axes), device=x.device)
    blocks = every.split(FORMS_AT_ONCE)
    return torch.cat(list(in_threads(strong, blocks)))


def form_strength(
    x: Float[Tensor, "n d"], axes: Float[Tensor, "c d k"], weights: Float[Tensor, "c k"]
) -> Float[Tensor, "c n"]:
    """xᵀMx of every sample and form, M = Σ_j w_j u_j u_jᵀ; products in the dtype of x.

    The first axis of every form stands before the second ones, and forms with many axes before
    those with few: what is added to the first axes is then one block.
    """
    own = weights > 0
    order = own.sum(1).argsort(descending=True, stable=True)
    own = own[order]
    place = own.cumsum(1)[own]
    flat = (axes * weights.clamp(min=0).sqrt()[:, None])[order].mT[own]
    flat = flat[place.argsort(stable=True)].to(x)
    counts = place.bincount()[1:].tolist()
    found = weights.new_zeros(len(axes), len(x))
    for at in range(0, len(x) if counts else 0, CHUNK_SAMPLES):
        part = (flat @ x[at : at + CHUNK_SAMPLES].T).to(found).square_()
        first, *others = part.split(counts)
        for other in others:
            first[: len(other)] += other
        found[:, at : at + CHUNK_SAMPLES].index_copy_(0, order[: counts[0]], first)
    return found


def alike_once(
    inside: Bool[Tensor, "c n"], support: Int[Tensor, "c"], threshold: float
) -> tuple[Int[Tensor, "kept"], Int[Tensor, "kept"]]:
    """Of sets with this Jaccard index the one with most support, and the support of all of them."""
    rows = sparse(inside)
    groups = grouped(alike_pairs(jaccard(rows, rows), threshold), support.numpy(force=True))
    kept = torch.tensor([group[0] for group in groups], dtype=torch.int64, device=inside.device)
    joined = [support[group.tolist()].sum() for group in groups]
    return kept, torch.stack(joined) if joined else support[kept]


def _same_rows(sets: Tensor, before: Tensor, which: Tensor) -> Tensor:
    """The Jaccard index of each set with the one at this place before."""
    blocks = zip(sets.split(FORMS_AT_ONCE), which.split(FORMS_AT_ONCE), strict=True)
    both = torch.cat([sizes(some & before[at]) for some, at in blocks])
    return both / (sizes(sets) + sizes(before)[which] - both).clamp(min=1)
