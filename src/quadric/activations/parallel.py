"""Collect on several ranks into the very files that one process would write.

A shard holds a number of blocks that is known before they are read. So the ranks take the shards of
a store in turn: all cut the same text, and each runs the model on its own shards alone. After each
round the first rank names the round's shards in the manifest. Whatever happens, the store then is
one that any number of ranks can continue, less the round in which it happened.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import asdict
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import torch

from quadric.activations.capturing import Captured, enough_blocks
from quadric.activations.store import Shard
from quadric.activations.writing import StoreWriter, skip_blocks, write_shard
from quadric.distributed import Group
from quadric.files.writing import locked
from quadric.progress import Progress
from quadric.text import Block

__all__ = ["Job", "collect_in_parallel"]


class Job(NamedTuple):
    """What `collect` has found out before it begins."""

    out: Path
    """The folder to lock."""
    folders: dict[str, Path]
    """Layer -> its store."""
    open: Callable[[], StoreWriter | None]
    """Begins or continues the stores; None if they are complete. For the first rank alone."""
    cut: Iterator[Block]
    """All of the text."""
    read: Callable[[Iterator[Block]], Iterator[Captured]]
    """Runs the model."""
    forward: int
    """Blocks in one forward."""
    per_shard: int
    """Blocks after which a shard is full."""
    tokens: int | None
    """Rows to collect; None takes all of the text."""
    report: Progress
    """Gets what is being done and how many rows there are."""
    text: str
    """The text's name, for messages."""

    @property
    def wanted(self) -> float:
        """Rows to collect."""
        return self.tokens or float("inf")


def collect_in_parallel(job: Job, group: Group) -> None:
    """Collect until there are enough rows or the text ends, on every rank."""
    with locked(job.out) if group.first else nullcontext():
        writer = group.together(job.open) if group.first else group.together(lambda: None)
        begun = group.broadcast(_begin(writer))
        if begun is None:
            return
        if begun["last"] is not None:
            job.report("finding the place", begun["rows"], job.tokens)
            last = torch.tensor(begun["last"])
            skip_blocks(job.cut, begun["blocks"], last, next(iter(job.folders.values())))
        rows, number, ended = begun["rows"], begun["shards"], False
        if rows >= job.wanted:
            group.together(partial(_note, job, writer, [], True, False))
        while rows < job.wanted and not ended:
            mine, ended = _round(job, rows, group)
            stopped = threading.Event()
            try:
                work = partial(_shard, job, mine, number + group.rank, rows, group, stopped)
                found = [one for one in group.all_gather(group.together(work)) if one is not None]
            except BaseException:
                stopped.set()
                raise
            rows, number = rows + sum(one["rows"] for one in found), number + len(found)
            if rows == 0:
                raise ValueError(f"the text {job.text} holds no tokens to collect: choose another")
            complete = ended or rows >= job.wanted
            exhausted = rows < job.wanted and complete
            group.together(partial(_note, job, writer, found, complete, exhausted))


def _note(
    job: Job,
    writer: StoreWriter | None,
    found: list[dict[str, Any]],
    complete: bool,
    exhausted: bool,
) -> None:
    """Name a round's shards in the manifests, on the first rank."""
    if writer is not None:
        shards = {name: [Shard(**one["shards"][name]) for one in found] for name in job.folders}
        writer.add(shards, complete, exhausted)


def _begin(writer: StoreWriter | None) -> dict[str, Any] | None:
    """How far the stores are; a shard that was cut short by an interruption is collected anew."""
    if writer is None:
        return None
    writer.parts = []
    last = writer.last_block()
    return {
        "rows": writer.rows,
        "blocks": writer.blocks,
        "shards": writer.count,
        "last": None if last is None else last.tolist(),
    }


def _round(job: Job, rows: int, group: Group) -> tuple[list[Block], bool]:
    """Cut the next shards, one a rank: the blocks of this one's, and whether the text ended.

    Rows are counted as they are wanted. If some turn out not to be finite, a next round follows.
    """
    mine: list[Block] = []
    for rank in range(group.size):
        taken = 0
        while taken < job.per_shard and rows < job.wanted:
            blocks = list(islice(enough_blocks(job.cut, job.wanted - rows), job.forward))
            if not blocks:
                return mine, True
            rows += sum(int(block.keep.sum()) for block in blocks)
            taken += len(blocks)
            mine += blocks if rank == group.rank else []
    return mine, False


def _shard(
    job: Job, mine: list[Block], number: int, rows: int, group: Group, stopped: threading.Event
) -> dict[str, Any] | None:
    """Run the model on a shard's blocks and write it; what the manifest will say of it."""
    parts: list[Captured] = []
    for part in job.read(iter(mine)):
        if stopped.is_set():
            return None
        parts.append(part)
        # The other ranks are about as far.
        job.report("collecting", rows + group.size * sum(map(len, parts)), job.tokens)
    if not parts:
        return None
    whole = Captured.join(parts)
    file = f"shard-{number:05d}.safetensors"
    shards = {n: asdict(write_shard(f / file, whole, n)) for n, f in job.folders.items()}
    return {"rows": len(whole), "shards": shards}
