"""What several seeds of one training have in common, in words, beside what chance has."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quadric.analysis.stability import FoundAgain
    from quadric.autoencoders import Autoencoder

__all__ = ["compare_seeds"]

MAX_COMPOSITES = 150
"""The most clustered composites whose planes are compared."""


def compare_seeds(trained: Sequence[Autoencoder]) -> list[str]:
    """Lines on the first autoencoder against each of the others, averaged."""
    from quadric.analysis import frobenius_similarity
    from quadric.analysis.stability import latent_stability, subspace_stability
    from quadric.autoencoders import BilinearAutoencoder
    from quadric.forms import SubspaceStack
    from quadric.manifolds.candidates import candidates

    first, *others = trained
    lines = []
    both = [ae for ae in trained if isinstance(ae, BilinearAutoencoder)]
    if len(both) == len(trained):
        same = statistics.mean(frobenius_similarity(both[0], other) for other in both[1:])
        lines.append(f"  Frobenius similarity {same:.3f}")
    lines.append(_line("latents", [latent_stability(first, other) for other in others]))
    if len(both) == len(trained) and all(ae.down is not None for ae in both):
        planes = [
            SubspaceStack(candidates(ae, members=4)[:MAX_COMPOSITES].subspaces[..., :2])
            for ae in both
        ]
        found = [subspace_stability(planes[0], other) for other in planes[1:]]
        lines.append(_line("composites' planes", found))
    return lines


def _line(what: str, found: list[FoundAgain]) -> str:
    share = statistics.mean(one.share for one in found)
    chance = statistics.mean(one.random_share for one in found)
    threshold = found[0].threshold
    return (
        f"  {what} found again (similarity of {threshold:g}): {share:.0%}, by chance {chance:.0%}"
    )
