"""The parts that ranks read make up what one process reads."""

from itertools import islice

import pytest
import torch

from quadric.activations import CollectSettings, capture, open_activations
from quadric.training.live import LiveSource
from quadric.training.loop import own_place
from quadric.training.settings import TrainSettings

TEXTS = [f"Document {i}: " + "the quick brown fox " * (3 + i % 4) for i in range(30)]


@pytest.mark.parametrize("parts", [2, 3, 7])
@pytest.mark.parametrize("buffer", [1, 1 << 13, 1 << 27], ids=["tiny", "small", "one"])
@pytest.mark.parametrize("shuffle", [True, False], ids=["shuffled", "in-order"])
def test_parts_of_a_batch_make_up_the_batch(parts, buffer, shuffle):
    rows = open_activations(torch.arange(3000.0).view(1500, 2))
    options = {"shuffle": shuffle, "seed": 3, "start": 2, "buffer": buffer, "rows": range(7, 1490)}
    whole = list(rows.batches(100, **options))
    shares = [list(rows.batches(100, **options, share=(i, parts))) for i in range(parts)]
    assert len(whole) == 12
    for number, batch in enumerate(whole):
        assert torch.equal(torch.cat([share[number] for share in shares]), batch)


def test_a_part_that_cannot_be_is_refused():
    rows = open_activations(torch.zeros(10, 2))
    for share in ((2, 2), (-1, 2), (0, 6)):
        with pytest.raises(ValueError, match="a batch of 5 rows has no part"):
            rows.batches(5, share=share)


def test_live_ranks_run_the_model_on_blocks_of_their_own(tiny):
    model, tokenizer = tiny("llama")
    collecting = CollectSettings(layers=(2,), context=32, forward=4, model="tiny", text="foxes")
    settings = TrainSettings(kind="vanilla", steps=4, batch=101, heldout=0.0)
    captured = capture(model, tokenizer, TEXTS, 2, context=32, forward=4, pack=True)
    for i, size in ((0, 50), (1, 51)):
        source = LiveSource(
            model, tokenizer, lambda _seed: iter(TEXTS), collecting, settings, (i, 2)
        )
        batches = source.batches(0, {}, lambda: False)
        got = list(islice(batches, 4))
        batches.close()
        assert [len(x) for x in got] == [size] * 4
        mine = captured.activations[captured.blocks % 2 == i][: 4 * size]
        assert len(mine) == 4 * size
        distances = torch.cdist(torch.cat(got).double(), mine.double())
        assert distances.amin(1).max() < 1e-5
        assert distances.amin(0).max() < 1e-5


def test_a_place_is_ones_own_or_the_next_pass():
    places = [{"epoch": 1, "block": 3}, {"epoch": 2, "block": 0}]
    rest = {"place": {"ranks": places}}
    assert [own_place(rest, i, 2) for i in range(2)] == places
    assert own_place(rest) == {"epoch": 3}
    assert own_place({"place": places[0]}) == places[0]
    assert own_place({"place": places[0]}, 1, 3) == {"epoch": 2}
    assert own_place({"place": {"ranks": [{}, {}]}}, 0, 3) == {}
