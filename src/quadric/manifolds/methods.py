"""Ways to find subspaces: what each proposes, and what makes a sample strong in one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.manifolds.candidates import Candidates, candidates
from quadric.manifolds.fitting import fit_subspaces
from quadric.manifolds.overlap import distinct, overlaps
from quadric.manifolds.projecting import Strength, activity, exclusive, member_strength, norms
from quadric.manifolds.refining import Refined, Refining, refine
from quadric.manifolds.samples import Samples

__all__ = ["METHODS", "Fit", "Method", "Paper", "Proposed", "Refine", "Report"]

Report = Callable[[str, int, int], None]
"""(stage, done, total): called as the work goes on."""

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

    @property
    def ranks(self) -> Int[Tensor, "c"]:
        """How many directions each has."""
        return self.subspaces.square().sum((1, 2)).round().long()


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
        report: Report,
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

    members: int = 10
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
        report: Report,
    ) -> Proposed:
        """The most clustered composites."""
        every = composites(ae, samples, self.members, report)
        chosen = every[distinct(every.subspaces, self.overlap, count)]
        return Proposed(chosen.subspaces, chosen, torch.zeros(len(chosen)), chance)

    def strength(self, ae: BilinearAutoencoder, proposed: Proposed, every: Tensor) -> Strength:
        """The norm of the members' activations."""
        return member_strength(ae, proposed.source.members, every)


@dataclass(frozen=True)
class Fit:
    """Composites choose the samples; the subspace is where those vary most beyond all others."""

    members: int = 4
    """Latents in a composite: of the paper's ten, the last often belong to another concept."""
    overlap: float = 0.5
    """Subspaces that overlap this much count as one, before they are fitted and after."""
    tried: int = 4
    """Composites that are fitted, as a multiple of those proposed: many end in one place."""
    samples: int = 65_536
    """The most samples that are fitted to: they are held in memory."""

    def propose(
        self,
        ae: BilinearAutoencoder,
        samples: Samples,
        count: int,
        chance: Tensor,
        seed: int,
        report: Report,
    ) -> Proposed:
        """The most clustered composites, fitted to their strong samples."""
        every = composites(ae, samples, self.members, report)
        start = every[distinct(every.subspaces, self.overlap, self.tried * count)]
        x = samples.searched(self.samples)
        told = lambda done: report("fitting", done, len(start))  # noqa: E731
        placed = fit_subspaces(start.subspaces.to(x), x, activity(ae, start.members), told)
        kept = distinct(placed, self.overlap, count)
        return _moved(placed[kept], start[kept], fit_subspaces(chance, x, norms(chance)))

    def strength(self, ae: BilinearAutoencoder, proposed: Proposed, every: Tensor) -> Strength:
        """The norm of the members' activations."""
        return member_strength(ae, proposed.source.members, every)


@dataclass(frozen=True)
class Refine:
    """Samples are explained by subspaces and subspaces refitted to their samples, by turns."""

    members: int = 10
    """Latents in a composite."""
    overlap: float = 0.5
    """Composites whose subspaces overlap this much are one start."""
    starts: int = 200
    """Composites to start from."""
    samples: int = 131_072
    """The most samples that are drawn from: they are held in memory."""
    refining: Refining = field(default_factory=Refining)
    """How subspaces are refined."""

    def propose(
        self,
        ae: BilinearAutoencoder,
        samples: Samples,
        count: int,
        chance: Tensor,
        seed: int,
        report: Report,
    ) -> Proposed:
        """The subspaces that explain most of the samples."""
        every = composites(ae, samples, self.members, report)
        start = every[distinct(every.subspaces, self.overlap, self.starts)]

        def follow(done: int, now: Refined) -> None:
            report("refining", done, self.refining.rounds)

        x = samples.searched(self.samples)
        refined = refine(start.subspaces.to(x), x, self.refining, seed, follow)
        source = start[refined.start[:count].to(start.density.device)]
        return _moved(refined.subspaces[:count], source, chance, by_members=False)

    def strength(self, ae: BilinearAutoencoder, proposed: Proposed, every: Tensor) -> Strength:
        """The norm of what only this subspace explains."""
        return exclusive(every, len(proposed.subspaces), self.refining.active, self.refining.price)


METHODS: dict[str, Method] = {"fitted": Fit(), "paper": Paper(), "refined": Refine()}
"""The methods by the names that `find_manifolds` and the command line take."""


def composites(
    ae: BilinearAutoencoder, samples: Samples, members: int, report: Report
) -> Candidates:
    """Every latent's composite, the most clustered first."""
    x = None
    if ae.down is None:
        x = samples.rows[: min(samples.split, COACTIVATION_SAMPLES)].to(samples.device)
    latents = ae.config.n_latents
    return candidates(ae, x, members, lambda done: report("reading weights", done, latents))


def _moved(
    subspaces: Tensor, source: Candidates, chance: Tensor, by_members: bool = True
) -> Proposed:
    moved = 1 - overlaps(subspaces, source.subspaces.to(subspaces)).diagonal()
    return Proposed(subspaces, source, moved.clamp(min=0), chance, by_members)
