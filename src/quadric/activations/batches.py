"""Rows that can be sliced -> shuffled batches, through a bounded buffer and reproducibly."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

__all__ = ["Rows"]

_RUN_ROWS = 256
"""Rows read in one piece: long enough to be read at the disk's speed, short enough that a buffer
holds pieces from all over the store."""
_BUFFER_BYTES = 1 << 27
"""Bytes of one buffer; two live at a time, one being read while the other is used."""


Loaded = TypeVar("Loaded")


class Rows(ABC):
    """n rows of d numbers: a store, a file or an array. Subclasses slice; this shuffles."""

    d: int
    """Numbers a row."""
    dtype: torch.dtype
    """As stored; batches keep it."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __getitem__(self, rows: slice) -> Float[Tensor, "n d"]: ...

    def read(self, runs: Sequence[tuple[int, int]]) -> Float[Tensor, "n d"]:
        """The rows of several runs [a, b) in rising order, one after the other."""
        parts = [self[a:b] for a, b in runs]
        if parts[0].device.type != "cpu":
            return torch.cat(parts)
        whole = np.concatenate([_numbers(part).numpy() for part in parts])
        return torch.from_numpy(whole).view(self.dtype)

    def batches(
        self,
        size: int,
        shuffle: bool = True,
        seed: int = 0,
        start: int = 0,
        rows: range | None = None,
        drop_last: bool = True,
        buffer: int = _BUFFER_BYTES,
        share: tuple[int, int] = (0, 1),
    ) -> Iterator[Float[Tensor, "n d"]]:
        """One pass in batches of `size` rows, beginning at batch `start`.

        Shuffling permutes runs of rows over all of `rows`, fills a buffer of at most `buffer`
        bytes with them and permutes that, so the order depends on `seed`, `rows` and `buffer`
        alone and `start` costs at most one buffer. `drop_last=False` adds the shorter last batch.
        A share (i, n) is the i-th of n parts of every batch, and nothing else is read.
        """
        rows = range(len(self)) if rows is None else rows
        if rows.step != 1 or rows.start < 0 or rows.stop > len(self):
            raise ValueError(f"rows {rows} do not lie within 0 to {len(self)}")
        if size < 1:
            raise ValueError(f"a batch of {size} rows cannot be made: ask for at least 1")
        if drop_last and len(rows) < size:
            raise ValueError(f"{len(rows)} rows do not fill one batch of {size}: use smaller ones")
        part, parts = share
        if not 0 <= part < parts <= size:
            raise ValueError(f"a batch of {size} rows has no part {part} of {parts}: use fewer")
        mine = range(part * size // parts, (part + 1) * size // parts)
        return self._batches(size, shuffle, seed, start, rows, drop_last, buffer, mine)

    def _batches(
        self,
        size: int,
        shuffle: bool,
        seed: int,
        start: int,
        rows: range,
        drop_last: bool,
        buffer: int,
        mine: range,
    ) -> Iterator[Tensor]:
        runs = [(a, min(a + _RUN_ROWS, rows.stop)) for a in range(rows.start, rows.stop, _RUN_ROWS)]
        if shuffle:
            # The one shorter run stays last, so that every buffer but the last is full.
            runs = [runs[i] for i in _permuted(len(runs) - 1, [seed, 0])] + runs[-1:]
        per_buffer = max(1, buffer // (self.d * self.dtype.itemsize * _RUN_ROWS))
        groups = [runs[i : i + per_buffer] for i in range(0, len(runs), per_buffer)]
        end = len(rows) // size * size if drop_last else len(rows)
        length = per_buffer * _RUN_ROWS
        first, skip = divmod(start * size, length)

        def load(number: int) -> tuple[Tensor, np.ndarray]:
            """Rows of a buffer, and in which order they are wanted."""
            read = sorted(groups[number])
            n = sum(b - a for a, b in read)
            order = _permuted(n, [seed, 1, number]) if shuffle else np.arange(n)
            begin = skip if number == first else 0
            order = order[begin : end - number * length]
            if len(mine) == size:
                return self.read(read), order
            place = (number * length + begin + np.arange(len(order))) % size
            return self._read_some(read, order[(place >= mine.start) & (place < mine.stop)])

        taken, missing = list[Tensor](), len(mine)
        for filled, order in _ahead(load, range(first, -(-end // length))):
            at = 0
            while at < len(order):
                taken.append(_take(filled, order[at : at + missing]))
                at, missing = at + len(taken[-1]), missing - len(taken[-1])
                if not missing:
                    yield taken[0] if len(taken) == 1 else torch.cat(taken)
                    taken, missing = [], len(mine)
        if taken:
            yield torch.cat(taken)

    def _read_some(
        self, runs: list[tuple[int, int]], wanted: np.ndarray
    ) -> tuple[Tensor, np.ndarray]:
        """Those of the runs' rows that are wanted, and where each is in what was read."""
        if not len(wanted):
            return self[0:0], wanted
        place = np.sort(wanted)
        rows = np.concatenate([np.arange(a, b) for a, b in runs])[place]
        breaks = np.flatnonzero(np.diff(rows) != 1) + 1
        pieces = [(int(piece[0]), int(piece[-1]) + 1) for piece in np.split(rows, breaks)]
        return self.read(pieces), np.searchsorted(place, wanted)


def _ahead(load: Callable[[int], Loaded], numbers: range) -> Iterator[Loaded]:
    """What `load` gives for every number, each loaded while the one before it is used."""
    with ThreadPoolExecutor(1, thread_name_prefix="quadric-reader") as reader:
        ahead = None
        for number in numbers:
            now = ahead or reader.submit(load, number)
            ahead = reader.submit(load, number + 1) if number + 1 in numbers else None
            yield now.result()


def _permuted(n: int, seed: list[int]) -> np.ndarray:
    return np.random.default_rng(seed).permutation(n)


def _numbers(x: Tensor) -> Tensor:
    """The same bytes as whole numbers: numpy knows no bfloat16."""
    sizes = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
    return x.view(sizes[x.dtype.itemsize])


def _take(x: Tensor, rows: np.ndarray) -> Tensor:
    """`x[rows]`; on a CPU by numpy, whose one thread beats torch's when other work is running."""
    if x.device.type != "cpu":
        return x[torch.from_numpy(rows).to(x.device)]
    return torch.from_numpy(np.take(_numbers(x).numpy(), rows, axis=0)).view(x.dtype)
