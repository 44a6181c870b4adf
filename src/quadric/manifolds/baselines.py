"""What simpler things than a manifold know of a concept: its figures are told beside these."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.manifolds.concepts import Concept, Placed
from quadric.manifolds.controls import pca_subspaces
from quadric.manifolds.projecting import norms

__all__ = ["Baselines"]

PCA_TRIPLES = 8
"""Triples of principal components among which the best is taken."""
DIRECTION_RIDGE = 1e-3
"""Shrinkage of the fitted direction, relative to the mean variance of a dimension."""


@dataclass(frozen=True)
class Baselines:
    """Samples, and where they are in an autoencoder's latents and in principal components."""

    x: Float[np.ndarray, "n d"]
    """Those that everything is chosen on."""
    later: Float[np.ndarray, "h d"]
    """Those held out."""
    latents: Placed
    pca: Placed

    @classmethod
    @torch.no_grad()
    def of(
        cls, ae: BilinearAutoencoder, x: Float[Tensor, "n d"], later: Float[Tensor, "h d"]
    ) -> Baselines:
        """Of normalised samples."""
        f, g = (ae.latents(part).float().cpu().numpy().T for part in (x, later))
        latents = Placed(np.abs(f), np.abs(g), f[..., None], g[..., None])
        return cls(x.cpu().numpy(), later.cpu().numpy(), latents, _in_pca(x.cpu(), later.cpu()))

    def pick_out(
        self, units: Placed, mine: Concept, theirs: Concept, draw: np.random.Generator
    ) -> dict[str, float]:
        """F1 of a class: of a direction, a latent, PCA, and of the units for a shuffled one."""
        w = self._direction(mine.member[:, None].astype(np.float64), np.ones(len(self.x), bool))
        shuffled = _other_rows(mine, draw), _other_rows(theirs, draw)
        return {
            "direction": self._along(w).pick_out(mine, theirs)[1],
            "latent": self.latents.pick_out(mine, theirs)[1],
            "PCA": self.pca.pick_out(mine, theirs)[1],
            "shuffled": units.pick_out(*shuffled)[1],
        }

    def carry(
        self, units: Placed, mine: Concept, theirs: Concept, draw: np.random.Generator
    ) -> dict[str, float]:
        """The same of a number's order: r."""
        few = _most_correlated(np.asarray(self.latents.points)[..., 0], mine)
        shuffled = _mixed_up(mine, draw), _mixed_up(theirs, draw)
        along = self._along(self._direction(mine.targets(), mine.member))
        return {
            "direction": along.carry(mine, theirs)[2],
            "latent": self.latents.carry(mine, theirs, few)[2],
            "PCA": self.pca.carry(mine, theirs)[2],
            "shuffled": units.carry(*shuffled)[2],
        }

    def _along(self, w: np.ndarray) -> Placed:
        """The samples along directions, one a column."""
        x, later = (self.x @ w).T, (self.later @ w).T
        return Placed(x, later, x[..., None], later[..., None])

    def _direction(self, target: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """The directions that ridge regression fits to targets."""
        x = self.x[rows].astype(np.float64)
        x, y = x - x.mean(0), target - target.mean(0)
        second = x.T @ x
        shrink = DIRECTION_RIDGE * np.trace(second) / len(second)
        return np.linalg.solve(second + shrink * np.eye(len(second)), x.T @ y).astype(np.float32)


def _in_pca(x: Tensor, later: Tensor) -> Placed:
    """Samples in triples of principal components of the first ones."""
    triples = pca_subspaces(x, PCA_TRIPLES)
    far = norms(triples)
    return Placed(
        far(x).numpy(),
        far(later).numpy(),
        [(x @ basis).numpy() for basis in triples],
        [(later @ basis).numpy() for basis in triples],
    )


def _other_rows(concept: Concept, draw: np.random.Generator) -> Concept:
    """A class of as many rows, drawn from all."""
    return Concept(concept.name, draw.permutation(concept.member))


def _mixed_up(concept: Concept, draw: np.random.Generator) -> Concept:
    """The same rows with their order drawn anew."""
    assert concept.order is not None
    order = concept.order.copy()
    order[concept.member] = draw.permutation(order[concept.member])
    return Concept(concept.name, concept.member, order, concept.period)


def _most_correlated(latents: np.ndarray, concept: Concept, count: int = 32) -> np.ndarray:
    """The latents whose values or squares go with a number most: a quadratic is fitted to these."""
    y = concept.targets()
    y = (y - y.mean(0)) / np.maximum(y.std(0), 1e-12)
    f = latents[:, concept.member].astype(np.float64)
    score = np.zeros(len(f))
    for power in (f, f * f):
        z = power - power.mean(1, keepdims=True)
        z /= np.maximum(z.std(1, keepdims=True), 1e-12)
        score = np.maximum(score, np.abs(z @ y / len(y)).max(1))
    return np.argsort(-score, kind="stable")[:count]
