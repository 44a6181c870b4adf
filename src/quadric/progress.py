"""How long work reports its progress: one type of callback for all of it."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

__all__ = ["Progress", "silent", "staged"]


@runtime_checkable
class Progress(Protocol):
    """Called every now and then while work goes on."""

    def __call__(self, stage: str, done: int, total: int | None = None, note: str = "", /) -> None:
        """`done` of `total` (None if not known) in this stage; `note` is shown beside it."""
        ...


def silent(stage: str, done: int, total: int | None = None, note: str = "") -> None:
    """Show nothing."""


def staged(name: str, progress: Progress) -> Progress:
    """The same progress with every stage called `name`."""

    def report(stage: str, done: int, total: int | None = None, note: str = "") -> None:
        progress(name, done, total, note)

    return report
