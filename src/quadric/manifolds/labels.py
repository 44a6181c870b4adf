"""What a user says of each row: classes, numbers or both, from wherever they are kept."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float, Int
from torch import Tensor

from quadric.manifolds.lexicon import WordClass
from quadric.manifolds.words import Words

__all__ = ["Labels", "labels_of", "read_labels"]

MAX_CLASSES = 100
"""Distinct numbers up to which they are classes as well: months are, years and angles are not."""
NUMBER_BINS = 8
"""Stretches that numbers are cut into to name manifolds by."""


@dataclass(frozen=True)
class Labels:
    """One label a row: a class, a number, or both."""

    name: str
    """What they are labels of, as the column of a table is called."""
    codes: Int[np.ndarray, "n"]
    """Each row's class as an index into `texts`; -1 for none."""
    texts: tuple[str, ...]
    """The classes."""
    values: Float[np.ndarray, "n"] | None = None
    """Each row's number, NaN for none; None where labels are names without an order."""
    period: float | None = None
    """After how much the numbers begin again: 12 for months, 360 for degrees."""

    def __len__(self) -> int:
        return len(self.codes)

    @classmethod
    def of(
        cls,
        given: Any,
        name: str = "label",
        *,
        order: Sequence[str] = (),
        period: float | None = None,
        ignore: Iterable[str] = (),
    ) -> Labels:
        """Take strings or numbers as a list, an array, a tensor or a column of pandas.

        None, NaN, empty texts and those to `ignore` are rows without a label. `order` lists the
        classes as they follow each other, which makes numbers of names.

        >>> Labels.of(["Jan", "Mar", None, "Jan"], "month", order=["Jan", "Feb", "Mar"]).values
        array([ 0.,  2., nan,  0.])
        """
        cells = _cells(given, name)
        left_out = {str(one) for one in ignore}
        cells = [None if cell in left_out else cell for cell in cells]
        there = np.array([cell is not None for cell in cells], dtype=bool)
        kept = [cell for cell in cells if cell is not None]
        numbers = None if order else _numbers(kept)
        if order:
            texts = tuple(str(one) for one in order)
            unknown = sorted(set(kept) - set(texts))
            if unknown:
                raise ValueError(
                    f"{name}: {unknown[0]!r} is not in the order {', '.join(texts[:6])}...: add it "
                    "or ignore it"
                )
        elif numbers is None:
            texts = tuple(sorted(set(kept)))
        else:
            distinct = sorted(set(zip(numbers, kept, strict=True)))
            texts = tuple(dict.fromkeys(text for _, text in distinct))
            texts = texts if len(texts) <= MAX_CLASSES else ()
        place = {text: i for i, text in enumerate(texts)}
        codes = np.full(len(cells), -1, dtype=np.int64)
        values = None
        if texts:
            codes[there] = [place[cell] for cell in kept]
        if order or numbers is not None:
            values = np.full(len(cells), np.nan)
            values[there] = [place[cell] for cell in kept] if order else numbers
        if period is not None and (values is None or not period > 0):
            raise ValueError(
                f"{name}: a period of {period} needs numbers, or names with an order; "
                "give the order of the names"
            )
        return cls(name, codes, texts, values, period)

    def select(self, rows: Int[np.ndarray, "m"] | slice) -> Labels:
        """The labels of some rows."""
        values = None if self.values is None else self.values[rows]
        return Labels(self.name, self.codes[rows], self.texts, values, self.period)

    def words(self) -> Words:
        """As words to name manifolds by: the classes, or the numbers cut into stretches."""
        if self.texts or self.values is None:
            return Words(self.codes, self.texts or ("",))
        there = np.isfinite(self.values)
        values = self.values if self.period is None else self.values % self.period
        if self.period is None:
            edges = np.unique(np.quantile(values[there], np.linspace(0, 1, NUMBER_BINS + 1)))
        else:
            edges = np.linspace(0, self.period, NUMBER_BINS + 1)
        codes = np.full(len(values), -1, dtype=np.int64)
        codes[there] = np.clip(
            np.searchsorted(edges, values[there], "right") - 1, 0, max(len(edges) - 2, 0)
        )
        texts = [f"{a:.4g} to {b:.4g}" for a, b in pairwise(edges)]
        return Words(codes, texts or [f"{edges[0]:.4g}"])

    def word_class(self, words: Words) -> WordClass:
        """The words of these labels as a class, in their order where there are numbers."""
        ordered = self.values is not None
        return WordClass(self.name, tuple(words.vocab), ordered, self.period is not None)


def labels_of(given: Any) -> tuple[Labels, ...]:
    """One or several columns of labels: a table of them, a mapping from names, or one column."""
    if given is None:
        return ()
    if isinstance(given, Labels):
        return (given,)
    if isinstance(given, tuple) and all(isinstance(one, Labels) for one in given):
        return given
    if isinstance(given, str | Path):
        return (read_labels(str(given)),)
    if isinstance(given, Mapping) or hasattr(given, "columns"):
        # A table of pandas iterates over the names of its columns, as a mapping does.
        return tuple(Labels.of(given[name], str(name)) for name in given)
    return (Labels.of(given),)


def read_labels(
    source: str,
    *,
    order: Sequence[str] = (),
    period: float | None = None,
    ignore: Iterable[str] = (),
) -> Labels:
    """Read labels from a .npy, .txt (one a line) or .csv file; `table.csv:month` names a column.

    The other arguments are those of `Labels.of`.
    """
    how: dict[str, Any] = {"order": order, "period": period, "ignore": ignore}
    path, column = Path(source), None
    if not path.is_file() and ":" in source:
        front, column = source.rsplit(":", 1)
        path = Path(front)
    if not path.is_file():
        raise ValueError(f"no labels at {source}: give a .npy, .txt or .csv file, one label a row")
    suffix = path.suffix.lower()
    if suffix in (".csv", ".tsv"):
        name, cells = _column(path, column)
        return Labels.of(cells, name, **how)
    if column is not None:
        raise ValueError(f"{path} has no columns: leave {column!r} out, or give a .csv file")
    if suffix == ".txt":
        return Labels.of(path.read_text(encoding="utf-8").splitlines(), path.stem, **how)
    if suffix == ".npy":
        try:
            array = np.load(path, allow_pickle=False)
        except Exception as error:  # numpy's parser of headers raises whatever it meets.
            raise ValueError(
                f"{path} is no plain array of strings or numbers: save it with numpy.save, strings "
                "as dtype str"
            ) from error
        return Labels.of(array, path.stem, **how)
    raise ValueError(f"{path} is of no known kind: give labels as .npy, .txt or .csv")


def _column(path: Path, name: str | None) -> tuple[str, list[str]]:
    """A column of a table with a header, separated by commas, semicolons or tabs."""
    with path.open(newline="", encoding="utf-8-sig") as file:
        first = file.readline()
        file.seek(0)
        comma = max(",;\t", key=first.count)
        rows = [row for row in csv.reader(file, delimiter=comma) if row]
    header = [cell.strip() for cell in rows[0]] if rows else []
    if name is None:
        name = header[0] if len(header) == 1 else next((h for h in header if h == "label"), None)
    if name not in header:
        known, example = ", ".join(header) or "none", header[-1] if header else "month"
        raise ValueError(f"{path} has the columns {known}: name one, as in {path}:{example}")
    at = header.index(name)
    short = next((i for i, row in enumerate(rows) if len(row) <= at), None)
    if short is not None:
        raise ValueError(
            f"{path}, line {short + 1} has {len(rows[short])} cells: {name} is missing"
        )
    return name, [row[at].strip() for row in rows[1:]]


def _cells(given: Any, name: str) -> list[str | None]:
    """Each row's label as text, None where there is none."""
    if isinstance(given, Tensor):
        given = given.detach().cpu().numpy()
    elif hasattr(given, "to_numpy"):
        given = given.to_numpy()
    if isinstance(given, np.ndarray):
        given = given.reshape(-1)
        if np.issubdtype(given.dtype, np.floating):
            return [None if np.isnan(one) else _short(float(one)) for one in given]
        given = given.tolist()
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ValueError(f"{name}: labels are a list or an array with one entry a row")
    return [_cell(one) for one in given]


def _cell(one: Any) -> str | None:
    if isinstance(one, bytes):
        one = one.decode()
    if one is None or str(one) in ("", "nan", "<NA>", "NaT"):
        return None
    if isinstance(one, float | np.floating):
        return _short(float(one))
    if hasattr(one, "item") and not isinstance(one, str):
        one = one.item()
    return str(one)


def _short(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _numbers(cells: list[str]) -> list[float] | None:
    try:
        found = [float(cell) for cell in cells]
    except ValueError:
        return None
    return found if found and all(map(np.isfinite, found)) else None
