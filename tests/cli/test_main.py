"""What holds for every verb."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest

import quadric
from quadric.cli.main import main


def test_it_says_its_version(capsys):
    main(["--version"])
    assert capsys.readouterr().out == f"quadric {quadric.__version__}\n"


def test_a_number_that_is_none_is_named(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["find", "run", "acts", "--out", "g", "--seed", "a"])
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert "--seed" in said
    assert "'a'" in said


def test_a_warning_is_one_plain_line(tmp_path, capsys):
    x = np.random.default_rng(0).normal(size=(300, 8)).astype(np.float32)
    x[4] = np.nan
    np.save(tmp_path / "mine.npy", x)
    given = [str(tmp_path / "mine.npy"), "--out", str(tmp_path / "run"), "--steps", "2"]
    main(["train", *given, "--batch", "64", "--expansion", "4"])
    said = capsys.readouterr().err
    line = f"quadric: {tmp_path}/mine.npy: 1 of 300 rows hold NaN or infinity and are left out\n"
    assert line in said
    assert ".py:" not in said


@pytest.mark.parametrize(
    ("name", "more", "message"),
    [
        ("mine.npy", ["--layer", "3"], "is one layer's activations: leave --layer 3 out"),
        ("mine.csv", [], "is a table: give activations as a .npy, .npz or .safetensors file"),
        ("cut.npy", [], "is truncated or no plain array"),
        (
            "mine.npy",
            ["--expansion", "1", "--mix", "2", "--batch", "64"],
            "--mix 2 asks for 16 rows of D, more than the 8 latents of --expansion 1 at",
        ),
    ],
    ids=["layer", "table", "truncated", "expansion"],
)
def test_what_train_cannot_use_is_named(tmp_path, capsys, name, more, message):
    x = np.random.default_rng(0).normal(size=(300, 8)).astype(np.float32)
    np.save(tmp_path / "mine.npy", x)
    (tmp_path / "mine.csv").write_text("a,b\n1,2\n")
    whole = (tmp_path / "mine.npy").read_bytes()
    (tmp_path / "cut.npy").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SystemExit) as stopped:
        main(["train", str(tmp_path / name), "--out", str(tmp_path / "run"), *more])
    assert stopped.value.code == 1
    said = capsys.readouterr().err
    assert re.search(message, said), said


def test_compare_warns_of_runs_that_hardly_left_one_start(tmp_path, capsys):
    x = np.random.default_rng(0).normal(size=(400, 8)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        given = [str(tmp_path / "x.npy"), "--out", str(tmp_path / name), "--seed", str(seed)]
        main(["train", *given, "--steps", "3", "--batch", "64", "--expansion", "4"])
    runs = [str(tmp_path / name) for name in "abc"]
    main(["compare", *runs, "--no-permutation"])
    said = capsys.readouterr().err
    assert "a and b have the same latents in the same places" in said
    assert "and c have" not in said


def test_a_pipe_that_is_closed_early_is_no_error():
    code = "from quadric.cli import main; main(['collect', '--help'])"
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-u", "-c", code], stdout=writer, stderr=subprocess.PIPE, text=True
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        (["--seed", "a"], "--seed: 'a' is not a whole number"),
        (["--label-period", "year"], "--label-period: 'year' is not a number"),
    ],
)
def test_what_is_no_number_is_answered_in_plain_words(given, answer, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["find", "run", "acts", "--out", "gallery", *given])
    assert stopped.value.code == 2
    assert answer in " ".join(capsys.readouterr().err.replace("│", " ").split())
