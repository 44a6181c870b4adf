"""Which recipe learns real activations fastest: error against time, and what it is good for.

Run `python -m benchmarks recipes`: SmolLM2's layer 15 over the State of the Union speeches. Every
recipe trains the same autoencoder, as many steps as a budget of minutes allows it: the seconds of a
step are measured for all recipes in turn, in CPU time of one thread, so that what else the machine
does matters little. What the default finder makes of the recipes that come near is then held
against classes of tokens known beforehand, and against what it makes of a second seed. Finished
runs are kept in the user's cache folder and not trained again; `python -m benchmarks.recipes 1`
does one budget alone.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from benchmarks.training import CACHE, activations
from benchmarks.variants import MIDDLE, TEST, TRAIN, figures
from quadric.autoencoders import BilinearAutoencoder
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource
from quadric.training.trainer import Trainer

IMAGES = Path(__file__).parent.parent / "docs" / "images"
KEPT = CACHE / "recipes"
ROUNDS, POINTS = 5, 16
BASE = TrainSettings(heldout_tokens=4096)
DEFAULT, OLD = "default", "old (Muon 0.4, no momentum, float32)"
FROM_DATA, ADAM = "from data", "Adam 0.003"
PAPERS: dict[str, Any] = {"momentum": 0.0, "orthogonalisation": "newton-schulz", "lr_warmup": 0.0}
RECIPES: dict[str, dict[str, Any]] = {
    DEFAULT: {},
    OLD: PAPERS | {"lr": 0.4, "cooldown": 0.5, "precision": "float32"},
    "Muon 0.05": {"lr": 0.05},
    "Muon 0.1": {"lr": 0.1},
    "Muon 0.2": {"lr": 0.2},
    FROM_DATA: {"from_data": True},
    ADAM: {"optimizer": "adam", "lr": 0.003},
    "Adam 0.01": {"optimizer": "adam", "lr": 0.01},
}
"""What each changes of the default, whose rate follows from the steps."""
NEAREST = (DEFAULT, FROM_DATA, ADAM)
"""Those that came near the default in one minute, or cost less a step."""
RUNS: list[tuple[float, str, tuple[str, ...]]] = [
    (1, "mixed", tuple(RECIPES)),
    (1, "vanilla", (DEFAULT, OLD, FROM_DATA, ADAM)),
    (2, "mixed", (OLD,)),
    (5, "mixed", NEAREST),
    (5, "vanilla", NEAREST),
    (30, "mixed", (DEFAULT,)),
    (30, "vanilla", (DEFAULT,)),
    (30, "mixed", (ADAM,)),
]
"""Minutes of one thread, and which recipes get them."""
BUDGETS = (1, 2, 5)
"""Budgets of the table; `python -m benchmarks.recipes 30` adds an hour and a half."""
JUDGED: list[tuple[float, str, str, tuple[int, ...]]] = [
    (1, "mixed", DEFAULT, (0, 1)),
    (1, "mixed", OLD, (0,)),
    (1, "mixed", FROM_DATA, (0, 1)),
    (1, "mixed", ADAM, (0,)),
    (1, "vanilla", DEFAULT, (0,)),
    (1, "vanilla", FROM_DATA, (0,)),
    (1, "vanilla", ADAM, (0,)),
    (5, "mixed", DEFAULT, (0,)),
    (5, "mixed", FROM_DATA, (0,)),
    (5, "mixed", ADAM, (0,)),
]
"""Whose manifolds are held against known concepts; what another seed finds again needs two."""
PANELS = (("mixed", (1,)), ("mixed", (5, 30)), ("vanilla", (1, 5, 30)))
"""What the plot shows."""
KINDS = ("mixed", "vanilla")


def settings_of(kind: str, name: str, steps: int, seed: int = 0) -> TrainSettings:
    """The settings of a recipe for a number of steps."""
    changes = {key: value for key, value in RECIPES[name].items() if key != "from_data"}
    return replace(BASE, kind=kind, steps=steps, seed=seed, **changes)


def trainer_of(kind: str, name: str, steps: int, source: RowSource, seed: int = 0) -> Trainer:
    """A trainer before its first step, its mean known."""
    trainer = Trainer(settings_of(kind, name, steps, seed), source.d)
    model = trainer.model
    assert isinstance(model, BilinearAutoencoder)
    model.set_mean(source.mean())
    if RECIPES[name].get("from_data"):
        start_from_data(model, source)
    return trainer


@torch.no_grad()
def start_from_data(model: BilinearAutoencoder, source: RowSource) -> None:
    """Let every latent begin as the square of one sample's direction, as large as it was."""
    with closing(source.batches(0)) as batches:
        rows = torch.cat([next(batches) for _ in range(2)])[: len(model.left)]
    unit, _ = model.normalize(rows)
    for factor in (model.left, model.right):
        factor.copy_(unit * factor.norm(dim=1, keepdim=True))


def step_seconds(source: RowSource, kind: str) -> dict[str, float]:
    """Seconds of a step of every recipe: the median over rounds in which all take turns."""
    kept = KEPT / f"{kind}-seconds.json"
    if kept.exists():
        return json.loads(kept.read_text())
    trainers = {name: trainer_of(kind, name, 100, source) for name in RECIPES}
    spent: dict[str, list[float]] = {name: [] for name in RECIPES}
    with closing(source.batches(0)) as batches:
        for turn in range(ROUNDS + 1):
            x = next(batches)
            for name, trainer in trainers.items():
                begun = time.process_time()
                trainer.step(x)
                if turn:
                    spent[name].append(time.process_time() - begun)
    found = {name: statistics.median(times) for name, times in spent.items()}
    kept.write_text(json.dumps(found))
    return found


def kept_at(kind: str, name: str, minutes: float, seed: int) -> Path:
    """Where a run's figures are; beside them a folder of the same name with its autoencoder."""
    return KEPT / f"{kind}-{minutes:g}-{name}-{seed}.json"


def run(
    source: RowSource, kind: str, name: str, minutes: float, seconds: float, seed: int = 0
) -> dict[str, Any]:
    """Held-out errors of one run, and the batch errors after the first 5% of its steps."""
    kept = kept_at(kind, name, minutes, seed)
    if kept.exists():
        return json.loads(kept.read_text())
    steps = round(60 * minutes / seconds)
    trainer = trainer_of(kind, name, steps, source, seed)
    every, held, errors = max(1, steps // POINTS), [], []
    with closing(source.batches(0)) as batches:
        for step in range(steps):
            if step % every == 0:
                held.append((step, _heldout(trainer, source)))
            errors.append(trainer.step(next(batches)).error)
    held.append((steps, _heldout(trainer, source)))
    late = errors[steps // 20 :]
    found = {"held": held, "worst": max(late), "above": sum(e > 1 for e in late), "steps": steps}
    trainer.model.save_pretrained(kept.with_suffix(""))
    kept.write_text(json.dumps(found))
    print(kind, minutes, name, seed, found["worst"], held[-1], flush=True)
    return found


def _heldout(trainer: Trainer, source: RowSource) -> float:
    measured = trainer.measure(source)
    assert measured is not None
    return measured.error


def judge(
    source: RowSource, kind: str, name: str, minutes: float, seconds: float, seeds: tuple[int, ...]
) -> dict[str, list[float]]:
    """What the finders make of a recipe's autoencoders."""
    kept = kept_at(kind, name, minutes, seeds[0]).with_suffix(".judged.json")
    if kept.exists():
        return json.loads(kept.read_text())
    models = []
    for seed in seeds:
        run(source, kind, name, minutes, seconds, seed)
        folder = kept_at(kind, name, minutes, seed).with_suffix("")
        models.append(BilinearAutoencoder.from_pretrained(folder))
    found = figures(models, MIDDLE)
    kept.write_text(json.dumps(found))
    print(kind, minutes, name, json.dumps(found), flush=True)
    return found


def main(budgets: tuple[float, ...] = BUDGETS) -> str:
    """Train by every recipe, plot, and return the tables."""
    torch.set_num_threads(1)
    KEPT.mkdir(parents=True, exist_ok=True)
    source = RowSource(activations(), BASE)
    found: dict[tuple[str, float, str], dict[str, Any]] = {}
    seconds = {kind: step_seconds(source, kind) for kind in KINDS}
    for minutes, kind, names in RUNS:
        for name in names if minutes in budgets else ():
            one = run(source, kind, name, minutes, seconds[kind][name])
            times = {"seconds": seconds[kind][name], "default": seconds[kind][DEFAULT]}
            found[kind, minutes, name] = one | times
    plot(found, IMAGES / "recipes.png")
    judged = {
        (kind, minutes, name): judge(source, kind, name, minutes, seconds[kind][name], seeds)
        for minutes, kind, name, seeds in JUDGED
        if minutes in budgets
    }
    return f"{table(found)}\n\n{concepts_table(judged)}"


def concepts_table(judged: dict[tuple[str, float, str], dict[str, list[float]]]) -> str:
    """A row a recipe: what the default finder makes of its autoencoders, means over seeds."""
    rows = [
        f"What the default finder makes of them: {TRAIN:,} tokens, tested on {TEST:,} others, as "
        "in `variants`; found again by another seed, where two were trained.",
        "",
        "| kind | minutes | recipe | F1 | order | purity of names | subspaces found again "
        "| samples found again |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for (kind, minutes, name), one in judged.items():
        cells = [
            f"{statistics.mean(one[key]):.2f}" if (key := f"grouped {figure}") in one else ""
            for figure in ("f1", "order", "purity", "again", "samples")
        ]
        rows.append(f"| {kind} | {minutes:g} | {name} | {' | '.join(cells)} |")
    return "\n".join(rows)


def table(found: dict[tuple[str, float, str], dict[str, Any]]) -> str:
    """A row a run: its steps, how it ended, its worst batch, and the time of a step."""
    rows = [
        "| kind | minutes | recipe | steps | held-out error | largest batch error after 5% "
        "| steps above 1 | time of a step |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for (kind, minutes, name), one in found.items():
        step = one["seconds"] / one["default"]
        rows.append(
            f"| {kind} | {minutes:g} | {name} | {one['steps']} | {one['held'][-1][1]:.4f} "
            f"| {one['worst']:.2f} | {one['above']} | {step:.2f} |"
        )
    return "\n".join(
        [
            f"SmolLM2, layer 15, {BASE.expansion:g}x, {BASE.batch:,} tokens a step, centred; "
            "minutes of CPU time on one thread, which the seconds of a step times the number of "
            "steps are; the time of a step is relative to the default's.",
            "",
            *rows,
            "",
            "![Error against time](images/recipes.png)",
        ]
    )


def plot(found: dict[tuple[str, float, str], dict[str, Any]], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.6 * len(PANELS), 4.2), layout="constrained")
    axes = figure.subplots(1, len(PANELS), squeeze=False, sharey=True)[0]
    colours = {name: f"C{i}" for i, name in enumerate(RECIPES)}
    for axis, (kind, budgets) in zip(axes, PANELS, strict=True):
        for (which, minutes, name), one in found.items():
            if which != kind or minutes not in budgets:
                continue
            steps, errors = zip(*one["held"], strict=True)
            times = [step * one["seconds"] for step in steps]
            wide = 2.4 if name == DEFAULT else 1.1
            axis.plot(times, errors, lw=wide, color=colours[name], label=name)
        trained = {minutes for which, minutes, _ in found if which == kind}
        title = " and ".join(f"{minutes:g}" for minutes in budgets if minutes in trained)
        axis.set(title=f"{kind}, {title} min", xlabel="seconds of CPU, one thread")
        axis.set(ylim=(0.4, 1.45))
        axis.axhline(1, color="0.6", lw=0.8, ls=":")
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("held-out error")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    print(main(tuple(float(word) for word in sys.argv[1:]) or BUDGETS))
