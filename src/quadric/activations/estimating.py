"""What a collecting job will take, measured on its first blocks."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from transformers import PreTrainedModel, PreTrainedTokenizerBase

from quadric.activations.capturing import check_context, layers_of, read_blocks, widths
from quadric.activations.collecting import CollectSettings

__all__ = ["Estimate", "estimate"]


@dataclass(frozen=True)
class Estimate:
    """What a job will take, measured on its first blocks."""

    tokens: int | None
    """Tokens that will be kept; None if neither how many nor the text's length is known."""
    available: int | None
    """Tokens that the text holds, about; None if its length is unknown."""
    bytes_per_token: int
    """On disk, all layers together."""
    tokens_per_second: float
    """Kept tokens a second."""
    measured: int
    """Tokens that this was measured on."""
    free: int
    """Bytes free on the disk."""


def estimate(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    documents: Iterable[str],
    out: str | Path,
    settings: CollectSettings,
    *,
    characters: int | None = None,
    seconds: float = 4.0,
) -> Estimate:
    """Measure for a few `seconds`; `characters` is the length of the whole text, if known."""
    check_context(model, settings.context)
    layers = layers_of(model, settings.layers)
    dtype, d = settings.dtype or model.dtype, widths(model, layers)
    seen = 0

    def counted() -> Iterator[str]:
        nonlocal seen
        for text in documents:
            seen += len(text)
            yield text

    # Density of tokens in the text, from whole documents: the last one read is not used up.
    sample = list(islice(counted(), 8))
    cut = list(islice(settings.blocks(sample, tokenizer), 4096))
    kept = sum(int(block.keep.sum()) for block in cut)
    if not kept:
        raise ValueError(f"the text {settings.text} holds no tokens to collect: choose another")
    parts = read_blocks(model, layers, iter(cut), settings.forward, dtype, settings.compile)
    next(parts)
    begun, measured, spent = time.perf_counter(), 0, 0.0
    for part in parts:
        measured += len(part)
        spent = time.perf_counter() - begun
        if spent > seconds:
            break
    if not measured:
        raise ValueError(f"the text {settings.text} is too short to measure: just collect it")
    available = None if characters is None else int(characters * kept / seen)
    known = [n for n in (settings.tokens, available) if n is not None]
    return Estimate(
        min(known) if known else None,
        available,
        sum(width * dtype.itemsize for width in d.values()) + len(layers) * 20,
        measured / spent,
        measured,
        shutil.disk_usage(_existing(Path(out))).free,
    )


def _existing(path: Path) -> Path:
    return next(p for p in (path.absolute(), *path.absolute().parents) if p.exists())
