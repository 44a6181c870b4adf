"""The units that probing compares: latents of ours and of TopK, composites, subspaces, chance.

All of one place are trained on the same unlabelled text, once, and kept in the work folder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from benchmarks.probe_sets import LAYERS, PACKAGE, WORK, Place, model
from quadric import BilinearAutoencoder, TopKAutoencoder, find_manifolds
from quadric.activations import ActivationStore, CollectSettings, collect
from quadric.autoencoders.inputs import unit_rows
from quadric.manifolds.candidates import candidates
from quadric.manifolds.projecting import activity
from quadric.text import documents
from quadric.training.folder import load_run
from quadric.training.loop import train
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource

TOKENS = 160_000
"""Activations of wide text that everything is trained on."""
SIZES: dict[str, Any] = {"expansion": 2, "steps": 300, "batch": 1024}
RARE_CHECKS: dict[str, Any] = {
    "checkpoint_every": 50,
    "heldout_every": 300,
    "heldout_tokens": 4096,
}
"""Few checkpoints and held-out errors: they take time, and the weights do not depend on them."""
OURS = TrainSettings(**SIZES, **RARE_CHECKS)
TOPK = TrainSettings(**SIZES, **RARE_CHECKS, kind="topk", k=32, centred=False, lr=0.05)
"""With momentum, far fewer dead latents than at 0.2 without, at about the same held-out error;
Adam at 0.001 and 0.004 had a higher error after 100 steps."""
VARIANTS = {
    "not centred": replace(OURS, centred=False),
    "lifted": replace(OURS, bias=True),
    "4x": replace(OURS, expansion=4),
    "three times as long": replace(OURS, steps=900),
}
"""Other trainings, tried on the half of the sets that is for tuning."""
MANIFOLDS = 200
"""Composites, and subspaces that the default method finds."""
FIND_SAMPLES = 32_768
"""Samples that it looks at."""
COORDINATES = 3
"""Of a subspace, the first ones: it counts as so many units."""

CONTENDERS = (
    "our latents",
    "our latents, absolute",
    "our latents' eigenvectors",
    "composites' strengths",
    "found subspaces",
    "random subspaces",
    "TopK latents",
    "PCA",
    "random directions",
)
VARIANT_NAMES = tuple(
    f"{what}, {name}" for name in VARIANTS for what in ("our latents", "eigenvectors")
)

Units = Callable[[Tensor], Tensor]
"""Activations [n, d] -> units [n, u], or [n, u, 3] where a unit has three coordinates."""


def wide_text(place: Place) -> ActivationStore:
    """Activations of the package's own text, without labels, all layers of a model in one pass."""
    folder = WORK / place.model / "acts"
    if not (folder / "names").exists():
        network, tokenizer = model(place.model)
        settings = CollectSettings(
            layers=LAYERS[place.model],
            tokens=TOKENS,
            model=place.model,
            text=PACKAGE,
            seed=0,
            dtype=torch.bfloat16,
        )
        stores = collect(network, tokenizer, documents(PACKAGE, seed=0), folder, settings)
        (folder / "names").write_text("\n".join(store.folder.name for store in stores))
    names = (folder / "names").read_text().splitlines()
    return ActivationStore(folder / names[LAYERS[place.model].index(place.layer)])


def trained(name: str, settings: TrainSettings, place: Place) -> Any:
    """An autoencoder of wide text, trained once and continued if it was stopped."""
    folder = place.folder / name
    if not (folder / "done").exists():
        train(RowSource(wide_text(place), settings, "wide text"), settings, folder, resume=True)
        (folder / "done").touch()
    return load_run(folder).requires_grad_(False)


def subspaces(ae: BilinearAutoencoder, place: Place) -> Tensor:
    """Bases [c, d, 3] of what the default method finds, kept in a file; zeros beyond the rank."""
    file = place.folder / "subspaces.safetensors"
    if not file.exists():
        asked: dict[str, Any] = {"candidates": MANIFOLDS, "controls": 4, "points": 1024}
        asked |= {"directions": True, "samples": FIND_SAMPLES}
        found = find_manifolds(ae, wide_text(place), MANIFOLDS, **asked)
        bases = torch.zeros(len(found), ae.config.d_in, COORDINATES)
        for i, manifold in enumerate(found):
            basis = manifold.subspace[:, :COORDINATES]
            bases[i, :, : basis.shape[1]] = torch.as_tensor(basis)
        save_file({"bases": bases}, file)
    return load_file(file)["bases"]


def like(bases: Tensor) -> Tensor:
    """Random subspaces, as many and of the same ranks."""
    drawn = torch.linalg.qr(torch.randn(bases.shape, generator=_drawn())).Q
    return drawn * (bases.norm(dim=1, keepdim=True) > 0)


def directions(ae: BilinearAutoencoder) -> Tensor:
    """Both eigenvectors of every latent, l̂ + r̂ and l̂ − r̂ at norm one: [2 n_latents, d]."""
    left, right = (torch.nn.functional.normalize(side.float()) for side in (ae.left, ae.right))
    return torch.nn.functional.normalize(torch.cat([left + right, left - right]))


def contenders(place: Place) -> dict[str, Units]:
    """What is compared, by name; random directions are as many as the autoencoders' latents."""
    ours, topk = trained("ours", OURS, place), trained("topk", TOPK, place)
    assert isinstance(ours, BilinearAutoencoder)
    assert isinstance(topk, TopKAutoencoder)
    text = wide_text(place)[:]
    sample = unit_rows(text, text.shape[1], torch.float32)[0]
    mean = sample.mean(0)
    axes = torch.linalg.eigh((sample - mean).T @ (sample - mean))[1].flip(1)
    draw = torch.randn(len(mean), ours.config.n_latents, generator=_drawn())

    def unit(x: Tensor) -> Tensor:
        return ours.normalize(x)[0]

    def plain(x: Tensor) -> Tensor:
        return unit_rows(x, x.shape[1], torch.float32)[0] - mean

    strength = activity(ours, candidates(ours)[:MANIFOLDS].members)
    found, lines = cache(lambda: subspaces(ours, place)), directions(ours)
    chance = cache(lambda: like(found()))
    units: list[Units] = [
        ours.encode,
        lambda x: ours.encode(x).abs(),
        lambda x: unit(x) @ lines.T,
        lambda x: strength(unit(x)).T,
        lambda x: torch.einsum("nd,cdk->nck", unit(x), found()),
        lambda x: torch.einsum("nd,cdk->nck", plain(x), chance()),
        topk.encode,
        lambda x: plain(x) @ axes,
        lambda x: plain(x) @ draw,
    ]
    return dict(zip(CONTENDERS, units, strict=True))


def variants(place: Place) -> dict[str, Units]:
    """Latents of other trainings, and their eigenvectors, for the half that is for tuning."""
    found: dict[str, Units] = {}
    for name, settings in VARIANTS.items():
        ae = trained(name, settings, place)
        lines = directions(ae)[:, : wide_text(place).d]
        found[f"our latents, {name}"] = ae.encode
        found[f"eigenvectors, {name}"] = lambda x, ae=ae, lines=lines: ae.normalize(x)[0] @ lines.T
    return found


def _drawn() -> torch.Generator:
    return torch.Generator().manual_seed(0)


def described() -> str:
    """What the units are made of."""
    sizes = "{expansion}x, {steps} steps of {batch:,}".format(**SIZES)
    return (
        f"The autoencoders read {TOKENS:,} tokens of `{PACKAGE}` without labels, {sizes}; as many "
        f"random directions as latents; at most {MANIFOLDS} composites, and subspaces "
        f"that the default method finds on {FIND_SAMPLES:,} samples, of which the first "
        f"{COORDINATES} coordinates count; random subspaces are as many, of the same ranks."
    )
