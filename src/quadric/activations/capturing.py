"""Model and text -> activations; the forward stops at the deepest layer asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from quadric.models.layers import Layer, block_path, layer
from quadric.text import Block, blocks

__all__ = [
    "Captured",
    "capture",
    "check_context",
    "layers_of",
    "read_blocks",
    "stream",
    "widths",
]

Name = str | int | Layer


@dataclass(frozen=True)
class Captured:
    """Activations of kept tokens, row by row, with where each token is from."""

    layers: dict[str, Float[Tensor, "n _"]]
    """Canonical layer name -> activations; the rows of all layers are the same tokens."""
    tokens: Int[Tensor, " n"]
    """Token ids."""
    documents: Int[Tensor, " n"]
    """Which document, counted from 0."""
    positions: Int[Tensor, " n"]
    """Where in its block, counted from 0."""
    blocks: Int[Tensor, " n"]
    """Which row of `context` the token is in."""
    context: Int[Tensor, "b c"]
    """All tokens that the model read, also those left out; -1 where there was none."""
    nonfinite: dict[str, int] = field(default_factory=dict)
    """Rows left out because the layer had NaN or infinity there."""

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def activations(self) -> Float[Tensor, "n d"]:
        """The activations, when one layer was asked for."""
        if len(self.layers) != 1:
            raise ValueError(f"several layers were captured: choose from {', '.join(self.layers)}")
        return next(iter(self.layers.values()))

    @classmethod
    def join(cls, parts: Sequence[Captured]) -> Captured:
        """One after the other."""
        widest = max(part.context.shape[1] for part in parts)
        offsets = torch.tensor([0] + [len(part.context) for part in parts]).cumsum(0).tolist()
        pad = torch.nn.functional.pad
        return cls(
            {name: torch.cat([part.layers[name] for part in parts]) for name in parts[0].layers},
            torch.cat([part.tokens for part in parts]),
            torch.cat([part.documents for part in parts]),
            torch.cat([part.positions for part in parts]),
            torch.cat([part.blocks + n for part, n in zip(parts, offsets, strict=False)]),
            torch.cat([pad(p.context, (0, widest - p.context.shape[1]), value=-1) for p in parts]),
            {name: sum(part.nonfinite[name] for part in parts) for name in parts[0].nonfinite},
        )


class _Reached(Exception):
    """All layers asked for have been read."""


def layers_of(model: PreTrainedModel, names: Name | Sequence[Name]) -> list[Layer]:
    """One name or several -> the layers, each once."""
    several = [names] if isinstance(names, str | int | Layer) else list(names)
    found = [layer(model, name) for name in several]
    if not found:
        raise ValueError("no layer given: name at least one")
    return list(dict.fromkeys(found))


def capture(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    texts: Iterable[str],
    layer: Name | Sequence[Name],
    *,
    context: int = 256,
    forward: int = 8,
    pack: bool = False,
    keep_first: bool = False,
    keep_special: bool = False,
    dtype: torch.dtype | None = None,
    compile: bool = False,
) -> Captured:
    """The activations of `texts` at a layer (or several), in memory; each text on its own.

    `forward` blocks of `context` tokens are read at once; `pack=True` lets texts follow each other
    in a block; position 0 and special tokens are left out unless kept.
    """
    texts = [texts] if isinstance(texts, str) else texts
    parts = list(
        stream(
            model,
            tokenizer,
            texts,
            layer,
            context=context,
            forward=forward,
            pack=pack,
            keep_first=keep_first,
            keep_special=keep_special,
            dtype=dtype,
            compile=compile,
        )
    )
    if not parts:
        raise ValueError("there is no text to capture: every document is empty")
    return Captured.join(parts)


def stream(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    documents: Iterable[str],
    layers: Name | Sequence[Name],
    *,
    context: int = 256,
    forward: int = 8,
    pack: bool = True,
    keep_first: bool = False,
    keep_special: bool = False,
    dtype: torch.dtype | None = None,
    skip: int = 0,
    compile: bool = False,
) -> Iterator[Captured]:
    """Yield the activations of `forward` blocks of `context` tokens at a time.

    Later blocks of the model and its head never run. `skip` leaves out the first so many blocks
    of text without running the model; `dtype` converts what is kept (None keeps the model's).
    """
    wanted = layers_of(model, layers)
    check_context(model, context)
    options = {"pack": pack, "keep_first": keep_first, "keep_special": keep_special}
    cut = islice(blocks(documents, tokenizer, context, **options), skip, None)
    yield from read_blocks(model, wanted, cut, forward, dtype, compile)


def read_blocks(
    model: PreTrainedModel,
    layers: Sequence[Layer],
    cut: Iterator[Block],
    forward: int,
    dtype: torch.dtype | None,
    compile: bool = False,
) -> Iterator[Captured]:
    """The activations of blocks that are cut already, `forward` of them at a time."""
    with _compiled(model, layers) if compile else contextlib.nullcontext():
        while group := list(islice(cut, forward)):
            yield _captured(model, layers, group, dtype)


def enough_blocks(cut: Iterator[Block], rows: float) -> Iterator[Block]:
    """The next blocks until they hold this many rows."""
    while rows > 0 and (block := next(cut, None)) is not None:
        yield block
        rows -= int(block.keep.sum())


def widths(model: PreTrainedModel, layers: Sequence[Layer]) -> dict[str, int]:
    """The numbers a row of each layer, found by running two tokens through the model."""
    every = torch.ones(1, 2, dtype=torch.bool)
    rows = _read(model, layers, torch.zeros(1, 2, dtype=torch.long), every, every, None)
    return {name: x.shape[1] for name, x in rows.items()}


def check_context(model: PreTrainedModel, context: int) -> None:
    """Refuse blocks that are longer than the model can read."""
    limit = getattr(model.config.get_text_config(), "max_position_embeddings", None)
    if limit is not None and context > limit:
        raise ValueError(
            f"a context of {context} is more than the model's {limit}: use a shorter context="
        )


def _captured(
    model: PreTrainedModel,
    layers: Sequence[Layer],
    group: Sequence[Block],
    dtype: torch.dtype | None,
) -> Captured:
    ids, documents = (torch.stack([getattr(b, n) for b in group]) for n in ("ids", "documents"))
    keep, real = (torch.stack([getattr(b, name) for b in group]) for name in ("keep", "real"))
    rows = _read(model, layers, ids, keep, real, dtype)
    finite = {name: torch.isfinite(x).all(dim=-1) for name, x in rows.items()}
    block, position = keep.nonzero(as_tuple=True)
    bad = {name: int((~mask).sum()) for name, mask in finite.items()}
    chosen = torch.stack(list(finite.values())).all(dim=0)
    if any(bad.values()):
        rows = {name: x[chosen] for name, x in rows.items()}
        block, position = block[chosen], position[chosen]
    return Captured(
        rows,
        ids[block, position],
        documents[block, position],
        position,
        block,
        ids.masked_fill(~real, -1),
        bad,
    )


@torch.no_grad()
def _read(
    model: PreTrainedModel,
    layers: Sequence[Layer],
    ids: Int[Tensor, "b c"],
    keep: Bool[Tensor, "b c"],
    real: Bool[Tensor, "b c"],
    dtype: torch.dtype | None,
) -> dict[str, Float[Tensor, "n _"]]:
    """Run the model up to the last of `layers` and keep the rows of `keep`."""
    width = int(real.sum(dim=1).max())
    keep = keep[:, :width].to(model.device)
    found: dict[str, Tensor] = {}

    def see(name: str, x: Tensor) -> None:
        # Indexing copies, so that a block that adds in place cannot change what was read.
        found[name] = x[keep].to(device="cpu", dtype=dtype or x.dtype)
        if len(found) == len(layers):
            raise _Reached

    handles = [at.hook(model, lambda x, name=at.name: see(name, x)) for at in layers]
    # Without padding there is no mask, and attention takes its fastest path.
    mask = None if bool(real.all()) else real[:, :width].to(model.device).long()
    try:
        model(ids[:, :width].to(model.device), attention_mask=mask, use_cache=False)
    except _Reached:
        pass
    finally:
        for handle in handles:
            handle.remove()
    if missing := [at.name for at in layers if at.name not in found]:
        raise ValueError(f"the model never runs {', '.join(missing)}: choose another layer")
    return {at.name: found[at.name] for at in layers}


@contextlib.contextmanager
def _compiled(model: PreTrainedModel, layers: Sequence[Layer]) -> Iterator[None]:
    """Compile the blocks for a while, except those that are read inside: hooks break graphs."""
    path = block_path(model)
    read = [at.path.removeprefix(f"{path}.").split(".") for at in layers]
    inside = {parts[0] for parts in read if len(parts) > 1}
    children = model.get_submodule(path).named_children()
    chosen = [block for name, block in children if name not in inside]
    for block in chosen:
        block.forward = torch.compile(block.forward, dynamic=False)
    try:
        yield
    finally:
        for block in chosen:
            del block.forward
