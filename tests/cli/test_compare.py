"""`quadric compare` as it is typed, on runs that were trained a little."""

import json
import subprocess
import sys

import pytest
import torch

from quadric.analysis import frobenius_similarity, latent_stability, permutation_similarity
from quadric.cli import main
from quadric.training.fit import fit


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Four runs of one layer, and a baseline."""
    folder = tmp_path_factory.mktemp("runs")
    x = torch.randn(600, 8, generator=torch.Generator().manual_seed(0))
    settings = {"steps": 20, "batch": 200}
    for name, kind, more in (
        ("a", "vanilla", {"seed": 0}),
        ("b", "mixed", {"seed": 1, "mix": 1}),
        ("first", "ordered", {"seed": 0}),
        ("second", "combined", {"seed": 1, "mix": 1}),
        ("base", "topk", {}),
    ):
        fit(x, kind, expansion=3, **settings, **more).save_pretrained(folder / name)
    fit(x[:, :6], "vanilla", expansion=3, **settings).save_pretrained(folder / "narrow")
    return folder


def load(path):
    from quadric import BilinearAutoencoder

    return BilinearAutoencoder.from_pretrained(path)


def test_json_holds_the_matrices_and_all_matches(runs, capsys):
    main(["compare", str(runs / "a"), str(runs / "b"), "--latents", "--json"])
    found = json.loads(capsys.readouterr().out)
    a, b = load(runs / "a"), load(runs / "b")
    assert found["runs"] == [str(runs / "a"), str(runs / "b")]
    assert found["frobenius"][0][1] == pytest.approx(frobenius_similarity(a, b))
    assert found["frobenius"][0][0] == 1.0
    assert found["permutation"][1][0] == pytest.approx(permutation_similarity(a, b))
    assert found["permutation"][0][0] == pytest.approx(permutation_similarity(a, a))
    assert "cumulative" not in found
    pairs = {(pair["from"], pair["to"]) for pair in found["latents"]}
    assert pairs == {(str(runs / "a"), str(runs / "b")), (str(runs / "b"), str(runs / "a"))}
    assert all(len(pair["nearest"]) == len(pair["cosine"]) == 24 for pair in found["latents"])
    (stability,) = found["stability"]
    assert stability["mean"] == pytest.approx(latent_stability(a, b).mean)
    assert stability["runs"] == found["runs"]


def test_tables_and_cumulative_for_ordered_runs(runs, capsys):
    main(["compare", str(runs / "first"), str(runs / "second"), "--latents"])
    out = capsys.readouterr().out
    first, second = load(runs / "first"), load(runs / "second")
    value = frobenius_similarity(first, second, cumulative=True)
    assert "cumulative similarity" in out
    assert f"{value:.4f}" in out
    again = latent_stability(first, second)
    assert "above 0.7" in out
    assert f"{again.mean:.3f}" in out
    assert f"{again.random_mean:.3f}" in out
    assert "latents of first nearest to one of second" in out


def test_heat_map_is_written_once(runs, tmp_path, capsys):
    names = [str(runs / "a"), str(runs / "b"), "--out", str(tmp_path / "map.png")]
    main(["compare", *names])
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    svg = (tmp_path / "map.svg").read_text()
    assert "<svg" in svg
    with pytest.raises(SystemExit) as stopped:
        main(["compare", *names])
    assert stopped.value.code == 1
    assert "--overwrite" in capsys.readouterr().err
    main(["compare", *names, "--overwrite"])
    assert (tmp_path / "map.svg").read_text() == svg


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["a"], "two runs"),
        (["a", "narrow"], "width 8 and 6"),
        (["a", "base"], "TopK baseline"),
        (["a", "nowhere"], "no run"),
    ],
    ids=["one", "other-inputs", "baseline", "missing"],
)
def test_what_cannot_be_compared_is_refused_in_one_sentence(runs, capsys, names, message):
    with pytest.raises(SystemExit) as stopped:
        main(["compare", *(str(runs / name) for name in names)])
    assert stopped.value.code == 1
    err = capsys.readouterr().err
    assert message in err
    assert len(err.strip().splitlines()) == 1


def test_it_runs_as_a_command(runs):
    command = [sys.executable, "-m", "quadric", "compare", str(runs / "a"), str(runs / "b")]
    done = subprocess.run([*command, "--no-permutation"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Frobenius similarity" in done.stdout
    assert "permutation" not in done.stdout
