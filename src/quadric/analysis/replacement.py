"""How much worse a language model predicts when a layer's activations are replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from transformers import PreTrainedModel

from quadric.activations import ActivationStore
from quadric.activations.store import read_tensor
from quadric.analysis.decoding import reconstruct_inputs
from quadric.analysis.interactions import chunks
from quadric.autoencoders import BilinearAutoencoder, TopKAutoencoder
from quadric.models import Layer, layer
from quadric.progress import Progress, silent

__all__ = [
    "Passages",
    "Replaced",
    "cross_entropies",
    "mean_activation",
    "passages",
    "replacements",
]

Change = Callable[[Tensor], Tensor]
"""Activations of some tokens [n, d] -> what takes their place."""

MAX_LOGITS = 1 << 25
"""The most logits of one forward: a vocabulary is many times as wide as a layer."""

MAX_SAME_MODEL_DISTANCE = 0.05
"""Relative distance between stored and computed activations beyond which models are not the same:
bfloat16 keeps three digits."""


class Passages(NamedTuple):
    """Blocks of text as the model read them, and which of their tokens the store holds."""

    ids: Int[Tensor, "b c"]
    """Token ids."""
    keep: Bool[Tensor, "b c"]
    """Tokens whose activations are replaced: those that the store holds."""
    real: Bool[Tensor, "b c"]
    """False at padding."""
    rows: Int[Tensor, " n"]
    """The store's rows of the kept tokens, block by block."""


class Replaced(NamedTuple):
    """Mean cross-entropy, in nats a token, of the tokens after those that were replaced."""

    unchanged: float
    """With the activations left as they are."""
    replaced: dict[str, float]
    """With each of the replacements."""
    tokens: int
    """Predictions that were measured."""

    def recovered(self, name: str, floor: str = "mean") -> float:
        """The share of what `floor` loses that a replacement keeps: 1 for no loss at all."""
        lost = self.replaced[floor] - self.unchanged
        return (self.replaced[floor] - self.replaced[name]) / lost if lost else 0.0


def passages(store: ActivationStore, rows: range, tokens: int | None = None) -> Iterator[Passages]:
    """The blocks that lie in `rows` with all of their tokens, one at a time.

    It ends after `tokens` kept tokens.
    """
    first, found = 0, 0
    for shard in store.shards:
        path, end = store.folder / shard.file, first + shard.rows
        if end > rows.start and first < rows.stop:
            block, position = (read_tensor(path, name).long() for name in ("blocks", "positions"))
            context = read_tensor(path, "context").long()
            number = torch.arange(first, end)
            outside = (number < rows.start) | (number >= rows.stop)
            cut = torch.zeros(len(context)).index_add_(0, block, outside.float()) > 0
            for b in (~cut).nonzero()[:, 0].tolist():
                mine = (block == b).nonzero()[:, 0]
                if not len(mine):
                    continue
                keep = torch.zeros(1, context.shape[1], dtype=torch.bool)
                keep[0, position[mine]] = True
                ids = context[b : b + 1]
                yield Passages(ids.clamp(min=0), keep, ids >= 0, number[mine])
                found += len(mine)
                if tokens is not None and found >= tokens:
                    return
        first = end


def replacements(
    ae: BilinearAutoencoder, mean: Float[Tensor, "d"], topk: TopKAutoencoder | None = None
) -> dict[str, Change]:
    """What the activations are replaced with, by name.

    `autoencoder` is what it preserves of x: a direction, with the sign and norm of x. A TopK
    autoencoder reconstructs the norm too: `topk` is its decoding as it is, and `topk_norm` its
    direction with the norm of x, the like of what the bilinear one is given.
    """
    changes: dict[str, Change] = {
        "autoencoder": lambda x: reconstruct_inputs(ae, x),
        "mean": lambda x: mean.to(x).expand_as(x),
    }
    if topk is not None:

        def decoded(x: Tensor) -> Tensor:
            return topk.restore(topk.decode(topk.encode(x)), x).to(x)

        def rescaled(x: Tensor) -> Tensor:
            out = decoded(x)
            length = torch.linalg.vector_norm(out, dim=-1, keepdim=True).clamp(min=1e-30)
            return out * torch.linalg.vector_norm(x, dim=-1, keepdim=True) / length

        changes |= {"topk": decoded, "topk_norm": rescaled}
    return changes


def mean_activation(store: ActivationStore, rows: range, most: int = 65536) -> Float[Tensor, "d"]:
    """The mean of the first of some rows, as they are stored."""
    chosen = rows[:most]
    total = torch.zeros(store.d, dtype=torch.float64)
    for chunk in chunks(store, chosen):
        total += chunk.double().sum(0)
    return total / len(chosen)


@torch.no_grad()
def cross_entropies(
    model: PreTrainedModel,
    store: ActivationStore,
    rows: range,
    changes: Mapping[str, Change],
    *,
    tokens: int = 4096,
    progress: Progress = silent,
) -> Replaced:
    """The model's cross-entropy on held-out text under each change of the store's layer.

    Tokens that the store left out (position 0, special ones) keep their activations, and only
    predictions made at replaced tokens count.
    """
    if model.get_output_embeddings() is None:
        raise ValueError(
            f"{type(model).__name__} predicts no next token: cross-entropy needs a causal language "
            "model"
        )
    at = layer(model, store.manifest["layer"])
    sums = dict.fromkeys(["", *changes], 0.0)
    counted, seen = 0, 0.0
    for group in _groups(passages(store, rows, tokens), model):
        scored = group.keep[:, :-1] & group.real[:, 1:]
        counted += int(scored.sum())
        for name in sums:
            # The forward that changes nothing sees whether this is the store's model.
            change = changes.get(name) or partial(_check, store, group.rows)
            logits = _forward(model, at, group, change)[:, :-1][scored]
            target = group.ids[:, 1:][scored].to(logits.device)
            loss = torch.nn.functional.cross_entropy(logits.float(), target, reduction="sum")
            sums[name] += float(loss)
            seen += int(group.keep.sum()) / len(sums)
            progress("cross-entropy", min(round(seen), tokens), tokens)
    if not counted:
        raise ValueError(
            f"no block of text in {store.folder} lies within the {len(rows):,} held-out rows: "
            "collect more tokens"
        )
    means = {name: total / counted for name, total in sums.items()}
    return Replaced(means.pop(""), means, counted)


def _groups(found: Iterator[Passages], model: PreTrainedModel) -> Iterator[Passages]:
    """Passages of the same width together, as many as their logits allow."""
    group: list[Passages] = []
    vocabulary = model.config.get_text_config().vocab_size
    for passage in found:
        width = passage.ids.shape[1]
        full = (len(group) + 1) * width * vocabulary > MAX_LOGITS
        if group and (full or group[0].ids.shape[1] != width):
            yield Passages(*map(torch.cat, zip(*group, strict=True)))
            group = []
        group.append(passage)
    if group:
        yield Passages(*map(torch.cat, zip(*group, strict=True)))


def _forward(
    model: PreTrainedModel, at: Layer, group: Passages, see: Callable[[Tensor], Tensor | None]
) -> Float[Tensor, "b c v"]:
    """The logits, `see` having the layer's activations of the kept tokens [n, d] to replace."""
    keep = group.keep.to(model.device)

    def hook(x: Tensor) -> Tensor | None:
        seen = see(x[keep])
        if seen is None:
            return None
        out = x.clone()
        out[keep] = seen.to(x)
        return out

    # Without padding there is no mask, and attention takes its fastest path.
    mask = None if bool(group.real.all()) else group.real.to(model.device).long()
    handle = at.hook(model, hook)
    try:
        return model(group.ids.to(model.device), attention_mask=mask, use_cache=False).logits
    finally:
        handle.remove()


def _check(store: ActivationStore, rows: Int[Tensor, " n"], found: Tensor) -> None:
    """Refuse a model that is not the one the store was collected from."""
    stored = store[rows].float()
    found = found.float().cpu()
    same = found.shape == stored.shape
    if not same or float((found - stored).norm()) > MAX_SAME_MODEL_DISTANCE * float(stored.norm()):
        raise ValueError(
            f"the model's activations at {store.manifest['layer']} are not those in "
            f"{store.folder}: give the model it was collected from, {store.manifest['model']}"
        )
