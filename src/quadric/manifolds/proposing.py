"""The subspaces to measure: as the weights propose them, or as the samples fit or refine them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, get_args

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.activations import Rows
from quadric.autoencoders import BilinearAutoencoder
from quadric.autoencoders.inputs import unit_rows
from quadric.manifolds.candidates import Candidates, candidates
from quadric.manifolds.controls import random_subspaces
from quadric.manifolds.fitting import fit_subspaces
from quadric.manifolds.overlap import distinct, overlaps
from quadric.manifolds.projecting import activity, norms
from quadric.manifolds.refining import Refined, Refining, refine

__all__ = ["FindSettings", "Method", "Proposed", "Report", "propose"]

Method = Literal["fitted", "paper", "refined"]

FEW = 4
"""Latents that make up a concept of language: of the paper's ten, the last are often others'."""

Report = Callable[[str, int, int], None]
"""(stage, done, total): called as the work goes on."""

REFINED_ON, FITTED_ON = 131_072, 65_536
"""The most samples that either draws from: they are held in memory."""

START_OVERLAP = 0.5
"""Candidates that share this much are one before the samples move them; doubles are told later."""

TRIED = 4
"""Composites that are fitted, as a multiple of those measured: many come to lie in one place."""


@dataclass(frozen=True)
class FindSettings:
    """How manifolds are found."""

    n: int = 50
    """How many to return, best first."""
    method: Method = "fitted"
    """`paper` takes subspaces from the weights alone; `fitted` takes from them which samples belong
    together, and the subspace from those; `refined` lets samples and subspaces find each other."""
    samples: int = 262_144
    """Samples looked at: the first of the activations."""
    keep: int = 65_536
    """The strongest samples that each manifold keeps."""
    heldout: float = 0.25
    """The last part of the samples: scores are measured there, nothing is made from them."""
    members: int | None = None
    """Latents in a composite: the paper's ten, and four for `fitted`, if None."""
    pool: int = 3
    """Candidates that are measured, as a multiple of n."""
    overlap: float = 0.35
    """Candidates of `paper` that share this much of their subspaces are one."""
    refining: Refining = field(default_factory=Refining)
    """How subspaces are refined."""
    controls: int = 24
    """Random subspaces that go through the same procedure."""
    seed: int = 0
    """For the draws of the refinement and the controls."""

    def __post_init__(self) -> None:
        for name in ("n", "samples", "keep", "pool", "controls"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)} must be at least 1")
        if self.members is not None and self.members < 1:
            raise ValueError(f"members={self.members} must be at least 1")
        if self.method not in get_args(Method):
            raise ValueError(f"method={self.method!r}: choose from {', '.join(get_args(Method))}")
        if not 0 < self.heldout < 1:
            raise ValueError(f"heldout={self.heldout} must lie between 0 and 1")


@dataclass(frozen=True)
class Proposed:
    """Subspaces to be measured, and the composites that they come from."""

    subspaces: Float[Tensor, "c d 3"]
    """Orthonormal columns; zeros where the rank is below three."""
    source: Candidates
    """The composite that each began as."""
    moved: Float[Tensor, "c"]
    """How far the data moved each: 1 − ‖UᵀV‖² / rank."""
    chance: Float[Tensor, "r d 3"]
    """Random subspaces that went through the same procedure."""

    @property
    def ranks(self) -> Int[Tensor, "c"]:
        """How many directions each has."""
        return self.subspaces.square().sum((1, 2)).round().long()


def propose(
    ae: BilinearAutoencoder, rows: Rows, split: int, settings: FindSettings, report: Report
) -> Proposed:
    """Candidates from the weights, each once; fitted to or refined on the rows before `split`."""
    x = None
    if ae.down is None:
        x = rows[: min(split, 8192)].cpu()
    lat = ae.config.n_latents
    members = settings.members or (FEW if settings.method == "fitted" else 10)
    every = candidates(ae, x, members, lambda done: report("reading weights", done, lat))
    pool = settings.pool * settings.n
    chance = random_subspaces(settings.controls, rows.d, settings.seed)
    if settings.method == "paper":
        chosen = every[distinct(every.subspaces, settings.overlap, pool)]
        return Proposed(chosen.subspaces, chosen, torch.zeros(len(chosen)), chance)
    most = FITTED_ON if settings.method == "fitted" else REFINED_ON
    x, alive = unit_rows(rows[: min(split, most)].cpu(), rows.d, torch.float32, ae.mean)
    x = x[alive]
    if settings.method == "fitted":
        start = every[distinct(every.subspaces, START_OVERLAP, TRIED * pool)]
        told = lambda done: report("fitting", done, len(start))  # noqa: E731
        placed = fit_subspaces(start.subspaces, x, activity(ae, start.members), told)
        kept = distinct(placed, START_OVERLAP, pool)
        return _moved(placed[kept], start[kept], fit_subspaces(chance, x, norms(chance)))
    start = every[distinct(every.subspaces, START_OVERLAP, max(4 * settings.n, 200))]

    def follow(done: int, now: Refined) -> None:
        report("refining", done, settings.refining.rounds)

    refined = refine(start.subspaces, x, settings.refining, settings.seed, follow)
    return _moved(refined.subspaces[:pool], start[refined.start[:pool]], chance)


def _moved(subspaces: Tensor, source: Candidates, chance: Tensor) -> Proposed:
    moved = 1 - overlaps(subspaces, source.subspaces).diagonal()
    return Proposed(subspaces, source, moved.clamp(min=0), chance)
