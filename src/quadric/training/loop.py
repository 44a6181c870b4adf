"""The loop of a run: measure, step, write down, keep; stop when asked and continue where it was."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from torch import Tensor

from quadric.distributed.group import current
from quadric.files.locking import locked
from quadric.files.stopping import Stop
from quadric.training import memory
from quadric.training.folder import RunFolder
from quadric.training.record import RunRecord
from quadric.training.settings import TrainSettings
from quadric.training.sources import Source
from quadric.training.trainer import Diverged, StepMetrics, Trainer

__all__ = ["Report", "Run", "Stopped", "own_place", "train"]


class Stopped(Exception):
    """A run was asked to stop, and has been kept."""

    def __init__(self, run: str, step: int, signal: int) -> None:
        super().__init__(
            f"stopped after {step} steps, all kept in {run}: the same command with --resume "
            "continues"
        )
        self.code = 128 + signal
        """The exit code that shells expect: 130 for Ctrl-C, 143 for SIGTERM."""


Report = Callable[[int, StepMetrics | None], None]
"""Gets the number of steps done, and the last one's metrics (None at the start)."""


def train(
    source: Source,
    settings: TrainSettings,
    out: str | Path,
    *,
    resume: bool = False,
    overwrite: bool = False,
    log: Sequence[str] = (),
    stop: Stop | None = None,
    report: Report | None = None,
) -> dict[str, Any]:
    """Train into the folder `out` and return its record, `train.json`.

    With `resume`, a run that was stopped or killed goes on from its newest checkpoint and ends in
    the same weights, bit for bit on a CPU with the same number of threads; a finished one is left
    as it is. Raises `Stopped` when `stop` asks, `Diverged` when a step is not finite. The ranks of
    torchrun train together, and the first of them writes.
    """
    out, group = Path(out), current()
    stop = Stop() if stop is None else stop
    report = report or (lambda *_: None)
    if group is not None:
        from quadric.distributed.loop import train_together

        return train_together(
            source, settings, out, group, resume, overwrite, log, stop=stop, report=report
        )
    memory.check(settings, source.d, source.buffered)
    with locked(out):
        folder = RunFolder(out, settings, source.describe(), resume=resume, overwrite=overwrite)
        if not folder.finished:
            run = Run(source, settings, out, RunRecord(folder, settings), stop, report)
            run.finish(log)
    return folder.record


class Run:
    """One run from its newest checkpoint, or its beginning, to its end."""

    def __init__(
        self,
        source: Source,
        settings: TrainSettings,
        out: Path,
        record: RunRecord,
        stop: Stop,
        report: Report,
    ) -> None:
        self.source, self.settings, self.out, self.record = source, settings, out, record
        self.stop, self.report = stop, report
        self.trainer = self._trainer()
        self.place: dict[str, Any] = {}
        self.dead: int | None = None
        if (state := self._newest()) is not None:
            tensors, rest = state
            self.trainer.load(tensors, rest)
            self.place, self.dead = rest["place"], rest["dead"]

    def _trainer(self) -> Trainer:
        return Trainer(self.settings, self.source.d)

    def _newest(self) -> tuple[dict[str, Tensor], dict[str, Any]] | None:
        state = self.record.newest()
        return None if state is None else (state[0], {**state[1], "place": own_place(state[1])})

    def _stopping(self) -> bool:
        return bool(self.stop)

    def _next(self, batches: Iterator[Tensor]) -> Tensor | None:
        return next(batches, None)

    def _places(self) -> dict[str, Any]:
        return self.place

    def _write(self, work: Callable[[], None]) -> None:
        """Write what may take a while."""
        work()

    def finish(self, log: Sequence[str]) -> None:
        """Do the steps that are left, then measure and save."""
        trainer, settings, record = self.trainer, self.settings, self.record
        record.begin(trainer.done, log)
        try:
            self.report(trainer.done, None)
            self._steps()
            if trainer.done < settings.steps:
                self._checkpoint()
                record.stopped(trainer.done)
                raise Stopped(str(self.out), trainer.done, self.stop.signal or 0)
            self._check_weights()
            final, model = trainer.measure(self.source), trainer.whole()
            self._write(lambda: model and record.finished(trainer.done, model, final))
        except Diverged as error:
            raise Diverged(f"{error}: {record.diverged(trainer.done)}") from error
        finally:
            record.close()

    def _steps(self) -> None:
        trainer, settings = self.trainer, self.settings
        batches = self.source.batches(trainer.done, self.place, lambda: bool(self.stop))
        with closing(batches):
            while trainer.done < settings.steps and not self._stopping():
                line: dict[str, Any] = {}
                if trainer.done % settings.heldout_every == 0:
                    measured = trainer.measure(self.source)
                    if measured is not None:
                        self.dead = measured.dead
                        line = {
                            "heldout_error": measured.error,
                            "heldout_density": measured.density,
                        }
                begun = time.perf_counter()
                x = self._next(batches)
                if x is None:
                    return
                done = trainer.step(x)
                self.place = self.source.place()
                speed = settings.batch / (time.perf_counter() - begun)
                self.record.line(
                    {**done._asdict(), "dead": self.dead, "tokens_per_second": speed, **line}
                )
                self.report(trainer.done, done)
                if trainer.done % settings.checkpoint_every == 0:
                    self._checkpoint()

    def _checkpoint(self) -> None:
        """Keep everything; weights that are not finite never replace a good checkpoint."""
        self._check_weights()
        tensors, rest = self.trainer.state()
        rest |= {"place": self._places(), "dead": self.dead}
        self._write(lambda: self.record.checkpoint(tensors, rest))

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
