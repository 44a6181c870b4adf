"""A small piece of real work, from a model and texts to a gallery, and what it has to end in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faults.commands import done

STEPS = 24
TEXT = "On 4 July 1776 we shall see what they would do, and in 1990 what he must say. " * 12


@dataclass(frozen=True)
class Stage:
    """One command, how it is continued, and what is to be said of its folder at any moment."""

    args: Callable[[Path], list[Any]]
    """The folder to write -> the command; the same continues it."""
    check: Callable[[Path], None]
    """Refuses a folder that is neither empty nor whole nor able to be continued."""
    result: Callable[[Path], dict[str, str]]
    """What has to be equal in the end: names and checksums."""


@dataclass(frozen=True)
class Work:
    """The stages, each with the result of an undisturbed run."""

    folder: Path
    stages: dict[str, Stage]
    results: dict[str, dict[str, str]]
    seconds: dict[str, float]

    @property
    def log(self) -> Path:
        """Where commands print to."""
        return self.folder / "log.txt"


def prepare(folder: Path) -> Work:
    """Make a tiny model and texts, and do the work once without faults."""
    from conftest import tiny_model

    model, tokenizer = tiny_model("llama")
    model.save_pretrained(folder / "model")
    tokenizer.save_pretrained(folder / "model")
    (folder / "texts").mkdir()
    for i in range(12):
        (folder / "texts" / f"{i:02}.txt").write_text(f"Text {i}. {TEXT}")
    stages = _stages(folder)
    results: dict[str, dict[str, str]] = {}
    seconds: dict[str, float] = {}
    for name, stage in stages.items():
        out = folder / name
        seconds[name] = done(stage.args(out), folder / "log.txt").seconds
        stage.check(out)
        results[name] = stage.result(out)
    return Work(folder, stages, results, seconds)


def _stages(folder: Path) -> dict[str, Stage]:
    collect = ["collect", folder / "model", "--layer", "2", "--text", folder / "texts"]
    collect += ["--tokens", "3000", "--context", "64", "--forward", "2"]
    train = [
        "train",
        folder / "collect",
        "--expansion",
        "4",
        "--steps",
        str(STEPS),
        "--batch",
        "256",
    ]
    train += ["--checkpoint-every", "4", "--heldout-every", "10", "--resume"]
    find = ["find", folder / "train", folder / "collect", "--n", "3", "--points", "100"]
    find += ["--samples", "400"]
    return {
        "collect": Stage(lambda out: [*collect, "--out", out], check_store, store_result),
        "train": Stage(lambda out: [*train, "--out", out], check_run, run_result),
        "find": Stage(lambda out: [*find, "--out", out], check_gallery, folder_result),
    }


def check_store(folder: Path) -> None:
    """No manifest yet, or one that names whole shards only."""
    from quadric import ActivationStore

    if (folder / "manifest.json").exists():
        store = ActivationStore(folder)
        store.verify()
        assert len(store[:]) == len(store)


def check_run(folder: Path) -> None:
    """No record yet, or one with checkpoints that can be read and no half autoencoder."""
    from quadric.training.folder import load_run, read_record
    from quadric.training.metrics import read_metrics
    from quadric.training.record import Checkpoints

    if not folder.exists() or (record := read_record(folder)) is None:
        return
    read_metrics(folder)
    state = Checkpoints(folder / "checkpoints", 2).newest()
    if state is not None:
        assert state[1]["step"] <= STEPS
    if (folder / "config.json").exists() or record["status"] == "finished":
        load_run(folder)


def check_gallery(folder: Path) -> None:
    """Nothing under this name yet, or a whole gallery."""
    from quadric.gallery import read_gallery

    if folder.exists():
        gallery = read_gallery(folder)
        assert gallery.problems() == []
        for index in range(len(gallery)):
            gallery.manifold(index)


def store_result(folder: Path) -> dict[str, str]:
    """All of a store's files but the tokenizer's, which is written anew each time."""
    found = folder_result(folder)
    return {name: digest for name, digest in found.items() if not name.startswith("tokenizer")}


def run_result(folder: Path) -> dict[str, str]:
    """A run's names, weights and metrics; times differ."""
    from safetensors.torch import load_file

    from quadric.training.metrics import read_metrics

    found = dict.fromkeys(folder_result(folder), "")
    # The order of a header's entries is not settled, so files of equal weights may differ there.
    weights = load_file(folder / "model.safetensors")
    every = b"".join(name.encode() + weights[name].numpy().tobytes() for name in sorted(weights))
    found["model.safetensors"] = _digest(every)
    lines = [
        {key: value for key, value in line.items() if key != "tokens_per_second"}
        for line in read_metrics(folder)
    ]
    found["metrics.jsonl"] = _digest(json.dumps(lines).encode())
    return found


def folder_result(folder: Path) -> dict[str, str]:
    """Every file in a folder, also those that should not be there, and its checksum."""
    return {
        str(path.relative_to(folder)): _digest(path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
