"""`torchrun -m quadric train`: one run, killed and continued, on any number of ranks."""

import os
import re
import signal
import subprocess
import time
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from distributed.ranks import ENVIRONMENT, torchrun

from quadric.cli import main
from quadric.distributed.loop import TogetherRun
from quadric.training.folder import load_run, read_record
from quadric.training.metrics import read_metrics
from quadric.training.stopping import stoppable


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


def run(ranks, *args):
    command = [*torchrun(ranks), "-m", "quadric", *args]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=300)


def killed_at(path, step, ranks, args, victim=1):
    """Start, wait for a step, SIGKILL one rank: the exit code, errors and seconds to the end."""
    command = [*torchrun(ranks), "-m", "quadric", *args]
    process = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + 200
        while len(read_metrics(path)) < step:
            assert process.poll() is None, process.communicate()[1]
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.kill(rank_of(process.pid, victim), signal.SIGKILL)
        begun = time.monotonic()
        _, errors = process.communicate(timeout=120)
        return process.returncode, errors, time.monotonic() - begun
    finally:
        process.kill()
        process.wait()


def rank_of(parent, rank):
    """The process id of a rank that torchrun started."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=True
    )
    for pid in map(int, listed.stdout.split()):
        with open(f"/proc/{pid}/environ", "rb") as file:
            if f"RANK={rank}".encode() in file.read().split(b"\0"):
                return pid
    raise AssertionError(f"no rank {rank} below {parent}")


def test_a_rank_that_dies_ends_the_job_and_the_run_goes_on_with_other_ranks(x, tmp_path):
    alone, together = tmp_path / "alone", tmp_path / "together"
    main(arguments(x, alone, 100))
    args = arguments(x, together, 100)
    code, errors, seconds = killed_at(together, 10, 2, args)
    assert code != 0
    assert seconds < 60
    assert re.search(r"quadric: rank 0 of 2: another rank failed .*--resume", errors), errors
    step = read_record(together)["step"]
    assert read_record(together)["status"] == "running"
    assert 0 < step < 100
    resumed = run(3, *args, "--resume", "--shard")
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stdout.count("held-out error") == 1
    assert read_record(together)["status"] == "finished"
    ours, reference = read_metrics(together), read_metrics(alone)
    assert [line["step"] for line in ours] == list(range(100))
    for key in ("total", "error", "density", "heldout_error"):
        a, b = ([line[key] for line in lines if key in line] for lines in (ours, reference))
        assert a == pytest.approx(b, rel=1e-5)
    a, b = load_run(together).state_dict(), load_run(alone).state_dict()
    assert all(torch.dist(a[name], b[name]) < 1e-4 * b[name].norm() for name in b)


def test_a_signal_stops_all_ranks_after_a_step_with_everything_kept(x, tmp_path):
    args = arguments(x, tmp_path, 5000)
    command = [*torchrun(2), "-m", "quadric", *args]
    process = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    try:
        while len(read_metrics(tmp_path)) < 3:
            assert process.poll() is None, process.communicate()[1]
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=120)
    finally:
        process.kill()
        process.wait()
    assert errors.count("the same command with --resume continues") == 1, errors
    record = read_record(tmp_path)
    assert record["status"] == "stopped"
    assert len(read_metrics(tmp_path)) == record["step"]


def test_a_signal_while_ranks_agree_is_not_lost():
    """It comes after this rank said that it has none: all go on, and stop after the next step."""

    def struck(value):
        os.kill(os.getpid(), signal.SIGTERM)
        return value

    run = TogetherRun.__new__(TogetherRun)
    with stoppable() as run.stop:
        run.group = SimpleNamespace(largest=struck)
        assert not run._stopping()
        run.group = SimpleNamespace(largest=int)
        assert run._stopping()
        assert run.stop.signal == signal.SIGTERM


def test_an_error_says_whose_it_is(x, tmp_path):
    done = run(2, *arguments(x, tmp_path, 4, "--batch", "5000"))
    assert done.returncode != 0
    assert re.search(r"quadric: rank 0 of 2: .*do not fill one batch of 5,000", done.stderr)
