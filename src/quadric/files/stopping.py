"""Ctrl-C and SIGTERM set a flag, so that work stops where everything can be kept."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

__all__ = ["Stop", "stoppable"]


class Stop:
    """Whether and by which signal the work was asked to stop."""

    signal: int | None = None

    def __bool__(self) -> bool:
        return self.signal is not None


@contextlib.contextmanager
def stoppable() -> Iterator[Stop]:
    """Take SIGINT and SIGTERM for a while; a second one ends the work at once."""
    stop, asked = Stop(), False

    def note(number: int, _frame: FrameType | None) -> None:
        # Not by `stop`: another rank may have told of its signal before this one's arrives.
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked, stop.signal = True, number

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            # Whoever took the signal meanwhile keeps it.
            if signal.getsignal(number) is note:
                signal.signal(number, handler)
