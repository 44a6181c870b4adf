"""Progress of long work: a bar with rate and time left, or plain lines when not on a terminal."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import (
    BarColumn,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as RichProgress
from rich.text import Text

from quadric.progress import Progress, silent

if TYPE_CHECKING:
    from quadric.distributed import Group
    from quadric.files.stopping import Stop

__all__ = ["Bar", "group_progress", "interrupted_by", "prints", "progress", "status"]

_SECONDS_BETWEEN_LINES = 10.0
"""Seconds between plain lines."""


class Bar:
    """The progress of a command, in plain lines."""

    def __init__(self, title: str, total: float | None, unit: str) -> None:
        self.title, self.total, self.unit = title, total, unit
        self.done = self._first = 0.0
        self._begun = self._printed = time.monotonic()
        self._staged = False

    def update(self, done: float, note: str = "") -> None:
        """Set how much of `total` is done; `note` is shown behind it."""
        self.done = done
        now = time.monotonic()
        if now - self._printed >= _SECONDS_BETWEEN_LINES:
            self._printed = now
            self.print_line(note)

    def stage(self, stage: str, done: int, total: int | None = None, note: str = "") -> None:
        """Set how far one stage of several is: each has its own total, rate and time left.

        How long the part took that is done at a stage's first call is not known, so the rate counts
        from there.
        """
        if self._staged and self.title == stage:
            self.total = total
            self.update(done, note)
            return
        if self.title != stage:
            self.finish()
        self._staged, self.title, self.total = True, stage, total
        self.begin(done)

    def begin(self, done: float) -> None:
        """Count rate and time left from here, and print nothing."""
        self.done = self._first = done
        self._begun = time.monotonic()

    def finish(self) -> None:
        """Print the last line of what took two seconds or more."""
        if time.monotonic() - self._begun >= 2:
            self.print_line()

    def print_line(self, note: str = "") -> None:
        """Print one plain line."""
        parts = [f"{self.title}: {_count(self.done, self.total)} {self.unit}".rstrip()]
        rate = (self.done - self._first) / max(time.monotonic() - self._begun, 1e-9)
        if rate > 0:
            parts.append(f"{_rate(rate)} a second")
            if self.total is not None and self.total > self.done:
                parts.append(f"{_duration((self.total - self.done) / rate)} left")
        print(", ".join([*parts, note] if note else parts), file=sys.stderr, flush=True)


class _RichBar(Bar):
    def __init__(self, title: str, total: float | None, unit: str, rich: RichProgress) -> None:
        super().__init__(title, total, unit)
        self._rich = rich
        self._task = rich.add_task(title, total=total, unit=unit, note="")

    def update(self, done: float, note: str = "") -> None:
        self.done = done
        self._rich.update(
            self._task, completed=done, note=note, description=self.title, total=self.total
        )

    def begin(self, done: float) -> None:
        self.done = done
        self._rich.reset(self._task, total=self.total, completed=int(done), description=self.title)

    def finish(self) -> None:
        self._rich.refresh()


class _Amount(ProgressColumn):
    def render(self, task: Task) -> Text:
        amount = f"{_count(task.completed, task.total)} {task.fields['unit']}".rstrip()
        speed = task.finished_speed or task.speed
        rate = f" · {_rate(speed)}/s" if speed else ""
        note = f" · {task.fields['note']}" if task.fields["note"] else ""
        return Text(amount + rate + note)


@contextlib.contextmanager
def progress(title: str, total: float | None = None, unit: str = "") -> Iterator[Bar]:
    """Show work of `total` units, None if that is not known."""
    console = Console(stderr=True)
    if not console.is_terminal:
        bar = Bar(title, total, unit)
        try:
            yield bar
        finally:
            bar.finish()
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        _Amount(),
        TimeRemainingColumn(compact=True),
    )
    with RichProgress(*columns, console=console) as rich:
        yield _RichBar(title, total, unit, rich)


@contextlib.contextmanager
def status(title: str) -> Iterator[None]:
    """Show that something of unknown length goes on."""
    console = Console(stderr=True)
    if not console.is_terminal:
        print(title, file=sys.stderr, flush=True)
        yield
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with RichProgress(*columns, console=console, transient=True) as rich:
        rich.add_task(title, total=None)
        yield


def prints(group: Group | None) -> bool:
    """Whether this process is the one that prints."""
    return group is None or group.first


@contextlib.contextmanager
def group_progress(
    title: str, total: int | None, unit: str, group: Group | None
) -> Iterator[Progress]:
    """A bar on the rank that prints; nothing on the others."""
    if not prints(group):
        yield silent
        return
    with progress(title, total, unit) as bar:
        yield bar.stage


def interrupted_by(stop: Stop, progress: Progress) -> Progress:
    """The same progress, raising KeyboardInterrupt at the first call after a signal.

    Raised by the signal itself, it would be lost wherever exceptions are ignored.
    """

    def report(stage: str, done: int, total: int | None = None, note: str = "") -> None:
        if stop:
            raise KeyboardInterrupt
        progress(stage, min(done, total or done), total, note)

    return report


def _count(done: float, total: float | None) -> str:
    if total is None:
        return f"{done:,.0f}"
    return f"{done:,.0f} of {total:,.0f}"


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
