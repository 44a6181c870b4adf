"""`quadric find` on a real store and run: a gallery that opens, and errors that say what to do."""

import json
import shutil

import pytest
import torch

from quadric.activations import ActivationStore, CollectSettings, collect
from quadric.autoencoders.inputs import unit_rows
from quadric.cli.find import Find
from quadric.cli.locate import read_columns
from quadric.cli.main import main
from quadric.gallery import read_gallery

ASKED = ("--explain", "--points", "500", "--directions")
TEXT = "On 4 July 1776 we shall see what they would do, and in 1990 what he must say. " * 30


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    from conftest import tiny_model

    folder = tmp_path_factory.mktemp("find")
    model, tokenizer = tiny_model("llama")
    settings = CollectSettings(layers=(2,), tokens=4000, context=64, model="tiny", text="none")
    collect(model, tokenizer, [TEXT + str(i) for i in range(8)], folder / "acts", settings)
    acts, run = str(folder / "acts"), str(folder / "run")
    main(["train", acts, "--out", run, "--expansion", "4", "--steps", "40", "--batch", "256"])
    return folder


def find(places, out, *more):
    given = [str(places / "run"), str(places / "acts"), "--out", str(out)]
    main(["find", *given, "--n", "3", "--candidates", "9", *more])


@pytest.mark.parametrize("method", [None, "paper"])
def test_it_writes_a_gallery_that_opens(places, tmp_path, capsys, method):
    chosen = [] if method is None else ["--method", method]
    find(places, tmp_path / "gallery", *chosen, *ASKED)
    gallery = read_gallery(tmp_path / "gallery")
    assert 1 <= len(gallery) <= 3
    assert gallery.problems() == []
    assert gallery.about["model"] == "tiny"
    assert gallery.about["method"] == (method or Find.method)
    one = gallery.manifold(0)
    store = ActivationStore(places / "acts")
    assert one.points.shape == (min(500, gallery.cards[0].points), one.rank)
    assert one.subspace.shape == (store.d, one.rank)
    assert gallery.cards[0].rank == gallery.cards[0].axes == one.rank
    assert (one.model, one.layer) == ("tiny", store.manifest["layer"])
    assert one.passes is not None
    mean = None if one.mean is None else torch.from_numpy(one.mean)
    rows = store[torch.from_numpy(one.samples)].float()
    unit, _ = unit_rows(rows, store.d, torch.float32, mean)
    assert abs(unit.numpy() @ one.subspace - one.points).max() < 1e-4
    assert one.context is not None
    assert {part.name for part in one.parts} >= {"shape", "irreducible", "named"}
    assert all(part.controls for part in one.parts)
    assert one.quadric is not None
    assert len(one.members) == len(one.weights) == (10 if method == "paper" else 4)
    printed = capsys.readouterr()
    assert "quadric explore" in printed.out
    assert "In brackets" in printed.out
    assert "Looking at all 4," in printed.out
    assert "stand out from random subspaces" in printed.out
    marked = not all(card.passes for card in gallery.cards)
    assert ("? marks those that do not." in printed.out) == marked
    with pytest.raises(SystemExit) as stopped:
        find(places, tmp_path / "gallery")
    assert stopped.value.code == 1
    assert "--overwrite" in capsys.readouterr().err


def test_another_layer_is_refused(places, tmp_path, capsys):
    shutil.copytree(places / "run", tmp_path / "run")
    record = json.loads((tmp_path / "run" / "train.json").read_text())
    record["source"]["layer"] = "model.layers.3"
    (tmp_path / "run" / "train.json").write_text(json.dumps(record))
    with pytest.raises(SystemExit):
        main(["find", str(tmp_path / "run"), str(places / "acts"), "--out", str(tmp_path / "g")])
    assert "was trained on layer model.layers.3" in capsys.readouterr().err
    assert not (tmp_path / "g").exists()


def test_activations_of_another_width_are_refused(places, tmp_path, capsys):
    from safetensors.torch import save_file

    save_file({"x": torch.randn(300, 8)}, tmp_path / "x.safetensors")
    with pytest.raises(SystemExit):
        main(
            [
                "find",
                str(places / "run"),
                str(tmp_path / "x.safetensors"),
                "--out",
                str(tmp_path / "g"),
            ]
        )
    assert "width 32, these have 8" in capsys.readouterr().err


def test_a_device_that_is_not_here_is_named(places, tmp_path, capsys):
    with pytest.raises(SystemExit):
        find(places, tmp_path / "g", "--device", "nowhere")
    assert "no device nowhere here" in capsys.readouterr().err


def test_wrong_use_exits_with_2(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["find", "run"])
    assert stopped.value.code == 2


def test_labels_are_found_and_located(places, tmp_path, capsys):
    store = ActivationStore(places / "acts")
    even = (store.positions[:] % 2).tolist()
    (tmp_path / "labels.csv").write_text("row,half\n" + "".join(f"0,{i}\n" for i in even))
    labels = ["--labels", f"{tmp_path}/labels.csv:half"]
    find(places, tmp_path / "g", "--method", "paper", *labels)
    one = read_gallery(tmp_path / "g")[0]
    assert one.label_name == "half"
    assert [one.label_texts[i] for i in one.row_label] == [str(even[i]) for i in one.samples]
    assert one.context is not None
    run = [str(places / "run"), str(places / "acts")]
    more = ["--gallery", str(tmp_path / "g"), "--out", str(tmp_path / "located.json")]
    main(["locate", *run, *labels, *more])
    said = capsys.readouterr().out
    assert "half = 1" in said
    found = json.loads((tmp_path / "located.json").read_text())
    assert {one["concept"] for one in found} == {"half", "half = 0", "half = 1"}
    assert all(one["verdict"] in said for one in found)
    for one in found:
        if one["kind"] == "number":
            assert f"{one['manifold']}  {one['order']:.2f} ({one['value']:.2f})" in said
    with pytest.raises(SystemExit):
        main(["locate", *run, "--labels", f"{tmp_path}/labels.csv"])
    assert "has the columns row, half: name one" in capsys.readouterr().err


def test_an_order_is_that_of_the_columns_that_it_fits(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("month,year,who\nJan,1990,a\nFeb,1991,b\n,1992,a\n")
    sources = tuple(f"{table}:{name}" for name in ("month", "year", "who"))
    month, year, who = read_columns(sources, "Jan,Feb,Mar", 12, ())
    assert (month.texts, month.period) == (("Jan", "Feb", "Mar"), 12)
    assert (year.texts, year.period) == (("1990", "1991", "1992"), None)
    assert who.values is None
    assert [one.period for one in read_columns(sources, None, 100, ())] == [None, 100, None]
    with pytest.raises(ValueError, match="--label-order x,y fits none of"):
        read_columns(sources, "x,y", None, ())
    with pytest.raises(ValueError, match="'Feb' is not in the order x, y"):
        read_columns(sources[:1], "x,y", None, ())


def test_a_folder_that_is_no_gallery_is_refused_before_anything_is_read(tmp_path, capsys):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "thesis.txt").write_text("years of work")
    with pytest.raises(SystemExit):
        main(["find", "no-run", "no-acts", "--out", str(tmp_path / "precious"), "--overwrite"])
    assert "is not a gallery, so it is not overwritten" in capsys.readouterr().err


def test_a_stopped_find_says_that_it_starts_again(places, tmp_path, capsys, monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("quadric.manifolds.find_manifolds", stopped)
    with pytest.raises(SystemExit) as ended:
        find(places, tmp_path / "g")
    assert ended.value.code == 130
    assert "was not written; the same command starts again" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
