"""Rows -> a part to train on and a part held out; a step's number -> its batch."""

from __future__ import annotations

from collections.abc import Iterator

from torch import Tensor

from quadric.activations import ActivationStore, Rows

__all__ = ["Epochs", "split"]


def split(rows: Rows, fraction: float) -> tuple[range, range]:
    """The rows to train on and the last `fraction`, held out, cut between documents if known.

    A store whose last documents are too long for that is cut inside one.
    """
    n = len(rows)
    cut = n - round(fraction * n)
    if fraction > 0:
        cut = min(cut, n - 1)
    if isinstance(rows, ActivationStore) and 0 < cut < n:
        documents = rows.documents[cut - 1 : n]
        starts = (documents[1:] != documents[:-1]).nonzero().flatten()
        if len(starts):
            cut += int(starts[0])
        else:
            before = rows.documents[0:cut]
            inside = int((before == documents[0]).sum())
            if inside < cut / 2:
                cut -= inside
    return range(cut), range(cut, n)


class Epochs:
    """The batches of a run, each a function of its step: passes over `rows`, each shuffled anew."""

    def __init__(self, source: Rows, rows: range, batch: int, seed: int) -> None:
        if len(rows) < batch:
            raise ValueError(
                f"{len(rows):,} rows to train on do not fill one batch of {batch:,}: lower the "
                "batch or collect more"
            )
        self._source, self._rows, self._batch, self._seed = source, rows, batch, seed
        self.d = source.d
        self.per_epoch = len(rows) // batch

    def batches(self, start: int) -> Iterator[Tensor]:
        """The batches of steps start, start + 1, ..., without end."""
        epoch, inside = divmod(start, self.per_epoch)
        while True:
            yield from self._source.batches(
                self._batch, seed=self._seed + epoch, start=inside, rows=self._rows
            )
            epoch, inside = epoch + 1, 0
