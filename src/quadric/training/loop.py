"""The loop of a run: measure, step, write down, keep; stop when asked and continue where it was."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from quadric.autoencoders import Autoencoder
from quadric.distributed import Group, OneProcess
from quadric.files.stopping import Stop
from quadric.files.writing import locked
from quadric.progress import Progress, silent
from quadric.training import memory
from quadric.training.convergence import flat, verdict
from quadric.training.folder import RunFolder, read_record
from quadric.training.heldout import HeldOut
from quadric.training.record import NullRecord, RunRecord
from quadric.training.settings import TrainSettings
from quadric.training.sources import Source
from quadric.training.trainer import Diverged, Trainer

__all__ = ["Run", "Stopped", "own_place", "train"]


class Stopped(Exception):
    """A run was asked to stop, and has been kept."""

    def __init__(self, run: str, step: int, signal: int) -> None:
        super().__init__(
            f"stopped after {step} steps, all kept in {run}: the same command with resume=True "
            "continues"
        )
        self.code = 128 + signal
        """The exit code that shells expect: 130 for Ctrl-C, 143 for SIGTERM."""


def train(
    source: Source,
    settings: TrainSettings,
    out: str | Path,
    *,
    resume: bool = False,
    overwrite: bool = False,
    log: Sequence[str] = (),
    stop: Stop | None = None,
    progress: Progress = silent,
    group: Group | None = None,
) -> dict[str, Any]:
    """Train into the folder `out` and return its record, `train.json`.

    With `resume`, a run that was stopped or killed goes on from its newest checkpoint and ends in
    the same weights, bit for bit on a CPU with the same number of threads; a finished one is left
    as it is. Raises `Stopped` when `stop` asks, `Diverged` when a step is not finite. The ranks of
    a `group` train together, each with a source of its own share, and the first of them writes.
    """
    out, ranks = Path(out), group or OneProcess()
    begun = _begun_precision(out) if resume and ranks.first else None
    settings = settings.continuing(ranks.broadcast(begun))
    settings = settings.resolved(source.d)
    # Ranks on machines of different kinds compute as the first of them does.
    settings = replace(settings, precision=ranks.broadcast(settings.precision))
    memory.check(settings, source.d, source.buffered, ranks.size)
    described = source.describe()
    with locked(out) if ranks.first else nullcontext():
        folder, record = None, NullRecord()
        if ranks.first:
            folder = RunFolder(out, settings, described, resume=resume, overwrite=overwrite)
            record = RunRecord(folder, settings)
        if not ranks.broadcast(folder is not None and folder.finished):
            run = Run(source, settings, record, stop=stop, progress=progress, group=group)
            run.finish(str(out), log)
        return ranks.broadcast(None if folder is None else folder.record)


def _begun_precision(out: Path) -> str | None:
    """The precision of the run in a folder; None if there is none."""
    found = read_record(out)
    return None if found is None else TrainSettings.from_dict(found["settings"]).precision


class Run:
    """One run from its newest checkpoint, or its beginning, to its end.

    The ranks of a group agree on every step, on stopping and on where they continue.
    """

    def __init__(
        self,
        source: Source,
        settings: TrainSettings,
        record: RunRecord | NullRecord,
        *,
        stop: Stop | None = None,
        progress: Progress = silent,
        group: Group | None = None,
    ) -> None:
        self.source, self.settings, self.record = source, settings, record
        self.stop = Stop() if stop is None else stop
        self.progress = progress
        self.group = group or OneProcess()
        self.trainer = Trainer(settings, source.d, group)
        self.place: dict[str, Any] = {}
        self.dead: int | None = None
        self.curve: list[tuple[int, float]] = []
        """Held-out errors so far: after how many steps, and how large."""
        self.heldout: HeldOut | None = None
        """What the model does on the held-out rows, once the run has ended."""
        state = self.group.together(record.newest)
        if (rest := self.group.broadcast(None if state is None else state[1])) is not None:
            self.trainer.load({} if state is None else state[0], rest)
            self.place = own_place(rest, self.group.rank, self.group.size)
            self.dead = rest["dead"]
            self.curve = [tuple(point) for point in rest.get("curve", [])]
        elif settings.centred:
            first = self.group.first
            mean = self.group.together(lambda: source.mean().tolist() if first else None)
            self.trainer.model.set_mean(torch.tensor(self.group.broadcast(mean)))

    def finish(self, name: str = "", log: Sequence[str] = ()) -> Autoencoder | None:
        """Do the steps that are left, then measure and save; the autoencoder, if it is here."""
        trainer, record = self.trainer, self.record
        record.begin(trainer.done, log)
        try:
            self.progress("training", trainer.done, trainer.steps)
            self._steps()
            if trainer.done < trainer.steps:
                self._checkpoint()
                record.stopped(trainer.done)
                raise Stopped(name, trainer.done, self.stop.signal or 0)
            self._check_weights()
            self.heldout, model = trainer.measure(self.source), trainer.whole()
            judged = self._judged()
            if model is None:
                self.group.together(lambda: None)
            else:
                self.group.together(
                    lambda: record.finished(trainer.done, model, self.heldout, judged)
                )
            return model
        except Diverged as error:
            raise Diverged(f"{error}: {record.diverged(trainer.done)}") from error
        finally:
            record.close()

    def _steps(self) -> None:
        trainer, settings = self.trainer, self.settings
        batches = self.source.batches(trainer.done, self.place, lambda: bool(self.stop))
        with closing(batches):
            while trainer.done < trainer.steps and not self._stopping():
                line: dict[str, Any] = {}
                if trainer.done % settings.heldout_every == 0:
                    measured = trainer.measure(self.source)
                    if measured is not None:
                        self.dead = measured.dead
                        self.curve.append((trainer.done, measured.error))
                        self._end_early()
                        line = {
                            "heldout_error": measured.error,
                            "heldout_density": measured.density,
                        }
                begun = time.perf_counter()
                x = self.group.together(lambda: next(batches, None))
                if self.group.all_reduce_max(int(x is None)):
                    return
                assert x is not None
                done = trainer.step(x)
                self.place = self.source.place()
                speed = settings.batch / (time.perf_counter() - begun)
                self.record.line(
                    {**done._asdict(), "dead": self.dead, "tokens_per_second": speed, **line}
                )
                note = f"error {done.error:.4f}, density {done.density:.3f}"
                self.progress("training", trainer.done, trainer.steps, note)
                if trainer.done % settings.checkpoint_every == 0:
                    self._checkpoint()

    def _judged(self) -> str | None:
        """How the run went, from all of its held-out errors."""
        if self.heldout is None:
            return None
        self.curve.append((self.trainer.done, self.heldout.error))
        latents = self.trainer.model.config.n_latents
        early = self.trainer.steps < self.settings.steps
        return verdict(self.curve, self.heldout, latents, early)

    def _end_early(self) -> None:
        """Cool down once the error has stopped falling, if that is when the run should end."""
        settings = self.settings
        warm = self.trainer.done > settings.warmup * settings.steps
        if settings.until and warm and self.trainer.steps == settings.steps and flat(self.curve):
            self.trainer.cool_down()

    def _stopping(self) -> bool:
        """Whether any rank was asked to: a signal may reach them at different steps."""
        told = self.group.all_reduce_max(self.stop.signal or 0)
        if told:
            self.stop.signal = told
        # Not `self.stop`: a signal that came just now is not known to the others yet.
        return told > 0

    def _checkpoint(self) -> None:
        """Keep everything; weights that are not finite never replace a good checkpoint."""
        self._check_weights()
        tensors, rest = self.trainer.state()
        places = self.group.all_gather(self.place)
        rest |= {"place": places[0] if len(places) == 1 else {"ranks": places}, "dead": self.dead}
        rest["curve"] = self.curve
        self.group.together(lambda: self.record.checkpoint(tensors, rest))

    def _check_weights(self) -> None:
        if not self.trainer.finite():
            raise Diverged(f"the run's weights turned NaN or infinite by step {self.trainer.done}")


def own_place(rest: dict[str, Any], rank: int = 0, size: int = 1) -> dict[str, Any]:
    """Where this rank goes on; after another number of ranks, with the next pass over the text."""
    places = rest["place"].get("ranks", [rest["place"]])
    if len(places) == size:
        return places[rank]
    epochs = [place["epoch"] for place in places if "epoch" in place]
    return {"epoch": max(epochs) + 1} if epochs else {}
