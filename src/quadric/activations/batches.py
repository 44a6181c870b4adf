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
        """The rows of several runs [a, b), one after the other."""
        out = torch.empty(sum(b - a for a, b in runs), self.d, dtype=self.dtype)
        # numpy copies bytes without torch's thread pool, which would fight the training step's.
        target, at = out.view(torch.uint8).numpy(), 0
        for a, b in runs:
            np.copyto(target[at : at + b - a], self[a:b].contiguous().view(torch.uint8).numpy())
            at += b - a
        return out

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
        per_buffer = max(_RUN, buffer // (self.d * self.dtype.itemsize) // _RUN * _RUN)
        return self._batches(size, shuffle, seed, start, rows, drop_last, per_buffer)

    def _batches(
        self,
        size: int,
        shuffle: bool,
        seed: int,
        start: int,
        rows: range,
        drop_last: bool,
        per_buffer: int,
    ) -> Iterator[Tensor]:
        runs = [(a, min(a + _RUN, rows.stop)) for a in range(rows.start, rows.stop, _RUN)]
        if shuffle:
            order = np.random.default_rng([seed, 0]).permutation(len(runs))
            short = int(np.flatnonzero(order == len(runs) - 1)[0])
            # The one shorter run goes last, so that every buffer but the last has its full size.
            order = np.append(np.delete(order, short), len(runs) - 1)
            runs = [runs[i] for i in order]
        n = per_buffer // _RUN
        groups = [runs[i : i + n] for i in range(0, len(runs), n)]
        end = len(rows) // size * size if drop_last else len(rows)
        at = start * size
        with ThreadPoolExecutor(1, thread_name_prefix="quadric-reader") as reader:
            first = at // per_buffer
            ahead = reader.submit(self.read, sorted(groups[first])) if at < end else None
            rest: list[Tensor] = []
            for number in range(first, len(groups)):
                if ahead is None:
                    return
                filled = ahead.result()
                more = number + 1 < len(groups)
                ahead = reader.submit(self.read, sorted(groups[number + 1])) if more else None
                order = _order(len(filled), [seed, 1, number] if shuffle else None)
                i = at - number * per_buffer
                while i < len(filled) and at < end:
                    take = min(size - sum(map(len, rest)), len(filled) - i, end - at)
                    rest.append(
                        filled[i : i + take] if order is None else filled[order[i : i + take]]
                    )
                    i, at = i + take, at + take
                    if at == end or sum(map(len, rest)) == size:
                        yield (
                            rest[0].clone() if len(rest) == 1 and order is None else torch.cat(rest)
                        )
                        rest = []
                if at >= end:
                    return


def _order(n: int, seed: list[int] | None) -> Tensor | None:
    return None if seed is None else torch.from_numpy(np.random.default_rng(seed).permutation(n))
