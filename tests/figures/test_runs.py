"""Runs on a model's own activations: collected once, or read live."""

from dataclasses import replace

import pytest
from conftest import tiny_model

from quadric.activations import ActivationStore
from quadric.figures.runs import RunCache
from quadric.figures.scale import SCALES
from quadric.training.folder import read_record

TEXT = "On 4 July 1776 we shall see what they would do, and in 1990 what he must say. "


@pytest.fixture
def scale(tmp_path):
    model, tokenizer = tiny_model("llama")
    model.save_pretrained(tmp_path / "model")
    tokenizer.save_pretrained(tmp_path / "model")
    (tmp_path / "text").mkdir()
    for number in range(24):
        (tmp_path / "text" / f"{number}.txt").write_text(TEXT * 4 + str(number) * number)
    smoke = SCALES["smoke"]
    return replace(
        smoke,
        name="tiny",
        model=str(tmp_path / "model"),
        layer="2",
        layers=("1", "2"),
        text=str(tmp_path / "text"),
        tokens=3000,
        base=replace(smoke.base, steps=8, batch=128, heldout_tokens=256),
    )


def test_one_pass_collects_all_layers(scale, tmp_path):
    cache = RunCache(scale, tmp_path / "out")
    rows = cache.rows(scale.model, "2")
    assert isinstance(rows, ActivationStore)
    assert rows.manifest["layer"] == "model.layers.2"
    assert (tmp_path / "out" / "acts").exists()
    begun = []
    again = RunCache(scale, tmp_path / "out", lambda stage, *_: begun.append(stage))
    assert len(again.rows(scale.model, "1")) == len(rows)
    assert begun == []
    assert cache.heldout(scale.run("vanilla"))["error"] < 1
    words = cache.words()
    assert len(words.tokens) == len(rows)


def test_live_runs_are_measured_on_what_they_hold_out(scale, tmp_path):
    live = replace(scale, live=True)
    cache = RunCache(live, tmp_path / "out")
    spec = live.run("mixed")
    assert cache.heldout(spec)["error"] < 1
    record = read_record(cache.folder(spec))
    assert record["source"]["activations"] == "live"
    rows, heldout = cache.heldout_rows(spec)
    assert heldout == range(51)  # Half of a tenth of 8 steps of 128.
    held = next(cache._source(spec).heldout())
    assert held[: len(heldout)].allclose(rows[heldout.start : heldout.stop], atol=1e-4)
