"""Memory that a step leaves to the next: on a CPU, fresh pages cost a tenth of a step."""

from __future__ import annotations

import math
import threading

import torch
from torch import Tensor

__all__ = ["Workspace"]


class Workspace:
    """Lends tensors, and takes them back when the work is done.

    What is never given back, because a backward never came, is freed like any other tensor. A
    tensor that autograd still needs after it was given back and lent anew is refused by autograd's
    own version check: values are never silently wrong. Threads may share one: what is lent to one
    of them is in nobody else's hands. Copies and pickles start empty.
    """

    def __init__(self) -> None:
        self._free: list[Tensor] = []
        self._lock = threading.Lock()

    def take(self, like: Tensor, *shape: int) -> Tensor:
        """An uninitialised tensor of this shape, with the dtype and device of `like`."""
        if like.device.type != "cpu":
            return like.new_empty(shape)  # allocators of accelerators keep their memory anyway
        size = math.prod(shape)
        with self._lock:
            same = [t for t in self._free if t.dtype == like.dtype]
            fitting = [t for t in same if size <= t.numel() <= 2 * size]
            if fitting:
                chosen = min(fitting, key=Tensor.numel)
                self._drop(chosen)
                return chosen[:size].view(shape)
            # One that is too small for what is asked for now will hardly be asked for again.
            smaller = [t for t in same if t.numel() < size]
            self._drop(max(smaller, key=Tensor.numel, default=None))
        return torch.empty(size, dtype=like.dtype).view(shape)

    def _drop(self, tensor: Tensor | None) -> None:
        self._free = [t for t in self._free if t is not tensor]

    def give(self, *tensors: Tensor | None) -> None:
        """Take back what was lent; None and tensors of other devices are passed over."""
        for tensor in tensors:
            if tensor is not None and tensor.device.type == "cpu":
                whole = tensor if tensor._base is None else tensor._base
                with self._lock:
                    self._free.append(whole.view(-1))

    def clear(self) -> None:
        """Free what is kept."""
        with self._lock:
            self._free = []

    def __deepcopy__(self, memo: object) -> Workspace:
        return Workspace()

    def __reduce__(self) -> tuple[type[Workspace], tuple[()]]:
        return Workspace, ()
