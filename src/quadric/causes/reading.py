"""Text read once -> predictions with a position's activation changed, from the layer upwards only.

Changing the activation h of position t changes nothing before t and nothing below the layer. So a
block of text is read once, the keys and values of the blocks from the layer upwards are kept, and
a changed activation runs through those blocks as one more query: it sees the kept keys before t
and its own. All changes in a block of text are queries of one batch row that do not see each other.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle
from transformers import AttentionInterface, Cache, DynamicCache, PreTrainedModel
from transformers.cache_utils import DynamicLayer

from quadric.models import Layer
from quadric.models.layers import block_path
from quadric.progress import Progress, silent

__all__ = ["Keep", "Reading", "read"]

Keep = Callable[[Int[Tensor, " m"], Float[Tensor, "m v"]], Float[Tensor, "m k"]]
"""What to keep of predictions: gets some changes' numbers and their log-probabilities.

The changes of one block of text come in their order.
"""

MAX_BATCH = 1024
"""Changed activations that run at once: enough to keep the matrix products busy."""
MAX_BATCH_LOGITS = 1 << 26
"""The most logits of one batch: a vocabulary is many times as wide as a layer."""
FORWARD_TOKENS = 512
"""Tokens that are read at once: what they need then stays in the processor's cache."""


@dataclass(frozen=True, eq=False)
class Reading:
    """Blocks of text as a model has read them, with all that a change at a layer needs."""

    model: PreTrainedModel
    """The model."""
    at: Layer
    """The layer whose activations may be changed."""
    ids: Int[Tensor, "b c"]
    """Token ids."""
    activations: Float[Tensor, "b c d"]
    """The layer's activations."""
    stream: Float[Tensor, "b c e"] | None
    """What enters the first block that runs again; None if all of them do."""
    keys: dict[int, tuple[Tensor, Tensor]]
    """Block -> its keys and values [b, heads, c, width], for each block that runs again."""

    @torch.no_grad()
    def predict(
        self,
        block: Int[Tensor, " n"],
        position: Int[Tensor, " n"],
        activation: Float[Tensor, "n d"],
        keep: Keep | None = None,
        progress: Progress = silent,
    ) -> Float[Tensor, "n k"]:
        """The log-probabilities of the next token after `position`, its activation replaced.

        Each change is a prediction of its own: row i changes one position of one block and leaves
        the rest of the text alone. With `keep`, only what it makes of them: a few numbers instead
        of a vocabulary, made of a few predictions at a time while they are at hand.
        """
        vocabulary = self.model.config.get_text_config().vocab_size
        most = max(1, min(MAX_BATCH, MAX_BATCH_LOGITS // vocabulary))
        out = None
        count = 0
        with _above(self.model, self.at, skip=self.stream is not None):
            for rows in _batches(block, most):
                chosen = rows.clamp(min=0)
                logits = self._run(block[chosen[:, 0]], position[chosen], activation[chosen])
                # A few at a time: what they need then is small enough to be used again.
                for row, many in zip(rows, logits, strict=True):
                    one = row[row >= 0]
                    found = many[: len(one)].to(activation).log_softmax(-1)
                    found = found if keep is None else keep(one, found)
                    out = found.new_empty(len(block), found.shape[1]) if out is None else out
                    out[one] = found
                    count += len(one)
                progress("predicting", count, len(block))
        return activation.new_empty(0, vocabulary) if out is None else out

    def _run(
        self,
        block: Int[Tensor, " r"],
        position: Int[Tensor, "r q"],
        activation: Float[Tensor, "r q d"],
    ) -> Float[Tensor, "r q v"]:
        """The logits of some changes in each of some blocks of text."""
        device, end = self.model.device, int(position.max())
        hooks = []
        if self.stream is not None:
            stream = self.stream[block[:, None], position]
            hooks.append(_entering(self.model, min(self.keys), lambda x: stream.to(x)))
        # Hooks run in the order in which they were registered: the change comes after the stream.
        hooks.append(self.at.hook(self.model, lambda x: activation.to(x)))
        try:
            return self.model(
                self.ids[block[:, None], position].to(device),
                attention_mask=_mask(self.model, position.to(device), end),
                position_ids=position.to(device),
                past_key_values=_Kept(self.keys, block.tolist(), end, position.shape[1]),
                use_cache=True,
            ).logits
        finally:
            for hook in hooks:
                hook.remove()


@torch.no_grad()
def read(
    model: PreTrainedModel,
    at: Layer,
    ids: Int[Tensor, "b c"],
    progress: Progress = silent,
) -> Reading:
    """Read blocks of text once; padding, if any, is at their ends."""
    if model.get_output_embeddings() is None:
        raise ValueError(
            f"{type(model).__name__} predicts no next token: interventions need a causal language "
            "model"
        )
    first = _first_block(model, at)
    seen: dict[str, list[Tensor]] = {"activations": [], "stream": []}
    hooks = [at.hook(model, lambda x: seen["activations"].append(x.clone()))]
    if first:
        hooks.append(_entering(model, first, lambda x: seen["stream"].append(x.clone())))
    kept: dict[int, list[tuple[Tensor, Tensor]]] = {}
    size = max(1, FORWARD_TOKENS // ids.shape[1])
    try:
        for start in range(0, len(ids), size):
            cache = DynamicCache()
            batch = ids[start : start + size].to(model.device)
            # The head is not needed, and its products are a fifth of a small model's.
            model.base_model(batch, past_key_values=cache, use_cache=True)
            for i, kv in enumerate(cache.layers):
                k, v = getattr(kv, "keys", None), getattr(kv, "values", None)
                if i >= first and isinstance(k, Tensor) and isinstance(v, Tensor):
                    kept.setdefault(i, []).append((k, v))
            progress("reading", min(start + size, len(ids)), len(ids))
    finally:
        for hook in hooks:
            hook.remove()
    keys: dict[int, tuple[Tensor, Tensor]] = {}
    for i in list(kept):
        k, v = zip(*kept.pop(i), strict=True)
        keys[i] = torch.cat(k), torch.cat(v)
    same = at.path == f"{block_path(model)}.{first}" and at.side == "input"
    activations = torch.cat(seen["activations"])
    stream = None
    if first:
        stream = activations if same else torch.cat(seen["stream"])
    return Reading(model, at, ids, activations, stream, keys)


def _entering(
    model: PreTrainedModel, block: int, see: Callable[[Tensor], Tensor | None]
) -> RemovableHandle:
    """Call `see` with what enters a block."""
    return Layer("", f"{block_path(model)}.{block}", "input").hook(model, see)


def _first_block(model: PreTrainedModel, at: Layer) -> int:
    """The block that holds the layer: what is below it never runs again. 0 if that cannot be."""
    inside = re.match(re.escape(block_path(model)) + r"\.(\d+)(\.|$)", at.path)
    shares = getattr(model.config.get_text_config(), "num_kv_shared_layers", 0)
    return int(inside[1]) if inside and not shares else 0


@contextlib.contextmanager
def _above(model: PreTrainedModel, at: Layer, skip: bool) -> Iterator[None]:
    """Let the blocks below the layer's pass on what enters them, for a while.

    The others, where they share keys between heads, need not copy them for each head.
    """
    blocks = list(model.get_submodule(block_path(model)).children())
    chosen = blocks[: _first_block(model, at)] if skip else []
    config = model.config.get_text_config()
    attention = config._attn_implementation
    for block in chosen:
        block.forward = lambda hidden, *_args, **_kwargs: hidden
    if attention == "sdpa":
        config._attn_implementation = _GROUPED
    try:
        yield
    finally:
        config._attn_implementation = attention
        for block in chosen:
            del block.forward


def _grouped(
    module: nn.Module,
    query: Float[Tensor, "r h q w"],
    key: Float[Tensor, "r g k w"],
    value: Float[Tensor, "r g k w"],
    attention_mask: Float[Tensor, "r 1 q k"],
    scaling: float | None = None,
    **more: Any,
) -> tuple[Float[Tensor, "r q h w"], None]:
    """Attention whose heads of one group are further queries of it: nothing is copied for them."""
    heads, groups = query.shape[1], key.shape[1]
    if heads == groups or any(more.get(name) is not None for name in ("softcap", "position_bias")):
        usual = AttentionInterface()["sdpa"]
        return usual(module, query, key, value, attention_mask, scaling=scaling, **more)
    stacked = query.reshape(len(query), groups, -1, query.shape[3])
    mask = attention_mask.repeat(1, 1, heads // groups, 1)
    out = nn.functional.scaled_dot_product_attention(
        stacked, key, value, attn_mask=mask, scale=scaling
    )
    return out.reshape(query.shape).transpose(1, 2).contiguous(), None


_GROUPED = "quadric_grouped"
AttentionInterface.register(_GROUPED, _grouped)


def _batches(block: Int[Tensor, " n"], most: int) -> Iterator[Int[Tensor, "r q"]]:
    """Rows of changes in one block of text each, several to a batch; -1 fills short rows.

    All rows have one width, that with the least to compute: the narrower, the less is filled, but
    each row copies the keys and values of its block, which takes about as long as a change does.
    """
    own = [(block == b).nonzero()[:, 0] for b in block.unique().tolist()]
    lengths = torch.tensor([len(one) for one in own])

    def cost(width: int) -> int:
        return int(-(-lengths // width).sum()) * (width + 1)

    width = min({*lengths.clamp(max=most).tolist()}, key=cost)
    rows = [part for one in own for part in one.split(width)]
    each = max(1, most // width)
    for start in range(0, len(rows), each):
        group = rows[start : start + each]
        yield torch.nn.utils.rnn.pad_sequence(group, batch_first=True, padding_value=-1)


class _KeptLayer(DynamicLayer):
    """The keys and values of one block before the changed positions, and room for their own."""

    def __init__(
        self, keys: Tensor, values: Tensor, block: list[int], before: int, queries: int
    ) -> None:
        super().__init__()
        self.before = before
        room = (block, before, queries)
        self.room = _with_room(keys, *room), _with_room(values, *room)

    def update(self, key_states: Tensor, value_states: Tensor, *_args, **_kwargs):
        self.room[0][:, :, self.before :] = key_states
        self.room[1][:, :, self.before :] = value_states
        return self.room

    def get_seq_length(self) -> int:
        return self.before


def _with_room(
    x: Float[Tensor, "b g c w"], block: list[int], before: int, queries: int
) -> Float[Tensor, "r g k w"]:
    out = x.new_empty(len(block), x.shape[1], before + queries, x.shape[3])
    # One by one: all at once they would be copied twice.
    for row, b in zip(out, block, strict=True):
        row[:, :before] = x[b, :, :before]
    return out


class _Kept(Cache):
    """A cache whose layers below the changed one are never asked for."""

    def __init__(
        self, kept: dict[int, tuple[Tensor, Tensor]], block: list[int], before: int, queries: int
    ) -> None:
        layers = [DynamicLayer() for _ in range(max(kept) + 1)]
        for i, (keys, values) in kept.items():
            layers[i] = _KeptLayer(keys, values, block, before, queries)
        super().__init__(layers=layers)  # pyright: ignore[reportArgumentType]


def _mask(
    model: PreTrainedModel, position: Int[Tensor, "r q"], before: int
) -> Tensor | dict[str, Tensor]:
    """What each query sees, as numbers to add: the kept keys before its position, and itself.

    A model whose blocks differ in that gets one mask a kind of block.
    """
    config = model.config.get_text_config()
    queries = position.shape[1]
    past = torch.arange(before, device=position.device) < position[..., None]
    itself = torch.eye(queries, dtype=torch.bool, device=position.device)
    itself = itself.expand(len(position), -1, -1)

    def added(seen: Bool[Tensor, "r q k"]) -> Float[Tensor, "r 1 q kq"]:
        full = torch.cat([seen, itself], dim=2)[:, None]
        low = torch.finfo(model.dtype).min
        return torch.zeros(full.shape, dtype=model.dtype, device=full.device).masked_fill(
            ~full, low
        )

    window = getattr(config, "sliding_window", None)
    kinds = set(getattr(config, "layer_types", None) or ())
    if window is None or kinds == {"full_attention"}:
        return added(past)
    near = torch.arange(before, device=position.device) > position[..., None] - window
    if not kinds:
        return added(past & near)
    masks = {"full_attention": past, "sliding_attention": past & near}
    if unknown := kinds - set(masks):
        raise ValueError(
            f"{type(model).__name__} has blocks of {', '.join(sorted(unknown))}: interventions "
            "know full and sliding attention"
        )
    return {kind: added(seen) for kind, seen in masks.items() if kind in kinds}
