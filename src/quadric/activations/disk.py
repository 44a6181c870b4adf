"""Write files whole or not at all, and folders by one command at a time."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

__all__ = ["drafted", "locked", "write_whole"]


@contextlib.contextmanager
def locked(folder: Path, inside: bool = True) -> Iterator[None]:
    """Let no other command write here meanwhile; the system frees the lock even after a crash.

    The lock is a file in the folder, or beside it (`inside=False`) where the folder as a whole is
    to appear or to be replaced.
    """
    (folder if inside else folder.parent).mkdir(parents=True, exist_ok=True)
    path = folder / ".lock" if inside else folder.with_name(f".{folder.name}.lock")
    with open(path, "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ValueError(
                f"another quadric command is writing to {folder}: wait for it or use another --out"
            ) from error
        yield


@contextlib.contextmanager
def drafted(path: Path, needs: int) -> Iterator[Path]:
    """A name to write to, which becomes `path` once the block has ended and all is on the disk.

    A crash at any moment leaves the old file or the new one, whole; `needs` is for the message.
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


def write_whole(path: Path, content: bytes) -> None:
    """Write beside, flush to the disk, rename, and flush the folder's entry."""
    with drafted(path, len(content)) as draft:
        draft.write_bytes(content)
