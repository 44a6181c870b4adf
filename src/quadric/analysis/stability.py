"""How much another seed finds again: latents and subspaces, always beside what chance finds.

The two runs must share nothing but the activations: no start and no order of batches, or they look
more stable than they are.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float
from scipy.optimize import linear_sum_assignment
from torch import Tensor

from quadric.analysis.matching import latent_cosines
from quadric.autoencoders import Autoencoder, TopKAutoencoder
from quadric.forms import SubspaceStack
from quadric.kernels.tiled import TILE

__all__ = ["FoundAgain", "latent_stability", "subspace_stability"]

SHARED_LATENT = 0.7
"""Cosine from which a latent counts as found again, as Paulo & Belrose (2025) count."""
SHARED_SUBSPACE = 0.8
"""Mean squared cosine of the principal angles from which a subspace counts as found again."""


@dataclass(frozen=True)
class FoundAgain:
    """How near the counterparts are that another run has, and how near chance comes."""

    mean: float
    """Mean similarity with the counterpart."""
    share: float
    """The share with a similarity of `threshold` or more."""
    random_mean: float
    """The same mean against random directions, as many and of the same size."""
    random_share: float
    """The same share against those."""
    threshold: float
    """From where on something counts as found again."""


def latent_stability(
    a: Autoencoder,
    b: Autoencoder,
    *,
    threshold: float = SHARED_LATENT,
    seed: int = 0,
    tile: int = TILE,
) -> FoundAgain:
    """Latents matched one to one by the cosine of their symmetric forms, its sign aside.

    The matching with the largest sum of cosines (Hungarian); of different sizes, the smaller one's
    latents are all matched. Baselines are matched by the cosine of their decoder's rows, with its
    sign. Chance is what two autoencoders of the same sizes reach that have just been made.
    """
    found = _matched(_cosines(a, b, tile))
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        one, two = (type(ae)(ae.config) for ae in (a, b))  # pyright: ignore[reportArgumentType]
    return _summary(found, _matched(_cosines(one, two, tile)), threshold)


def subspace_stability(
    a: SubspaceStack,
    b: SubspaceStack,
    *,
    strict: bool = True,
    threshold: float = SHARED_SUBSPACE,
    seed: int = 0,
) -> FoundAgain:
    """Every subspace of `a` with the one of `b` that it shares most with.

    Similarity is ‖UᵀV‖² over the larger rank, so that only the same subspace has 1; if not
    `strict`, over the smaller, so that one inside the other has 1 as well. Chance is what random
    subspaces reach that have the ranks of `b`.
    """
    draw = SubspaceStack.random(len(b), b.bases.shape[1], b.bases.shape[2], seed)
    present = torch.arange(b.bases.shape[2]) < b.ranks.cpu()[:, None]
    random = SubspaceStack((draw.bases * present[:, None]).to(b.bases))
    shared = a.strict_overlap if strict else a.overlap
    return _summary(shared(b).amax(1), shared(random).amax(1), threshold)


def _cosines(a: Autoencoder, b: Autoencoder, tile: int) -> Float[Tensor, "lat other"]:
    if isinstance(a, TopKAutoencoder) and isinstance(b, TopKAutoencoder):
        one, two = (torch.nn.functional.normalize(ae.decoder.detach().float()) for ae in (a, b))
        return one @ two.T
    if isinstance(a, TopKAutoencoder) or isinstance(b, TopKAutoencoder):
        raise ValueError(
            "the latents of a TopK baseline are directions and those of a bilinear autoencoder are "
            "forms: match two of a kind"
        )
    return latent_cosines(a, b, tile).abs_()


def _matched(cosines: Float[Tensor, "lat other"]) -> Float[Tensor, "least"]:
    """The cosines of the one-to-one matching with the largest sum."""
    values = cosines.double().cpu().numpy()
    rows, columns = linear_sum_assignment(values, maximize=True)
    return torch.from_numpy(values[rows, columns])


def _summary(found: Tensor, chance: Tensor, threshold: float) -> FoundAgain:
    def share(similarity: Tensor) -> float:
        return float((similarity >= threshold).double().mean())

    return FoundAgain(
        float(found.mean()), share(found), float(chance.mean()), share(chance), threshold
    )
