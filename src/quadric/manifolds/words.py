"""The tokens of the samples, and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor

from quadric.activations import ActivationStore

__all__ = ["Words"]


@dataclass(frozen=True)
class Words:
    """What each sample's token is."""

    tokens: Int[np.ndarray, "n"]
    """Each sample's token id, -1 where there is none."""
    vocab: Sequence[str]
    """The text of every token id."""
    before: Int[np.ndarray, "n"] | None = None
    """The id of the token before each sample, -1 where there is none."""

    def __post_init__(self) -> None:
        if len(self.tokens) and not -1 <= self.tokens.min() <= self.tokens.max() < len(self.vocab):
            raise ValueError(
                f"token ids go from {self.tokens.min()} to {self.tokens.max()}, but the vocabulary "
                f"has {len(self.vocab)} texts: give the tokenizer's own"
            )

    def select(self, rows: Int[np.ndarray, "m"] | slice) -> Words:
        """The words of some samples."""
        before = None if self.before is None else self.before[rows]
        return Words(self.tokens[rows], self.vocab, before)

    @classmethod
    def from_rows(cls, rows: Sequence[Any] | np.ndarray | Tensor) -> Words:
        """One text or id a row, as a list, an array or a tensor.

        >>> Words.from_rows(["b", "a", "b"]).tokens
        array([1, 0, 1])
        """
        if isinstance(rows, Tensor):
            rows = rows.detach().cpu().numpy()
        texts, ids = np.unique(np.asarray(rows).reshape(-1).astype(str), return_inverse=True)
        return cls(ids.reshape(-1), texts.tolist())

    @classmethod
    def of(cls, store: ActivationStore, samples: int) -> Words:
        """The first tokens of a store, with the texts of its own tokenizer."""
        tokens = store.tokens[:samples].numpy().astype(np.int64)
        before = store.windows(torch.arange(len(tokens)), before=1, after=0)[:, 0].numpy()
        size = max(int(tokens.max(initial=0)), int(before.max(initial=0))) + 1
        size = max(size, len(store.tokenizer))
        return cls(tokens, store.tokenizer.batch_decode([[i] for i in range(size)]), before)
