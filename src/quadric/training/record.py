"""What a run writes down as it goes: its folder, its metrics and its checkpoints together."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import safetensors.torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from quadric.autoencoders import Autoencoder
from quadric.files.tensors import checksum
from quadric.files.writing import write_atomic
from quadric.training.curves import draw_curves
from quadric.training.folder import CURVES, RunFolder
from quadric.training.heldout import HeldOut
from quadric.training.metrics import Metrics, read_metrics
from quadric.training.settings import TrainSettings

__all__ = ["Checkpoints", "NullRecord", "RunRecord"]


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


class RunRecord:
    """The files of one run, from its newest checkpoint or its beginning to its end."""

    def __init__(self, folder: RunFolder, settings: TrainSettings) -> None:
        self._folder, self._settings = folder, settings
        self._checkpoints = Checkpoints(folder.path / "checkpoints", settings.keep)
        self._metrics: Metrics | None = None

    def newest(self) -> tuple[dict[str, Tensor], dict[str, Any]] | None:
        """The newest checkpoint's state; None at the beginning."""
        return self._checkpoints.newest()

    def begin(self, step: int, log: Sequence[str]) -> None:
        """Write metrics from this step on."""
        self._metrics = Metrics(self._folder.path, step, log, self._settings.as_dict())

    def line(self, line: dict[str, Any]) -> None:
        """Add a step, which shows that the checkpoint before it was good."""
        assert self._metrics is not None
        self._checkpoints.prune()
        self._metrics.write(line)

    def checkpoint(self, tensors: dict[str, Tensor], rest: dict[str, Any]) -> None:
        """Keep everything that is needed to continue."""
        assert self._metrics is not None
        self._metrics.sync()
        self._checkpoints.write(tensors, rest)
        self._folder.note("running", rest["step"])

    def stopped(self, step: int) -> None:
        """Say that the run was asked to stop."""
        self._folder.note("stopped", step)

    def finished(
        self,
        step: int,
        model: Autoencoder,
        heldout: HeldOut | None,
        verdict: str | None,
    ) -> None:
        """Save the autoencoder, its held-out results with a verdict, and the curves."""
        self._checkpoints.prune()
        self._folder.save(model)
        drawn = draw_curves(read_metrics(self._folder.path), repr(model))
        write_atomic(self._folder.path / CURVES, drawn)
        found = None if heldout is None else heldout._asdict()
        self._folder.note("finished", step, heldout=found, verdict=verdict)

    def diverged(self, step: int) -> str:
        """Drop the checkpoint whose next step is not finite, and say what can be done."""
        self._checkpoints.drop(step)
        self._folder.note("diverged", step)
        kept = self._checkpoints.paths()
        if kept:
            return f"continue from {kept[-1]} with a lower lr= and resume=True"
        return "start anew with a lower lr= and overwrite=True"

    def close(self) -> None:
        """Flush and close every log."""
        if self._metrics is not None:
            self._metrics.close()


class NullRecord:
    """The record of a process that writes nothing: another rank, or a run without a folder."""

    def newest(self) -> None:
        """There is none."""

    def begin(self, step: int, log: Sequence[str]) -> None:
        """Nothing is written."""

    def line(self, line: dict[str, Any]) -> None:
        """Nothing is written."""

    def checkpoint(self, tensors: dict[str, Tensor], rest: dict[str, Any]) -> None:
        """Nothing is kept."""

    def stopped(self, step: int) -> None:
        """Nothing is written."""

    def finished(
        self,
        step: int,
        model: Autoencoder,
        heldout: HeldOut | None,
        verdict: str | None,
    ) -> None:
        """Nothing is saved."""

    def diverged(self, step: int) -> str:
        """What can be done."""
        return "start anew with a lower lr"

    def close(self) -> None:
        """Nothing is open."""
