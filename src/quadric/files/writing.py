"""Write a file, or a whole folder, so that a crash leaves the old one or the new one.

One command at a time writes to a folder: `locked`.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO

__all__ = [
    "LOCK",
    "atomic_folder",
    "atomic_path",
    "locked",
    "recover_folder",
    "refuse_existing",
    "write_atomic",
]

LOCK = ".lock"
"""The name of the lock in a folder; only a killed command leaves it behind, and it does no harm."""


def refuse_existing(path: Path, overwrite: bool) -> None:
    """Refuse to write where something is, unless it may be overwritten."""
    if path.exists() and not overwrite:
        raise FileExistsError(f"{path} exists: use another name, or overwrite=True")


def write_atomic(path: Path, content: bytes) -> None:
    """Write beside, flush to the disk, rename, and flush the folder's entry."""
    with atomic_path(path, len(content)) as draft:
        draft.write_bytes(content)


@contextlib.contextmanager
def atomic_path(path: Path, needs: int) -> Iterator[Path]:
    """A name to write to, which becomes `path` once the block has ended and all is on the disk.

    `needs` is the number of bytes, for the message when the disk is full.
    """
    draft = path.with_name(path.name + ".tmp")
    try:
        yield draft
        _flush(draft)
        os.replace(draft, path)
        _flush(path.parent)
    except OSError as error:
        draft.unlink(missing_ok=True)
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise OSError(
                f"the disk is full: {path} needs {needs / 1e6:.3g} MB; make room and run the same "
                "command to continue"
            ) from error
        raise


def _flush(path: Path) -> None:
    """Bring a file, or a folder's list of names, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def atomic_folder(folder: Path) -> Iterator[Path]:
    """An empty folder to fill, which takes the place of `folder` once the block has ended.

    What a killed command left is under the same two names, so that nothing piles up.
    """
    partial, old = _beside(folder, "partial"), _beside(folder, "old")
    for left in (partial, old):
        shutil.rmtree(left, ignore_errors=True)
    partial.mkdir(parents=True)
    try:
        yield partial
        if folder.exists():
            os.replace(folder, old)
        os.replace(partial, folder)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def recover_folder(folder: Path) -> None:
    """Bring back the folder that a killed command had moved away but not yet replaced."""
    if not folder.exists() and _beside(folder, "old").is_dir():
        os.replace(_beside(folder, "old"), folder)


def _beside(folder: Path, end: str) -> Path:
    return folder.with_name(f".{folder.name}.{end}")


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
