"""Rows -> a part to train on and a part held out; a step's number -> its batch."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from torch import Tensor

from quadric.activations import ActivationStore, Rows
from quadric.activations.moments import Moments
from quadric.training.settings import TrainSettings

__all__ = ["RowSource", "Source", "layer_store", "split"]


@runtime_checkable
class Source(Protocol):
    """Where the batches of a run come from."""

    d: int
    """Width of the activations."""
    buffered: int
    """Bytes that reading and shuffling keep in memory."""

    def heldout(self) -> Iterator[Tensor]:
        """The held-out rows in chunks, the same ones at every call."""
        ...

    def batches(
        self, start: int, place: dict[str, Any], stopped: Callable[[], bool]
    ) -> Generator[Tensor, None, None]:
        """The batches from step `start` on, without end; an end means that `stopped` said so."""
        ...

    def place(self) -> dict[str, Any]:
        """Where the batch after the last one given is: `batches` finds it again by this."""
        ...

    def mean(self) -> Tensor:
        """The mean of the activations at norm one, [d]."""
        ...

    def describe(self) -> dict[str, Any]:
        """What the activations are, for the run's own record."""
        ...


MAX_HELDOUT_FACTOR = 3.0
"""How many times more or less than asked for may be held out, so that documents stay whole."""


def split(rows: Rows, fraction: float) -> tuple[range, range]:
    """The rows to train on, and the last `fraction` of them, cut between documents if known.

    The cut moves to the start of a document, the one that holds out most nearly the fraction. If
    that is off by more than `MAX_HELDOUT_FACTOR`, since documents are long, one is cut inside.
    """
    n = len(rows)
    cut = n - round(fraction * n)
    if isinstance(rows, ActivationStore) and 0 < cut < n:
        held = n - cut
        first = max(0, n - int(MAX_HELDOUT_FACTOR * held) - 1)  # no earlier start is near enough
        documents = rows.documents[first:n]
        starts = first + 1 + (documents[1:] != documents[:-1]).nonzero().flatten()
        off = ((n - starts) / held).log().abs()
        if len(starts) and off.min() <= math.log(MAX_HELDOUT_FACTOR):
            cut = int(starts[off.argmin()])
    return range(cut), range(cut, n)


def layer_store(folder: Path, layer: str) -> Path:
    """The store of one layer, by its name or its block's number, in a folder of several or one."""
    found: dict[str, Path] = {}
    for manifest in (*folder.glob("manifest.json"), *sorted(folder.glob("*/manifest.json"))):
        found[ActivationStore(manifest.parent).manifest["layer"]] = manifest.parent
    for name, path in found.items():
        if layer == name or (layer.isdecimal() and name.endswith(f".{layer}")):
            return path
    raise ValueError(f"no layer {layer} in {folder}: it holds {', '.join(found) or 'none'}")


class RowSource:
    """The batches of a run over rows that are there: each is a function of its step.

    Rows are passed over as often as the steps need, each time shuffled by `seed` + pass. A share
    (i, n) gives the i-th of n parts of every batch, for ranks that train together.
    """

    def __init__(
        self,
        rows: Rows,
        settings: TrainSettings,
        name: str = "",
        share: tuple[int, int] = (0, 1),
    ) -> None:
        self._rows, self._name, self._share = rows, name, share
        self._train, self._heldout = split(rows, settings.heldout)
        self._batch, self._seed = settings.batch, settings.seed
        if len(self._train) < self._batch:
            raise ValueError(
                f"{len(self._train):,} rows to train on do not fill one batch of "
                f"{self._batch:,}: lower the batch or collect more"
            )
        self._heldout = self._heldout[: settings.heldout_tokens]
        self.d = rows.d
        self.buffered = min(2 << 27, len(rows) * rows.d * rows.dtype.itemsize)

    def heldout(self) -> Iterator[Tensor]:
        """The held-out rows, a batch at a time."""
        for a in range(self._heldout.start, self._heldout.stop, self._batch):
            yield self._rows[a : min(a + self._batch, self._heldout.stop)]

    def batches(
        self,
        start: int,
        place: dict[str, Any] | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Generator[Tensor, None, None]:
        """The batches of steps start, start + 1, ..., without end."""
        epoch, inside = divmod(start, len(self._train) // self._batch)
        while not stopped():
            yield from self._rows.batches(
                self._batch,
                seed=self._seed + epoch,
                start=inside,
                rows=self._train,
                share=self._share,
            )
            epoch, inside = epoch + 1, 0

    def place(self) -> dict[str, Any]:
        """Nothing: the step alone says where its batch is."""
        return {}

    def mean(self) -> Tensor:
        """Of the rows to train on: a store's known sums less those of the held-out rows."""
        train, rows = self._train, self._rows
        if not isinstance(rows, ActivationStore):
            return Moments.of(rows, train.start, train.stop).mean
        whole, rest = rows.moments, Moments.of(rows, train.stop, len(rows))
        if whole.count == rest.count:
            raise ValueError("all rows to train on are zero: there is no mean")
        return (whole.total - rest.total) / (whole.count - rest.count)

    def describe(self) -> dict[str, Any]:
        """The store's manifest without its shards, or the file's name; and what is held out."""
        described: dict[str, Any] = {
            "activations": self._name,
            "tokens": len(self._rows),
            "d": self.d,
            "trained_on": [self._train.start, self._train.stop],
        }
        if isinstance(self._rows, ActivationStore):
            manifest = {k: v for k, v in self._rows.manifest.items() if k != "shards"}
            described = {**manifest, **described, "activations": str(self._rows.folder)}
        return described
