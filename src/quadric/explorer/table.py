"""Any table of points as a gallery of one: CSV or Parquet with columns x, y, z, value, token."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from quadric.gallery import Gallery, ManifoldBundle, write_gallery

__all__ = ["TABLE_SUFFIXES", "read_table", "table_gallery"]

TABLE_SUFFIXES = (".csv", ".parquet")
"""The endings of files that are taken for tables."""

REQUIRED_COLUMNS = ("x", "y", "z")
"""Without these there is no point to draw."""
TABLE_COLUMNS = (*REQUIRED_COLUMNS, "value", "token", "position", "document", "predicted")
"""Columns that are read; others are left out."""


def table_gallery(path: Path, folder: Path) -> Gallery:
    """Write a table's points as a gallery in `folder`."""
    return write_gallery(folder, [read_table(path)], title=path.name, about={"table": path.name})


def read_table(path: Path) -> ManifoldBundle:
    """Read points: x, y, z are needed; value, token, position, document, predicted are optional."""
    read = {".csv": _csv, ".parquet": _parquet}.get(path.suffix.lower())
    if read is None:
        raise ValueError(f"{path} is no table: give a .csv or .parquet file")
    if not path.is_file():
        raise FileNotFoundError(f"{path} does not exist")
    columns = read(path)
    missing = [name for name in REQUIRED_COLUMNS if name not in columns]
    if missing:
        found = ", ".join(columns) or "none"
        raise ValueError(
            f"{path} has no column {missing[0]!r} (found: {found}): x, y, z are needed"
        )
    rows = len(columns["x"])
    if rows == 0:
        raise ValueError(f"{path} has no rows: give at least one point")
    words = [columns[name] for name in ("token", "predicted") if name in columns]
    vocab = sorted({word for column in words for word in column}) or [""]
    number = {word: i for i, word in enumerate(vocab)}

    def ids(name: str) -> np.ndarray | None:
        return np.array([number[w] for w in columns[name]]) if name in columns else None

    def whole(name: str) -> np.ndarray | None:
        return _numbers(columns[name], name, path).astype(np.int64) if name in columns else None

    position, document = whole("position"), whole("document")
    if position is not None and document is None:
        # Rows of one unnamed text may share positions; a document each keeps them apart.
        document = np.arange(rows)
    tokens = ids("token")
    value = columns.get("value")
    return ManifoldBundle(
        name=path.stem,
        shape="table",
        points=np.stack([_numbers(columns[name], name, path) for name in REQUIRED_COLUMNS], axis=1),
        strength=np.ones(rows) if value is None else _numbers(value, "value", path),
        token=np.zeros(rows, dtype=np.int64) if tokens is None else tokens,
        vocab=vocab,
        position=position,
        document=None if position is None else document,
        predicted=ids("predicted"),
    )


def _numbers(cells: list[str] | np.ndarray, name: str, path: Path) -> np.ndarray:
    try:
        numbers = np.asarray(cells, dtype=np.float64)
    except ValueError:
        numbers = np.array([_number(cell) for cell in cells])
    bad = np.flatnonzero(~np.isfinite(numbers))
    if len(bad):
        raise ValueError(
            f"{path}, row {bad[0] + 1}: {name} is {str(cells[bad[0]])[:40]!r}, not a finite number"
        )
    return numbers


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return float("nan")


def _csv(path: Path) -> dict[str, list[str]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        try:
            first = file.readline()
            file.seek(0)
            rows = csv.reader(file, delimiter=max(",;\t", key=first.count))
            names = [name.strip().lower() for name in next(rows, [])]
            names = ["token" if n == "label" and "token" not in names else n for n in names]
            kept = {name: names.index(name) for name in TABLE_COLUMNS if name in names}
            columns: dict[str, list[str]] = {name: [] for name in kept}
            for line, row in enumerate(rows, start=1):
                if not row:
                    continue
                if len(row) != len(names):
                    raise ValueError(
                        f"{path}, row {line} has {len(row)} cells where {len(names)} were due"
                    )
                for name, at in kept.items():
                    columns[name].append(row[at])
        except (UnicodeDecodeError, csv.Error) as error:
            raise ValueError(f"{path} is not a CSV file in UTF-8: {error}") from None
    return columns


def _parquet(path: Path) -> dict[str, list[str] | np.ndarray]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise RuntimeError(
            f"{path} needs pyarrow: install it with `pip install 'quadric[parquet]'`"
        ) from None
    try:
        table = pyarrow.parquet.read_table(path)
    except pyarrow.ArrowException as error:
        raise ValueError(f"{path} is not a Parquet file: {error}") from None
    names = {str(name).strip().lower(): name for name in table.column_names}
    columns: dict[str, list[str] | np.ndarray] = {}
    for name in TABLE_COLUMNS:
        if name in names:
            cells = table.column(names[name]).to_pylist()
            words = name in ("token", "predicted")
            blank = "" if words else float("nan")
            columns[name] = [str(blank if cell is None else cell) for cell in cells]
    return columns
