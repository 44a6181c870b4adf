"""The loop of a run that several ranks do together; the first alone reads and writes its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from torch import Tensor

from quadric.distributed.cost import check_memory
from quadric.distributed.group import Group
from quadric.distributed.training import ParallelTrainer
from quadric.files.locking import locked
from quadric.files.stopping import Stop
from quadric.training.folder import RunFolder
from quadric.training.heldout import HeldOut
from quadric.training.loop import Report, Run, own_place
from quadric.training.record import RunRecord
from quadric.training.settings import Autoencoder, TrainSettings
from quadric.training.sources import Source
from quadric.training.trainer import Trainer

__all__ = ["train_together"]


def train_together(
    source: Source,
    settings: TrainSettings,
    out: Path,
    group: Group,
    resume: bool,
    overwrite: bool,
    log: Sequence[str],
    *,
    stop: Stop,
    report: Report,
) -> dict[str, Any]:
    """`quadric.training.loop.train` on every rank; each has a source of its own share."""
    check_memory(settings, source.d, source.buffered, group)
    described = source.describe()
    with locked(out) if group.first else nullcontext():
        folder, record = None, Unwritten()
        if group.first:
            folder = RunFolder(out, settings, described, resume=resume, overwrite=overwrite)
            record = RunRecord(folder, settings)
        if not group.say(folder is not None and folder.finished):
            TogetherRun(source, settings, out, record, stop, report, group=group).finish(log)
        return group.say(None if folder is None else folder.record)


class Unwritten(RunRecord):
    """The record of a rank that writes nothing."""

    def __init__(self) -> None: ...

    def newest(self) -> None: ...

    def begin(self, step: int, log: Sequence[str]) -> None: ...

    def line(self, line: dict[str, Any]) -> None: ...

    def checkpoint(self, tensors: dict[str, Tensor], rest: dict[str, Any]) -> None: ...

    def stopped(self, step: int) -> None: ...

    def finished(self, step: int, model: Autoencoder, heldout: HeldOut | None) -> None: ...

    def diverged(self, step: int) -> str:
        return "see the first rank's message"

    def close(self) -> None: ...


class TogetherRun(Run):
    """A run whose ranks agree on every step, on stopping and on where they continue."""

    def __init__(
        self,
        source: Source,
        settings: TrainSettings,
        out: Path,
        record: RunRecord,
        stop: Stop,
        report: Report,
        *,
        group: Group,
    ) -> None:
        self.group = group
        super().__init__(source, settings, out, record, stop, report)

    def _trainer(self) -> Trainer:
        return ParallelTrainer(self.settings, self.source.d, self.group)

    def _newest(self) -> tuple[dict[str, Tensor], dict[str, Any]] | None:
        state = self.group.together(self.record.newest)
        rest = self.group.say(None if state is None else state[1])
        if rest is None:
            return None
        place = own_place(rest, self.group.rank, self.group.size)
        return {} if state is None else state[0], {**rest, "place": place}

    def _stopping(self) -> bool:
        """Whether any rank was asked to: a signal may reach them at different steps."""
        told = self.group.largest(self.stop.signal or 0)
        if told:
            self.stop.signal = told
        # Not `self.stop`: a signal that came just now is not known to the others yet.
        return told > 0

    def _next(self, batches: Iterator[Tensor]) -> Tensor | None:
        """The part of the batch that is here, once all ranks have theirs."""
        x = self.group.together(lambda: next(batches, None))
        return None if self.group.largest(int(x is None)) else x

    def _places(self) -> dict[str, Any]:
        return {"ranks": self.group.tell(self.place)}

    def _write(self, work: Callable[[], None]) -> None:
        self.group.together(work)
