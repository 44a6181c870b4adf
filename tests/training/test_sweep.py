import pytest
import torch

from quadric.activations import open_activations
from quadric.files.stopping import Stop
from quadric.training.folder import load_run, read_record
from quadric.training.loop import Stopped
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource
from quadric.training.sweep import Combination, combinations, sweep, table

BASE = TrainSettings(expansion=3, mix=1, steps=6, batch=64, checkpoint_every=2)
GRID = {"kinds": ("vanilla", "topk"), "expansions": (2, 3), "alphas": (0, 0.1), "seeds": (0,)}


@pytest.fixture(scope="module")
def x() -> torch.Tensor:
    return torch.randn(400, 12, generator=torch.Generator().manual_seed(0))


def swept(x, out, runs, **options):
    return sweep(runs, lambda run: RowSource(open_activations(x), run.settings), out, **options)


def test_every_combination_is_there_once():
    runs = combinations(BASE, layers=("4", "model.layers.9.mlp:input"), **GRID)
    names = [run.name for run in runs]
    assert len(set(names)) == len(names) == 2 * (4 + 2), "topk has no alpha"
    assert "l4-vanilla-x2-a0.1-s0" in names
    assert "model.layers.9.mlp-input-topk-x3-a0-s0" in names


def test_an_impossible_combination_is_refused_before_anything_is_trained():
    with pytest.raises(ValueError, match="unknown kind 'round'"):
        combinations(BASE, **{**GRID, "kinds": ("vanilla", "round")})


@pytest.mark.slow
def test_finished_runs_are_skipped_and_stopped_ones_continued(x, tmp_path):
    runs = combinations(BASE, **GRID)
    stop, trained = Stop(), []

    def report(stage, done, _total=None, _note=""):
        name = stage.split()[0]
        trained.append((name, done))
        if name == runs[2].name and done == 3:
            stop.signal = 2

    with pytest.raises(Stopped):
        swept(x, tmp_path, runs, stop=stop, progress=report)
    assert read_record(tmp_path / runs[1].name)["status"] == "finished"
    assert read_record(tmp_path / runs[2].name)["step"] == 3
    stop.signal, trained = None, []
    records = swept(x, tmp_path, runs, progress=report)
    assert [record["status"] for record in records.values()] == ["finished"] * len(runs)
    again = {name for name, _ in trained}
    assert again == {run.name for run in runs[2:]}, "a finished run was trained again"
    assert min(done for name, done in trained if name == runs[2].name) == 3
    alone = swept(x, tmp_path / "alone", [runs[2]])
    assert alone[runs[2].name]["heldout"] == records[runs[2].name]["heldout"]
    a, b = (load_run(folder / runs[2].name) for folder in (tmp_path, tmp_path / "alone"))
    assert torch.equal(a.left, b.left)


@pytest.mark.slow
def test_one_that_diverges_does_not_keep_the_others_from_training(x, tmp_path):
    bad = Combination(TrainSettings(**{**BASE.as_dict(), "kind": "vanilla", "lr": 1e25}))
    good = Combination(TrainSettings(**{**BASE.as_dict(), "kind": "vanilla", "seed": 1}))
    records = swept(x, tmp_path, [bad, good])
    assert "NaN or infinite" in records[bad.name]["problem"]
    assert records[good.name]["status"] == "finished"
    shown = table(records).splitlines()
    assert shown[2].split("|")[2].strip() == "diverged"
    assert f"{records[good.name]['heldout']['error']:.4f}" in shown[3]
    assert len({len(line) for line in shown}) == 1
