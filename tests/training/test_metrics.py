import sys
import time

import pytest

from quadric.training.metrics import Metrics, read_metrics


def write(run, steps, start=0, log=()):
    metrics = Metrics(run, start, log, {"lr": 0.01})
    for step in steps:
        metrics.write({"step": step, "error": step / 7, "dead": None})
    metrics.sync()
    metrics.close()


def test_continuing_drops_what_comes_again_and_what_was_cut_off(tmp_path):
    write(tmp_path, range(10))
    with open(tmp_path / "metrics.jsonl", "a") as file:
        file.write('{"step": 10, "err')
    write(tmp_path, range(6, 9), start=6)
    found = read_metrics(tmp_path)
    assert [line["step"] for line in found] == list(range(9))
    assert [line["error"] for line in found] == [step / 7 for step in range(9)]


def test_a_run_without_metrics_has_none(tmp_path):
    assert read_metrics(tmp_path) == []


def test_tensorboard_gets_every_number(tmp_path):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    write(tmp_path, range(5), log=("tensorboard",))
    events = EventAccumulator(str(tmp_path / "tensorboard"))
    events.Reload()
    assert events.Tags()["scalars"] == ["error"]
    assert [e.step for e in events.Scalars("error")] == list(range(5))
    assert [e.value for e in events.Scalars("error")] == pytest.approx([s / 7 for s in range(5)])


@pytest.mark.slow
def test_wandb_gets_every_number(tmp_path, monkeypatch):
    monkeypatch.setenv("WANDB_MODE", "offline")
    monkeypatch.setenv("WANDB_SILENT", "true")
    write(tmp_path, range(5), log=("wandb",))

    def written() -> int:
        files = (tmp_path / "wandb").glob("offline-run-*/*.wandb")
        return sum(file.read_bytes().count(b"error") for file in files)

    # A process of wandb's own writes the file, and may still be at it.
    deadline = time.monotonic() + 120
    while written() < 5 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert written() >= 5


@pytest.mark.parametrize(
    ("log", "module"), [("tensorboard", "torch.utils.tensorboard"), ("wandb", "wandb")]
)
def test_a_missing_extra_is_named(tmp_path, monkeypatch, log, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ValueError, match=rf"pip install 'quadric\[{log}\]'"):
        Metrics(tmp_path, 0, (log,))
