"""Text that the finder has not seen -> positions whose activations may be changed, and pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from quadric.activations import ActivationStore
from quadric.analysis.replacement import passages
from quadric.causes.reading import Keep, Reading, read
from quadric.causes.target import Target
from quadric.manifolds.scoring import strong_samples
from quadric.models import Layer
from quadric.progress import Progress, silent
from quadric.text import blocks

__all__ = ["Samples", "Text", "cut", "pairs", "sample"]

Text = ActivationStore | Iterable[str] | Int[Tensor, "b c"]
"""A store (its text is read again), documents, or token ids."""


MIN_PAIRS = 8
"""Pairs below which a mean has no standard error to speak of."""
SINK_FACTOR = 4.0
"""An activation longer than so many medians is an attention sink: between one and another sample
coordinates cannot be swapped. Position 0 is one; full stops and line breaks may be."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Positions of a text that was read."""

    reading: Reading
    """The text."""
    block: Int[Tensor, " n"]
    """The block of text that each sample is in."""
    position: Int[Tensor, " n"]
    """Where in its block."""
    x: Float[Tensor, "n d"]
    """Its activation."""
    token: Int[Tensor, " n"]
    """Its token."""
    following: Int[Tensor, " n"]
    """The token after it."""

    def __len__(self) -> int:
        return len(self.token)

    @property
    def before(self) -> Int[Tensor, " n"]:
        """The token before each."""
        return self.reading.ids[self.block, (self.position - 1).clamp(min=0)]

    def predict(
        self,
        rows: Int[Tensor, " n"],
        activation: Float[Tensor, "n d"] | None = None,
        keep: Keep | None = None,
    ) -> Float[Tensor, "n k"]:
        """Log-probabilities of the next token at some samples, their activations replaced.

        Or what `keep` makes of them.
        """
        new = self.x[rows] if activation is None else activation
        return self.reading.predict(self.block[rows], self.position[rows], new, keep)

    def strong(self, target: Target) -> tuple[Int[Tensor, " s"], Int[Tensor, " w"]]:
        """The samples that belong to a manifold, strongest first, and the weaker half."""
        strength = target.strength(self.x)
        found = torch.from_numpy(strong_samples(strength.double().cpu().numpy()))
        order = torch.argsort(strength, stable=True)
        return found[torch.argsort(-strength[found], stable=True)], order[: len(order) // 2]


def sample(
    model: PreTrainedModel,
    at: Layer,
    ids: Int[Tensor, "b c"],
    keep: Bool[Tensor, "b c"],
    progress: Progress = silent,
) -> Samples:
    """Read blocks of text; the samples are their kept positions that have a token after them.

    Attention sinks, whose activations are many times as long as the others, are left out.
    """
    reading = read(model, at, ids, progress)
    block, position = keep[:, :-1].nonzero(as_tuple=True)
    x = reading.activations[block, position]
    x = x.float() if x.dtype.itemsize < 4 else x
    length = torch.linalg.vector_norm(x, dim=1)
    usual = length <= SINK_FACTOR * length.median()
    block, position = block[usual], position[usual]
    return Samples(
        reading, block, position, x[usual], ids[block, position], ids[block, position + 1]
    )


def cut(
    text: Text,
    tokens: int,
    context: int,
    tokenizer: PreTrainedTokenizerBase | None = None,
    rows: range | None = None,
) -> tuple[Int[Tensor, "b c"], Bool[Tensor, "b c"]]:
    """About `tokens` tokens of a text as blocks of ids, and which of them may be changed.

    A token may be changed if the store would keep its activation (position 0 and special tokens
    are left out) and if the text goes on after it.
    """
    if isinstance(text, Tensor):
        keep = torch.ones_like(text, dtype=torch.bool)
        keep[:, 0] = False
        return text, keep
    found: Iterator[tuple[Tensor, Tensor]]
    if isinstance(text, ActivationStore):
        inside = passages(text, rows or range(len(text)))
        found = ((p.ids[0], p.keep[0] & _followed(p.real[0])) for p in inside)
        context = int(text.manifest["context"])
    else:
        if tokenizer is None:
            raise ValueError("documents need a tokenizer: pass the model's as tokenizer=")
        texts = [text] if isinstance(text, str) else text
        made = blocks(texts, tokenizer, context)
        found = ((b.ids, b.keep & _followed(b.real)) for b in made)
    ids, keep = [], []
    for one, kept in islice(found, max(1, -(-tokens // context))):
        ids.append(one)
        keep.append(kept)
    if not ids:
        raise ValueError("there is no text left to intervene on: give other text")
    return torch.stack(ids), torch.stack(keep)


def _followed(real: Bool[Tensor, " c"]) -> Bool[Tensor, " c"]:
    return torch.cat([real[1:], real.new_zeros(1)])


def pairs(
    token: Int[Tensor, " n"], strong: Int[Tensor, " s"], count: int, draw: torch.Generator
) -> Int[Tensor, "p 2"]:
    """Disjoint pairs of strong samples with different tokens, as many as there are up to `count`.

    No token has more than half of the samples that are drawn, so that a frequent one leaves room.
    A manifold of one token ("that, by the token before") has hardly any such pairs: where there
    are fewer than MIN_PAIRS, pairs with the same token follow.
    """
    shuffled = strong[torch.randperm(len(strong), generator=draw)]
    kinds = token[shuffled]
    seen: dict[int, int] = {}
    chosen: list[int] = []
    for i, kind in enumerate(kinds.tolist()):
        if seen.get(kind, 0) < count:
            seen[kind] = seen.get(kind, 0) + 1
            chosen.append(i)
    waiting: list[int] = []
    found: list[list[int]] = []
    for i in chosen:
        if waiting and kinds[waiting[-1]] != kinds[i]:
            found.append([int(shuffled[waiting.pop()]), int(shuffled[i])])
            if len(found) == count:
                break
        else:
            waiting.append(i)
    if len(found) < MIN_PAIRS:
        used = {row for pair in found for row in pair}
        left = [row for row in shuffled.tolist() if row not in used]
        same = [list(pair) for pair in zip(left[::2], left[1::2], strict=False)]
        found += same[: count - len(found)]
    return torch.tensor(found, dtype=torch.long).reshape(-1, 2)
