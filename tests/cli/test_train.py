import dataclasses
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import forking
import numpy as np
import pytest
import striking
import torch

from quadric.activations import ActivationStore
from quadric.cli import main
from quadric.cli.main import parse
from quadric.cli.options import documented
from quadric.cli.train import Train
from quadric.training.folder import load_run, read_record
from quadric.training.metrics import read_metrics
from quadric.training.settings import TrainSettings

SIZES = ["--expansion", "3", "--mix", "1", "--batch", "64"]
SIZES += ["--checkpoint-every", "10", "--heldout-every", "16"]


@pytest.fixture
def x(tmp_path) -> Path:
    generator = np.random.default_rng(0)
    x = generator.standard_normal((700, 4)) @ generator.standard_normal((4, 12))
    np.save(tmp_path / "x.npy", x.astype(np.float32))
    return tmp_path / "x.npy"


@pytest.fixture
def tiny_folder(tiny, tmp_path) -> Path:
    """A random model on disk, with its tokenizer."""
    model, tokenizer = tiny("llama")
    model.save_pretrained(tmp_path / "model")
    tokenizer.save_pretrained(tmp_path / "model")
    return tmp_path / "model"


@pytest.fixture
def texts(tmp_path) -> Path:
    (tmp_path / "texts").mkdir()
    for i in range(30):
        (tmp_path / "texts" / f"{i:02}.txt").write_text(f"Document {i}: " + "quick fox " * (i + 9))
    return tmp_path / "texts"


def train(*words: object) -> None:
    main(["train", *map(str, words)])


def exit_code(*words: object) -> object:
    with pytest.raises(SystemExit) as ended:
        train(*words)
    return ended.value.code


def train_killed(step: int, *words: object) -> None:
    """Train in a process that is killed after a step."""
    environment = os.environ | striking.environment(f"step:{step}", signal.SIGKILL)
    done = forking.run(striking.command("train", *words), environment)
    assert done.returncode == -signal.SIGKILL, done.stderr


def same(a: Path, b: Path) -> None:
    """The same weights to the last bit, and the same metrics, each step once."""
    one, two = load_run(a).state_dict(), load_run(b).state_dict()
    assert all(torch.equal(one[name], two[name]) for name in two)
    lines, others = read_metrics(a), read_metrics(b)
    assert [line["step"] for line in lines] == list(range(len(others)))
    for line, other in zip(lines, others, strict=True):
        assert {**line, "tokens_per_second": 0} == {**other, "tokens_per_second": 0}


@pytest.mark.parametrize("step", [1, 23, 60])
def test_a_killed_run_continues_bit_for_bit(x, tmp_path, step):
    words = [x, *SIZES, "--steps", 60]
    train_killed(step, *words, "--out", tmp_path / "killed")
    assert not (tmp_path / "killed" / "model.safetensors").exists()
    train(*words, "--out", tmp_path / "killed", "--resume")
    train(*words, "--out", tmp_path / "whole")
    same(tmp_path / "killed", tmp_path / "whole")


def test_sigterm_keeps_everything_says_how_to_go_on_and_exits_143(x, tmp_path):
    words = [x, *SIZES, "--steps", 20, "--out", tmp_path / "run"]
    command = [sys.executable, *striking.command("train", *words)]
    environment = os.environ | striking.environment("step:3", signal.SIGTERM)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 128 + signal.SIGTERM, done.stderr
    assert "the same command with --resume continues" in done.stderr
    record = read_record(tmp_path / "run")
    assert record["status"] == "stopped"
    assert len(read_metrics(tmp_path / "run")) == record["step"] == 3


def test_a_run_ends_in_a_line_with_its_results(x, tmp_path, capsys):
    train(x, *SIZES, "--steps", 4, "--out", tmp_path / "run", "--kind", "vanilla")
    found = read_record(tmp_path / "run")["heldout"]
    assert f"held-out error {found['error']:.4f}" in capsys.readouterr().out


def test_seeds_are_compared_beside_chance_and_lead_to_find(x, tmp_path, capsys):
    train(x, *SIZES, "--steps", 12, "--seeds", 2, "--out", tmp_path / "runs")
    first, second = sorted((tmp_path / "runs").iterdir())
    said = capsys.readouterr().out
    assert f"{first.name} and its other seeds:" in said
    assert "Frobenius similarity 0." in said
    assert said.count("by chance") == 2
    assert f"quadric find {first} ACTIVATIONS --seeds {second}" in said


def test_live_training_from_a_model(tiny_folder, texts, tmp_path):
    words = [tiny_folder, "--layer", 2, "--text", texts, "--context", 32, "--forward", 4]
    words += [*SIZES, "--steps", 60, "--kind", "vanilla"]
    train_killed(23, *words, "--out", tmp_path / "killed")
    train(*words, "--out", tmp_path / "killed", "--resume")
    train(*words, "--out", tmp_path / "whole")
    same(tmp_path / "killed", tmp_path / "whole")
    record = read_record(tmp_path / "whole")
    assert record["source"]["layer"] == "model.layers.2"
    assert record["heldout"]["tokens"] > 50


def test_a_sweep_over_layers_reads_the_model_once(tiny_folder, texts, tmp_path, capsys):
    out = tmp_path / "sweep"
    words = [tiny_folder, "--layers", "1,3", "--text", texts, "--context", 32, "--out", out]
    words += [*SIZES, "--steps", 6, "--kind", "vanilla,mixed", "--alpha", "0,0.1"]
    train(*words)
    table = capsys.readouterr().out
    names = {path.parent.name for path in out.glob("*/train.json")}
    assert len(names) == 8
    assert all(name in table for name in names)
    stores = [ActivationStore(path.parent) for path in out.glob("acts/*/manifest.json")]
    assert {store.manifest["layer"] for store in stores} == {"model.layers.1", "model.layers.3"}
    written = {path: path.stat().st_mtime_ns for path in out.rglob("*.safetensors")}
    train(*words)
    assert written == {path: path.stat().st_mtime_ns for path in out.rglob("*.safetensors")}
    assert capsys.readouterr().out == table
    train(out / "acts", "--layer", 3, *SIZES, "--steps", 6, "--out", tmp_path / "again")
    mixed = load_run(out / "l3-mixed-x3-a0.1-s0").state_dict()
    again = load_run(tmp_path / "again").state_dict()
    assert all(torch.equal(mixed[name], again[name]) for name in again)


def commands() -> list[list[str]]:
    page = Path(__file__).parents[2] / "docs" / "training.md"
    lines = page.read_text().splitlines()
    return [shlex.split(line)[2:] for line in lines if line.startswith("quadric train ")]


def test_every_command_of_the_page_runs(tiny_folder, texts, tmp_path, monkeypatch):
    """At the sizes of a test: what is behind counts, and `acts/` holds a tiny model's."""
    monkeypatch.chdir(tmp_path)
    main(
        ["collect", "model", "--layer", "2", "--text", "texts", "--context", "32", "--out", "acts"]
    )
    small = [*SIZES, "--expansion", "1", "--steps", "2", "--context", "64"]
    assert len(commands()) == 4
    for words in commands():
        train(*words, *small)
    assert read_record("runs/mixed")["settings"]["kind"] == "mixed"
    assert len(list(Path("runs/sweep").glob("l*/model.safetensors"))) == 8


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["nothing-here", "--out", "o"], 1, "no activations at nothing-here: give a store"),
        (["nothing-here", "--text", "sotu", "--out", "o"], 1, "say which with --layer"),
        (["{x}", "--out", "o", "--kind", "round"], 1, "unknown kind 'round': choose from"),
        (["{x}", "--out", "o", "--batch", "5M"], 1, "do not fill one batch of 5,000,000"),
        (["{x}", "--out", "o", "--gate", "silu"], 1, "--gate silu needs --no-tied"),
        (["{x}", "--out", "o", "--log", "paper"], 1, "unknown --log paper: choose from"),
        (["{x}", "--out", "o", "--alpha", "high"], 2, "'high' is not a number"),
        (["{x}"], 2, "--out"),
    ],
    ids=["source", "layer", "kind", "batch", "gate", "log", "alpha", "out"],
)
def test_wrong_use_is_told_in_a_sentence(x, tmp_path, monkeypatch, capsys, words, code, message):
    monkeypatch.chdir(tmp_path)
    assert exit_code(*(word.format(x=x) for word in words)) == code
    assert message in capsys.readouterr().err
    assert not os.path.exists("o")


def test_every_setting_is_an_option_with_its_own_default_and_help():
    made = {one.name: one.default for one in dataclasses.fields(Train)}
    for one in dataclasses.fields(TrainSettings):
        assert made[one.name] in (one.default, (one.default,))
    assert set(documented(TrainSettings)) == {one.name for one in dataclasses.fields(TrainSettings)}
    parsed = parse(["train", "x.npy", "--out", "run", "--n-latents", "7", "--cooldown", "0.3"])
    assert (parsed.n_latents, parsed.cooldown) == (7, 0.3)
    assert Train.of(parsed._settings(), source="x.npy", out=Path("run")) == parsed


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--lr", "0"], "--lr 0.0 must be positive"),
        (
            ["--expansion", "1,3", "--mix", "2", "--batch", "64"],
            "--mix 2 asks for 2·d rows of D, more than the 1·d latents of --expansion 1, so",
        ),
        (
            ["--expansion", "1", "--mix", "2", "--batch", "64"],
            "--mix 2 asks for 24 rows of D, more than the 12 latents of --expansion 1 at a width",
        ),
    ],
    ids=["rate", "sweep", "sizes"],
)
def test_what_cannot_be_is_refused_in_the_words_of_the_command(x, tmp_path, capsys, words, told):
    assert exit_code(x, "--out", tmp_path / "run", *words) == 1
    assert told in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
