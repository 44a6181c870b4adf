"""The first four latents, not chosen by anyone (fig:random-manifolds)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from quadric.figures.drawing import four_scatters
from quadric.figures.manifolds import rounded, runs
from quadric.figures.runs import RunCache
from quadric.manifolds.projecting import member_strength, project, strongest
from quadric.manifolds.samples import Samples

__all__ = ["draw", "measure", "runs"]

LATENTS = 4
"""Panels of the figure, the first latents: which comes first is random."""
MEMBERS = 10
"""Latents of a composite, as in the paper."""
_STRONGEST_SAMPLES = 500
"""The strongest samples, whose tokens describe a latent."""


def measure(cache: RunCache) -> dict[str, Any]:
    """The composite of each latent's row of DᵀD: its strongest samples and their tokens."""
    scale, spec = cache.scale, cache.scale.main_run()
    ae, rows, words = cache.bilinear(spec), cache.rows(spec.model, spec.layer), cache.words()
    mixing = ae.mixing(slice(LATENTS))
    members = mixing.abs().topk(MEMBERS, dim=1).indices
    weights = mixing.gather(1, members)
    subspaces = ae.forms.combine(members, weights).subspaces(3).bases.float()
    samples = Samples(rows, len(rows), len(rows), ae.mean)
    seen = project(samples, subspaces, member_strength(ae, members, subspaces))
    common = np.bincount(words.tokens[: len(rows)], minlength=len(words.vocab))
    found = []
    for latent in range(LATENTS):
        kept = strongest(seen.strength[latent], scale.points)
        strong = np.bincount(
            words.tokens[kept[:_STRONGEST_SAMPLES].numpy()], minlength=len(words.vocab)
        )
        # By how much more often than anywhere: what is frequent everywhere says nothing.
        lift = strong / (common + 20)
        top = [str(words.vocab[int(i)]).strip() for i in np.argsort(-lift)[:4] if strong[i]]
        found.append(
            {
                "latent": latent,
                "tokens": top,
                "points": rounded(seen.points[latent][kept]),
                "strength": rounded(seen.strength[latent][kept]),
            }
        )
    return {"latents": found}


def draw(found: dict[str, Any], path: Path) -> None:
    """Four clouds."""
    latents = found["latents"]
    titles = [f"latent {one['latent']}: {', '.join(one['tokens'])}" for one in latents]
    four_scatters(path, latents, titles)
