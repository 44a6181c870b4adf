"""Write a file so that a crash at any moment leaves the old one or the new one, whole."""

from __future__ import annotations

import errno
import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, content: bytes) -> None:
    """Write beside, flush to the disk, rename, and flush the folder's entry."""
    draft = path.with_name(path.name + ".tmp")
    try:
        with open(draft, "wb") as handle:
            handle.write(content)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(draft, path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        draft.unlink(missing_ok=True)
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise OSError(
                f"the disk is full: {path} needs {len(content) / 1e6:.0f} MB; make room and run "
                "the same command to continue"
            ) from error
        raise
