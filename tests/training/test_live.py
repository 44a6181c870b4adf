import threading
from itertools import islice

import pytest
import torch

from quadric.activations import CollectSettings, capture
from quadric.training.live import LiveSource
from quadric.training.settings import TrainSettings

pytestmark = pytest.mark.slow

TEXTS = [f"Document {i}: " + "the quick brown fox " * (3 + i % 4) for i in range(30)]
COLLECTING = CollectSettings(layers=(2,), context=32, forward=4, model="tiny", text="foxes")
SETTINGS = TrainSettings(kind="vanilla", expansion=2, steps=40, batch=100)


def shuffled(texts: list[str]):
    def documents(seed: int):
        order = torch.randperm(len(texts), generator=torch.Generator().manual_seed(seed))
        return (texts[i] for i in order.tolist())

    return documents


def live(tiny, texts=TEXTS, settings=SETTINGS) -> LiveSource:
    return LiveSource(*tiny("llama"), shuffled(texts), COLLECTING, settings)


def take(source: LiveSource, count: int, place: dict | None = None):
    """Batches, and the place after each."""
    batches = source.batches(0, place or {}, lambda: False)
    taken = [(x, source.place()) for x in islice(batches, count)]
    batches.close()
    return taken


def test_a_run_continues_at_any_batch_with_the_same_ones(tiny):
    whole = take(live(tiny), 60)
    for at in (0, 1, 4, 5, 17, 42):
        rest = take(live(tiny), 8, whole[at][1])
        for (x, place), (expected, after) in zip(rest, whole[at + 1 : at + 9], strict=True):
            assert torch.equal(x, expected)
            assert place == after
    assert whole[-1][1]["epoch"] > 1, "the text was not passed over again"


def test_rows_are_the_models_own_and_each_comes_once(tiny):
    settings = TrainSettings(kind="vanilla", expansion=2, steps=40, batch=100, heldout=0.0)
    model, tokenizer = tiny("llama")
    order = list(shuffled(TEXTS)(0))
    expected = capture(model, tokenizer, order, 2, context=32, forward=4, pack=True).activations
    buffers = len(expected) // 500
    assert buffers > 2
    taken = torch.cat([x for x, _ in take(live(tiny, settings=settings), 5 * buffers)])
    for a in range(0, len(taken), 500):
        one, other = taken[a : a + 500], expected[a : a + 500]
        assert not torch.equal(one, other), "nothing was shuffled"
        assert sorted(row.tolist() for row in one) == sorted(row.tolist() for row in other)


def letters_of(x: torch.Tensor, tiny) -> set[str]:
    """The letters whose embedding the rows of layer 0 are."""
    model, tokenizer = tiny("llama")
    table = model.get_input_embeddings().weight
    found = {(table - row).abs().amax(1).argmin().item() for row in x}
    return {tokenizer.decode([token]) for token in found}


def test_documents_held_out_are_never_trained_on(tiny):
    texts = [letter * 60 for letter in "abcdefghijklmnopqrstuvwxyz"]
    collecting = CollectSettings(layers=(0,), context=32, forward=4)
    source = LiveSource(*tiny("llama"), shuffled(texts), collecting, SETTINGS)
    held = torch.cat(list(source.heldout()))
    assert 150 < len(held) <= 0.05 * 40 * 100
    trained = torch.cat([x for x, _ in take(source, 45)])
    assert source.place()["epoch"] > 1
    out, used = letters_of(held, tiny), letters_of(trained, tiny)
    first = [text[0] for text in islice(shuffled(texts)(0), 4)]
    assert out == set(first)
    # The fourth document is longer than what was missing: its rest is trained on.
    assert used == set("abcdefghijklmnopqrstuvwxyz") - set(first[:3])


def test_a_single_document_is_shared_between_training_and_holding_out(tiny):
    collecting = CollectSettings(layers=(0,), context=32, forward=4)
    text = "a" * 150 + "b" * 2000
    source = LiveSource(*tiny("llama"), shuffled([text]), collecting, SETTINGS)
    held = torch.cat(list(source.heldout()))
    assert 150 < len(held) <= 200
    assert letters_of(held, tiny) == {"a", "b"}
    assert letters_of(torch.cat([x for x, _ in take(source, 30)]), tiny) == {"b"}


def test_a_text_too_short_to_hold_out_from_is_refused(tiny):
    with pytest.raises(ValueError, match="nothing to train on besides what is held out"):
        take(live(tiny, ["short"]), 1)


def test_what_goes_wrong_in_the_thread_is_heard(tiny):
    def documents(seed: int):
        yield from TEXTS[:8]
        raise OSError("the network went away")

    settings = TrainSettings(kind="vanilla", expansion=2, steps=40, batch=100, heldout=0.0)
    source = LiveSource(*tiny("llama"), documents, COLLECTING, settings)
    with pytest.raises(OSError, match="network went away"):
        take(source, 60)


def test_stopping_ends_the_wait_and_the_thread(tiny):
    before = set(threading.enumerate())
    source, stopped = live(tiny), []
    batches = source.batches(0, {}, lambda: bool(stopped))
    next(batches)
    place = source.place()
    stopped.append(True)
    assert next(batches, None) is None
    assert source.place() == place
    assert set(threading.enumerate()) <= before


def test_a_place_is_known_before_the_first_batch(tiny):
    source = live(tiny)
    place = {"buffer": 3, "epoch": 1, "block": 8, "row": 2, "batch": 1}
    source.batches(7, place, lambda: True)
    assert source.place() == place


def test_several_layers_need_stores(tiny):
    several = CollectSettings(layers=(1, 2), context=32)
    with pytest.raises(ValueError, match="live training takes one layer"):
        LiveSource(*tiny("llama"), shuffled(TEXTS), several, SETTINGS)
