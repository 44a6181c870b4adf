"""`quadric train`: an autoencoder from a store, a file or a model, or a whole sweep of them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from quadric.cli.counts import Count, CountOrAll
from quadric.cli.lists import Floats, Integers, Words
from quadric.cli.options import options
from quadric.cli.progress import progress, status
from quadric.progress import Progress, silent
from quadric.training.settings import TrainSettings

if TYPE_CHECKING:
    import torch

    from quadric.activations import CollectSettings
    from quadric.distributed import Group
    from quadric.files.stopping import Stop
    from quadric.training.sources import Source
    from quadric.training.sweep import Combination

__all__ = ["Train"]


SWEPT = ("kind", "expansion", "alpha", "seed")
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
    several=SWEPT,
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
    """A store, a .safetensors or .npy file of activations, or a model (with --layer and --text)."""
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
        return cls(**{**given, **{name: (given[name],) for name in SWEPT}}, **more)

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
        if self.minutes is not None and (len(runs) > 1 or self._is_model()):
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
                if _speaks(group):
                    print(f"quadric: {stopped}", file=sys.stderr)
                sys.exit(stopped.code)

    def _seeds(self) -> tuple[int, ...]:
        if self.seeds is None:
            return self.seed
        if self.seeds < 2:
            raise ValueError(f"--seeds {self.seeds}: two at least, to compare them")
        return tuple(range(self.seed[0], self.seed[0] + self.seeds))

    def _settings(self) -> TrainSettings:
        """Those of the first run."""
        listed = {name: getattr(self, name)[0] for name in SWEPT}
        mine = {one.name: getattr(self, one.name) for one in fields(TrainSettings)}
        return TrainSettings(**{**mine, **listed})

    def _one(self, run: Combination, stop: Stop, group: Group | None) -> None:
        from quadric.training.loop import train

        source = (self._live if self._is_model() else self._stored)(run, group)
        settings = run.settings if self.minutes is None else self._within_minutes(run, source)
        with _shown("training", settings.steps, "steps", group) as progress:
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
        if _speaks(group):
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

        stores = self._collected(stop, group) if self._is_model() else Path(self.source)
        with _shown("training", self.steps, "steps", group) as progress:
            records = sweep(
                runs,
                lambda run: self._stored(run, group, stores),
                self.out,
                overwrite=self.overwrite,
                log=self.log or (),
                stop=stop,
                progress=progress,
                group=group,
            )
        if _speaks(group):
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
        return "\n".join(lines)

    def _is_model(self) -> bool:
        path = Path(self.source)
        if path.suffix in (".npy", ".npz", ".safetensors"):
            if self.layer is not None:
                raise ValueError(
                    f"{self.source} is one layer's activations: leave --layer {self.layer[0]} out"
                )
            return False
        if path.is_file() and path.suffix in (".csv", ".tsv", ".parquet"):
            raise ValueError(
                f"{self.source} is a table: give activations as a .npy, .npz or .safetensors file"
            )
        if path.is_dir() and any((*path.glob("manifest.json"), *path.glob("*/manifest.json"))):
            return False
        if self.text is None:
            raise ValueError(
                f"no activations at {self.source}: give a store, a .safetensors or a .npy file, or "
                "for a model also --layer and --text"
            )
        if self.layer is None:
            raise ValueError(f"no layer of the model {self.source} given: say which with --layer")
        return True

    def _stored(self, run: Combination, group: Group | None, path: Path | None = None) -> Source:
        from quadric.activations import open_activations
        from quadric.training.sources import RowSource, layer_store

        path = Path(self.source) if path is None else path
        if run.layer is not None and path.is_dir():
            path = layer_store(path, run.layer)
        return RowSource(open_activations(path), run.settings, str(path), _share(group))

    def _model(
        self, settings: TrainSettings, group: Group | None
    ) -> tuple[Any, Any, CollectSettings]:
        """The model, its tokenizer, and how it reads."""
        from quadric.activations import CollectSettings
        from quadric.device import resolve_device
        from quadric.models import ModelSource, default_dtype, load

        device = resolve_device(settings.device)
        dtype = default_dtype(device)
        with status(f"loading {self.source}") if _speaks(group) else contextlib.nullcontext():
            model, tokenizer = load(
                self.source, device, self._begun(), self.revision, precision=settings.precision
            )
        collecting = CollectSettings(
            layers=self.layer or (),
            context=self.context,
            forward=self.forward,
            dtype=dtype,
            model=self.source,
            revision=ModelSource.find(self.source, self.revision).revision,
            text=str(self.text),
            seed=settings.seed,
        )
        return model, tokenizer, collecting

    def _begun(self) -> torch.dtype | None:
        """What the model computed in when this was begun, on whatever machine that was."""
        import torch

        from quadric.activations import begun_precision
        from quadric.training.folder import read_record

        if self.overwrite or self.precision != "auto":
            return None
        source = (read_record(self.out) or {}).get("source", {})
        begun = begun_precision(self.out / "acts") or source.get("precision")
        return None if begun is None else getattr(torch, begun)

    def _live(self, run: Combination, group: Group | None) -> Source:
        from quadric import text
        from quadric.training.live import LiveSource

        def documents(seed: int) -> Iterator[str]:
            return text.documents(str(self.text), self.column, seed)

        documents(0)  # A text that is not there is refused before the model is loaded.
        model, tokenizer, collecting = self._model(run.settings, group)
        with status("setting documents aside") if _speaks(group) else contextlib.nullcontext():
            return LiveSource(model, tokenizer, documents, collecting, run.settings, _share(group))

    def _collected(self, stop: Stop, group: Group | None) -> Path:
        """One pass over the model for all runs: stores in `out`, kept for the next time."""
        from quadric import text
        from quadric.activations import collect

        documents = text.documents(str(self.text), self.column, self.seed[0])
        model, tokenizer, collecting = self._model(self._settings(), group)
        used = round(self.steps * self.batch / (1 - self.heldout))
        collecting = replace(collecting, tokens=self.tokens or used)
        out = self.out / "acts"
        with _shown("collecting", collecting.tokens, "tokens", group) as shown:

            def report(stage: str, done: int, total: int | None = None, note: str = "") -> None:
                shown(stage, done, total, note)
                if stop:
                    raise KeyboardInterrupt

            try:
                collect(model, tokenizer, documents, out, collecting, progress=report, group=group)
            except KeyboardInterrupt:
                print(f"what was collected is in {out}: the same command continues")
                sys.exit(128 + (stop.signal or 2))
        return out


def _share(group: Group | None) -> tuple[int, int]:
    """Which part of how many this process has."""
    return (0, 1) if group is None else (group.rank, group.size)


def _speaks(group: Group | None) -> bool:
    """Whether this process is the one that prints."""
    return group is None or group.first


@contextlib.contextmanager
def _shown(title: str, total: int | None, unit: str, group: Group | None) -> Iterator[Progress]:
    """A bar on the rank that prints; the others tell nobody."""
    if not _speaks(group):
        yield silent
        return
    with progress(title, total, unit) as bar:
        yield bar.stage


def _result(record: dict[str, Any]) -> str:
    found = record["heldout"]
    spent = f"{record['step']} steps in {record['seconds'] / 60:.1f} minutes"
    if found is None:
        return f"{spent}, nothing held out"
    return (
        f"held-out error {found['error']:.4f}, density {found['density']:.4f}, "
        f"dead latents {found['dead']}, {spent}\n{record['verdict']}"
    )
