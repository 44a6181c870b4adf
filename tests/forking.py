"""quadric's commands as real processes that start at once, forked from one that has imported all.

What is forked has its own standard output, environment and signals, and ends as the command ends.
How a process starts (its imports, its first signals, torchrun) needs a true interpreter instead.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any
from unittest import mock

__all__ = ["context", "on_ranks", "run", "start"]

READY = ("torch", "transformers", "safetensors.torch", "scipy.optimize", "quadric.cli.main")
READY += ("quadric.activations", "quadric.training.loop", "quadric.manifolds", "quadric.analysis")
READY += ("quadric.models", "torch.optim", "torch.distributed.tensor", "torch.utils.flop_counter")
READY += ("matplotlib.figure", "matplotlib.backends.backend_agg")
"""What the process that all others are forked from has imported; it never computes anything, so
that it has no threads."""

context = multiprocessing.get_context("forkserver")
context.set_forkserver_preload(list(READY))


def _obey(words: Sequence[str], environment: dict[str, str], out: str, threads: int) -> None:
    """In the forked process: be the script with these words, or `quadric` if they name none."""
    import torch

    os.environ.clear()
    os.environ.update(environment)
    for name, number in (("out", 1), ("err", 2)):
        file = os.open(f"{out}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, number)
        os.close(file)
    torch.set_num_threads(threads)
    if words[0].endswith(".py"):
        sys.argv = list(words)
        sys.path.insert(0, str(Path(words[0]).parent))
        runpy.run_path(words[0], run_name="__main__")
    else:
        from quadric.cli import main

        main(list(words))


def start(target: Callable[..., None], *given: object) -> Any:
    """Call a function in a forked process, and return the process at once."""
    process = context.Process(target=target, args=given)
    # What all are forked from reads this while it imports torch; each can have more threads later.
    alone = mock.patch.dict(os.environ, {"OMP_NUM_THREADS": "1"})
    # Or the process would import pytest, which is the main module here, before anything else.
    mainless = mock.patch.object(sys.modules["__main__"], "__file__", None, create=True)
    with alone, mainless:
        process.start()
    return process


def _start(words: Sequence[object], environment: Mapping[str, str], out: Path, threads: int) -> Any:
    return start(_obey, list(map(str, words)), dict(environment), str(out), threads)


def run(
    words: Sequence[object], environment: Mapping[str, str] | None = None, timeout: float = 300
) -> subprocess.CompletedProcess[str]:
    """Run a script with its arguments, or `quadric`, as `subprocess.run` would; on our threads."""
    import torch

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "said"
        process = _start(words, environment or os.environ, out, torch.get_num_threads())
        try:
            process.join(timeout)
            if process.is_alive():
                raise subprocess.TimeoutExpired(list(map(str, words)), timeout)
        finally:
            process.kill()
            process.join()
        said = [Path(f"{out}.{name}").read_text() for name in ("out", "err")]
    return subprocess.CompletedProcess(list(words), process.exitcode, *said)


def on_ranks(
    ranks: int,
    words: Sequence[object],
    environment: Mapping[str, str] | None = None,
    timeout: float = 300,
) -> str:
    """Run a script on several ranks of one thread, which meet as torchrun's do; what they print.

    All have to succeed: the first that fails ends the others.
    """
    import torch.distributed as dist

    # As in torchrun, the parent holds the store that the ranks meet in, so no port is raced for.
    store = dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
    given = {
        "WORLD_SIZE": str(ranks),
        "LOCAL_WORLD_SIZE": str(ranks),
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(store.port),
        "TORCHELASTIC_RUN_ID": "none",
        "TORCHELASTIC_RESTART_COUNT": "0",
        "TORCHELASTIC_USE_AGENT_STORE": "True",
    }
    with tempfile.TemporaryDirectory() as folder:
        outs = [Path(folder) / f"said-{rank}" for rank in range(ranks)]
        started = [
            _start(
                words,
                {**(environment or os.environ), **given, "RANK": str(i), "LOCAL_RANK": str(i)},
                out,
                threads=1,
            )
            for i, out in enumerate(outs)
        ]
        until = time.monotonic() + timeout
        try:
            left = {process.sentinel: process for process in started}
            while left and not any(process.exitcode for process in started):
                ended = wait(list(left), until - time.monotonic())
                assert ended, f"the ranks did not end within {timeout} s"
                for sentinel in ended:
                    left.pop(sentinel).join()  # pyright: ignore
            said = [(Path(f"{o}.out").read_text(), Path(f"{o}.err").read_text()) for o in outs]
            assert not any(process.exitcode for process in started), said
            return "".join(out for out, _ in said)
        finally:
            for process in started:
                process.kill()
                process.join()
