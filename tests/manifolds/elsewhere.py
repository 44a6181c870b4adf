"""A device beside the CPU, on a machine without one: it refuses what a GPU refuses.

Its tensors hold their numbers in the CPU's memory and are computed there, so results are those of
the CPU, bit for bit. But an operation on tensors of both devices fails, where it would on a GPU.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode, return_and_correct_aliasing
from torch.utils._pytree import tree_flatten, tree_map_only

ELSEWHERE = torch.device("lazy", 0)
"""A kind of device that torch knows on every machine, and has no kernels for."""

aten = torch.ops.aten
COPIES = (aten.copy_.default, aten._to_copy.default)
"""What may read from one device and write to the other."""
JOINED = (aten.cat.default, aten.stack.default, aten.mm.default, aten.bmm.default)
"""What does not take a single number from the CPU either, as arithmetic does."""
INDEXED = (aten.index.Tensor, aten.index_put.default, aten.index_put_.default)
"""What takes indices from the CPU, for tensors of any device."""


class Elsewhere(Tensor):
    """A tensor on that device."""

    numbers: Tensor

    @staticmethod
    def __new__(cls, numbers: Tensor) -> Elsewhere:
        made = Tensor._make_wrapper_subclass(
            cls,
            numbers.shape,
            strides=numbers.stride(),
            storage_offset=numbers.storage_offset(),
            dtype=numbers.dtype,
            device=ELSEWHERE,
        )
        made.numbers = numbers
        return made

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        with torch._C.DisableTorchFunctionSubclass():
            return func(*args, **(kwargs or {}))

    @classmethod
    def __torch_dispatch__(cls, op, types, args=(), kwargs=None):
        return computed(op, args, kwargs or {})

    def tolist(self) -> Any:
        return self.numbers.tolist()

    def numpy(self, *, force: bool = False) -> Any:
        if not force:
            raise TypeError("can't convert a tensor of another device to numpy")
        return self.numbers.numpy()


class _Factories(TorchDispatchMode):
    """Makes tensors on that device where it is asked for by name."""

    def __torch_dispatch__(self, op, types, args=(), kwargs=None):
        return computed(op, args, kwargs or {})


def computed(op: Any, args: tuple, kwargs: dict[str, Any]) -> Any:
    """The result of an operation, on the device where torch would put it."""
    given = [one for one in tree_flatten((args, kwargs))[0] if isinstance(one, Tensor)]
    mine = [one for one in given if isinstance(one, Elsewhere)]
    if mine and len(mine) < len(given) and op not in COPIES:
        _refuse_mixed(op, args, given)
    device = kwargs.get("device")
    there = bool(mine) if device is None else torch.device(device).type == ELSEWHERE.type
    if op is aten.copy_.default:
        there = isinstance(args[0], Elsewhere)
    if device is not None:
        kwargs = {**kwargs, "device": torch.device("cpu")}
    plain_args, plain_kwargs = tree_map_only(Elsewhere, lambda one: one.numbers, (args, kwargs))
    found = op(*plain_args, **plain_kwargs)
    if not there:
        return found
    found = tree_map_only(Tensor, Elsewhere, found)
    return return_and_correct_aliasing(op, args, kwargs, found)


def _refuse_mixed(op: Any, args: tuple, given: list[Tensor]) -> None:
    if op in INDEXED:
        # Indices may be on the CPU where the tensor is not, but not the other way round.
        given = [args[0], *(one for one in args[2:] if isinstance(one, Tensor))]
        wrong = not isinstance(args[0], Elsewhere)
    else:
        wrong = op in JOINED
    cpu = [one for one in given if not isinstance(one, Elsewhere)]
    if wrong or any(one.ndim for one in cpu):
        shapes = [tuple(one.shape) for one in cpu]
        raise RuntimeError(f"{op}: expected all tensors on {ELSEWHERE}, found {shapes} on the CPU")


class _OneByOne(ThreadPoolExecutor):
    """Works in the thread that asks: what torch is told to do holds for one thread alone."""

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__(1)

    def map(self, fn, *iterables, **_: Any):
        return map(fn, *iterables)


@contextmanager
def another_device() -> Iterator[torch.device]:
    """Inside, tensors can be brought to the device that is given."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quadric.threads.ThreadPoolExecutor", _OneByOne)
        before = torch._C._only_lift_cpu_tensors()
        # Otherwise torch.tensor(numbers, device=...) would go past the mode.
        torch._C._set_only_lift_cpu_tensors(True)
        try:
            with _Factories(), torch.no_grad():
                yield ELSEWHERE
        finally:
            torch._C._set_only_lift_cpu_tensors(before)
