"""Which rows a run has not trained on: of its own store, of a grown one, of others."""

import pytest

from quadric.activations import CollectSettings, collect, open_activations
from quadric.analysis.heldout import heldout_rows
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource, split

TEXTS = [f"text {i} says that {i} and {i + 1} make {2 * i + 1}. " * 3 for i in range(40)]


def record(rows, **settings):
    chosen = TrainSettings(batch=64, steps=1, **settings)
    return {"source": RowSource(rows, chosen, "acts").describe()}


@pytest.fixture
def store(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    settings = CollectSettings(layers=(2,), context=64, tokens=1500, model="tiny", text="texts")
    return collect(model, tokenizer, TEXTS, tmp_path / "acts", settings)[0]


def test_the_rest_of_its_own_store(store):
    found = heldout_rows(record(store, heldout=0.2), store)
    assert found.rows == split(store, 0.2)[1]
    assert found.same
    documents = store.documents[0 : len(store)]
    assert not set(documents[found.rows.start :].tolist()) & set(
        documents[: found.rows.start].tolist()
    )


def test_all_that_a_store_has_grown_by(store, tiny, tmp_path):
    model, tokenizer = tiny("llama")
    settings = CollectSettings(layers=(2,), context=64, tokens=2500, model="tiny", text="texts")
    grown = collect(model, tokenizer, TEXTS, tmp_path / "acts", settings)[0]
    assert len(grown) > len(store)
    found = heldout_rows(record(store), grown)
    assert found.rows == range(split(store, 0.05)[0].stop, len(grown))


def test_all_of_another_text_and_the_last_part_without_a_record(store, tiny, tmp_path):
    model, tokenizer = tiny("llama")
    settings = CollectSettings(layers=(2,), context=64, tokens=1500, model="tiny", text="others")
    other = collect(model, tokenizer, TEXTS[5:], tmp_path / "others", settings)[0]
    found = heldout_rows(record(store), other)
    assert found.rows == range(len(other))
    assert not found.same
    assert heldout_rows(None, store).rows == split(store, 0.05)[1]
    live = {"source": {"activations": "live", "model": "tiny"}}
    assert heldout_rows(live, store).rows == split(store, 0.05)[1]


def test_another_layer_and_nothing_left_are_refused(store, tiny, tmp_path):
    model, tokenizer = tiny("llama")
    settings = CollectSettings(layers=(1,), context=64, tokens=500, model="tiny", text="texts")
    other = collect(model, tokenizer, TEXTS, tmp_path / "other", settings)[0]
    with pytest.raises(ValueError, match=r"trained on layer model\.layers\.2"):
        heldout_rows(record(store), other)
    with pytest.raises(ValueError, match="every row"):
        heldout_rows(record(store, heldout=0.0), store)


def test_files_are_known_by_their_length(tmp_path):
    import numpy as np

    np.save(tmp_path / "x.npy", np.ones((200, 4), np.float32))
    rows = open_activations(tmp_path / "x.npy")
    assert heldout_rows(record(rows, heldout=0.1), rows).rows == range(180, 200)
