"""Subspaces that hold no manifold on purpose: what they score is what chance scores."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.forms import SubspaceStack
from quadric.threads import one_thread

__all__ = ["pca_subspaces", "random_subspaces"]


def random_subspaces(count: int, d: int, seed: int = 0) -> Float[Tensor, "count d 3"]:
    """Subspaces in directions drawn at random."""
    return SubspaceStack.random(count, d, min(3, d), seed).bases


def pca_subspaces(x: Float[Tensor, "n d"], count: int) -> Float[Tensor, "count d 3"]:
    """The leading principal components of the samples, three by three."""
    count = min(count, x.shape[1] // 3)
    centred = x - x.mean(0)
    covariance = centred.T @ centred / len(x)
    with one_thread():
        axes = torch.linalg.eigh(covariance).eigenvectors.flip(1)
    return axes[:, : 3 * count].T.reshape(count, 3, -1).mT.contiguous()
