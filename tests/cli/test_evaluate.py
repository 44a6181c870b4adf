"""`quadric evaluate` as it is typed: on arrays, on a tiny model's store, and its refusals."""

import json

import numpy as np
import pytest
import torch

from quadric import BilinearAutoencoder, TopKAutoencoder
from quadric.activations import CollectSettings, collect, open_activations
from quadric.analysis.prefixes import prefix_errors
from quadric.cli import main
from quadric.training.loop import train
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource

TEXTS = [f"text {i} says that {i} and {i + 1} make {2 * i + 1}. " * 4 for i in range(40)]


def trained(source, name, out, kind="mixed", **settings):
    """A run folder as `quadric train` makes it."""
    chosen = TrainSettings(kind=kind, expansion=3, mix=1, steps=30, batch=256, **settings)
    train(RowSource(source, chosen, name), chosen, out)
    return out


@pytest.fixture(scope="module")
def arrays(tmp_path_factory):
    """Activations in a file, a run and a baseline of them."""
    folder = tmp_path_factory.mktemp("arrays")
    make = torch.Generator().manual_seed(0)
    x = torch.randn(3000, 4, generator=make) @ torch.randn(4, 10, generator=make)
    np.save(folder / "acts.npy", (x + 0.1 * torch.randn(3000, 10, generator=make)).numpy())
    source = open_activations(folder / "acts.npy")
    for name, kind in (("run", "mixed"), ("plain", "vanilla"), ("sorted", "ordered")):
        trained(source, str(folder / "acts.npy"), folder / name, kind)
    trained(source, str(folder / "acts.npy"), folder / "base", "topk", k=4)
    return folder


def evaluated(capsys, *words):
    main(["evaluate", *map(str, words), "--json"])
    return json.loads(capsys.readouterr().out)


def test_figures_are_those_of_the_held_out_rows(arrays, capsys):
    found = evaluated(capsys, arrays / "run", arrays / "acts.npy", "--dtype", "float64")
    held = torch.from_numpy(np.load(arrays / "acts.npy"))[2850:]
    ae = BilinearAutoencoder.from_pretrained(arrays / "run").double()
    errors = ae.errors(held)
    assert found["rows"] == [2850, 3000]
    assert found["chosen"] == "held out by the run"
    assert found["samples"] == 150
    assert found["error"] == pytest.approx(float(errors.mean()))
    assert found["quantiles"]["0.5"] == pytest.approx(float(errors.double().quantile(0.5)))
    assert found["explained"] == pytest.approx(1 - found["error"])
    plain = held.double() / held.double().norm(dim=1, keepdim=True)
    assert ae.mean is not None
    unit = plain - ae.mean
    unit = unit / unit.norm(dim=1, keepdim=True)
    product = torch.einsum("na,nb->nab", unit, unit)
    spread = float((product - product.mean(0)).square().sum((1, 2)).mean())
    assert found["explained_variance"] == pytest.approx(1 - found["error"] / spread, rel=1e-5)
    assert sum(found["histogram"]) == found["n_latents"] == 30
    assert found["prefixes"]["latents"] == [1, 2, 4, 8, 16, 30]
    every = prefix_errors(ae, held).errors
    assert found["prefixes"]["errors"][3] == pytest.approx(float(every[7]))
    assert found["prefixes"]["errors"][-1] == pytest.approx(found["error"])
    assert found["rank"] == 10
    assert found["pca_bound"] < found["error"]
    assert found["pca_bound"] < found["random_bound"] < 1


def test_greedy_order_is_given_where_there_is_none(arrays, capsys):
    plain = evaluated(capsys, arrays / "plain", arrays / "acts.npy")["prefixes"]
    assert all(g <= e + 1e-6 for g, e in zip(plain["greedy"], plain["errors"], strict=True))
    assert plain["greedy"][2] < plain["random"][2]
    assert evaluated(capsys, arrays / "sorted", arrays / "acts.npy")["prefixes"]["greedy"] is None


def test_topk_run_is_measured_beside_it(arrays, capsys):
    words = arrays / "run", arrays / "acts.npy", "--topk", arrays / "base"
    found = evaluated(capsys, *words)["topk"]
    held = torch.from_numpy(np.load(arrays / "acts.npy"))[2850:]
    base = TopKAutoencoder.from_pretrained(arrays / "base")
    assert found["k"] == 4
    assert found["error"] == pytest.approx(float(base.errors(held).mean()), rel=1e-5)
    assert found["input_error"] == pytest.approx(float(base.input_errors(held).mean()), rel=1e-5)
    approximate = float(base.approximate_errors(held).mean())
    assert found["approximate"] == pytest.approx(approximate, rel=1e-5)


def test_topk_train_has_the_run_s_size_and_budget(arrays, capsys):
    words = arrays / "run", arrays / "acts.npy", "--topk", "train"
    found = evaluated(capsys, *words)["topk"]
    assert found["n_latents"] == 30
    assert found["k"] == 30
    assert 0 < found["error"] < 1


def test_other_activations_are_measured_whole_and_a_copy_is_known_again(arrays, tmp_path, capsys):
    np.save(tmp_path / "other.npy", np.load(arrays / "acts.npy")[:500])
    found = evaluated(capsys, arrays / "run", tmp_path / "other.npy", "--samples", "200")
    assert found["rows"] == [0, 200]
    assert "trained on others" in found["chosen"]


def test_tables_say_the_same(arrays, capsys):
    words = ["evaluate", str(arrays / "run"), str(arrays / "acts.npy")]
    main([*words, "--topk", str(arrays / "base")])
    out = capsys.readouterr().out
    found = evaluated(capsys, *words[1:])
    assert f"{found['error']:.4f}" in out
    assert f"{found['pca_bound']:.4f}" in out
    for part in ("held out by the run", "TopK error", "random-input bound", "dead latents", "▕"):
        assert part in out
    for value in found["prefixes"]["errors"]:
        assert f"{value:.4f}" in out


def test_cross_entropy_from_the_store_s_own_text(tiny, tmp_path, capsys):
    model, tokenizer = tiny("llama")
    model.save_pretrained(tmp_path / "model")
    tokenizer.save_pretrained(tmp_path / "model")
    settings = CollectSettings(layers=(2,), context=64, model="tiny", text="texts")
    store = collect(model, tokenizer, TEXTS, tmp_path / "acts", settings)[0]
    trained(store, "acts", tmp_path / "run", heldout=0.2)
    trained(store, "acts", tmp_path / "base", "topk", heldout=0.2)
    words = tmp_path / "run", tmp_path / "acts", "--model", tmp_path / "model"
    found = evaluated(capsys, *words, "--topk", tmp_path / "base")["cross_entropy"]
    assert found["tokens"] > 100
    assert set(found["replaced"]) == {"autoencoder", "mean", "topk", "topk_norm"}
    assert found["recovered"]["mean"] == 0
    main(["evaluate", *map(str, words)])
    out = capsys.readouterr().out
    assert f"{found['replaced']['autoencoder']:.3f}" in out
    assert "the autoencoder's reconstruction" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["base", "acts.npy"], "evaluate a bilinear run"),
        (["run", "acts.npy", "--topk", "plain"], "no TopK run"),
        (["run", "acts.npy", "--model", "nothing"], "give a store"),
        (["run", "narrow.npy"], "width 10"),
        (["run", "nowhere.npy"], "no activations"),
        (["run", "few.npy", "--topk", "train"], "was trained on"),
    ],
    ids=["baseline", "no-topk", "no-text", "width", "missing", "others"],
)
def test_bad_input_is_refused_in_one_sentence(arrays, capsys, monkeypatch, words, message):
    monkeypatch.chdir(arrays)
    np.save("narrow.npy", np.zeros((50, 6), dtype=np.float32))
    np.save("few.npy", np.load("acts.npy")[:400])
    with pytest.raises(SystemExit) as stopped:
        main(["evaluate", *words])
    assert stopped.value.code == 1
    err = capsys.readouterr().err
    assert message in err
    assert len(err.strip().splitlines()) == 1


def test_a_run_on_another_layer_is_refused(tiny, tmp_path, capsys):
    model, tokenizer = tiny("llama")
    settings = CollectSettings(layers=(1, 2), context=64, model="tiny", text="texts")
    one, two = collect(model, tokenizer, TEXTS, tmp_path / "acts", settings)
    trained(one, "acts", tmp_path / "run")
    with pytest.raises(SystemExit):
        main(["evaluate", str(tmp_path / "run"), str(two.folder)])
    assert "layer model.layers.1" in capsys.readouterr().err
