"""The process group: the ranks that torchrun started, and their collective operations.

Everything that leaves a process goes through `Group`, which counts the bytes it was given. Whoever
works on several ranks is given the group; there is no current one to be found.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import timedelta
from typing import Any, TypeVar

import torch
import torch.distributed as dist
from torch import Tensor

__all__ = ["Group", "OneProcess", "RankLost", "process_group"]

TIMEOUT = timedelta(seconds=45)
"""How long a rank waits for the others: one that vanished ends the job within a minute."""
HEARTBEAT_SECONDS = 10.0
"""Seconds after which ranks whose work differs in length tell each other that they are alive."""

Work = TypeVar("Work")

# torch renamed these two in 2.13 and warns at each use of the old names.
_reduce_scatter: Any = getattr(dist, "reduce_scatter_single", dist.reduce_scatter_tensor)
_all_gather: Any = getattr(dist, "all_gather_single", dist.all_gather_into_tensor)


class RankLost(RuntimeError):
    """Another rank failed or vanished."""


def _lost(message: str) -> RankLost:
    """What to raise when another rank is gone.

    torchrun soon ends the ranks that are left with SIGTERM: they end by themselves from here on,
    and ignore it, so that they can say first what happened and what to do.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return RankLost(message)


class Group:
    """One rank among `size`; tensors that are shared out are cut along one axis, evenly."""

    def __init__(self, rank: int, size: int) -> None:
        self.rank, self.size = rank, size
        self.given: Counter[str] = Counter()
        """Bytes of the tensors given to each kind of exchange, by this rank."""
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="quadric-together")

    @property
    def first(self) -> bool:
        """Whether this is the rank that writes files and prints."""
        return self.rank == 0

    def bounds(self, length: int, rank: int | None = None) -> slice:
        """The part of an axis that a rank (this one, if not said) has."""
        rank = self.rank if rank is None else rank
        return slice(rank * length // self.size, (rank + 1) * length // self.size)

    def take(self, whole: Tensor, axis: int, rank: int | None = None) -> Tensor:
        """A rank's part of a tensor that is here whole."""
        part = self.bounds(whole.shape[axis], rank)
        return whole.narrow(axis, part.start, part.stop - part.start)

    @contextlib.contextmanager
    def _exchange(self, kind: str, *tensors: Tensor) -> Iterator[None]:
        self.given[kind] += sum(t.numel() * t.dtype.itemsize for t in tensors)
        try:
            yield
        except RuntimeError as error:
            reason = str(error).strip().splitlines()[0]
            raise _lost(
                f"another rank failed or cannot be reached ({reason}): see its own message; the "
                "same command with resume=True continues a run that was begun"
            ) from error

    def all_reduce_(self, tensor: Tensor) -> Tensor:
        """The sum of all ranks' tensors, in place."""
        with self._exchange("all_reduce", tensor):
            dist.all_reduce(tensor)
        return tensor

    def reduce_scatter(self, tensor: Tensor, axis: int) -> Tensor:
        """The sum of all ranks' whole tensors, of which this rank gets its part."""
        length, rest = tensor.shape[axis], tensor.movedim(axis, 0).shape[1:]
        padded = -(-length // self.size)
        parts = tensor.new_zeros(self.size, padded, *rest)
        for rank in range(self.size):
            part = self.take(tensor, axis, rank).movedim(axis, 0)
            parts[rank, : len(part)] = part
        mine = tensor.new_empty(padded, *rest)
        with self._exchange("reduce_scatter", parts):
            _reduce_scatter(mine, parts.flatten(0, 1))
        bounds = self.bounds(length)
        return mine[: bounds.stop - bounds.start].movedim(0, axis).contiguous()

    def all_gather_parts(self, part: Tensor, length: int, axis: int) -> Tensor:
        """The whole tensor on every rank, from all ranks' parts."""
        padded = -(-length // self.size)
        mine = part.movedim(axis, 0)
        filled = mine.new_zeros(padded, *mine.shape[1:])
        filled[: len(mine)] = mine
        whole = mine.new_empty(self.size * padded, *mine.shape[1:])
        with self._exchange("all_gather", filled):
            _all_gather(whole, filled)
        sizes = [self.bounds(length, rank) for rank in range(self.size)]
        parts = [
            whole[rank * padded : rank * padded + b.stop - b.start] for rank, b in enumerate(sizes)
        ]
        return torch.cat(parts).movedim(0, axis)

    def gather(self, part: Tensor, length: int, axis: int) -> Tensor | None:
        """The whole tensor in the CPU's memory of the first rank, None elsewhere."""
        part = part.detach().contiguous()
        if not self.first:
            with self._exchange("gather", part):
                dist.send(part, 0)
            return None
        shape = list(part.shape)
        shape[axis] = length
        whole = torch.empty(shape, dtype=part.dtype)
        self.take(whole, axis, 0).copy_(part)
        for rank in range(1, self.size):
            wanted = self.take(whole, axis, rank)
            incoming = torch.empty(wanted.shape, dtype=part.dtype, device=part.device)
            with self._exchange("gather"):
                dist.recv(incoming, rank)
            wanted.copy_(incoming)
        return whole

    def scatter(self, whole: Tensor | None, out: Tensor, axis: int) -> Tensor:
        """Fill `out` with this rank's part of a tensor that only the first rank has."""
        if whole is None:
            incoming = torch.empty_like(out, memory_format=torch.contiguous_format)
            with self._exchange("scatter"):
                dist.recv(incoming, 0)
            return out.copy_(incoming)
        for rank in range(1, self.size):
            part = self.take(whole, axis, rank).to(out.device, out.dtype).contiguous()
            with self._exchange("scatter", part):
                dist.send(part, rank)
        return out.copy_(self.take(whole, axis, 0))

    def ring_shift(self, tensors: Sequence[Tensor], into: Sequence[Tensor]) -> Callable[[], None]:
        """Send tensors to the next rank and receive the one before's; call the result to wait."""
        after, before = (self.rank + 1) % self.size, (self.rank - 1) % self.size
        with self._exchange("ring_shift", *tensors):
            ops = [dist.P2POp(dist.isend, tensor, after) for tensor in tensors]
            ops += [dist.P2POp(dist.irecv, tensor, before) for tensor in into]
            handles = dist.batch_isend_irecv(ops)

        def finish() -> None:
            with self._exchange("ring_shift"):
                for handle in handles:
                    handle.wait()

        return finish

    def all_reduce_max(self, number: int) -> int:
        """The largest of all ranks' numbers."""
        found = torch.tensor([number])
        with self._exchange("all_reduce_max", found):
            dist.all_reduce(found, dist.ReduceOp.MAX)
        return int(found)

    def broadcast(self, value: Any) -> Any:
        """The first rank's value on every rank, as JSON; what the others pass is ignored."""
        content = json.dumps(value).encode() if self.first else b""
        length = self.all_reduce_max(len(content))
        text = torch.zeros(length, dtype=torch.uint8)
        if self.first:
            text = torch.frombuffer(bytearray(content), dtype=torch.uint8)
        with self._exchange("broadcast", text):
            dist.broadcast(text, 0)
        return json.loads(bytes(text.tolist()))

    def all_gather(self, value: Any) -> list[Any]:
        """Every rank's value, as JSON, by rank."""
        content = json.dumps(value).encode()
        mine = torch.zeros(self.all_reduce_max(len(content)), dtype=torch.uint8)
        mine[: len(content)] = torch.frombuffer(bytearray(content), dtype=torch.uint8)
        found = [torch.empty_like(mine) for _ in range(self.size)]
        with self._exchange("all_gather_objects", mine):
            dist.all_gather(found, mine)
        return [json.loads(bytes(text.tolist()).rstrip(b"\0")) for text in found]

    def together(self, work: Callable[[], Work]) -> Work:
        """Let every rank do work of its own, however long, and wait for all of them.

        Ranks that wait hear from the others every few seconds, so that work may take longer than
        the timeout and a rank that dies is still noticed. If one fails, all raise.
        """
        future: Future[Work] = self._worker.submit(work)
        while True:
            wait([future], HEARTBEAT_SECONDS)
            failed = future.done() and future.exception() is not None
            state = self.all_reduce_max(2 if failed else 0 if future.done() else 1)
            if failed:
                return future.result()
            if state == 2:
                raise _lost("another rank failed: see its own message")
            if state == 0:
                return future.result()


class OneProcess:
    """A group of one: what `Group` answers when there is nobody else."""

    rank, size, first = 0, 1, True

    def all_reduce_max(self, number: int) -> int:
        """The number itself."""
        return number

    def broadcast(self, value: Any) -> Any:
        """The value itself."""
        return value

    def all_gather(self, value: Any) -> list[Any]:
        """The one value."""
        return [value]

    def together(self, work: Callable[[], Work]) -> Work:
        """Do the work."""
        return work()


@contextlib.contextmanager
def process_group() -> Iterator[Group | None]:
    """Join the other ranks if torchrun started this process; errors then say which rank's."""
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if not dist.is_torchelastic_launched() or size == 1:
        yield None
        return
    gpus = torch.cuda.is_available()
    if gpus:
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]) % torch.cuda.device_count())
    rank = int(os.environ["RANK"])
    try:
        dist.init_process_group("cpu:gloo,cuda:nccl" if gpus else "gloo", timeout=TIMEOUT)
        yield Group(rank, size)
        dist.destroy_process_group()
    except (ValueError, OSError, RuntimeError) as error:
        raise RuntimeError(f"rank {rank} of {size}: {error}") from error
