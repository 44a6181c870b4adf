from itertools import islice

import pytest
import torch

from quadric.activations import ActivationStore, CollectSettings, collect, open_activations
from quadric.training.settings import TrainSettings
from quadric.training.sources import MAX_HELDOUT_FACTOR, RowSource, layer_store, split

TEXTS = [f"Document {i}: " + "the quick brown fox " * (3 + i % 4) for i in range(30)]


def numbered(n: int, d: int = 2) -> torch.Tensor:
    """Row i holds i, so that rows can be told apart."""
    return torch.arange(n, dtype=torch.float32)[:, None].expand(n, d).contiguous()


def source(n: int, batch: int, **settings) -> RowSource:
    chosen = TrainSettings(kind="vanilla", batch=batch, expansion=2, **settings)
    return RowSource(open_activations(numbered(n)), chosen)


@pytest.fixture
def stores(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    settings = CollectSettings(layers=(1, 3), context=32, forward=4, model="tiny", text="foxes")
    return collect(model, tokenizer, TEXTS, tmp_path / "acts", settings)


def test_whole_documents_are_held_out(stores):
    store = stores[0]
    for fraction in (0.02, 0.05, 0.3):
        train, heldout = split(store, fraction)
        assert len(train) + len(heldout) == len(store)
        assert (
            1 / MAX_HELDOUT_FACTOR <= len(heldout) / (fraction * len(store)) <= MAX_HELDOUT_FACTOR
        )
        documents = store.documents[:]
        before, after = documents[train.start : train.stop], documents[heldout.start : heldout.stop]
        assert set(before.tolist()).isdisjoint(after.tolist())


def test_a_short_last_document_is_not_all_that_is_held_out(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    settings = CollectSettings(layers=(1,), context=32, forward=4, model="tiny", text="three")
    texts = ["a b c d " * 90, "e f g h " * 30, "i j"]
    collect(model, tokenizer, texts, tmp_path, settings)
    store = ActivationStore(tmp_path)
    _, heldout = split(store, 0.1)
    assert len(heldout) >= len(store) / 30
    assert store.documents[heldout.start - 1 : heldout.start + 1].tolist() == [0, 1]


def test_one_document_is_cut_inside(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    settings = CollectSettings(layers=(1,), context=32, forward=4, model="tiny", text="one")
    collect(model, tokenizer, ["a b c d " * 90], tmp_path, settings)
    store = ActivationStore(tmp_path)
    train, heldout = split(store, 0.1)
    assert len(heldout) == round(0.1 * len(store))
    assert train.stop == heldout.start


def test_nothing_is_held_out_when_nothing_is_asked_for():
    assert split(open_activations(numbered(50)), 0) == (range(50), range(50, 50))


def test_passes_are_shuffled_anew_and_cover_all_rows_but_the_held_out():
    batches = list(islice(source(1000, 95).batches(0), 20))
    first, second = (torch.cat(part)[:, 0].tolist() for part in (batches[:10], batches[10:]))
    assert sorted(first) == sorted(second) == list(range(950))
    assert first != second
    heldout = torch.cat(list(source(1000, 95).heldout()))[:, 0]
    assert heldout.tolist() == list(range(950, 1000))


@pytest.mark.parametrize("start", [0, 1, 9, 10, 11, 37])
def test_batches_are_a_function_of_their_step(start):
    whole = list(islice(source(1000, 95, seed=3).batches(0), 40))
    rest = list(islice(source(1000, 95, seed=3).batches(start), 40 - start))
    assert all(torch.equal(a, b) for a, b in zip(rest, whole[start:], strict=True))


def test_at_most_so_many_rows_are_measured_on():
    held = torch.cat(list(source(1000, 7, heldout=0.5, heldout_tokens=33).heldout()))
    assert len(held) == 33


def test_too_few_rows_are_refused():
    with pytest.raises(ValueError, match="95 rows to train on do not fill one batch of 96"):
        source(100, 96)


def test_layers_are_found_by_name_and_number(stores):
    folder = stores[0].folder.parent
    assert layer_store(folder, "3") == layer_store(folder, "model.layers.3") == stores[1].folder
    assert layer_store(stores[0].folder, "1") == stores[0].folder
    with pytest.raises(ValueError, match=r"no layer 2 .* it holds model.layers.1, model.layers.3"):
        layer_store(folder, "2")


def test_the_record_says_which_rows_of_what_were_trained_on(stores):
    described = RowSource(stores[1], TrainSettings(batch=64)).describe()
    assert described["layer"] == "model.layers.3"
    assert described["text"] == "foxes"
    assert "shards" not in described
    assert described["trained_on"] == [0, split(stores[1], 0.05)[0].stop]


@pytest.mark.parametrize("heldout", [0.0, 0.3])
def test_the_mean_of_a_store_leaves_the_held_out_rows_out(stores, heldout):
    settings = TrainSettings(kind="vanilla", batch=16, heldout=heldout)
    train, _ = split(stores[0], heldout)
    rows = stores[0][train.start : train.stop].double()
    expected = torch.nn.functional.normalize(rows, dim=1).mean(0)
    torch.testing.assert_close(RowSource(stores[0], settings).mean(), expected, atol=1e-6, rtol=0)
