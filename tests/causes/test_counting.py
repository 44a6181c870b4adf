"""Runs of words that follow each other, in any tokenizer."""

import pytest
import torch
from transformers import PreTrainedTokenizerBase

from quadric.causes import counted
from quadric.causes.counting import BLOCKS, READ_RUNS, RUN_WORDS, RUNS, one_token_words, runs


class Pieces(PreTrainedTokenizerBase):
    """A tokenizer that knows some texts as one token each."""

    def __init__(self, *known: str) -> None:
        self.known = known

    def __call__(self, text: str, add_special_tokens: bool = True) -> dict[str, list[int]]:
        assert not add_special_tokens
        return {"input_ids": [self.known.index(text)] if text in self.known else [90, 91]}


def test_words_are_written_as_most_of_them_are_one_token():
    words = ("may", "june", "july", "august")
    assert one_token_words(words, Pieces(" may", " May", " June", " July")) == (
        ("may", "june", "july"),
        (1, 2, 3),
    )
    # A stretch: the word between is missing, so june does not follow may.
    assert one_token_words(words, Pieces("may", "july", "august"))[0] == ("july", "august")
    assert one_token_words(words, Pieces()) == ((), ())


@pytest.mark.parametrize("closed", [False, True])
def test_what_is_kept_is_followed_by_the_next(closed):
    tokens = (7, 3, 9, 4, 8, 5, 6)
    ids, keep = runs(tokens, 1, closed, torch.Generator().manual_seed(0))
    assert ids.shape == keep.shape == (BLOCKS, RUNS * (RUN_WORDS + 1))
    assert not keep[:, : READ_RUNS * (RUN_WORDS + 1)].any()
    assert not keep[:, -1].any()
    block, at = keep.nonzero(as_tuple=True)
    after = dict(zip(tokens, (*tokens[1:], tokens[0]), strict=True))
    assert [after[i] for i in ids[block, at].tolist()] == ids[block, at + 1].tolist()
    assert set(ids[block, at].tolist()) == set(tokens if closed else tokens[:-1])


def test_a_model_that_cannot_count_says_so(tiny):
    model, tokenizer = tiny("llama")
    (digits,) = counted(model, tokenizer, "2")
    assert (digits.name, digits.words) == ("digits", tuple("012345678"))
    assert digits.known < 0.1
    assert [(m.start, m.end) for m in digits.moves] == [(m.start, m.end) for m in digits.random]
