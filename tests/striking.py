"""A signal at a chosen point of the work, which the process sends itself: no machine misses it.

As a script it is `quadric` with such a signal: `python tests/striking.py train X --out run`.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch.nn.modules.module import register_module_forward_pre_hook
from torch.optim.optimizer import register_optimizer_step_post_hook

__all__ = ["command", "environment", "struck"]


@contextlib.contextmanager
def struck(at: str, strike: Callable[[], object]) -> Iterator[None]:
    """Call `strike` once: `step:7` after the 7th training step, `batch:7` at the 7th forward."""
    kind, number = at.split(":")
    left = int(number)

    def count() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            strike()

    def step(*_: Any) -> None:
        count()

    def batch(module: torch.nn.Module, *_: Any) -> None:
        # A model looks its tokens up once a forward.
        if isinstance(module, torch.nn.Embedding):
            count()

    if kind == "step":
        handle = register_optimizer_step_post_hook(step)
    else:
        handle = register_module_forward_pre_hook(batch)
    try:
        yield
    finally:
        handle.remove()


def environment(at: str, number: signal.Signals, rank: int = 0, whom: str = "self") -> dict:
    """What tells the script when to strike, on which rank, and whether itself or its parent."""
    return {"STRIKE": f"{at} {int(number)} {rank} {whom}"}


def command(*words: object) -> list[str]:
    """The script with quadric's own arguments; torchrun takes it too."""
    return [str(Path(__file__)), *map(str, words)]


if __name__ == "__main__":
    from quadric.cli import main

    at, number, rank, whom = os.environ["STRIKE"].split()
    target = {"self": os.getpid, "parent": os.getppid}[whom]()
    if os.environ.get("RANK", "0") == rank:
        with struck(at, lambda: os.kill(target, int(number))):
            main(sys.argv[1:])
    else:
        main(sys.argv[1:])
