"""Documents -> blocks of token ids, each token with its document and whether to keep it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Bool, Int
from torch import Tensor
from transformers import PreTrainedTokenizerBase

__all__ = ["Block", "blocks"]


@dataclass(frozen=True)
class Block:
    """What the model reads at once; a token's position is its index here."""

    ids: Int[Tensor, " context"]
    """Token ids, padded on the right."""
    documents: Int[Tensor, " context"]
    """Which document each token is from, counted from 0."""
    keep: Bool[Tensor, " context"]
    """Tokens whose activations are wanted."""
    real: Bool[Tensor, " context"]
    """False at padding."""


def blocks(
    documents: Iterable[str],
    tokenizer: PreTrainedTokenizerBase,
    context: int = 256,
    *,
    pack: bool = True,
    keep_first: bool = False,
    keep_special: bool = False,
) -> Iterator[Block]:
    """Cut documents into blocks of `context` tokens.

    Packed, documents follow each other with the tokenizer's separator between them, and only the
    last block is padded; otherwise each document begins a block of its own and sees no other. A
    tokenizer that puts tokens around a text (`[CLS]`, `<bos>`) has them put around every block.
    Left out by default: special tokens, and position 0, whose activation is an attention sink up
    to 150 times as long as the others.
    """
    before, after = _around(tokenizer)
    room = context - len(before) - len(after)
    if room < 1:
        raise ValueError(f"a context of {context} has no room for text: use a longer context=")
    special = torch.tensor(sorted(_special(tokenizer)), dtype=torch.long)
    padding = tokenizer.pad_token_id or 0

    def block(ids: list[int], owners: list[int]) -> Block:
        size = len(before) + len(ids) + len(after)
        pad = [0] * (context - size)
        tokens = torch.tensor([*before, *ids, *after, *([padding] * len(pad))])
        owner = [owners[0]] * len(before) + owners + [owners[-1]] * (len(after) + len(pad))
        real = torch.arange(context) < size
        keep = real if keep_special else real & ~torch.isin(tokens, special)
        if not keep_first:
            keep = keep & (torch.arange(context) > 0)
        return Block(tokens, torch.tensor(owner), keep, real)

    separator = _separator(tokenizer) if pack else []
    ids: list[int] = []
    owners: list[int] = []
    for number, text in enumerate(documents):
        encoded = _encoded(tokenizer, text, around=False)
        if not encoded:
            continue
        ids += encoded + separator
        owners += [number] * (len(encoded) + len(separator))
        start = 0
        while len(ids) - start >= room or (not pack and start < len(ids)):
            yield block(ids[start : start + room], owners[start : start + room])
            start += room
        ids, owners = ids[start:], owners[start:]
    if ids:
        yield block(ids, owners)


def _encoded(tokenizer: PreTrainedTokenizerBase, text: str, around: bool) -> list[int]:
    encoded: Any = tokenizer(text, add_special_tokens=around, verbose=False)
    return encoded["input_ids"]


def _around(tokenizer: PreTrainedTokenizerBase) -> tuple[list[int], list[int]]:
    """The tokens that the tokenizer puts before and after a text."""
    bare, full = (_encoded(tokenizer, "a", around) for around in (False, True))
    start = next(i for i in range(len(full)) if full[i : i + len(bare)] == bare)
    return full[:start], full[start + len(bare) :]


def _separator(tokenizer: PreTrainedTokenizerBase) -> list[int]:
    for token in (tokenizer.eos_token_id, tokenizer.sep_token_id):
        if isinstance(token, int):
            return [token]
    return []


def _special(tokenizer: PreTrainedTokenizerBase) -> set[int]:
    added = getattr(tokenizer, "added_tokens_decoder", {})
    return set(tokenizer.all_special_ids) | {i for i, token in added.items() if token.special}
