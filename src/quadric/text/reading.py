"""Where documents come from: files, folders, installed packages and hub data sets."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quadric.text.packages import package_folder
from quadric.text.sets import (
    PACKAGE_LAYOUTS,
    TABLE_SUFFIXES,
    choose,
    distinct,
    interleaved,
    read_csv,
)

__all__ = ["documents", "is_remote", "length"]

_TEXT_SUFFIXES = {".txt", ".md", ".rst", ".text"}
_ROW_SUFFIXES = {".jsonl", ".ndjson", ".parquet"}
_MAX_DOCUMENT_CHARACTERS = 1 << 22
"""Characters after which a text file goes on as a new document, so that none is held whole."""
_BUFFER_DOCUMENTS, _BUFFER_CHARACTERS = 4096, 1 << 25

_HUB_NAMES = {
    "fineweb-edu": "HuggingFaceFW/fineweb-edu:sample-10BT",
    "fineweb": "HuggingFaceFW/fineweb:sample-10BT",
    "pile": "monology/pile-uncopyrighted",
}
"""Short names for the data sets that this field uses."""


def documents(source: str | Path, column: str = "text", seed: int | None = None) -> Iterator[str]:
    """Yield the texts of a file, a folder, an installed package or a hub data set.

    `column` is the field that holds the text in JSONL, Parquet, CSV and data sets. With a seed the
    documents are shuffled within a bounded buffer, always the same way; without, they come as
    they are stored, files by name. A hub data set is written `owner/name` or `owner/name:config`,
    some sets (files) of a folder or package `name:first,second_*` or `name:-without,-these`.
    Documents of CSV files come once, and with a seed from all files in turn.
    """
    files = _files(source)
    name = str(source).partition(":")[0]
    if name in PACKAGE_LAYOUTS and column == "text":
        column = PACKAGE_LAYOUTS[name].column
    if files is None:
        found = _from_hub(str(source), column)
    else:
        if seed is not None:
            random.Random(seed).shuffle(files)
        parts = [(file.stat().st_size, _from_file(file, column)) for file in files]
        tables = all(file.name.endswith(TABLE_SUFFIXES) for file in files)
        if tables and seed is not None:
            found = interleaved(parts, seed)
        else:
            found = (text for _, part in parts for text in part)
        found = distinct(found) if tables else found
    return found if seed is None else _shuffled(found, seed)


def length(source: str | Path) -> int | None:
    """The size of the text in bytes, about its characters; None for what is compressed or far."""
    files = _files(source)
    if files is None or any(file.suffix in (".parquet", ".zst") for file in files):
        return None
    return sum(file.stat().st_size for file in files)


def is_remote(source: str | Path) -> bool:
    """Whether `source` is a data set of the hub: nothing on this machine, and of unknown length."""
    return _files(source) is None


def _files(source: str | Path) -> list[Path] | None:
    """The files behind `source`, or None when it names a hub data set."""
    path, names = Path(source).expanduser(), ""
    if path.is_file():
        return [path]
    name = str(source)
    folder = path if path.is_dir() else _package(name)
    if folder is None and ":" in name:
        name, _, names = name.rpartition(":")
        path = Path(name).expanduser()
        folder = path if path.is_dir() else _package(name)
    if folder is None:
        if "/" in str(source) and not str(source).startswith((".", "/", "~")):
            return None
        if str(source) in _HUB_NAMES:
            return None
        raise ValueError(
            f"no text {source}: give a file, a folder, an installed package or a hub data set "
            "as owner/name"
        )
    everything = sorted(file for file in folder.rglob("*") if file.is_file())
    texts = [file for file in everything if file.suffix in _TEXT_SUFFIXES | _ROW_SUFFIXES]
    # A table beside texts tells about them: the speeches come with one of dates and presidents.
    files = texts or [file for file in everything if file.name.endswith(TABLE_SUFFIXES)]
    if not files:
        kinds = ", ".join([*sorted(_TEXT_SUFFIXES | _ROW_SUFFIXES), *TABLE_SUFFIXES])
        raise ValueError(f"no text in {source}: it holds no file ending in {kinds}")
    left_out = PACKAGE_LAYOUTS[name].left_out if name in PACKAGE_LAYOUTS else ()
    return choose(files, names, left_out, name) if names or left_out else files


def _package(name: str) -> Path | None:
    folder = package_folder(name)
    if folder is None or name not in PACKAGE_LAYOUTS:
        return folder
    return folder / PACKAGE_LAYOUTS[name].folder


def _from_file(file: Path, column: str) -> Iterator[str]:
    if file.suffix == ".parquet":
        return _from_parquet(file, column)
    if file.suffix in _ROW_SUFFIXES:
        return _from_jsonl(file, column)
    if file.name.endswith(TABLE_SUFFIXES):
        return _from_csv(file, column)
    return _from_text(file)


def _from_text(file: Path) -> Iterator[str]:
    with open(file, encoding="utf-8", errors="replace") as handle:
        while piece := handle.read(_MAX_DOCUMENT_CHARACTERS):
            yield piece + handle.readline() if len(piece) == _MAX_DOCUMENT_CHARACTERS else piece


def _from_jsonl(file: Path, column: str) -> Iterator[str]:
    with open(file, encoding="utf-8") as handle:
        for number, line in enumerate(handle, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except ValueError as error:
                raise ValueError(f"{file}, line {number} is not JSON: {error}") from error
            yield _field(row, column, f"{file}, line {number}")


def _from_csv(file: Path, column: str) -> Iterator[str]:
    for number, row in read_csv(file):
        yield _field(row, column, f"{file}, line {number}")


def _from_parquet(file: Path, column: str) -> Iterator[str]:
    try:
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise ValueError(f"reading {file} needs `pip install 'quadric[parquet]'`") from error
    try:
        opened = parquet.ParquetFile(file)
    except (OSError, ValueError) as error:
        raise ValueError(f"{file} is not a whole Parquet file: {error}") from error
    if column not in opened.schema_arrow.names:
        _refuse(str(file), column, opened.schema_arrow.names)
    for batch in opened.iter_batches(batch_size=256, columns=[column]):
        for text in batch.column(0).to_pylist():
            yield _field({column: text}, column, str(file))


def _from_hub(name: str, column: str) -> Iterator[str]:
    try:
        import datasets
    except ImportError as error:
        raise ValueError(f"the data set {name} needs `pip install 'quadric[datasets]'`") from error
    path, _, config = _HUB_NAMES.get(name, name).partition(":")
    try:
        rows = datasets.load_dataset(path, config or None, split="train", streaming=True)
    except Exception as error:  # the hub's many faults share no base class
        reason = str(error).strip().splitlines()[0]
        raise ValueError(
            f"no text {name}: it is no file, folder or installed package here, and the hub's data "
            f"set cannot be read ({reason})"
        ) from error
    for row in rows:
        yield _field(row, column, name)


def _field(row: Any, column: str, place: str) -> str:
    if not isinstance(row, dict) or column not in row:
        _refuse(place, column, list(row) if isinstance(row, dict) else [])
    text = row[column]
    if not isinstance(text, str):
        raise ValueError(f"{place}: {column} holds {type(text).__name__}, not text")
    return text


def _refuse(place: str, column: str, names: list[str]) -> None:
    known = ", ".join(names) or "none"
    raise ValueError(f"{place} has no field {column} (it has: {known}): choose with column=")


def _shuffled(found: Iterator[str], seed: int) -> Iterator[str]:
    """Each document leaves a bounded buffer at random while the next one takes its place."""
    rng, buffer, size = random.Random(seed), list[str](), 0
    for text in found:
        buffer.append(text)
        size += len(text)
        while len(buffer) > _BUFFER_DOCUMENTS or (size > _BUFFER_CHARACTERS and len(buffer) > 1):
            size -= len(picked := _pop(buffer, rng))
            yield picked
    while buffer:
        yield _pop(buffer, rng)


def _pop(buffer: list[str], rng: random.Random) -> str:
    i = rng.randrange(len(buffer))
    buffer[i], buffer[-1] = buffer[-1], buffer[i]
    return buffer.pop()
