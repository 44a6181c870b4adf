"""Ways to find subspaces: what each proposes, and what makes a sample strong in one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.forms import SubspaceStack
from quadric.manifolds.candidates import Candidates, candidates
from quadric.manifolds.fitting import fit_sets
from quadric.manifolds.linking import link
from quadric.manifolds.projecting import (
    CHUNK,
    Strength,
    activity,
    exclusive,
    member_strength,
    norms,
)
from quadric.manifolds.refining import NothingExplained, Refining, refine
from quadric.manifolds.samples import Samples
from quadric.manifolds.sets import (
    agreement,
    consensus,
    grouped,
    jaccard,
    strong_sets,
    unions,
)
from quadric.progress import Progress

__all__ = ["METHODS", "Grouped", "Method", "Paper", "Proposed"]

PAPER_MEMBERS = 10
"""Latents in a composite of the paper."""

MIN_SET = 24
"""Samples below which a set says nothing about its dimensions."""

COACTIVATION_SAMPLES = 8192
"""Samples from which a preset without mixing learns which of its latents are active together."""


@dataclass(frozen=True)
class Proposed:
    """Subspaces to be measured, and the composites that they come from."""

    subspaces: Float[Tensor, "c d k"]
    """Orthonormal columns; columns of zeros where the rank is below k."""
    source: Candidates
    """The composite that each began as."""
    moved: Float[Tensor, "c"]
    """How far the samples moved each from where the weights had it: 1 − ‖UᵀV‖² / rank."""
    chance: Float[Tensor, "r d l"]
    """Random subspaces that went through the same procedure."""
    by_members: bool = True
    """Whether a sample's strength is the norm of the members' activations, or of its point."""
    beyond: Float[Tensor, "c"] | None = None
    """The least excess of each one's directions, over that of random sets of as many samples."""
    stable: Float[Tensor, "c"] | None = None
    """‖UᵀV‖² over the larger rank, between subspaces from either half of a set's samples."""

    @property
    def ranks(self) -> Int[Tensor, "c"]:
        """How many directions each has."""
        return self.subspaces.square().sum((1, 2)).round().long()

    def select(self, index: Int[Tensor, "s"]) -> Proposed:
        """Some of them."""
        return Proposed(
            self.subspaces[index],
            self.source[index],
            self.moved[index],
            self.chance,
            self.by_members,
            None if self.beyond is None else self.beyond[index],
            None if self.stable is None else self.stable[index],
        )


@runtime_checkable
class Method(Protocol):
    """Proposes subspaces, and says how strongly samples belong to each."""

    def propose(
        self,
        ae: BilinearAutoencoder,
        samples: Samples,
        count: int,
        chance: Float[Tensor, "r d 3"],
        seed: int,
        progress: Progress,
    ) -> Proposed:
        """At most `count` subspaces, each once, from the samples before the split.

        `chance` holds random subspaces: what is done to the proposed ones is done to them.
        """
        ...

    def strength(
        self, ae: BilinearAutoencoder, proposed: Proposed, every: Float[Tensor, "c d k"]
    ) -> Strength:
        """What makes a sample strong in `every` subspace: the proposed ones, then the controls."""
        ...


@dataclass(frozen=True)
class Paper:
    """Subspaces from the weights alone: the leading eigenvectors of every composite."""

    members: int = PAPER_MEMBERS
    """Latents in a composite, as in the paper."""
    overlap: float = 0.35
    """Composites whose subspaces overlap this much count as one."""

    def propose(
        self,
        ae: BilinearAutoencoder,
        samples: Samples,
        count: int,
        chance: Tensor,
        seed: int,
        progress: Progress,
    ) -> Proposed:
        """The most clustered composites."""
        every = composites(ae, samples, self.members, progress)
        chosen = every[SubspaceStack(every.subspaces).distinct(self.overlap, count)]
        return Proposed(chosen.subspaces, chosen, torch.zeros(len(chosen)), chance)

    def strength(self, ae: BilinearAutoencoder, proposed: Proposed, every: Tensor) -> Strength:
        """The norm of the members' activations."""
        return member_strength(ae, proposed.source.members, every)


@dataclass(frozen=True)
class Grouped:
    """Composites choose the samples, and the samples the subspace and its rank.

    Composites with the same strong samples are one. Where they agree on their samples, the subspace
    is where those vary more than all samples do. Where they do not, samples are sums of several
    manifolds: then subspaces compete for what each explains (`refine`), and pieces of one manifold
    are joined (`link`).
    """

    members: int = 4
    """Latents in a composite: of the paper's ten, the last often belong to another concept."""
    composites: int = 1200
    """The most composites whose samples are compared, the most clustered first."""
    samples: int = 32_768
    """The most samples that sets are made of: a set holds one bit of each."""
    alike: float = 0.5
    """Sets with this Jaccard index are one."""
    agreement: float = 0.65
    """Composites whose median Jaccard index with the most alike other one is below this do not
    agree: on language 0.8, on manifolds planted in superposition 0.5."""
    overlap: float = 0.8
    """Subspaces that are the same to this (‖UᵀV‖² over the larger rank) are one."""
    refining: Refining = field(default_factory=Refining)
    """How subspaces compete."""

    def propose(
        self,
        ae: BilinearAutoencoder,
        samples: Samples,
        count: int,
        chance: Tensor,
        seed: int,
        progress: Progress,
    ) -> Proposed:
        """The manifolds that stand out most, then the directions that do."""
        every = composites(ae, samples, self.members, progress)
        start = every[SubspaceStack(every.subspaces).distinct(0.9, self.composites)]
        x = samples.searched(self.samples)
        active = activity(ae, start.members)
        strength = torch.cat([active(x[at : at + CHUNK]) for at in range(0, len(x), CHUNK)], 1)
        sets = strong_sets(strength)
        alike = jaccard(sets.inside, sets.inside)
        if agreement(alike) < self.agreement:
            found = self._compete(ae, samples, count, chance, seed, progress)
            if found is not None:
                return found
        groups = grouped(alike, sets.clarity, self.alike)
        inside = consensus(sets.inside, groups)
        leaders = torch.stack([group[0] for group in groups])
        kept = (inside.sum(1) >= MIN_SET) & ~unions(inside, sets.clarity[leaders])
        fitted = fit_sets(x, inside[kept], seed, progress)
        order = fitted.order(self.overlap)[:count]
        far = strong_sets(norms(chance)(x))
        return _moved(
            fitted.subspaces[order],
            start[leaders[kept][order]],
            fit_sets(x, far.inside, seed).subspaces,
            beyond=fitted.beyond[order],
            stable=fitted.stable[order],
        )

    def _compete(
        self,
        ae: BilinearAutoencoder,
        samples: Samples,
        count: int,
        chance: Tensor,
        seed: int,
        progress: Progress,
    ) -> Proposed | None:
        """Subspaces that share the samples out; None where they explain next to nothing."""
        every = composites(ae, samples, PAPER_MEMBERS, progress)
        start = every[SubspaceStack(every.subspaces).distinct(0.5, max(200, 4 * count))]

        x = samples.searched(4 * self.samples)
        try:
            pieces = refine(start.subspaces.to(x), x, self.refining, seed, progress)
        except NothingExplained:
            return None
        linked = link(pieces, x[: self.samples // 2], self.refining)
        source = start[linked.start[:count].to(start.density.device)]
        return _moved(linked.subspaces[:count], source, chance, by_members=False)

    def strength(self, ae: BilinearAutoencoder, proposed: Proposed, every: Tensor) -> Strength:
        """The norm of the members' activations, or of what only this subspace explains."""
        if not proposed.by_members:
            count = len(proposed.subspaces)
            return exclusive(every, count, self.refining.active, self.refining.price)
        return member_strength(ae, proposed.source.members, every)


METHODS: dict[str, Method] = {"grouped": Grouped(), "paper": Paper()}
"""The methods by the names that `find_manifolds` and the command line take."""


def composites(
    ae: BilinearAutoencoder, samples: Samples, members: int, progress: Progress
) -> Candidates:
    """Every latent's composite, the most clustered first."""
    x = None
    if ae.down is None:
        x = samples.rows[: min(samples.split, COACTIVATION_SAMPLES)].to(samples.device)
    return candidates(ae, x, members, progress)


def _moved(
    subspaces: Tensor,
    source: Candidates,
    chance: Tensor,
    by_members: bool = True,
    beyond: Tensor | None = None,
    stable: Tensor | None = None,
) -> Proposed:
    before = SubspaceStack(source.subspaces.to(subspaces))
    moved = 1 - SubspaceStack(subspaces).overlap(before).diagonal()
    return Proposed(subspaces, source, moved.clamp(min=0), chance, by_members, beyond, stable)
