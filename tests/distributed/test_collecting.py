"""`torchrun -m quadric collect` writes the files of one process, and any number continues them."""

import hashlib
import signal
import subprocess
from pathlib import Path

import forking
import pytest
import striking
import torch
from distributed.ranks import ENVIRONMENT, torchrun

from quadric import ActivationStore
from quadric.activations import collecting
from quadric.cli import main

# Small shards, so that there are several rounds of them.
SHARD = 16 * 32 * 32 * 4
START = """
import runpy

from quadric.activations import collecting

collecting._SHARD_BYTES = {shard}
runpy.run_path({script!r}, run_name="__main__")
"""


@pytest.fixture(scope="module")
def inputs(tiny, tmp_path_factory):
    """A tiny model in a folder, and a text."""
    folder = tmp_path_factory.mktemp("inputs")
    model, tokenizer = tiny("llama")
    model.save_pretrained(folder / "model")
    tokenizer.save_pretrained(folder / "model")
    words = "".join(f"Document {i}: the quick brown fox. " * 9 + "\n" for i in range(40))
    (folder / "text.txt").write_text(words)
    start = folder / "start.py"
    start.write_text(START.format(shard=SHARD, script=striking.__file__))
    return folder


@pytest.fixture(autouse=True)
def alike(monkeypatch):
    """What is collected in this process is collected as the ranks do it."""
    monkeypatch.setattr(collecting, "_SHARD_BYTES", SHARD)
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def arguments(inputs, out, *more):
    text = ["--text", str(inputs / "text.txt"), "--context", "32", "--forward", "4"]
    layer = ["--layer", "1,2", *text, "--out", str(out), *more]
    return ["collect", str(inputs / "model"), *layer]


def by_torchrun(ranks, inputs, args, strike="batch:0"):
    """By torchrun on several ranks, of which the second is killed at the point `strike`."""
    command = [*torchrun(ranks), str(inputs / "start.py"), *args]
    environment = ENVIRONMENT | striking.environment(strike, signal.SIGKILL, rank=1)
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)


def run(ranks, inputs, args):
    """On several ranks that come to the end; what they print."""
    never = striking.environment("batch:0", signal.SIGKILL)
    return forking.on_ranks(ranks, [inputs / "start.py", *args], ENVIRONMENT | never)


def files(folder: Path) -> dict[str, str]:
    """Every file's name and content."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_ranks_write_the_files_of_one_process_also_when_killed(inputs, tmp_path):
    alone, together = tmp_path / "alone", tmp_path / "together"
    main(arguments(inputs, alone))
    stores = sorted(path.parent for path in alone.glob("*/manifest.json"))
    assert len(ActivationStore(stores[0]).shards) > 6
    killed = by_torchrun(2, inputs, arguments(inputs, together), strike="batch:12")
    assert killed.returncode != 0, killed.stderr
    begun = [ActivationStore(path.parent) for path in together.glob("*/manifest.json")]
    assert len(begun) == 2
    for store in begun:
        store.verify()
        assert 0 < len(store.shards) < len(ActivationStore(stores[0]).shards)
    said = run(3, inputs, arguments(inputs, together))
    assert said.count("x 32 float32") == 2
    assert files(together) == files(alone)


def test_as_many_tokens_as_asked_for_and_then_more(inputs, tmp_path):
    alone, together = tmp_path / "alone", tmp_path / "together"
    main(arguments(inputs, alone, "--tokens", "2000"))
    done = by_torchrun(2, inputs, arguments(inputs, together, "--tokens", "2000"))
    assert done.returncode == 0, done.stderr
    assert files(together) == files(alone)
    for out in (alone, together):
        main(arguments(inputs, out, "--tokens", "5000"))
    assert files(together) == files(alone)
