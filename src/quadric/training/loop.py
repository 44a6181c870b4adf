"""The loop of a run: measure, step, write down, keep; stop when asked and continue where it was."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from quadric.activations.disk import locked
from quadric.training import memory
from quadric.training.checkpoints import Checkpoints
from quadric.training.epochs import Source
from quadric.training.folder import RunFolder
from quadric.training.heldout import measure
from quadric.training.metrics import Metrics
from quadric.training.settings import TrainSettings
from quadric.training.stopping import Stop, Stopped
from quadric.training.trainer import Diverged, StepMetrics, Trainer

__all__ = ["train"]

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
    as it is. Raises `Stopped` when `stop` asks, `Diverged` when a step is not finite.
    """
    out = Path(out)
    memory.check(settings, source.d, source.buffered)
    with locked(out):
        folder = RunFolder(out, settings, source.describe(), resume=resume, overwrite=overwrite)
        if not folder.finished:
            stop = Stop() if stop is None else stop
            run = _Run(source, settings, folder, stop, report or (lambda *_: None))
            run.finish(log)
    return folder.record


class _Run:
    """One run from its newest checkpoint, or its beginning, to its end."""

    def __init__(
        self,
        source: Source,
        settings: TrainSettings,
        folder: RunFolder,
        stop: Stop,
        report: Report,
    ) -> None:
        self.source, self.settings, self.folder = source, settings, folder
        self.stop, self.report = stop, report
        self.trainer = Trainer(settings, source.d)
        self.checkpoints = Checkpoints(folder.path / "checkpoints", settings.keep)
        self.place: dict[str, Any] = {}
        self.dead: int | None = None
        if (state := self.checkpoints.newest()) is not None:
            tensors, rest = state
            self.trainer.load(tensors, rest)
            self.place, self.dead = rest["place"], rest["dead"]

    def finish(self, log: Sequence[str]) -> None:
        """Do the steps that are left, then measure and save."""
        trainer, settings = self.trainer, self.settings
        self.metrics = Metrics(self.folder.path, trainer.done, log, settings.as_dict())
        try:
            self.report(trainer.done, None)
            self._steps()
            if trainer.done < settings.steps:
                self._checkpoint()
                self.folder.note("stopped", trainer.done)
                raise Stopped(str(self.folder.path), trainer.done, self.stop.signal or 0)
            self._check_weights()
            self.checkpoints.prune()
            final = measure(trainer.model, self.source.heldout())
            self.folder.save(trainer.model)
            heldout = None if final is None else final._asdict()
            self.folder.note("finished", trainer.done, heldout=heldout)
        except Diverged as error:
            self.checkpoints.drop(trainer.done)
            self.folder.note("diverged", trainer.done)
            kept = self.checkpoints.paths()
            remedy = (
                f"continue from {kept[-1]} with a lower --lr and --resume"
                if kept
                else "start anew with a lower --lr and --overwrite"
            )
            raise Diverged(f"{error}: {remedy}") from error
        finally:
            self.metrics.close()

    def _steps(self) -> None:
        trainer, settings = self.trainer, self.settings
        batches = self.source.batches(trainer.done, self.place, lambda: bool(self.stop))
        with closing(batches):
            while trainer.done < settings.steps and not self.stop:
                line: dict[str, Any] = {}
                if trainer.done % settings.heldout_every == 0:
                    measured = measure(trainer.model, self.source.heldout())
                    if measured is not None:
                        self.dead = measured.dead
                        line = {
                            "heldout_error": measured.error,
                            "heldout_density": measured.density,
                        }
                begun = time.perf_counter()
                x = next(batches, None)
                if x is None:
                    return
                done = trainer.step(x)
                self.checkpoints.prune()
                speed = len(x) / (time.perf_counter() - begun)
                self.metrics.write(
                    {**done._asdict(), "dead": self.dead, "tokens_per_second": speed, **line}
                )
                self.report(trainer.done, done)
                if trainer.done % settings.checkpoint_every == 0:
                    self._checkpoint()

    def _checkpoint(self) -> None:
        """Keep everything; weights that are not finite never replace a good checkpoint."""
        self._check_weights()
        self.metrics.sync()
        tensors, rest = self.trainer.state()
        rest |= {"place": self.source.place(), "dead": self.dead}
        self.checkpoints.write(tensors, rest)
        self.folder.note("running", self.trainer.done)

    def _check_weights(self) -> None:
        if not self.trainer.finite():
            raise Diverged(f"the run's weights turned NaN or infinite by step {self.trainer.done}")
