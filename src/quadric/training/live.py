"""Batches straight from a model that reads text: collected in a thread while training goes on."""

from __future__ import annotations

import hashlib
import queue
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
import torch
from torch import Tensor
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from quadric.activations import CollectSettings
from quadric.activations.capturing import check_context, layers_of, read_blocks, widths
from quadric.activations.moments import Moments
from quadric.training.settings import TrainSettings

__all__ = ["LiveSource"]

_BUFFER_BYTES = 1 << 27
"""Bytes of activations that are shuffled together."""
MIN_MEAN_ROWS = 4096
"""Rows that the mean is taken of, at least: its error is then 1/64 of the activations' spread."""
_MAX_WAITING = 4
"""Batches that may wait for the training to take them."""

Documents = Callable[[int], Iterator[str]]
"""Gives all documents of the text, in an order that the seed decides."""


@dataclass(frozen=True)
class _Place:
    """A batch of the stream: so many batches into the buffer that begins at a row of the text."""

    buffer: int = 0
    """Number of the buffer, which decides how it is shuffled."""
    epoch: int = 0
    """Passes over the text before the buffer's first row."""
    block: int = 0
    """Blocks of text before the forward that its first row is from."""
    row: int = 0
    """Rows of that forward before it."""
    batch: int = 0
    """Batches of the buffer that were given already."""


class LiveSource:
    """Training batches of one layer, nothing on disk.

    The first documents are held out; the others are read as often as the steps need, each time in
    another order. Rows go through buffers that are shuffled whole. Which rows a batch has depends
    on the settings alone, so a run is continued by reading from its buffer's first block again. A
    share (i, n) runs the model on every n-th block of text, for one of n parts of every batch.
    """

    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        documents: Documents,
        collecting: CollectSettings,
        settings: TrainSettings,
        share: tuple[int, int] = (0, 1),
    ) -> None:
        check_context(model, collecting.context)
        self._layers = layers_of(model, collecting.layers)
        if len(self._layers) != 1:
            raise ValueError("live training takes one layer: collect several into stores first")
        self._model, self._tokenizer, self._documents = model, tokenizer, documents
        self._collecting, self._settings = collecting, settings
        self._share, (part, parts) = share, share
        self._batch = (part + 1) * settings.batch // parts - part * settings.batch // parts
        self._dtype = collecting.dtype or model.dtype
        self.d = widths(model, self._layers)[self._layers[0].name]
        batch_bytes = self._batch * self.d * self._dtype.itemsize
        # A short run has several buffers too, so that training begins while others are filled.
        self._per_buffer = max(1, min(_BUFFER_BYTES // batch_bytes, settings.steps // 8))
        self.buffered = (2 * self._per_buffer + _MAX_WAITING) * batch_bytes
        self._next = _Place()
        self._held, self._cut = self._hold_out()

    def _hold_out(self) -> tuple[Tensor | None, dict[bytes, int]]:
        """Rows of the first documents, and how many characters of each of them were taken."""
        settings = self._settings
        share = round(settings.heldout * settings.steps * settings.batch)
        missing = min(settings.heldout_tokens, share)
        taken: dict[bytes, int] = {}
        texts: list[str] = []
        for text in self._documents(settings.seed):
            if missing <= 0:
                break
            encoded: Any = self._tokenizer(text, add_special_tokens=False, verbose=False)
            tokens = len(encoded["input_ids"])
            # A document longer than what is missing is shared: its first part is held out.
            end = len(text) if tokens <= missing else len(text) * missing // tokens
            taken[_digest(text)] = end
            texts.append(text[:end])
            missing -= tokens
        if not texts:
            return None, {}
        parts = list(self._read(iter(texts), 0, (0, 1)))
        if not parts:
            return None, taken
        return torch.cat([x for _, x in parts])[: settings.heldout_tokens], taken

    def _trained_on(self, epoch: int) -> Iterator[str]:
        for text in self._documents(self._settings.seed + epoch):
            rest = text[self._cut.get(_digest(text), 0) :] if self._cut else text
            if rest:
                yield rest

    def _read(
        self, documents: Iterator[str], skip: int, share: tuple[int, int]
    ) -> Iterator[tuple[int, Tensor]]:
        """Activations, a forward at a time, with the number of the first block of each."""
        cut = islice(self._collecting.blocks(documents, self._tokenizer), share[0], None, share[1])
        for _ in range(skip):
            next(cut, None)
        at = skip
        collecting = self._collecting
        for part in read_blocks(
            self._model, self._layers, cut, collecting.forward, self._dtype, collecting.compile
        ):
            yield at, part.activations
            at += len(part.context)

    def _buffers(self, begin: _Place) -> Iterator[tuple[_Place, Tensor, _Place]]:
        """Full buffers, without end: the place of the first row, the rows, the place after."""
        size = self._per_buffer * self._batch
        taken, missing, epoch, skip, row = list[Tensor](), size, begin.epoch, begin.block, begin.row
        while True:
            seen = skip > 0
            for block, x in self._read(self._trained_on(epoch), skip, self._share):
                seen = seen or len(x) > 0
                while row < len(x):
                    piece = x[row : row + missing]
                    taken.append(piece)
                    row, missing = row + len(piece), missing - len(piece)
                    if not missing:
                        after = _Place(begin.buffer + 1, epoch, block, row)
                        yield begin, torch.cat(taken), after
                        begin, taken, missing = after, [], size
                row = 0
            if not seen:
                raise ValueError(
                    f"the text {self._collecting.text} holds nothing to train on besides what is "
                    "held out: give more text or lower heldout"
                )
            epoch, skip, row = epoch + 1, 0, 0

    def _produce(self, begin: _Place) -> Iterator[tuple[Tensor, _Place]]:
        """Batches, each with the place of the one that follows."""
        size, first = self._batch, begin.batch
        for place, rows, after in self._buffers(replace(begin, batch=0)):
            seed = [self._settings.seed, place.buffer]
            order = torch.from_numpy(np.random.default_rng(seed).permutation(len(rows)))
            for i in range(first, self._per_buffer):
                follows = after if i + 1 == self._per_buffer else replace(place, batch=i + 1)
                yield rows[order[i * size : (i + 1) * size]], follows
            first = 0

    def batches(
        self, start: int, place: dict[str, Any], stopped: Callable[[], bool]
    ) -> Generator[Tensor, None, None]:
        """The batches from a place on; a thread runs the model meanwhile."""
        self._next = _Place(**place)
        return self._batches(stopped)

    def _batches(self, stopped: Callable[[], bool]) -> Generator[Tensor, None, None]:
        ready: queue.Queue[tuple[Tensor, _Place] | BaseException] = queue.Queue(_MAX_WAITING)
        ended = threading.Event()

        def put(item: tuple[Tensor, _Place] | BaseException) -> bool:
            while not ended.is_set():
                try:
                    ready.put(item, timeout=0.1)
                    return True
                except queue.Full:
                    continue
            return False

        def work(begin: _Place) -> None:
            try:
                for item in self._produce(begin):
                    if not put(item):
                        return
            except BaseException as error:  # Whatever it is, the training must hear of it.
                put(error)

        thread = threading.Thread(target=work, args=(self._next,), daemon=True)
        thread.start()
        try:
            while not stopped():
                try:
                    item = ready.get(timeout=0.1)
                except queue.Empty:
                    continue
                if isinstance(item, BaseException):
                    raise item
                x, self._next = item
                yield x
        finally:
            ended.set()
            thread.join()

    def heldout(self) -> Iterator[Tensor]:
        """The held-out rows, a batch at a time."""
        if self._held is not None:
            yield from self._held.split(self._settings.batch)

    def place(self) -> dict[str, Any]:
        """Where the next batch is."""
        return asdict(self._next)

    def mean(self) -> Tensor:
        """Of the held-out rows; of the first ones to train on, where nothing is held out."""
        moments = Moments(self.d)
        if self._held is not None:
            moments.add(self._held)
        if moments.rows >= MIN_MEAN_ROWS:
            return moments.mean
        for _, x in self._read(self._trained_on(0), 0, (0, 1)):
            moments.add(x)
            if moments.rows >= MIN_MEAN_ROWS:
                break
        return moments.mean

    def describe(self) -> dict[str, Any]:
        """What a store of these activations would say of itself."""
        manifest = self._collecting.manifest(
            self._layers[0], self.d, self._dtype, self._model.dtype
        )
        return {"activations": "live", **manifest, "forward": self._collecting.forward}


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
