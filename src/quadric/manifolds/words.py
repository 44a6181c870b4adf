"""The tokens of the samples, and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor

from quadric.activations import ActivationStore

__all__ = ["Words"]


@dataclass(frozen=True, init=False)
class Words:
    """What each sample's token is: ids with their vocabulary, or one text or id a row alone.

    >>> Words(["b", "a", None, "b"]).tokens
    array([ 1,  0, -1,  1])
    """

    tokens: Int[np.ndarray, "n"]
    """Each sample's token id, -1 where there is none."""
    vocab: Sequence[str]
    """The text of every token id."""
    before: Int[np.ndarray, "n"] | None = None
    """The id of the token before each sample, -1 where there is none."""
    after: Int[np.ndarray, "n"] | None = None
    """The id of the token after each sample, -1 where there is none."""
    position: Int[np.ndarray, "n"] | None = None
    """How far into its block each sample is, in doublings: 0, 1, 2 for 0, 1 to 2, 3 to 6."""
    sentence: Int[np.ndarray, "n"] | None = None
    """The same for how many tokens ago its sentence began."""

    def __init__(
        self,
        tokens: Sequence[Any] | np.ndarray | Tensor,
        vocab: Sequence[str] | None = None,
        before: Int[np.ndarray, "n"] | None = None,
        after: Int[np.ndarray, "n"] | None = None,
        position: Int[np.ndarray, "n"] | None = None,
        sentence: Int[np.ndarray, "n"] | None = None,
    ) -> None:
        rows = tokens.detach().cpu().numpy() if isinstance(tokens, Tensor) else np.asarray(tokens)
        ids, vocab = _numbered(rows.reshape(-1)) if vocab is None else (rows, vocab)
        if len(ids) and not np.issubdtype(ids.dtype, np.integer):
            raise ValueError(
                f"words of type {ids.dtype} with a vocabulary: give token ids, or texts alone"
            )
        if len(ids) and not -1 <= ids.min() <= ids.max() < len(vocab):
            raise ValueError(
                f"token ids go from {ids.min()} to {ids.max()}, but the vocabulary has "
                f"{len(vocab)} texts: give the tokenizer's own"
            )
        given = (ids.astype(np.int64, copy=False), vocab, before, after, position, sentence)
        for field, value in zip(fields(self), given, strict=True):
            object.__setattr__(self, field.name, value)

    def select(self, rows: Int[np.ndarray, "m"] | slice) -> Words:
        """The words of some samples."""
        others = (self.before, self.after, self.position, self.sentence)
        return Words(
            self.tokens[rows], self.vocab, *(None if o is None else o[rows] for o in others)
        )

    @property
    def pairs(self) -> Int[np.ndarray, "n"]:
        """The pair of each sample's token and the one before it, as a number; -1 for no token."""
        if self.before is None:
            return np.full(len(self.tokens), -1)
        pairs = (self.before + 1) * len(self.vocab) + self.tokens
        return np.where(self.tokens < 0, -1, pairs)

    @property
    def properties(self) -> dict[str, Int[np.ndarray, "n"]]:
        """What is known of each sample, by what it is called."""
        known = {
            "the token": self.tokens,
            "the token before": self.before,
            "the token after": self.after,
            "the place in the text": self.position,
            "the place in the sentence": self.sentence,
        }
        return {name: values for name, values in known.items() if values is not None}

    @classmethod
    def from_rows(cls, rows: Sequence[Any] | np.ndarray | Tensor) -> Words:
        """One text or id a row, as a list, an array or a tensor."""
        return cls(rows)

    @classmethod
    def of(cls, store: ActivationStore, samples: int) -> Words:
        """The first tokens of a store, with the texts of its own tokenizer."""
        tokens = store.tokens[:samples].numpy().astype(np.int64)
        around = store.windows(torch.arange(len(tokens)), before=1, after=1).numpy()
        size = max(int(around.max(initial=0)) + 1, len(store.tokenizer))
        vocab = store.tokenizer.batch_decode([[i] for i in range(size)])
        places = store.positions[:samples].numpy().astype(np.int64)
        ends = np.array([text.strip()[-1:] in (".", "!", "?") or "\n" in text for text in vocab])
        rows = np.arange(len(tokens))
        # A sentence begins where a block does, and after the end of another.
        begins = (places == 0) | (around[:, 0] < 0) | ends[around[:, 0]]
        since = rows - np.maximum.accumulate(np.where(begins, rows, 0))
        return cls(tokens, vocab, around[:, 0], around[:, 2], _doublings(places), _doublings(since))


def _numbered(rows: np.ndarray) -> tuple[Int[np.ndarray, "n"], list[str]]:
    """Each row as a number of its text, -1 for None, and the texts."""
    ids = np.full(len(rows), -1, dtype=np.int64)
    there = np.array([one is not None for one in rows.tolist()], dtype=bool)
    texts, ids[there] = np.unique(rows[there].astype(str), return_inverse=True)
    return ids, texts.tolist()


def _doublings(counts: Int[np.ndarray, "n"]) -> Int[np.ndarray, "n"]:
    return np.log2(counts + 1).astype(np.int64)
