"""Which recipe learns real activations fastest: error against time, with what is learnt beside it.

Run `python -m benchmarks recipes`: SmolLM2's layer 15 over the State of the Union speeches. Every
recipe trains the same autoencoder on the same rows. Time is the number of steps times the seconds
of a step, measured for all recipes in turn, so that what else the machine does meets all alike.
Errors of centred and uncentred runs are those of different inputs: only those of one kind compare.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from benchmarks.training import activations
from quadric.training.loop import train
from quadric.training.metrics import read_metrics
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource
from quadric.training.trainer import Trainer

IMAGES = Path(__file__).parent.parent / "docs" / "images"
STEPS, EVERY, ROUNDS = 240, 12, 5
BASE = TrainSettings(
    expansion=2,
    mix=1,
    steps=STEPS,
    batch=1024,
    centred=True,
    heldout_tokens=4096,
    heldout_every=EVERY,
    checkpoint_every=10_000,
)
OURS: dict[str, Any] = {
    "lr": 0.1,
    "momentum": 0.9,
    "orthogonalisation": "minimax",
    "lr_warmup": 0.05,
    "cooldown": 1.0,
}
RECIPES: dict[str, dict[str, Any]] = {
    "ours": OURS,
    "ours, five Newton-Schulz steps": OURS | {"orthogonalisation": "newton-schulz"},
    "ours, without momentum": OURS | {"momentum": 0.0},
    "ours at 0.05": OURS | {"lr": 0.05},
    "ours at 0.2": OURS | {"lr": 0.2},
    "before (Muon 0.4, no momentum)": {"lr": 0.4, "cooldown": 0.5},
    "Adam 0.003": {"optimizer": "adam", "lr": 0.003, "lr_warmup": 0.05, "cooldown": 1.0},
    "Adam 0.01": {"optimizer": "adam", "lr": 0.01, "lr_warmup": 0.05, "cooldown": 1.0},
}


def step_times(store: Any, kind: str) -> dict[str, float]:
    """Seconds of a step of every recipe: the median over rounds in which all take turns."""
    trainers = {}
    source = RowSource(store, BASE)
    for name, changes in RECIPES.items():
        trainers[name] = Trainer(replace(BASE, kind=kind, **changes), store.d)
        trainers[name].model.set_mean(source.mean())
    spent: dict[str, list[float]] = {name: [] for name in RECIPES}
    with closing(source.batches(0)) as batches:
        for turn in range(ROUNDS + 1):
            x = next(batches)
            for name, trainer in trainers.items():
                begun = time.perf_counter()
                trainer.step(x)
                if turn:
                    spent[name].append(time.perf_counter() - begun)
    return {name: statistics.median(times) for name, times in spent.items()}


def curve(store: Any, kind: str, changes: dict[str, Any]) -> dict[str, Any]:
    """Held-out errors of one run, and the largest batch error after the first 5% of its steps."""
    settings = replace(BASE, kind=kind, **changes)
    with tempfile.TemporaryDirectory() as folder:
        record = train(RowSource(store, settings), settings, Path(folder) / "run")
        lines = read_metrics(Path(folder) / "run")
    held = [(line["step"], line["heldout_error"]) for line in lines if "heldout_error" in line]
    worst = max(line["error"] for line in lines[STEPS // 20 :])
    return {"held": [*held, (STEPS, record["heldout"]["error"])], "worst": worst}


def main() -> str:
    """Train by every recipe, plot, and return the table."""
    store, found = activations(), {}
    for kind in ("mixed", "vanilla"):
        seconds = step_times(store, kind)
        for name, changes in RECIPES.items():
            found[kind, name] = {"seconds": seconds[name], **curve(store, kind, changes)}
            print(kind, name, json.dumps(found[kind, name]), flush=True)
    plot(found, IMAGES / "recipes.png")
    return table(found)


def table(found: dict[tuple[str, str], dict[str, Any]]) -> str:
    """A row a recipe: final error, worst batch, time, and when it had the old recipe's error."""
    rows = [
        "| kind | recipe | held-out error | largest batch error after 5% | time of a step "
        "| time to the old recipe's error |",
        "|---|---|---|---|---|---|",
    ]
    for kind in ("mixed", "vanilla"):
        before = found[kind, "before (Muon 0.4, no momentum)"]
        whole, target = STEPS * before["seconds"], before["held"][-1][1]
        for name in RECIPES:
            one = found[kind, name]
            reached = next((step for step, error in one["held"] if error <= target), None)
            ratio = "never" if reached is None else f"{reached * one['seconds'] / whole:.2f}"
            rows.append(
                f"| {kind} | {name} | {one['held'][-1][1]:.4f} | {one['worst']:.2f} "
                f"| {one['seconds'] / before['seconds']:.2f} | {ratio} |"
            )
    return "\n".join(
        [*rows, "", f"{torch.get_num_threads()} threads; times relative to the old recipe's."]
    )


def plot(found: dict[tuple[str, str], dict[str, Any]], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), layout="constrained")
    for axis, kind in zip(figure.subplots(1, 2), ("mixed", "vanilla"), strict=True):
        for name in RECIPES:
            one = found[kind, name]
            steps, errors = zip(*one["held"], strict=True)
            bold = 2.2 if name == "ours" else 1.0
            axis.plot([s * one["seconds"] for s in steps], errors, lw=bold, label=name)
        axis.set(title=kind, xlabel="seconds", ylabel="held-out error", ylim=(None, 1.05))
        axis.spines[["top", "right"]].set_visible(False)
    figure.axes[1].legend(fontsize=7, frameon=False)
    figure.savefig(path, dpi=140)


if __name__ == "__main__":
    print(main())
