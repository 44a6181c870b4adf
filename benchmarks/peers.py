"""Other packages' autoencoders beside ours: speed, error, probing and known classes of tokens.

Run `python -m benchmarks peers --write` after `probing`. SAELens and dictionary_learning are put
into an environment of this benchmark's own (they are no dependencies), which borrows torch from the
one that runs it. Each trains on the activations that ours are trained on, with as many latents,
steps and tokens a step, at the best of a few learning rates by its own held-out error.
"""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from benchmarks.known_concepts import concepts
from benchmarks.peer_training import encode
from benchmarks.probe_sets import WORK, Place, ProbeSet, Result, described, measured
from benchmarks.probe_units import (
    OURS,
    SIZES,
    TOKENS,
    TOPK,
    Units,
    contenders,
    subspaces,
    trained,
    wide_text,
)
from benchmarks.probing import compared, error, probed
from benchmarks.recovery import topk_clusters
from quadric import TopKAutoencoder
from quadric.autoencoders.inputs import unit_rows
from quadric.manifolds.concepts import Concept, carried, f1_at
from quadric.manifolds.words import Words
from quadric.training.loop import train
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource

PLACE = Place()
PACKAGES = {"SAELens": "sae-lens==6.54.12", "dictionary_learning": "dictionary-learning==0.1.0"}
PEERS = ("SAELens, TopK", "dictionary_learning, TopK", "SAELens, matryoshka")
RATES = (1e-3, 4e-3)
RATE_STEPS = 30
"""Steps after which a learning rate is judged."""
TIMED_ROUNDS, TIMED_STEPS = 1, 8
"""Speed is the best of so many rounds of so many steps, everybody in turn."""
CLUSTERS = 150
EXACT_UNITS = 8
"""Units whose F1 is computed exactly: those that differ most inside a class and outside."""


def environment() -> Path:
    """The Python of an environment with the other packages, made at the first call."""
    folder = WORK / "peers-environment"
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        venv.create(folder, with_pip=True)
        (own,) = (folder / "lib").glob("python*/site-packages")
        # Torch and what else is here already is borrowed.
        (own / "borrowed.pth").write_text("\n".join(site.getsitepackages()))
        pip = [python, "-m", "pip", "install", "-q"]
        same = f"torch=={torch.__version__.split('+')[0]}"
        subprocess.run([*pip, PACKAGES["SAELens"], same], check=True)
        # Its other requirements belong to parts that are not used, and contradict SAELens'.
        subprocess.run([*pip, "--no-deps", PACKAGES["dictionary_learning"], "einops"], check=True)
        (folder / "ready").touch()
    return python


def rows_file() -> Path:
    """The activations at norm one, for the other environment."""
    file = PLACE.folder / "rows.safetensors"
    if not file.exists():
        text = wide_text(PLACE)[:]
        save_file({"x": unit_rows(text, text.shape[1], torch.float32)[0]}, file)
    return file


def peer_trained(name: str, rates: Sequence[float], steps: int, out: Path) -> dict[str, Any]:
    """Train a peer in the other environment, once; its figures."""
    if not out.with_suffix(".json").exists():
        package, kind = name.split(", ")
        ours = trained("ours", OURS, PLACE)
        job = {
            "package": package,
            "kind": kind,
            "rows": str(rows_file().resolve()),
            "out": str(out.resolve()),
            "n_latents": ours.config.n_latents,
            "k": TOPK.k,
            "steps": steps,
            "batch": SIZES["batch"],
            "rates": list(rates),
            "short": RATE_STEPS,
            "seed": 0,
        }
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(json.dumps(job))
            file.flush()
            here = Path(__file__).resolve().parent.parent
            paths = os.pathsep.join([str(here), str(here / "src")])
            command = [str(environment()), "-m", "benchmarks.peer_training", file.name]
            done = subprocess.run(
                command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True
            )
        if done.returncode:
            raise RuntimeError(f"{name} did not train:\n{done.stderr[-3000:]}")
    return json.loads(out.with_suffix(".json").read_text())


def peer(name: str) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """A peer's weights and figures, at the rate with the lowest held-out error."""
    file = PLACE.folder / "peers" / f"{name}.safetensors"
    figures = peer_trained(name, RATES, SIZES["steps"], file)
    return load_file(file), figures


def peer_units(name: str) -> Units:
    """A peer's latents."""
    weights, figures = peer(name)

    def units(x: Tensor) -> Tensor:
        return encode(weights, figures["k"], unit_rows(x, x.shape[1], torch.float32)[0])

    return units


def probing() -> list[Result]:
    """The probing figures on the final half, beside those that `probing` keeps."""
    names = ["our latents", "TopK latents", *PEERS]
    known = cache(lambda: contenders(PLACE))
    units = cache(lambda name: peer_units(name) if name in PEERS else known()[name])

    def work(name: str, one: ProbeSet) -> dict[str, float]:
        return probed(one, units(name))

    return measured("binary", "test", PLACE, "probed", names, work)


def our_speed(settings: TrainSettings) -> float:
    """Tokens a second of our training, the median step."""
    settings = replace(settings, steps=TIMED_STEPS, heldout=0.0, checkpoint_every=1000)
    marks: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        source = RowSource(wide_text(PLACE), settings)
        train(source, settings, folder, progress=lambda *_: marks.append(time.process_time()))
    return settings.batch / float(np.median(np.diff(marks)))


def speeds() -> dict[str, float]:
    """Tokens a second of everybody, the best of interleaved rounds, each kept once taken."""
    file = PLACE.folder / "peers" / "speed.json"
    found: dict[str, list[float]] = json.loads(file.read_text()) if file.exists() else {}
    for taken in range(TIMED_ROUNDS):
        for name in ("our latents", "TopK latents", *PEERS):
            values = found.setdefault(name, [])
            if len(values) <= taken:
                values.append(speed(name))
                file.write_text(json.dumps(found))
    return {name: max(values) for name, values in found.items()}


def speed(name: str) -> float:
    """Tokens a second of a few steps."""
    if name not in PEERS:
        return our_speed(TOPK if name == "TopK latents" else OURS)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "timed.safetensors"
        return peer_trained(name, [peer(name)[1]["rate"]], TIMED_STEPS, out)["tokens a second"]


def best_f1(strength: np.ndarray, split: int, mine: Concept, theirs: Concept) -> tuple[float, int]:
    """F1 on later text of the unit and threshold that are best on the text before, and the unit."""
    before, after = strength[:, :split], strength[:, split:]
    inside, outside = before[:, mine.member].mean(1), before[:, ~mine.member].mean(1)
    gap = (inside - outside) / np.maximum(before.std(1), 1e-9)
    best = (0.0, 0, 0.0)
    for unit in np.argsort(-gap)[:EXACT_UNITS]:
        order = np.argsort(-before[unit], kind="stable")
        hits = np.cumsum(mine.member[order])
        f1 = 2 * hits / (np.arange(1, split + 1) + mine.member.sum())
        if f1.max() > best[0]:
            best = float(f1.max()), int(unit), float(before[unit, order[f1.argmax()]])
    return f1_at(after[best[1]], theirs.member, best[2]), best[1]


def known_classes(units: Units, bases: Tensor) -> dict[str, float]:
    """Mean F1 of the best unit and of the best subspace over the classes, and the order in it."""
    store = wide_text(PLACE)
    n, split = len(store), 2 * len(store) // 3
    words = Words.of(store, n)
    windows = store.windows(torch.arange(n), before=3, after=0).numpy()
    mine, theirs = (
        concepts(words.vocab, windows[part]) for part in (slice(split), slice(split, n))
    )
    x = load_file(rows_file())["x"]
    with torch.no_grad():
        parts = [units(x[at : at + 8192]).abs() for at in range(0, n, 8192)]
    strength = torch.cat(parts).T.contiguous().numpy()
    pairs = [
        p for p in zip(mine, theirs, strict=True) if p[0].member.sum() >= 20 <= p[1].member.sum()
    ]
    found = {"F1": float(np.mean([best_f1(strength, split, *pair)[0] for pair in pairs]))}
    points = torch.einsum("nd,cdk->cnk", x - x.mean(0), bases.float()).numpy()
    norms, f1, order = np.linalg.norm(points, axis=2), [], []
    for one, other in pairs:
        value, unit = best_f1(norms, split, one, other)
        f1.append(value)
        if one.order is not None:
            places = points[unit, :split], points[unit, split:]
            order.append(carried(*places, one, other)[2])
    return found | {"clusters' F1": float(np.mean(f1)), "order": float(np.mean(order))}


def classes_of(name: str) -> dict[str, float]:
    """The known classes' figures of one contender, kept in a file."""
    file = PLACE.folder / "peers" / f"{name} classes.json"
    if not file.exists():
        if name in PEERS:
            weights, _ = peer(name)
            shell = TopKAutoencoder.sized(weights["decoder"].shape[1], 1, 1)
            shell.decoder.data = weights["decoder"]
            found = known_classes(peer_units(name), topk_clusters(shell, CLUSTERS))
        elif name == "TopK latents":
            topk = trained("topk", TOPK, PLACE)
            found = known_classes(topk.encode, topk_clusters(topk, CLUSTERS))
        else:
            ours = trained("ours", OURS, PLACE)
            found = known_classes(ours.encode, subspaces(ours, PLACE)[:CLUSTERS])
        file.write_text(json.dumps(found))
    return json.loads(file.read_text())


def error_of(name: str) -> float:
    """The held-out ‖x − x̂‖² of a TopK autoencoder, on the rows that no peer was trained on."""
    if name in PEERS:
        return peer(name)[1]["error"]
    x = load_file(rows_file())["x"]
    return float(trained("topk", TOPK, PLACE).input_errors(x[-(len(x) // 20) :]).mean())


def main() -> str:
    """The table as markdown."""
    results, fast = probing(), speeds()
    keys = [f"deviation|{k}" for k in (1, 5, 16)]
    lines = [
        "| latents | tokens a second, against ours | held-out ‖x − x̂‖² | AUC, 1 unit | 5 units "
        "| 16 units | F1 of the best latent | of the best subspace | order in it |",
        "|---" * 9 + "|",
    ]
    for name in ("our latents", "TopK latents", *PEERS):
        cells = [f"{fast[name] / fast['our latents']:.2f}×"]
        cells.append(f"{error_of(name):.3f}" if name != "our latents" else "")
        for key in keys:
            values = [one.figures[name][key] for one in results]
            cells.append(f"{np.mean(values):.3f} ± {error(values):.3f}")
        classes = classes_of(name)
        cells += [f"{classes[key]:.2f}" for key in ("F1", "clusters' F1", "order")]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    told = "".join(f"{compared(results, 'our latents', name)}, {PLACE}\n" for name in PEERS)
    chosen = ", ".join(f"{name} {peer(name)[1]['rate']:g}" for name in PEERS)
    said = (
        f"{PLACE}; {TOKENS:,} tokens of wide text, {SIZES['steps']} steps of {SIZES['batch']:,}, "
        f"as many latents each, {TOPK.k} active (matryoshka: on average, with the package's "
        "threshold); tokens a second of CPU time, ours at its default precision. Versions: "
        f"{', '.join(PACKAGES.values())}; rates by held-out error after {RATE_STEPS} steps, of "
        f"{', '.join(f'{rate:g}' for rate in RATES)}: {chosen}. Subspaces are "
        "what our default method finds, and the clusters of neighbouring decoder directions of "
        "the others; classes of tokens as in known_concepts, chosen on the first two thirds of "
        f"the text and measured on the last. {described('binary', 'test', results)}"
    )
    return "\n".join(lines) + f"\n\n{told}\n{said}"


if __name__ == "__main__":
    print(main(), file=sys.stdout)
