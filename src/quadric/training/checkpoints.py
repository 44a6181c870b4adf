"""Checkpoints: one file each, whole or not there, the newest few kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import safetensors.torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from quadric.files.tensors import checksum
from quadric.files.writing import write_atomic

__all__ = ["Checkpoints"]


class Checkpoints:
    """`step-00000512.safetensors`: tensors, and everything else as JSON in the file's header.

    One file is renamed into place, so that a crash cannot leave weights without their step.
    """

    def __init__(self, folder: Path, keep: int) -> None:
        self.folder, self._keep = folder, keep

    def write(self, tensors: dict[str, Tensor], rest: dict[str, Any]) -> Path:
        """Write the state after `rest["step"]` steps; older ones stay until `prune`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        on_cpu = {name: tensor.cpu() for name, tensor in tensors.items()}
        path = self._path(rest["step"])
        rest = {**rest, "crc32": checksum(on_cpu)}
        write_atomic(path, safetensors.torch.save(on_cpu, {"state": json.dumps(rest)}))
        return path

    def prune(self) -> None:
        """Remove all but the newest few: once a step from the newest has shown it to be good."""
        for old in self.paths()[: -self._keep]:
            old.unlink()

    def drop(self, step: int) -> None:
        """Remove the state after `step` steps, from which the next one is not finite."""
        self._path(step).unlink(missing_ok=True)

    def _path(self, step: int) -> Path:
        return self.folder / f"step-{step:08d}.safetensors"

    def paths(self) -> list[Path]:
        """The checkpoints that are there, oldest first."""
        return sorted(self.folder.glob("step-*.safetensors"))

    def newest(self) -> tuple[dict[str, Tensor], dict[str, Any]] | None:
        """The newest state that can be read; None if there is no checkpoint at all."""
        problems = []
        for path in reversed(self.paths()):
            try:
                with safe_open(path, framework="pt") as file:
                    rest = json.loads(file.metadata()["state"])
                    tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
                if rest.pop("crc32", None) not in (None, checksum(tensors)):
                    raise ValueError("its checksum differs")
                return tensors, rest
            except (
                SafetensorError,
                OSError,
                ValueError,
                KeyError,
                TypeError,
                RecursionError,
                AttributeError,
            ) as error:
                problems.append(f"{path} ({error})")
        if problems:
            raise ValueError(
                f"no checkpoint can be read: {', '.join(problems)}; start anew with overwrite=True"
            )
        return None
