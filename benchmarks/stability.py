"""What does another seed find again? Latents and subspaces, ours and TopK's, beside chance.

Run `python -m benchmarks stability --write`. Two runs that share the activations and nothing else
(neither start nor order of batches) are compared after several lengths of training, with the
measures of `quadric.analysis.stability`. What was trained is kept in the work folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import torch
from scipy.optimize import linear_sum_assignment
from torch import Tensor

from benchmarks.probe_sets import Place
from benchmarks.probe_units import TOKENS, wide_text
from benchmarks.recovery import topk_clusters
from quadric import BilinearAutoencoder, TopKAutoencoder, fit
from quadric.activations import open_activations
from quadric.analysis.matching import latent_cosines
from quadric.analysis.stability import (
    SHARED_LATENT,
    FoundAgain,
    latent_stability,
    subspace_stability,
)
from quadric.autoencoders import Autoencoder
from quadric.autoencoders.inputs import unit_rows
from quadric.forms import SubspaceStack
from quadric.kernels.tiled import TILE
from quadric.manifolds.controls import random_subspaces
from quadric.manifolds.methods import METHODS
from quadric.manifolds.samples import Samples
from quadric.manifolds.words import Words
from quadric.progress import silent

PLACE = Place()
EXPANSION, BATCH = 2, 1024
LENGTHS = (60, 180, 540)
"""Steps of training: 540 are three and a half passes over the text."""
SEEDS = (0, 1)
SUBSPACES, SAMPLES, CONTROLS = 100, 32_768, 4
"""Subspaces of a run, at most, the samples that they are made from, and random ones beside them."""
TRAINING: dict[str, dict[str, Any]] = {
    "ours": {"kind": "mixed"},
    "TopK": {"kind": "topk", "k": 32, "lr": 0.05, "centred": False},
}


def rows() -> Tensor:
    """Activations of wide text at norm one."""
    x = wide_text(PLACE)[:]
    return unit_rows(x, x.shape[1], torch.float32)[0]


def trained(name: str, steps: int, seed: int, x: Tensor) -> Autoencoder:
    """One run, kept."""
    folder = PLACE.folder / "stability" / f"{name}-{steps}-{seed}"
    settings: dict[str, Any] = {
        "expansion": EXPANSION,
        "batch": BATCH,
        "steps": steps,
        "seed": seed,
        "heldout_every": steps,
        "heldout_tokens": 2048,
    }
    kind = TopKAutoencoder if name == "TopK" else BilinearAutoencoder
    if not folder.exists():
        fit(x, **TRAINING[name], **settings).save_pretrained(folder)
    return kind.from_pretrained(folder)


def subspaces(ae: Autoencoder, x: Tensor, seed: int) -> SubspaceStack:
    """What the default method proposes with ours; clusters of neighbouring directions with TopK."""
    if isinstance(ae, TopKAutoencoder):
        return SubspaceStack(topk_clusters(ae, SUBSPACES))
    words = Words.of(wide_text(PLACE), SAMPLES)
    samples = Samples(open_activations(x), SAMPLES, SAMPLES, ae.mean, words=words)
    chance = random_subspaces(CONTROLS, x.shape[1], seed)
    proposed = METHODS["grouped"].propose(ae, samples, SUBSPACES, chance, seed, silent)
    return SubspaceStack(proposed.subspaces)


def kept(name: str, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What is in a file of the work folder, worked out if there is none."""
    file = PLACE.folder / "stability" / f"{name}.json"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(work()))
    return json.loads(file.read_text())


def latents(name: str, steps: int) -> FoundAgain:
    """How many latents another seed finds again."""

    def work() -> dict[str, Any]:
        x = rows()
        return vars(latent_stability(*(trained(name, steps, seed, x) for seed in SEEDS)))

    return FoundAgain(**kept(f"{name}-{steps}-latents", work))


def twins(name: str, steps: int) -> dict[str, float]:
    """How alike the latents of one run are: matched as above, none with itself.

    Where a run has many copies of a latent, another run matches well however it was trained.
    """

    def work() -> dict[str, Any]:
        ae = trained(name, steps, SEEDS[0], rows())
        if isinstance(ae, TopKAutoencoder):
            decoder = torch.nn.functional.normalize(ae.decoder.detach().float())
            cosines = decoder @ decoder.T
        else:
            cosines = latent_cosines(ae, ae, TILE).abs()
        cosines = cosines.fill_diagonal_(-1).double().numpy()
        best = cosines[linear_sum_assignment(cosines, maximize=True)]
        return {"mean": float(best.mean()), "share": float((best >= SHARED_LATENT).mean())}

    return kept(f"{name}-{steps}-twins", work)


def found(name: str, steps: int) -> dict[str, Any]:
    """How many subspaces another seed finds again, and of those with two dimensions or more."""

    def work() -> dict[str, Any]:
        x = rows()
        first, second = (subspaces(trained(name, steps, seed, x), x, seed) for seed in SEEDS)
        several = first.ranks >= 2
        manifolds = SubspaceStack(first.bases[several])
        return {
            "all": vars(subspace_stability(first, second)),
            "manifolds": vars(subspace_stability(manifolds, second)) if several.any() else None,
            "count": len(first),
            "rank": float(first.ranks.float().mean()),
        }

    return kept(f"{name}-{steps}-subspaces", work)


def told(many: dict[str, Any]) -> str:
    """The cells on subspaces."""
    spaces, several = FoundAgain(**many["all"]), many["manifolds"]
    more = f"{several['share']:.2f} ({several['random_share']:.2f})" if several else "none"
    share = f"{spaces.share:.2f} ({spaces.random_share:.2f})"
    return f"{many['count']} | {many['rank']:.1f} | {share} | {more}"


def main() -> str:
    """The table as markdown."""
    lines = [
        "| autoencoder | steps | latents: mean cosine (chance) | above 0.7 (chance) | "
        "same run: mean cosine | same run: above 0.7 | beyond the same run | subspaces | mean rank "
        "| found again (chance) | of rank 2 and more |",
        "|---" * 11 + "|",
    ]
    for name in TRAINING:
        for steps in LENGTHS:
            one, same = latents(name, steps), twins(name, steps)
            spaces = told(found(name, steps))
            lines.append(
                f"| {name} | {steps} | {one.mean:.2f} ({one.random_mean:.2f}) | "
                f"{one.share:.2f} ({one.random_share:.2f}) | {same['mean']:.2f} | "
                f"{same['share']:.2f} | {one.share - same['share']:.2f} | {spaces} |"
            )
    said = (
        f"{PLACE}, {TOKENS:,} tokens of wide text; "
        f"{EXPANSION}x, {BATCH:,} tokens a step; two seeds that share neither start nor batches. "
        "Latents are matched one to one (Hungarian) by the cosine of their symmetric forms, "
        "TopK's by that of their decoder rows; a subspace is found again if ‖UᵀV‖² over the "
        "larger rank is at least 0.8 with some subspace of the other run. Chance: latents of two "
        "autoencoders that were not trained, random subspaces of the same ranks. Same run: the "
        "latents of the first run matched with its other ones, a floor that copies would reach."
    )
    return "\n".join(lines) + "\n\n" + said


if __name__ == "__main__":
    print(main())
