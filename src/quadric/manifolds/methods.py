"""Ways to find subspaces: what each proposes, and what makes a sample strong in one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from jaxtyping import Float
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.forms import SubspaceStack
from quadric.manifolds.candidates import PAPER_MEMBERS, composites
from quadric.manifolds.grouping import Grouped
from quadric.manifolds.projecting import Strength, member_strength
from quadric.manifolds.proposed import Proposed
from quadric.manifolds.samples import Samples
from quadric.progress import Progress

__all__ = ["METHODS", "Method", "Paper"]


@runtime_checkable
class Method(Protocol):
    """Proposes subspaces, and says how strongly samples belong to each."""

    @property
    def candidates(self) -> int:
        """How many subspaces are proposed at most, if nothing else is asked for."""
        ...

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
    candidates: int = 150
    """Subspaces that are proposed at most."""

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
        return Proposed(chosen.subspaces, chosen, chosen.density.new_zeros(len(chosen)), chance)

    def strength(self, ae: BilinearAutoencoder, proposed: Proposed, every: Tensor) -> Strength:
        """The norm of the members' activations."""
        return member_strength(ae, proposed.source.members, every)


METHODS: dict[str, Method] = {"grouped": Grouped(), "paper": Paper()}
"""The methods by the names that `find_manifolds` and the command line take."""
