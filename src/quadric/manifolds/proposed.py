"""What a way to find subspaces hands on to be measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jaxtyping import Float, Int
from torch import Tensor

from quadric.forms import SubspaceStack
from quadric.manifolds.candidates import Candidates
from quadric.manifolds.whitening import Whitening

__all__ = ["Proposed"]


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
    """‖UᵀV‖² over the rank, between subspaces from either half of a set's samples."""
    maps: Float[Tensor, "c k e"] | None = None
    """[A | b] for a strength ‖Ac + b‖^(2 power) of the sample at c, where that is it."""
    powers: Float[Tensor, "c"] | None = None
    """The power of each."""
    support: Int[Tensor, "c"] | None = None
    """How many composites and clusters of samples lead to each."""
    whitening: Whitening | None = None
    """The coordinates that they were fitted in, where they were."""

    @classmethod
    def from_samples(
        cls,
        subspaces: Float[Tensor, "c d k"],
        source: Candidates,
        chance: Float[Tensor, "r d l"],
        **found: Any,
    ) -> Proposed:
        """Subspaces that the samples gave, and so moved from where the weights had them."""
        before = SubspaceStack(source.subspaces.to(subspaces))
        moved = 1 - SubspaceStack(subspaces).overlap(before).diagonal()
        return cls(subspaces, source, moved.clamp(min=0), chance, by_members=False, **found)

    @property
    def ranks(self) -> Int[Tensor, "c"]:
        """How many directions each has."""
        return SubspaceStack(self.subspaces).ranks

    def select(self, index: list[int]) -> Proposed:
        """Some of them."""
        return Proposed(
            self.subspaces[index],
            self.source[index],
            self.moved[index],
            self.chance,
            self.by_members,
            None if self.beyond is None else self.beyond[index],
            None if self.stable is None else self.stable[index],
            None if self.maps is None else self.maps[index],
            None if self.powers is None else self.powers[index],
            None if self.support is None else self.support[index],
            self.whitening,
        )
