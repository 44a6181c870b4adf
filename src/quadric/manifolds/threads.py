"""Many small pieces of work on all cores: torch, numpy and scipy let other threads go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import torch

__all__ = ["in_threads"]

A = TypeVar("A")
B = TypeVar("B")


def in_threads(work: Callable[[A], B], items: Iterable[A]) -> Iterator[B]:
    """The result for each item, in their order, from as many threads as torch uses.

    >>> list(in_threads(lambda i: i * i, range(4)))
    [0, 1, 4, 9]
    """
    count = torch.get_num_threads()
    try:
        # One thread each: together they have all cores, and need not wait for one another.
        with ThreadPoolExecutor(count, initializer=torch.set_num_threads, initargs=(1,)) as pool:
            yield from pool.map(work, items)
    finally:
        torch.set_num_threads(count)
