import json
import os
import signal
import sys

import pytest
import torch

from quadric import BilinearAutoencoder
from quadric.activations import open_activations
from quadric.files.stopping import stoppable
from quadric.files.writing import locked
from quadric.training import trainer
from quadric.training.folder import load_run, read_record
from quadric.training.heldout import measure
from quadric.training.loop import Stopped, train
from quadric.training.metrics import read_metrics
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource
from quadric.training.trainer import Diverged

pytestmark = pytest.mark.slow

SETTINGS = TrainSettings(
    kind="mixed", expansion=3, mix=1, steps=20, batch=64, heldout_every=6, checkpoint_every=5
)


@pytest.fixture(scope="module")
def x() -> torch.Tensor:
    generator = torch.Generator().manual_seed(0)
    return torch.randn(700, 4, generator=generator) @ torch.randn(4, 12, generator=generator)


def source(x: torch.Tensor, settings: TrainSettings = SETTINGS) -> RowSource:
    return RowSource(open_activations(x), settings, "x")


def changed(**fields) -> TrainSettings:
    return TrainSettings(**{**SETTINGS.as_dict(), **fields})


def test_a_run_leaves_what_it_says(x, tmp_path):
    record = train(source(x), SETTINGS, tmp_path / "run")
    assert record == read_record(tmp_path / "run")
    assert (record["status"], record["step"]) == ("finished", 20)
    ae = BilinearAutoencoder.from_pretrained(tmp_path / "run")
    expected = measure(ae, source(x).heldout())
    assert record["heldout"] == pytest.approx(expected._asdict(), rel=1e-6)
    assert ae.errors(x[665:]).mean().item() == pytest.approx(record["heldout"]["error"], rel=1e-5)
    lines = read_metrics(tmp_path / "run")
    assert [line["step"] for line in lines] == list(range(20))
    keys = {"total", "error", "density", "dead", "gradient_norm", "lr", "tokens_per_second"}
    assert all(keys <= set(line) for line in lines)
    assert [line["step"] for line in lines if "heldout_error" in line] == [0, 6, 12, 18]
    kept = sorted(path.name for path in (tmp_path / "run" / "checkpoints").iterdir())
    assert kept == ["step-00000015.safetensors", "step-00000020.safetensors"]
    assert not list((tmp_path / "run").glob(".draft*"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["int", "term"])
@pytest.mark.parametrize("step", [1, 7, 10])
def test_a_signal_ends_the_step_keeps_it_and_the_rest_is_the_same(x, tmp_path, number, step):
    def send(_stage, done, _total=None, _note=""):
        if done == step:
            os.kill(os.getpid(), number)

    with stoppable() as stop, pytest.raises(Stopped, match="resume=True") as stopped:
        train(source(x), SETTINGS, tmp_path / "run", stop=stop, progress=send)
    assert stopped.value.code == 128 + number
    assert read_record(tmp_path / "run")["status"] == "stopped"
    assert read_record(tmp_path / "run")["step"] == step
    train(source(x), SETTINGS, tmp_path / "run", resume=True)
    train(source(x), SETTINGS, tmp_path / "whole")
    a, b = load_run(tmp_path / "run").state_dict(), load_run(tmp_path / "whole").state_dict()
    assert all(torch.equal(a[name], b[name]) for name in b)
    for one, two in zip(
        read_metrics(tmp_path / "run"), read_metrics(tmp_path / "whole"), strict=True
    ):
        assert {**one, "tokens_per_second": 0} == {**two, "tokens_per_second": 0}


def test_a_second_signal_ends_the_work_at_once():
    with stoppable() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_first_signal_is_no_second_one_where_another_rank_told_of_its_own():
    with stoppable() as stop:
        stop.signal = signal.SIGTERM
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGTERM)


def test_nothing_is_overwritten_unless_asked(x, tmp_path):
    run = tmp_path / "run"
    train(source(x), SETTINGS, run)
    before = (run / "model.safetensors").stat().st_mtime_ns
    with pytest.raises(
        FileExistsError, match=r"holds a run already \(finished, 20 steps\): .*resume=True"
    ):
        train(source(x), SETTINGS, run)
    train(source(x), SETTINGS, run, resume=True)
    assert (run / "model.safetensors").stat().st_mtime_ns == before
    with pytest.raises(ValueError, match="was begun with seed 0, not 1"):
        train(source(x), changed(seed=1), run, resume=True)
    with pytest.raises(ValueError, match="begun on other activations"):
        train(source(x[:690]), SETTINGS, run, resume=True)
    (run / "notes.txt").write_text("mine")
    train(source(x), changed(seed=1), run, overwrite=True)
    assert read_record(run)["settings"]["seed"] == 1
    assert (run / "notes.txt").read_text() == "mine"
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("mine")
    with pytest.raises(FileExistsError, match="holds something else"):
        train(source(x), SETTINGS, other, overwrite=True)


def test_settings_that_change_no_step_may_change(x, tmp_path):
    with pytest.raises(Diverged):
        train(source(x), changed(lr=1e25, checkpoint_every=1), tmp_path)
    train(source(x), changed(lr=0.01, checkpoint_every=7, keep=1), tmp_path, resume=True)
    assert read_record(tmp_path)["status"] == "finished"


def test_a_run_that_turns_nan_says_when_and_keeps_the_last_good_state(x, tmp_path):
    settings = changed(keep=1, lr=0.01)
    original = trainer.Trainer.step

    def step(self, batch):
        if self.done == 12:
            with torch.no_grad():
                self.model.left.fill_(1e30)
        return original(self, batch)

    run = tmp_path / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trainer.Trainer, "step", step)
        with pytest.raises(Diverged, match=r"at step 12 .*step-00000010.safetensors with a lower"):
            train(source(x, settings), settings, run)
    assert read_record(run)["status"] == "diverged"
    assert not (run / "model.safetensors").exists()
    with pytest.raises(ValueError, match="a run that is diverged, not finished"):
        load_run(run)
    assert [line["step"] for line in read_metrics(run)] == list(range(12))
    train(source(x, settings), changed(keep=1, lr=0.005), run, resume=True)
    assert read_record(run)["settings"]["lr"] == 0.005


def test_a_checkpoint_whose_next_step_is_not_finite_is_dropped(x, tmp_path):
    settings = changed(lr=1e25, checkpoint_every=1, keep=1)
    with pytest.raises(Diverged, match="start anew with a lower lr= and overwrite=True"):
        train(source(x, settings), settings, tmp_path)
    assert list((tmp_path / "checkpoints").iterdir()) == []


def test_two_runs_cannot_share_a_folder(x, tmp_path):
    with locked(tmp_path), pytest.raises(ValueError, match="another quadric command is writing to"):
        train(source(x), SETTINGS, tmp_path)


def test_a_record_of_something_else_is_refused(tmp_path):
    (tmp_path / "train.json").write_text(json.dumps({"format": "quadric run 99"}))
    with pytest.raises(ValueError, match="its format is 'quadric run 99'"):
        read_record(tmp_path)


def test_nothing_held_out_leaves_nothing_measured(x, tmp_path):
    settings = changed(heldout=0.0)
    record = train(source(x, settings), settings, tmp_path)
    assert record["heldout"] is None
    assert all(line["dead"] is None for line in read_metrics(tmp_path))


def test_a_run_refused_before_its_first_step_is_no_run(x, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.raises(ValueError, match=r"quadric\[wandb\]"):
        train(source(x), SETTINGS, tmp_path / "run", log=("wandb",))
    train(source(x), changed(seed=1), tmp_path / "run")
    huge = changed(n_latents=10**9)
    with pytest.raises(ValueError, match="training needs about"):
        train(source(x), huge, tmp_path / "huge")
    assert not (tmp_path / "huge").exists()


@pytest.fixture
def machine(monkeypatch):
    """`machine(fast)`: force whether products are faster in bfloat16, at any width."""
    monkeypatch.setattr("quadric.device.MIN_BFLOAT16_DIMENSIONS", 1)

    def force(fast):
        monkeypatch.setattr("quadric.device.fast_bfloat16", lambda _: fast)

    return force


def test_a_run_keeps_the_precision_of_the_machine_that_began_it(x, tmp_path, machine):
    machine(True)
    settings = changed(lr=0.1)  # where rounding does not grow in twelve dimensions
    whole = train(source(x), settings, tmp_path / "whole")
    assert whole["settings"]["precision"] == "bfloat16"
    with stoppable() as stop:

        def progress(_stage, done, *_):
            if done == 7:
                os.kill(os.getpid(), signal.SIGTERM)

        with pytest.raises(Stopped):
            train(source(x), settings, tmp_path / "part", stop=stop, progress=progress)
    machine(False)
    with pytest.raises(ValueError, match="precision bfloat16, not float32"):
        train(source(x), changed(precision="float32", lr=0.1), tmp_path / "part", resume=True)
    part = train(source(x), settings, tmp_path / "part", resume=True)
    assert part["settings"]["precision"] == "bfloat16"
    for name in ("left", "right", "down"):
        both = (load_run(tmp_path / run).get_parameter(name) for run in ("whole", "part"))
        assert torch.equal(*both)
    other = train(source(x), settings, tmp_path / "other")
    assert other["settings"]["precision"] == "float32"
    # Rounding is all that lies between the two.
    assert whole["heldout"]["error"] == pytest.approx(other["heldout"]["error"], rel=0.01)
    assert whole["heldout"]["error"] != other["heldout"]["error"]


def test_a_machine_without_fast_bfloat16_computes_what_it_always_did(x, tmp_path, machine):
    machine(False)
    train(source(x), SETTINGS, tmp_path / "auto")
    train(source(x), changed(precision="float32"), tmp_path / "float32")
    both = (load_run(tmp_path / run).left for run in ("auto", "float32"))
    assert torch.equal(*both)
