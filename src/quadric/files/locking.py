"""Let one command at a time write to a folder."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

__all__ = ["LOCK", "locked"]

LOCK = ".lock"
"""The name of the lock in a folder; only a killed command leaves it behind, and it does no harm."""


@contextlib.contextmanager
def locked(folder: Path, *, inside: bool = True, wait: bool = False) -> Iterator[None]:
    """Let no other command write here meanwhile; the system frees the lock even after a crash.

    The lock is a file in the folder, or beside it (`inside=False`) where the folder as a whole is
    to appear or to be replaced. Whoever comes second is refused, or waits (`wait=True`).
    """
    (folder if inside else folder.parent).mkdir(parents=True, exist_ok=True)
    path = folder / LOCK if inside else folder.with_name(f".{folder.name}{LOCK}")
    with _taken(path, folder, wait):
        try:
            yield
        finally:
            # While it is still locked: whoever opened it before finds it gone and opens a new one.
            path.unlink(missing_ok=True)


def _taken(path: Path, folder: Path, wait: bool) -> IO[str]:
    """The lock's file, open and locked; closing it frees the lock."""
    while True:
        lock = open(path, "w")  # noqa: SIM115
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            if _still_there(lock, path):
                return lock
        except BlockingIOError as error:
            lock.close()
            raise ValueError(
                f"another quadric command is writing to {folder}: wait for it or use another folder"
            ) from error
        except BaseException:
            lock.close()
            raise
        lock.close()


def _still_there(lock: IO[str], path: Path) -> bool:
    """Whether the name still stands for the file that was locked."""
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(lock.fileno()), os.stat(path))
    return False
