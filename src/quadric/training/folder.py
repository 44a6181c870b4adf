"""The run folder: what was asked, with what, how far it is, and the autoencoder in the end."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from typing import Any

import torch

from quadric.autoencoders import Autoencoder, BilinearAutoencoder, TopKAutoencoder
from quadric.autoencoders.card import Facts
from quadric.files.objects import read_object
from quadric.files.writing import LOCK, write_atomic
from quadric.training.metrics import read_metrics
from quadric.training.settings import TrainSettings

__all__ = ["RECORD", "RunFolder", "facts_of", "load_run", "read_record"]

RECORD = "train.json"
"""The run's record: settings, source, status, held-out results."""
CURVES = "curves.png"
"""Error, density and learning rate, drawn at the end."""
FORMAT = "quadric run 1"

_MODEL_FILES = ("config.json", "model.safetensors")
_RUN_FILES = (*_MODEL_FILES, RECORD, CURVES, "metrics.jsonl", "checkpoints", "tensorboard", "wandb")


def read_record(run: str | Path) -> dict[str, Any] | None:
    """`train.json` of a run folder; None if there is none."""
    path = Path(run) / RECORD
    if not path.is_file():
        return None
    record = read_object(path, "use another out=")
    try:
        if record["format"] != FORMAT:
            raise ValueError(f"its format is {record['format']!r}, this quadric reads {FORMAT!r}")
        TrainSettings.from_dict(record["settings"])
        return record
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{path} can't be used ({error}): use another out=") from error


def load_run(run: str | Path) -> Autoencoder:
    """The autoencoder of a finished run, bilinear or the TopK baseline, with the run's facts."""
    path = Path(run) / "config.json"
    if not path.is_file():
        record = read_record(run)
        why = "no run" if record is None else f"a run that is {record['status']}, not finished"
        raise ValueError(f"{run} is {why}: quadric train makes one, resume=True finishes it")
    baseline = read_object(path, "copy it again or train anew").get("class") == "TopKAutoencoder"
    model = (TopKAutoencoder if baseline else BilinearAutoencoder).from_pretrained(Path(run))
    model.facts = facts_of(run)
    return model.eval()


def facts_of(run: str | Path) -> Facts | None:
    """What a run's folder tells of its autoencoder, for the card; None if it is no run's."""
    record = read_record(run)
    if record is None:
        return None
    source = record.get("source")
    told = source if isinstance(source, dict) else {}
    return Facts(told, record["settings"], record.get("heldout"), read_metrics(run))


class RunFolder:
    """A folder that one run writes to, begun or continued."""

    def __init__(
        self,
        path: Path,
        settings: TrainSettings,
        source: dict[str, Any],
        *,
        resume: bool,
        overwrite: bool,
    ) -> None:
        self.path = path
        found = read_record(path)
        if found is None and any(file.name != LOCK for file in path.iterdir()):
            raise FileExistsError(f"{path} holds something else: use another out=")
        if found is not None and (overwrite or self._untouched()):
            self._clear()
            found = None
        if found is not None:
            if not resume:
                raise FileExistsError(
                    f"{path} holds a run already ({found['status']}, {found['step']} steps): "
                    "continue it with resume=True, replace it with overwrite=True or use another "
                    "out="
                )
            self.record = self._continued(found, settings, source)
        else:
            self.record = {
                "format": FORMAT,
                "status": "running",
                "step": 0,
                "seconds": 0.0,
                "settings": settings.as_dict(),
                "source": source,
                "threads": torch.get_num_threads(),
                "heldout": None,
                "verdict": None,
            }
        self._before, self._begun = self.record["seconds"], time.monotonic()
        if not self.finished:
            self.note("running", self.record["step"])

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return self.record["status"] == "finished"

    def note(self, status: str, step: int, **more: Any) -> None:
        """Write down how far the run is."""
        seconds = round(self._before + time.monotonic() - self._begun, 3)
        self.record.update(status=status, step=step, seconds=seconds, **more)
        write_atomic(self.path / RECORD, (json.dumps(self.record, indent=1) + "\n").encode())

    def save(self, model: Autoencoder) -> None:
        """Put the trained autoencoder here in the hub's format, each file whole."""
        model.write(self.path)

    def _continued(
        self, found: dict[str, Any], settings: TrainSettings, source: dict[str, Any]
    ) -> dict[str, Any]:
        before = TrainSettings.from_dict(found["settings"])
        # A run that diverged would do so again: it may go on from before with another rate.
        allowed = {"lr"} if found["status"] == "diverged" else set()
        if different := before.differences(settings, allowed):
            raise ValueError(
                f"{self.path} was begun with {'; '.join(different)}: use the same settings, "
                "another out=, or overwrite=True"
            )
        # Not by where they are: a store may have been moved, and paths depend on where one stands.
        if {**found["source"], "activations": ""} != {**source, "activations": ""}:
            raise ValueError(
                f"{self.path} was begun on other activations: use the same, another out=, or "
                "overwrite=True"
            )
        return {**found, "settings": settings.as_dict()}

    def _untouched(self) -> bool:
        """Whether a run was begun here and refused before its first step: nothing is lost."""
        metrics = self.path / "metrics.jsonl"
        begun = metrics.exists() and metrics.stat().st_size > 0
        return not begun and not any((self.path / "checkpoints").glob("*"))

    def _clear(self) -> None:
        """Remove what a run writes, and nothing else."""
        for name in _RUN_FILES:
            file = self.path / name
            if file.is_dir():
                shutil.rmtree(file)
            else:
                file.unlink(missing_ok=True)
