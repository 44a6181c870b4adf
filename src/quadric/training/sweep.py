"""Every combination of kinds, sizes, penalties, seeds and layers: trained once, skipped if done."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from quadric.distributed import Group
from quadric.files.stopping import Stop
from quadric.progress import Progress, silent, staged
from quadric.training.folder import read_record
from quadric.training.loop import train
from quadric.training.settings import TrainSettings
from quadric.training.sources import Source
from quadric.training.trainer import Diverged

__all__ = ["Combination", "combinations", "sweep", "table"]


@dataclass(frozen=True)
class Combination:
    """One run of a sweep."""

    settings: TrainSettings
    """What to train."""
    layer: str | None = None
    """On which layer; None where there is only one."""

    @property
    def name(self) -> str:
        """The run's folder: all that can be swept, so that a larger sweep finds what is done."""
        s = self.settings
        name = f"{s.kind}-x{s.expansion:g}-a{s.alpha:g}-s{s.seed}"
        if self.layer is None:
            return name
        at = f"l{self.layer}" if self.layer.isdecimal() else self.layer.replace(":", "-")
        return f"{at}-{name}"


def combinations(
    settings: TrainSettings,
    *,
    layers: Sequence[str | None] = (None,),
    kinds: Sequence[str],
    expansions: Sequence[float],
    alphas: Sequence[float],
    seeds: Sequence[int],
) -> list[Combination]:
    """Every combination, each refused with the reason if it is impossible, each once."""
    every = itertools.product(layers, kinds, expansions, alphas, seeds)
    found = [
        Combination(
            # The baseline knows no alpha: trained once for all of them.
            replace(
                settings,
                kind=kind,
                expansion=expansion,
                alpha=0 if kind == "topk" else alpha,
                seed=seed,
            ),
            layer,
        )
        for layer, kind, expansion, alpha, seed in every
    ]
    for one in found if len(found) > 1 else ():
        # Not hours later, when its turn comes.
        one.settings.check_mix()
    return list(dict.fromkeys(found))


def sweep(
    runs: Iterable[Combination],
    source: Callable[[Combination], Source],
    out: Path,
    *,
    overwrite: bool = False,
    log: Sequence[str] = (),
    stop: Stop | None = None,
    progress: Progress = silent,
    group: Group | None = None,
) -> dict[str, dict[str, Any]]:
    """Train each run into its folder in `out` and return their records by name.

    Finished runs are left as they are and stopped ones continued. A run that diverges is recorded
    as such and does not keep the others from being trained. The stages of `progress` are the runs.
    """
    records: dict[str, dict[str, Any]] = {}
    listed = list(runs)
    for number, run in enumerate(listed):
        folder = out / run.name
        stage = f"{run.name} ({number + 1} of {len(listed)})"
        try:
            records[run.name] = train(
                source(run),
                run.settings,
                folder,
                resume=True,
                overwrite=overwrite,
                log=log,
                stop=stop,
                progress=staged(stage, progress),
                group=group,
            )
        except Diverged as error:
            records[run.name] = {**(read_record(folder) or {}), "problem": str(error)}
    return records


def table(records: dict[str, dict[str, Any]]) -> str:
    """The held-out results of runs, a line each, as a markdown table."""
    rows: list[tuple[str, ...]] = [("run", "error", "density", "dead", "steps", "minutes")]
    for name, record in records.items():
        found = record.get("heldout")
        measured = (
            (record["status"], "", "")
            if found is None
            else (f"{found['error']:.4f}", f"{found['density']:.4f}", str(found["dead"]))
        )
        rows.append((name, *measured, str(record["step"]), f"{record['seconds'] / 60:.1f}"))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    rows.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        "| " + " | ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)) + " |"
        for row in rows
    )
