"""Rows that can be sliced -> shuffled batches, through a bounded buffer and reproducibly."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

__all__ = ["Rows"]

_RUN = 256
"""Rows read in one piece: long enough to be read at the disk's speed, short enough that a buffer
holds pieces from all over the store."""
_BUFFER = 1 << 27
"""Bytes of one buffer; two live at a time, one being read while the other is used."""


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
        buffer: int = _BUFFER,
    ) -> Iterator[Float[Tensor, "size d"]]:
        """One pass in batches of `size` rows, beginning at batch `start`.

        Shuffling permutes runs of rows over all of `rows`, fills a buffer of at most `buffer`
        bytes with them and permutes that, so the order depends on `seed`, `rows` and `buffer`
        alone and `start` costs at most one buffer. `drop_last=False` adds the shorter last batch.
        """
        rows = range(len(self)) if rows is None else rows
        if rows.step != 1 or rows.start < 0 or rows.stop > len(self):
            raise ValueError(f"rows {rows} do not lie within 0 to {len(self)}")
        if size < 1:
            raise ValueError(f"a batch of {size} rows cannot be made: ask for at least 1")
        if drop_last and len(rows) < size:
            raise ValueError(f"{len(rows)} rows do not fill one batch of {size}: use smaller ones")
        return self._batches(size, shuffle, seed, start, rows, drop_last, buffer)

    def _batches(
        self,
        size: int,
        shuffle: bool,
        seed: int,
        start: int,
        rows: range,
        drop_last: bool,
        buffer: int,
    ) -> Iterator[Tensor]:
        runs = [(a, min(a + _RUN, rows.stop)) for a in range(rows.start, rows.stop, _RUN)]
        if shuffle:
            # The one shorter run stays last, so that every buffer but the last is full.
            runs = [runs[i] for i in _permuted(len(runs) - 1, [seed, 0])] + runs[-1:]
        per_buffer = max(1, buffer // (self.d * self.dtype.itemsize * _RUN))
        groups = [runs[i : i + per_buffer] for i in range(0, len(runs), per_buffer)]
        end = len(rows) // size * size if drop_last else len(rows)
        at, taken, missing = start * size, list[Tensor](), size
        first, i = divmod(at, per_buffer * _RUN)
        for number, filled in self._buffers(groups, first):
            n = len(filled)
            order = _permuted(n, [seed, 1, number]) if shuffle else np.arange(n)
            while i < n and at < end:
                take = min(missing, n - i, end - at)
                taken.append(_take(filled, order[i : i + take]))
                i, at, missing = i + take, at + take, missing - take
                if at == end or not missing:
                    yield taken[0] if len(taken) == 1 else torch.cat(taken)
                    taken, missing = [], size
            if at >= end:
                return
            i = 0

    def _buffers(
        self, groups: list[list[tuple[int, int]]], first: int
    ) -> Iterator[tuple[int, Tensor]]:
        """Groups of runs with their numbers, each read while the one before it is used."""
        with ThreadPoolExecutor(1, thread_name_prefix="quadric-reader") as reader:
            ahead = None
            for number in range(first, len(groups)):
                now = ahead or reader.submit(self.read, sorted(groups[number]))
                last = number + 1 == len(groups)
                ahead = None if last else reader.submit(self.read, sorted(groups[number + 1]))
                yield number, now.result()


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
