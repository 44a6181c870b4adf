"""Digits, number words, weekdays and months: moves along them where the model counts.

A gallery need not hold them, nor its text. So the model reads runs of them ("four five six seven"),
where what it predicts is the next one. The subspace leads through the words' mean activations in
one half of the text; samples of the other half are moved in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Int
from torch import Tensor
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from quadric.causes.groups import Groups
from quadric.causes.moving import Move, move
from quadric.causes.samples import Samples, sample
from quadric.causes.target import Target
from quadric.forms import Subspace
from quadric.manifolds.lexicon import CLASSES, WordClass
from quadric.models import layer as find_layer

__all__ = ["Counted", "counted"]

COUNTED = {"digits": 10, "number words": 12, "weekdays": 7, "months": 12}
"""Classes, and how many of their words follow each other: after twelve comes no twenty."""
MIN_WORDS = 4
"""Words of one token that follow each other, below which a class is left out."""
BLOCKS, RUNS, RUN_WORDS = 16, 9, 5
"""Blocks of text, the runs of each, and their words."""
READ_RUNS = 2
"""Runs at the beginning of a block that the model only reads, to see what follows what."""
MAX_RANK = 3
"""The most dimensions of the subspace: those of a picture."""


@dataclass(frozen=True)
class Counted:
    """What moving along a class does where the model counts."""

    name: str
    """The class."""
    words: tuple[str, ...]
    """Those of its words that have a next one, in their order."""
    known: float
    """The mean probability of the next word: whether the model counts at all."""
    moves: tuple[Move, ...]
    """Moves between the words' places."""
    random: tuple[Move, ...]
    """The same in a random subspace of the same rank, which should lead nowhere."""


def counted(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    layer: str | int,
    seed: int = 0,
) -> Iterator[Counted]:
    """Each class of which enough words are one token of the model's, one class after the other."""
    between = tokenizer("\n", add_special_tokens=False)["input_ids"][-1]
    for name, length in COUNTED.items():
        # Abbreviations are a class of the same name, after that of the whole words.
        own = next(one for one in CLASSES if one.name == name)
        words, tokens = one_token_words(own.words[:length], tokenizer)
        if len(words) < MIN_WORDS:
            continue
        closed = own.closed and len(words) == length
        ids, keep = runs(tokens, between, closed, torch.Generator().manual_seed(seed))
        samples = sample(model, find_layer(model, layer), ids, keep)
        yield _counted(own, words if closed else words[:-1], tokens, samples, seed)


def _counted(
    own: WordClass, words: Sequence[str], tokens: Sequence[int], samples: Samples, seed: int
) -> Counted:
    first = samples.block < BLOCKS // 2
    of_word = [samples.token == token for token, _ in zip(tokens, words, strict=False)]
    means = torch.stack([samples.x[same & first].mean(0) for same in of_word])
    rank = min(MAX_RANK, len(words) - 1)
    moves = []
    for subspace in (
        Subspace.principal(means.double(), rank),
        Subspace.random(means.shape[1], rank, seed),
    ):
        target = Target(own.name, subspace.basis.float())
        places = [target.coordinates(samples.x[same & first]).mean(0) for same in of_word]
        rows = tuple((same & ~first).nonzero()[:, 0] for same in of_word)
        moves.append(move(samples, target, Groups(tuple(words), rows, torch.stack(places), True)))
    rest = (~first).nonzero()[:, 0]
    known = samples.predict(rest).exp().gather(1, samples.following[rest][:, None]).mean()
    return Counted(own.name, tuple(words), float(known), *(found for found, _ in moves))


def one_token_words(
    words: Sequence[str], tokenizer: PreTrainedTokenizerBase
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The longest stretch of the words that are one token each, written in one way, and those."""
    found: tuple[tuple[str, ...], tuple[int, ...]] = (), ()
    for form in (" {}", "{}"):
        for cased in (str.lower, str.capitalize):
            said = [form.format(cased(word)) for word in words]
            ids = [tokenizer(text, add_special_tokens=False)["input_ids"] for text in said]
            stretch: list[int] = []
            for i, own in enumerate(ids):
                stretch = [*stretch, i] if len(own) == 1 else []
                if len(stretch) > len(found[0]):
                    found = tuple(words[j] for j in stretch), tuple(ids[j][0] for j in stretch)
    return found


def runs(
    tokens: Sequence[int], between: int, closed: bool, draw: torch.Generator
) -> tuple[Int[Tensor, "b c"], Bool[Tensor, "b c"]]:
    """Blocks of runs of tokens in their order, and which tokens the next one follows.

    A closed order goes on with its first token after its last.
    """
    size = min(RUN_WORDS, len(tokens))
    last = len(tokens) if closed else len(tokens) - size + 1
    start = torch.randint(last, (BLOCKS, RUNS, 1), generator=draw)
    run = torch.tensor(tokens)[(start + torch.arange(size)) % len(tokens)]
    ids = torch.cat([torch.full_like(start, between), run], 2)
    keep = torch.zeros_like(ids, dtype=torch.bool)
    keep[:, READ_RUNS:, 1:-1] = True
    return ids.flatten(1), keep.flatten(1)
