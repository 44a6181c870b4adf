"""How long work tells how far it is."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

__all__ = ["Progress", "silent", "staged"]


@runtime_checkable
class Progress(Protocol):
    """Called again and again while something goes on."""

    def __call__(self, stage: str, done: int, total: int | None = None, note: str = "", /) -> None:
        """`done` of `total` (None if nobody knows) in this stage; `note` is for people."""
        ...


def silent(stage: str, done: int, total: int | None = None, note: str = "") -> None:
    """Tell nobody."""


def staged(name: str, progress: Progress) -> Progress:
    """The same progress with every stage called `name`."""

    def report(stage: str, done: int, total: int | None = None, note: str = "") -> None:
        progress(name, done, total, note)

    return report
