"""All cores, and the same numbers whatever their number.

Matrix products give the same bits on any number of threads: each entry is added up by one of them.
What is added up by several together (a sum over a whole tensor, LAPACK's factorisations) is not:
that is done on one thread here, so that the same seed gives the same manifolds on any machine of a
kind.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import torch

__all__ = ["in_threads", "one_thread"]

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


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """What is computed inside is computed on one thread.

    >>> with one_thread():
    ...     torch.get_num_threads()
    1
    """
    count = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(count)
