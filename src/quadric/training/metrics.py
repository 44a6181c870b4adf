"""Metrics a step: always as lines of JSON, and to tensorboard or wandb if asked."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quadric.files.writing import write_atomic

__all__ = ["LOGS", "Metrics", "read_metrics"]

LOGS = ("tensorboard", "wandb")
"""The extras that metrics can go to besides metrics.jsonl."""


def read_metrics(run: str | Path) -> list[dict[str, Any]]:
    """The metrics of a run, a dict a step; from a line that a crash cut off none is read."""
    path = Path(run) / "metrics.jsonl"
    found = []
    for line in path.read_text(errors="replace").splitlines() if path.exists() else []:
        try:
            one = json.loads(line)
        except (ValueError, RecursionError):
            break
        if not isinstance(one, dict) or not isinstance(one.get("step"), int):
            break
        found.append(one)
    return found


class Metrics:
    """`metrics.jsonl` of a run, continued at a step: later lines of a killed run are dropped."""

    def __init__(
        self, run: Path, step: int, log: Sequence[str] = (), settings: dict[str, Any] | None = None
    ) -> None:
        path = run / "metrics.jsonl"
        kept = [json.dumps(line) for line in read_metrics(run) if line["step"] < step]
        write_atomic(path, "".join(line + "\n" for line in kept).encode())
        self._file = open(path, "a")  # noqa: SIM115
        self._tensorboard = _tensorboard(run, step) if "tensorboard" in log else None
        self._wandb = _wandb(run, settings or {}) if "wandb" in log else None

    def write(self, line: dict[str, Any]) -> None:
        """Add the metrics of one step."""
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
        numbers = {k: v for k, v in line.items() if k != "step" and v is not None}
        if self._tensorboard is not None:
            for name, value in numbers.items():
                self._tensorboard.add_scalar(name, value, line["step"])
        if self._wandb is not None:
            self._wandb.log(numbers, step=line["step"])

    def sync(self) -> None:
        """Bring every line to the disk: before a checkpoint that counts on them."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Flush and close every log."""
        self._file.close()
        if self._tensorboard is not None:
            self._tensorboard.close()
        if self._wandb is not None:
            self._wandb.finish()


def _tensorboard(run: Path, step: int) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError as error:
        raise ValueError(
            "logging to tensorboard needs `pip install 'quadric[tensorboard]'`"
        ) from error
    return SummaryWriter(str(run / "tensorboard"), purge_step=step)


def _wandb(run: Path, settings: dict[str, Any]) -> Any:
    try:
        import wandb
    except ImportError as error:
        raise ValueError("logging to wandb needs `pip install 'quadric[wandb]'`") from error
    # The same id for the same folder, so that a continued run goes on where it was.
    folder = run.resolve()
    return wandb.init(
        project="quadric",
        name=folder.name,
        id=hashlib.blake2s(str(folder).encode(), digest_size=8).hexdigest(),
        dir=run,
        config=settings,
        resume="allow",
    )
