"""CSV files as sets of documents: chosen by name, read together, each document once."""

from __future__ import annotations

import csv
import hashlib
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from io import TextIOWrapper
from pathlib import Path
from typing import Any

__all__ = [
    "PACKAGE_LAYOUTS",
    "TABLE_SUFFIXES",
    "PackageLayout",
    "choose",
    "distinct",
    "interleaved",
    "read_csv",
    "set_name",
]

TABLE_SUFFIXES = (".csv", ".csv.zst")
"""How the names of these files end."""
MAX_FIELD_CHARACTERS = 1 << 24
"""Characters in one field of a CSV file: more is taken for a quotation mark left open."""
MAX_OPEN_FILES = 256
"""Files read at the same time, so that sets come mixed."""


@dataclass(frozen=True)
class PackageLayout:
    """Where a package of texts keeps its sets."""

    folder: str
    """Where its sets are, below the package's own folder."""
    column: str
    """The field that holds the text."""
    left_out: tuple[str, ...] = ()
    """Sets that are read only when they are named."""


PACKAGE_LAYOUTS = {
    "sae-probes": PackageLayout(
        folder="data/cleaned_data",
        column="prompt",
        left_out=("106_hate_hate", "107_hate_offensive", "95_toxic_is"),
    )
}
"""Left out of sae-probes: what collects hateful posts and toxic questions."""


def set_name(file: Path) -> str:
    """A file's name without its ending: the set's name."""
    return file.name.split(".", 1)[0]


def choose(files: list[Path], names: str, left_out: Iterable[str], source: str) -> list[Path]:
    """The files whose sets `names` asks for: patterns with commas, `-` before those to leave out.

    A set in `left_out` is taken only where its whole name is given, not by a pattern.
    """
    patterns = [name.strip() for name in names.split(",") if name.strip()]
    wanted = [pattern for pattern in patterns if not pattern.startswith("-")]
    unwanted = [pattern[1:] for pattern in patterns if pattern.startswith("-")]
    known = [set_name(file) for file in files]
    for pattern in [*wanted, *unwanted]:
        if not any(fnmatchcase(name, pattern) for name in known):
            few = ", ".join(known[:3])
            raise ValueError(f"{source} has no set {pattern}: it has {few}, ... ({len(known)})")

    def taken(name: str) -> bool:
        if any(fnmatchcase(name, pattern) for pattern in unwanted):
            return False
        if name in left_out:
            return name in wanted
        return not wanted or any(fnmatchcase(name, pattern) for pattern in wanted)

    chosen = [file for file, name in zip(files, known, strict=True) if taken(name)]
    if not chosen:
        raise ValueError(f"{source}:{names} leaves no set: leave out fewer")
    return chosen


def _open(file: Path) -> TextIOWrapper:
    if file.suffix != ".zst":
        return open(file, encoding="utf-8", errors="replace", newline="")
    try:
        import zstandard
    except ImportError as error:
        raise ValueError(f"reading {file} needs `pip install 'quadric[zstd]'`") from error
    return zstandard.open(file, "rt", encoding="utf-8", errors="replace", newline="")


def read_csv(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a CSV file with a header, each with its line's number."""
    with _open(file) as handle:
        csv.field_size_limit(MAX_FIELD_CHARACTERS)
        rows = csv.DictReader(handle, strict=True)
        while True:
            try:
                row = next(rows, None)
            except (csv.Error, OSError, EOFError) as error:
                raise ValueError(
                    f"{file} is not CSV after line {rows.line_num}: {error}"
                ) from error
            except Exception as error:
                # zstandard's own error shares no base class with the others.
                if type(error).__name__ != "ZstdError":
                    raise
                raise ValueError(f"{file} is not a whole zstd file: {error}") from error
            if row is None:
                return
            yield rows.line_num, row


def interleaved(sets: list[tuple[int, Iterator[str]]], seed: int) -> Iterator[str]:
    """Documents of all sets mixed: the next one is of a set drawn by its size."""
    draw, waiting = random.Random(seed), list(reversed(sets))
    opened: list[tuple[int, Iterator[str]]] = []
    while waiting or opened:
        while waiting and len(opened) < MAX_OPEN_FILES:
            opened.append(waiting.pop())
        sizes = [max(size, 1) for size, _ in opened]
        (at,) = draw.choices(range(len(opened)), sizes)
        text = next(opened[at][1], None)
        if text is None:
            del opened[at]
        else:
            yield text


def distinct(found: Iterable[str]) -> Iterator[str]:
    """Each document once, known again by 16 bytes of its digest."""
    seen: set[bytes] = set()
    for text in found:
        digest = hashlib.blake2b(text.encode(errors="replace"), digest_size=16).digest()
        if digest not in seen:
            seen.add(digest)
            yield text
