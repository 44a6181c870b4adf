"""Manifolds planted in superposition: many more dimensions of shapes than of space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.synthetic.shapes import KINDS, Kind

__all__ = ["Planted", "PlantedSamples", "plant"]

MANIFOLD_TOKENS = 12
"""Tokens that a manifold has, each for a stretch along it."""


@dataclass(frozen=True)
class PlantedSamples:
    """Samples in which a few manifolds are active at once."""

    x: Float[Tensor, "n d"]
    """The sum of the active manifolds' points, and noise."""
    active: Int[Tensor, "n active"]
    """Which manifolds each sample holds."""
    along: Float[Tensor, "n active"]
    """Where on each of them it lies, 0 to 1."""
    tokens: Int[Tensor, "n"]
    """A word of one of the active manifolds, the first, that tells where on it the sample lies."""


@dataclass(frozen=True)
class Planted:
    """Manifolds with known subspaces, from which samples can be drawn.

    x = Σ_{j active} V_j p_j + noise·ε, with p_j a point on manifold j of size about one.
    """

    kinds: tuple[Kind, ...]
    """The shape of every manifold."""
    bases: tuple[Float[Tensor, "d _"], ...]
    """V_j, orthonormal: where each is."""
    active: int
    """How many a sample holds."""
    noise: float
    """Standard deviation of the noise in every input dimension."""
    correlation: float
    """How much neighbours (manifolds 0 and 1, 2 and 3, ...) occur together, 0 to 1."""

    def __len__(self) -> int:
        return len(self.kinds)

    @cached_property
    def vocab(self) -> list[str]:
        """The words: manifold j has those from j·MANIFOLD_TOKENS on, in their order along it."""
        return [
            f"{kind.name} {j}.{w}"
            for j, kind in enumerate(self.kinds)
            for w in range(MANIFOLD_TOKENS)
        ]

    def sample(self, n: int, seed: int = 0) -> PlantedSamples:
        """Draw n samples; other seeds draw others of the same manifolds."""
        draw = np.random.default_rng([seed, 1])
        m = len(self)
        pairs = draw.normal(size=(n, (m + 1) // 2)).repeat(2, axis=1)[:, :m]
        own = draw.normal(size=(n, m))
        rank = np.sqrt(self.correlation) * pairs + np.sqrt(1 - self.correlation) * own
        active = np.argpartition(-rank, self.active - 1, axis=1)[:, : self.active]
        # A partition leaves an order that the scores shape; which one gives the word is a draw.
        active = draw.permuted(active, axis=1)
        along = np.zeros(active.shape)
        d = len(self.bases[0])
        x = self.noise * draw.normal(size=(n, d))
        for j, (kind, basis) in enumerate(zip(self.kinds, self.bases, strict=True)):
            row, slot = np.nonzero(active == j)
            points, where = kind.draw(draw, len(row))
            x[row] += points @ basis.numpy().T
            along[row, slot] = where
        word = np.minimum((along[:, 0] * MANIFOLD_TOKENS).astype(np.int64), MANIFOLD_TOKENS - 1)
        return PlantedSamples(
            torch.from_numpy(x).float(),
            torch.from_numpy(active),
            torch.from_numpy(along).float(),
            torch.from_numpy(active[:, 0] * MANIFOLD_TOKENS + word),
        )


def plant(
    manifolds: int = 48,
    d: int = 64,
    *,
    kinds: Sequence[str] = ("line", "circle", "off-centre circle", "sphere"),
    active: int = 4,
    noise: float = 0.03,
    correlation: float = 0.0,
    seed: int = 0,
) -> Planted:
    """Choose random subspaces for `manifolds` shapes, which take turns through `kinds`.

    >>> planted = plant(6, d=16, active=2)
    >>> planted.sample(100).x.shape, planted.bases[1].shape
    (torch.Size([100, 16]), torch.Size([16, 2]))
    """
    unknown = [name for name in kinds if name not in KINDS]
    if unknown or not kinds:
        raise ValueError(f"unknown kinds {unknown}: choose from {', '.join(KINDS)}")
    if not 1 <= active <= manifolds:
        raise ValueError(f"active={active} must lie between 1 and the {manifolds} manifolds")
    if noise < 0 or not 0 <= correlation <= 1:
        raise ValueError(
            f"noise={noise} must not be negative and correlation={correlation} lie within 0 and 1"
        )
    chosen = tuple(KINDS[kinds[j % len(kinds)]] for j in range(manifolds))
    most = max(kind.dimensions for kind in chosen)
    if d < most:
        raise ValueError(f"d={d} has no room for a shape of {most} dimensions: raise it")
    draw = np.random.default_rng([seed, 0])
    bases = tuple(
        torch.from_numpy(np.linalg.qr(draw.normal(size=(d, kind.dimensions)))[0]).float()
        for kind in chosen
    )
    return Planted(chosen, bases, active, noise, correlation)
