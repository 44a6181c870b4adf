"""quadric's commands as processes that can be killed: forked ready, so that each starts at once."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import forking

SHARD = 100_000
"""Bytes of activations in a shard, so that a small store has several."""


@dataclass
class Ended:
    """How a command ended."""

    code: int
    """Its exit code; negative if a signal ended it."""
    said: str
    """What it printed."""
    seconds: float
    """How long it ran."""


def _child(args: list[str], log: str, begun: Any, most: int | None, pause: Pause | None) -> None:
    import torch

    import quadric.activations.collecting
    from quadric.cli.main import main

    quadric.activations.collecting._SHARD_BYTES = SHARD
    torch.set_num_threads(1)
    if most is not None:
        import resource

        # Without its signal, a file that grows beyond the limit is an error like any other.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    if pause is not None:
        pause.install()
    with open(log, "w") as out, contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        begun.set()
        main(args)


class Pause:
    """Halts a command while it holds its lock: `held` is set then, and `go` lets it go on."""

    def __init__(self) -> None:
        self.held, self.go = forking.context.Event(), forking.context.Event()

    def install(self) -> None:
        """In the command's process: pause after the first lock is taken."""
        import fcntl

        take = fcntl.flock

        def flock(file: Any, operation: int) -> None:
            take(file, operation)
            if not self.held.is_set():
                self.held.set()
                self.go.wait()

        fcntl.flock = flock


def start(args: list[Any], log: Path, most: int | None = None, pause: Pause | None = None) -> Any:
    """Begin a command and return its process once it works."""
    begun = forking.context.Event()
    words = [str(a) for a in args]
    process = forking.start(_child, words, str(log), begun, most, pause)
    if not begun.wait(120):
        raise RuntimeError("a command did not begin within two minutes")
    return process


def run(args: list[Any], log: Path, *, kill: float | None = None, most: int | None = None) -> Ended:
    """Run a command to its end, or kill it after so many seconds."""
    process = start(args, log, most)
    begun = time.monotonic()
    process.join(kill if kill is not None else 300)
    if process.is_alive():
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    said = log.read_text(errors="replace") if log.exists() else ""
    return Ended(process.exitcode, said, time.monotonic() - begun)


def done(args: list[Any], log: Path) -> Ended:
    """Run a command that has to succeed."""
    ended = run(args, log)
    if ended.code != 0:
        print(ended.said, file=sys.stderr)
        raise AssertionError(f"{args[0]} ended with {ended.code}: {ended.said[-600:]}")
    return ended
