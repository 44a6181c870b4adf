"""`quadric intervene` on a gallery of a tiny model: figures, files and errors."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from quadric.cli.main import main
from quadric.gallery import ManifoldBundle, read_gallery, write_gallery

WORDS = [
    "the",
    "year",
    "one",
    "two",
    "three",
    "nine",
    "and",
    "of",
    "war",
    "peace",
    "states",
    "gold",
]


@pytest.fixture
def made(tiny, tmp_path, monkeypatch):
    """A folder with a tiny model, texts, and a gallery of two subspaces found in the first text."""
    monkeypatch.chdir(tmp_path)
    model, tokenizer = tiny("llama")
    model.save_pretrained("model")
    tokenizer.save_pretrained("model")
    draw = np.random.default_rng(0)
    (tmp_path / "texts").mkdir()
    for i in range(4):
        (tmp_path / "texts" / f"{i}.txt").write_text(" ".join(draw.choice(WORDS, 120)) + ".")
    bundles = []
    for number, k in enumerate((3, 2)):
        generator = torch.Generator().manual_seed(number)
        basis = torch.linalg.qr(torch.randn(32, k, generator=generator)).Q
        bundles.append(
            ManifoldBundle(
                name=f"plane {number}",
                points=draw.normal(size=(20, k)),
                strength=draw.random(20),
                token=draw.integers(0, 3, 20),
                vocab=["a", "b", "c"],
                subspace=basis.numpy(),
                document=np.zeros(20, dtype=np.int64),
                position=np.arange(20),
                layer="model.layers.2",
            )
        )
    about = {"model": "model", "layer": "model.layers.2", "text": "texts", "seed": "0"}
    write_gallery("gallery", bundles, about=about)
    return tmp_path


SMALL_RUN = ["--tokens", "600", "--pairs", "4"]


def test_figures_are_kept_in_the_gallery(made, capsys):
    main(["intervene", "gallery", *SMALL_RUN, "--report", "all.json"])
    out = capsys.readouterr().out
    assert "plane 0" in out
    assert "Wrote 2" in out
    cards = read_gallery(Path("gallery")).cards
    for card in cards:
        assert card.used is not None
        names = [arm.name for arm in card.causes.arms]
        assert names[0] == "manifold"
        assert names[-1] == "whole vector"
        assert "another manifold" in names
        assert all(np.isfinite([arm.value, arm.se]).all() for arm in card.causes.arms)
        for place in card.causes.places:
            assert len(place.at) == 3
            assert len(place.gain) <= 10
        assert all(arm.changed >= 0 for arm in card.causes.arms)
        assert card.causes.apart > 0
        assert 0 < card.causes.p <= 1
    told, counts = json.loads((made / "all.json").read_text()).values()
    assert [one["name"] for one in counts] == ["digits"]
    assert counts[0]["moves"][0]["energy_se"] >= 0
    assert "digits: 0 to 8" in out
    assert [one["name"] for one in told] == ["plane 0", "plane 1"]
    assert told[0]["swap"]["used"] == cards[0].used
    assert told[0]["swap"]["itself"] == 0
    assert told[0]["ablations"]
    assert told[0]["doses"]
    with pytest.raises(SystemExit):
        main(["intervene", "gallery", *SMALL_RUN])
    assert "--overwrite" in capsys.readouterr().err
    main(["intervene", "gallery", *SMALL_RUN, "--overwrite", "--quick", "--n", "1"])
    again = read_gallery(Path("gallery")).cards
    assert again[1] == cards[1]


def test_one_manifold_is_chosen_and_held_against_the_others(made, capsys):
    main(["intervene", "gallery", *SMALL_RUN, "--quick", "--only", "1"])
    out = capsys.readouterr().out
    assert "plane 1" in out
    assert "plane 0" not in out
    assert "digits" not in out
    first, second = read_gallery(Path("gallery")).cards
    assert first.used is None
    assert second.used is not None
    assert "another manifold" in [arm.name for arm in second.causes.arms]
    with pytest.raises(SystemExit):
        main(["intervene", "gallery", *SMALL_RUN, "--only", "7"])
    assert "it has 2" in capsys.readouterr().err


def test_interrupted_while_counting_it_keeps_the_manifolds(made, capsys, monkeypatch):
    from quadric.causes import counting

    def struck(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(counting, "move", struck)
    with pytest.raises(SystemExit) as exit:
        main(["intervene", "gallery", *SMALL_RUN, "--report", "all.json"])
    assert exit.value.code == 130
    assert all(card.used is not None for card in read_gallery(Path("gallery")).cards)
    told = json.loads((made / "all.json").read_text())
    assert (len(told["manifolds"]), told["counted"]) == (2, [])


def test_interrupted_it_keeps_what_is_measured(made, capsys, monkeypatch):
    from quadric.causes import intervening

    real = intervening.swap
    calls = []

    def slow(*args):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*args)

    monkeypatch.setattr(intervening, "swap", slow)
    with pytest.raises(SystemExit) as exit:
        main(["intervene", "gallery", *SMALL_RUN, "--quick"])
    assert exit.value.code == 130
    first, second = read_gallery(Path("gallery")).cards
    assert first.used is not None
    assert second.used is None


def test_find_asks_the_model_at_once(made, monkeypatch):
    from quadric.cli.find import Find

    monkeypatch.setattr(Find, "_find", lambda self: None)
    Find(Path("run"), Path("acts"), out=Path("gallery"), model="model")()
    assert all(card.used is not None for card in read_gallery(Path("gallery")).cards)


def test_errors_name_the_remedy(made, capsys):
    def refused(*args):
        with pytest.raises(SystemExit):
            main(["intervene", *args, *SMALL_RUN])
        return capsys.readouterr().err

    assert "quadric find" in refused("nowhere")
    token = np.zeros(1, dtype=np.int64)
    write_gallery("bare", [ManifoldBundle("it", np.ones((1, 3)), np.ones(1), token, ["a"])])
    assert "--model" in refused("bare")
    assert "--text" in refused("bare", "--model", "model")
    assert "no subspace" in refused("bare", "--model", "model", "--text", "texts")
