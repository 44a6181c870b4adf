"""`quadric train`: an autoencoder from a store, a file or a model, or a whole sweep of them."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from quadric.cli.options import Count, CountOrAll, Floats, Integers, Words, as_options, options
from quadric.cli.progress import group_progress, prints, status
from quadric.cli.train_sources import collected, is_model, live, stored
from quadric.training.settings import TrainSettings

if TYPE_CHECKING:
    from quadric.distributed import Group
    from quadric.files.stopping import Stop
    from quadric.training.sources import Source
    from quadric.training.sweep import Combination

__all__ = ["Train"]


SWEPT_SETTINGS = ("kind", "expansion", "alpha", "seed")
"""Settings that take a list, besides the layer."""
Settings: Any = options(
    "Settings",
    TrainSettings,
    {
        "kind": Words,
        "expansion": Floats,
        "alpha": Floats,
        "seed": Integers,
        "steps": Count,
        "batch": Count,
        "heldout_tokens": Count,
    },
    several=SWEPT_SETTINGS,
)
"""Every field of `TrainSettings` as an option."""


@dataclass(frozen=True, kw_only=True)
class Train(Settings):
    """Train an autoencoder on activations, or live on a model that reads text.

    Lists with commas (--kind, --expansion, --alpha, --seed, --layers) train every combination, one
    folder each, from one pass over the model; the same command again skips what is finished and
    continues what is not.

    Under torchrun the ranks train together: torchrun --nproc-per-node 2 -m quadric train ...

    Example: quadric train acts/ --kind mixed --out runs/mixed
    """

    source: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="SOURCE")]
    """A store, a .safetensors, .npy or .npz file, or a model (with --layer and --text)."""
    out: Path
    """The run's folder; with several runs, one folder a run in it."""
    minutes: float | None = None
    """Choose expansion and steps for this many minutes, by timing the first steps here."""
    seeds: int | None = None
    """Train this many seeds from --seed on, and say what another seed finds again."""
    resume: bool = False
    """Continue a run that was stopped or killed."""
    overwrite: bool = False
    """Replace a run that is there already."""
    log: Words | None = None
    """Where metrics go besides metrics.jsonl: tensorboard, wandb."""
    layer: Annotated[Words | None, tyro.conf.arg(aliases=["--layers"])] = None
    """The model's layer, or those of a folder of stores; several with commas."""
    text: str | None = None
    """With a model: the text that it reads, as for quadric collect."""
    tokens: CountOrAll = None
    """With a model and several runs: activations to collect; all takes what the steps use."""
    context: int = 256
    """With a model: tokens that it reads at once."""
    forward: int = 8
    """With a model: blocks of text in one forward."""
    column: str = "text"
    """With a model: the field with the text in JSONL, Parquet, CSV and data sets."""
    revision: str | None = None
    """With a model: its revision on the hub."""

    @classmethod
    def of(cls, settings: TrainSettings, **more: Any) -> Train:
        """The verb for one run with these settings."""
        given = settings.as_dict()
        return cls(**{**given, **{name: (given[name],) for name in SWEPT_SETTINGS}}, **more)

    def __call__(self) -> None:
        """Train one run, or all of a sweep."""
        from quadric.distributed import process_group
        from quadric.files.stopping import stoppable
        from quadric.training.loop import Stopped
        from quadric.training.metrics import LOGS
        from quadric.training.sweep import combinations

        for name in self.log or ():
            if name not in LOGS:
                raise ValueError(f"unknown --log {name}: choose from {', '.join(LOGS)}")
        runs = combinations(
            self._settings(),
            layers=self.layer or (None,),
            kinds=self.kind,
            expansions=self.expansion,
            alphas=self.alpha,
            seeds=self._seeds(),
        )
        if self.minutes is not None and (len(runs) > 1 or is_model(self)):
            raise ValueError(
                "--minutes sizes one run on activations that are there: collect a store first, and "
                "leave out lists and --seeds"
            )
        with stoppable() as stop, process_group() as group:
            try:
                if len(runs) == 1:
                    self._one(runs[0], stop, group)
                else:
                    self._many(runs, stop, group)
            except Stopped as stopped:
                if prints(group):
                    print(f"quadric: {as_options(str(stopped), self)}", file=sys.stderr)
                sys.exit(stopped.code)

    def _seeds(self) -> tuple[int, ...]:
        if self.seeds is None:
            return self.seed
        if self.seeds < 2:
            raise ValueError(f"--seeds {self.seeds}: two at least, to compare them")
        return tuple(range(self.seed[0], self.seed[0] + self.seeds))

    def _settings(self) -> TrainSettings:
        """Those of the first run."""
        listed = {name: getattr(self, name)[0] for name in SWEPT_SETTINGS}
        mine = {one.name: getattr(self, one.name) for one in fields(TrainSettings)}
        return TrainSettings(**{**mine, **listed})

    def _one(self, run: Combination, stop: Stop, group: Group | None) -> None:
        from quadric.training.loop import train

        source = (live if is_model(self) else stored)(self, run, group)
        settings = run.settings if self.minutes is None else self._within_minutes(run, source)
        with group_progress("training", settings.steps, "steps", group) as progress:
            record = train(
                source,
                settings,
                self.out,
                resume=self.resume,
                overwrite=self.overwrite,
                log=self.log or (),
                stop=stop,
                progress=progress,
                group=group,
            )
        if prints(group):
            print(f"{self.out}: {_result(record)}")

    def _within_minutes(self, run: Combination, source: Source) -> TrainSettings:
        """The size and steps for --minutes; those that it began with, for a run to continue."""
        from quadric.training.budget import fit_to_minutes
        from quadric.training.folder import read_record

        begun = read_record(self.out) if self.resume else None
        if begun is not None:
            return TrainSettings.from_dict(begun["settings"])
        assert self.minutes is not None
        with status("timing steps"):
            chosen = fit_to_minutes(self.minutes, run.settings, source)
        print(f"{self.minutes:g} minutes: {chosen.expansion:g}x latents, {chosen.steps} steps")
        return chosen

    def _many(self, runs: list[Combination], stop: Stop, group: Group | None) -> None:
        from quadric.training.sweep import sweep, table

        stores = (
            collected(self, self._settings(), stop, group) if is_model(self) else Path(self.source)
        )
        with group_progress("training", self.steps, "steps", group) as progress:
            records = sweep(
                runs,
                lambda run: stored(self, run, group, stores),
                self.out,
                overwrite=self.overwrite,
                log=self.log or (),
                stop=stop,
                progress=progress,
                group=group,
            )
        if prints(group):
            print(table(records))
            if self.seeds is not None:
                print(self._found_again(runs))
        problems = [f"{name}: {r['problem']}" for name, r in records.items() if "problem" in r]
        if problems:
            raise RuntimeError("; ".join(problems))

    def _found_again(self, runs: list[Combination]) -> str:
        """What the first seed of each set-up has in common with the others, beside chance."""
        from itertools import groupby

        from quadric.cli.seeds import compare_seeds
        from quadric.training.folder import load_run

        def same(run: Combination) -> tuple[Any, ...]:
            return (run.layer, replace(run.settings, seed=0))

        lines = []
        for _, group in groupby(sorted(runs, key=lambda run: str(same(run))), key=same):
            names = [run.name for run in group]
            found = [load_run(self.out / name) for name in names]
            lines += [f"{names[0]} and its other seeds:", *compare_seeds(found)]
            first, *others = (str(self.out / name) for name in names)
            lines.append(
                f"  manifolds: quadric find {first} ACTIVATIONS --seeds {' '.join(others)}"
            )
        return "\n".join(lines)


def _result(record: dict[str, Any]) -> str:
    found = record["heldout"]
    spent = f"{record['step']} steps in {record['seconds'] / 60:.1f} minutes"
    if found is None:
        return f"{spent}, nothing held out"
    return (
        f"held-out error {found['error']:.4f}, density {found['density']:.4f}, "
        f"dead latents {found['dead']}, {spent}\n{record['verdict']}"
    )
