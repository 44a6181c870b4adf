"""Collect a model's activations into stores, one pass for all layers, and continue if stopped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from quadric.activations.capturing import (
    Captured,
    check_context,
    enough_blocks,
    layers_of,
    read_blocks,
    widths,
)
from quadric.activations.parallel import Job, collect_in_parallel
from quadric.activations.store import DTYPES, ActivationStore
from quadric.activations.writing import StoreWriter, skip_blocks
from quadric.distributed import Group
from quadric.files.objects import read_object
from quadric.files.writing import locked
from quadric.models.layers import Layer
from quadric.progress import Progress, silent
from quadric.text import Block, blocks

__all__ = ["CollectSettings", "begun_precision", "collect"]

_SHARD_BYTES = 1 << 26
"""Bytes of activations in a shard: half a minute of work for a small model on a CPU."""


@dataclass(frozen=True)
class CollectSettings:
    """What to collect, and what the store says about it."""

    layers: tuple[str | int | Layer, ...]
    """Layers by name or number."""
    tokens: int | None = None
    """Activations wanted; None takes all of the text."""
    context: int = 256
    """Tokens that the model reads at once."""
    forward: int = 8
    """Blocks of text in one forward."""
    pack: bool = True
    """Let documents follow each other in a block; otherwise each begins its own."""
    keep_first: bool = False
    """Keep position 0 of every block, an attention sink."""
    keep_special: bool = False
    """Keep special tokens."""
    dtype: torch.dtype | None = None
    """As the activations are stored; None stores what the model computes."""
    compile: bool = False
    """Compile the model's blocks first."""
    model: str = ""
    """The model's name, for the manifest."""
    revision: str | None = None
    """The model's revision, for the manifest."""
    text: str = ""
    """The text's name, for the manifest."""
    seed: int | None = None
    """How the documents were shuffled, for the manifest."""

    def __post_init__(self) -> None:
        if self.tokens is not None and self.tokens < 1:
            raise ValueError(f"{self.tokens} tokens cannot be collected: ask for at least 1")
        if self.forward < 1:
            raise ValueError(f"{self.forward} blocks cannot be run at once: ask for at least 1")

    def blocks(
        self, documents: Iterable[str], tokenizer: PreTrainedTokenizerBase
    ) -> Iterator[Block]:
        """The text, cut as these settings say."""
        return blocks(
            documents,
            tokenizer,
            self.context,
            pack=self.pack,
            keep_first=self.keep_first,
            keep_special=self.keep_special,
        )

    def manifest(
        self, layer: Layer, d: int, dtype: torch.dtype, precision: torch.dtype
    ) -> dict[str, Any]:
        """What has to be the same for a store to be continued."""
        return {
            "model": self.model,
            "revision": self.revision,
            "layer": layer.name,
            "text": self.text,
            "seed": self.seed,
            "context": self.context,
            "packed": self.pack,
            "left_out": {
                "position_0": not self.keep_first,
                "special_tokens": not self.keep_special,
                "padding": True,
                "nonfinite": True,
            },
            "d": d,
            "dtype": _named(dtype),
            "precision": _named(precision),
        }


def collect(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    documents: Iterable[str],
    out: str | Path,
    settings: CollectSettings,
    *,
    overwrite: bool = False,
    progress: Progress = silent,
    group: Group | None = None,
) -> list[ActivationStore]:
    """Write the activations of `documents` to `out`, or to one folder a layer in it if several.

    Called again with the same settings after a crash or Ctrl-C, it goes on where it stopped and
    ends in the same files; called again when all is there, it does nothing. Whole blocks of text
    are kept, so that there may be up to one block more than `tokens`. The ranks of a `group`
    collect the shards in turn.
    """
    check_context(model, settings.context)
    layers, out = layers_of(model, settings.layers), Path(out)
    dtype, d = settings.dtype or model.dtype, widths(model, layers)
    folders = {at.name: _folder(out, at, len(layers)) for at in layers}
    describe = {at.name: settings.manifest(at, d[at.name], dtype, model.dtype) for at in layers}
    cut = settings.blocks(documents, tokenizer)
    limit = max(1, _SHARD_BYTES // (settings.context * max(d.values()) * dtype.itemsize))
    wanted = settings.tokens or float("inf")

    def begin() -> StoreWriter | None:
        if not overwrite and _finished(folders, settings, describe):
            return None
        writer = StoreWriter(folders, describe, overwrite)
        for folder in folders.values():
            tokenizer.save_pretrained(folder / "tokenizer")
        return writer

    def read(blocks: Iterator[Block]) -> Iterator[Captured]:
        return read_blocks(model, layers, blocks, settings.forward, dtype, settings.compile)

    if group is not None:
        forward = settings.forward
        full = -(-limit // forward) * forward
        collect_in_parallel(
            Job(
                out,
                folders,
                begin,
                cut,
                read,
                forward,
                full,
                settings.tokens,
                progress,
                settings.text,
            ),
            group,
        )
        return [ActivationStore(folder) for folder in folders.values()]
    with locked(out):
        if (writer := begin()) is None:
            return [ActivationStore(folder) for folder in folders.values()]
        if (last := writer.last_block()) is not None:
            progress("finding the place", writer.rows, settings.tokens)
            skip_blocks(cut, writer.blocks, last, next(iter(folders.values())))
        try:
            parts = read(enough_blocks(cut, wanted - writer.rows))
            while writer.rows < wanted:
                if writer.waiting >= limit:
                    writer.write()
                if (part := next(parts, None)) is None:
                    # The text has ended, or rows that are not finite were left out.
                    parts = read(enough_blocks(cut, wanted - writer.rows))
                    if (part := next(parts, None)) is None:
                        break
                writer.parts.append(part)
                progress("collecting", writer.rows, settings.tokens)
        except BaseException:
            if not writer.writing:
                writer.write(complete=False)
            raise
        if writer.rows == 0:
            raise ValueError(f"the text {settings.text} holds no tokens to collect: choose another")
        writer.write(complete=True, exhausted=writer.rows < wanted)
    return [ActivationStore(folder) for folder in folders.values()]


def begun_precision(out: str | Path) -> str | None:
    """The precision that the stores in `out` are computed in; None if there are none."""
    manifests = [*Path(out).glob("manifest.json"), *Path(out).glob("*/manifest.json")]
    for path in manifests:
        found = read_object(path, "restore it or collect again").get("precision", "float32")
        if found in DTYPES:
            return found
    return None


def _named(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def _folder(out: Path, layer: Layer, count: int) -> Path:
    return out if count == 1 else out / layer.name.replace(":", "-")


def _finished(
    folders: dict[str, Path], settings: CollectSettings, describe: dict[str, dict[str, Any]]
) -> bool:
    if not all((folder / "manifest.json").exists() for folder in folders.values()):
        return False
    stores = [ActivationStore(folder) for folder in folders.values()]
    for store, wanted in zip(stores, describe.values(), strict=True):
        manifest = store.manifest
        enough = settings.tokens is not None and len(store) >= settings.tokens
        same = all(manifest.get(key, value) == value for key, value in wanted.items())
        if not (same and manifest["complete"] and (enough or manifest["text_exhausted"])):
            return False
    return True
