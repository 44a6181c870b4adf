"""`torchrun -m quadric train`: one run, killed and continued, on any number of ranks."""

import os
import re
import signal
import subprocess
from types import SimpleNamespace

import numpy as np
import pytest
import striking
import torch
from distributed.ranks import ENVIRONMENT, torchrun

from quadric.cli import main
from quadric.distributed import Group, RankLost
from quadric.files.stopping import stoppable
from quadric.training.folder import load_run, read_record
from quadric.training.loop import Run
from quadric.training.metrics import read_metrics


@pytest.fixture(scope="module")
def x(tmp_path_factory):
    make = np.random.default_rng(0)
    path = tmp_path_factory.mktemp("x") / "x.npy"
    rows = make.standard_normal((3000, 6)) @ make.standard_normal((6, 16))
    np.save(path, rows.astype("float32"))
    return str(path)


def arguments(x, out, steps, *more):
    sizes = ["--expansion", "3", "--mix", "1", "--batch", "256", "--steps", str(steps)]
    every = ["--heldout-every", "50", "--checkpoint-every", "4", "--dtype", "float64"]
    return ["train", x, "--kind", "mixed", *sizes, *every, "--out", str(out), *more]


def run(ranks, *args, strike=None):
    """On several ranks, with a signal if `striking.environment` says which and when."""
    command = ["-m", "quadric", *args] if strike is None else striking.command(*args)
    return subprocess.run(
        [*torchrun(ranks), *command],
        env=ENVIRONMENT | (strike or {}),
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_a_rank_that_dies_ends_the_job_and_the_run_goes_on_with_other_ranks(x, tmp_path):
    alone, together = tmp_path / "alone", tmp_path / "together"
    main(arguments(x, alone, 100))
    args = arguments(x, together, 100)
    killed = run(2, *args, strike=striking.environment("step:10", signal.SIGKILL, rank=1))
    assert killed.returncode != 0
    said = re.search(r"quadric: rank 0 of 2: another rank failed .*--resume", killed.stderr)
    assert said, killed.stderr
    assert read_record(together)["status"] == "running"
    assert read_record(together)["step"] == 8
    resumed = run(3, *args, "--resume", "--shard")
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stdout.count("dead latents") == 1
    assert read_record(together)["status"] == "finished"
    ours, reference = read_metrics(together), read_metrics(alone)
    assert [line["step"] for line in ours] == list(range(100))
    for key in ("total", "error", "density", "heldout_error"):
        a, b = ([line[key] for line in lines if key in line] for lines in (ours, reference))
        assert a == pytest.approx(b, rel=1e-5)
    a, b = load_run(together).state_dict(), load_run(alone).state_dict()
    assert all(torch.dist(a[name], b[name]) < 1e-4 * b[name].norm() for name in b)


def test_torchrun_cannot_end_a_rank_before_it_says_that_another_is_lost():
    """It sends SIGTERM to the ranks that are left, at any point of what follows."""
    before = signal.getsignal(signal.SIGTERM)
    group = Group(0, 2)
    try:
        with pytest.raises(RankLost, match="resume=True"), stoppable(), group._exchange("sum"):
            raise RuntimeError("Connection closed by peer")
        os.kill(os.getpid(), signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_signal_stops_all_ranks_after_a_step_with_everything_kept(x, tmp_path):
    strike = striking.environment("step:3", signal.SIGTERM, whom="parent")
    done = run(2, *arguments(x, tmp_path, 50_000), strike=strike)
    assert done.stderr.count("the same command with --resume continues") == 1, done.stderr
    record = read_record(tmp_path)
    assert record["status"] == "stopped"
    assert len(read_metrics(tmp_path)) == record["step"]


def test_a_signal_while_ranks_agree_is_not_lost():
    """It comes after this rank said that it has none: all go on, and stop after the next step."""

    def struck(value):
        os.kill(os.getpid(), signal.SIGTERM)
        return value

    run = Run.__new__(Run)
    with stoppable() as run.stop:
        run.group = SimpleNamespace(all_reduce_max=struck)
        assert not run._stopping()
        run.group = SimpleNamespace(all_reduce_max=int)
        assert run._stopping()
        assert run.stop.signal == signal.SIGTERM


def test_an_error_says_whose_it_is(x, tmp_path):
    done = run(2, *arguments(x, tmp_path, 4, "--batch", "5000"))
    assert done.returncode != 0
    assert re.search(r"quadric: rank 0 of 2: .*do not fill one batch of 5,000", done.stderr)
