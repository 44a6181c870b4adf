"""Save and load in the hub's format: `config.json` and `model.safetensors`, nothing else."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import torch
from huggingface_hub import PyTorchModelHubMixin, hf_hub_download
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn

__all__ = ["Pretrained"]

WEIGHTS = "model.safetensors"
CONFIG = "config.json"

Module = TypeVar("Module", bound="Pretrained")


class Pretrained(nn.Module, PyTorchModelHubMixin, library_name="quadric", tags=["quadric"]):
    """A module that is defined by a dataclass `config` and its tensors.

    `save_pretrained`, `from_pretrained` and `push_to_hub` come from the hub's own mixin; what is
    written and what is believed of a file is decided here.
    """

    config: Any

    def _save_pretrained(self, save_directory: Path) -> None:
        tensors = {name: tensor.contiguous() for name, tensor in self.state_dict().items()}
        save_file(tensors, save_directory / WEIGHTS, metadata={"format": "pt"})
        settings = {"class": type(self).__name__, **asdict(self.config)}
        (save_directory / CONFIG).write_text(json.dumps(settings, indent=2) + "\n")

    @classmethod
    def from_pretrained(  # pyright: ignore[reportIncompatibleMethodOverride]
        cls: type[Module], source: str | Path, *, map_location: str = "cpu", **hub: Any
    ) -> Module:
        """Load from a folder, or from the hub: `revision`, `token`, `cache_dir`, ... are passed on.

        Nothing is unpickled, and the file's tensors are checked against its config before use.
        """
        folder = Path(source)
        names = (CONFIG, WEIGHTS)
        if folder.is_dir():
            paths = [folder / name for name in names]
        else:
            paths = [Path(hf_hub_download(str(source), name, **hub)) for name in names]
        for path in paths:
            if not path.is_file():
                raise FileNotFoundError(f"{path} is missing: {source} is no saved {cls.__name__}")
        module = cls(_read_config(paths[0], cls))
        tensors = _read_tensors(paths[1], module)
        module.to(next(iter(tensors.values())).dtype).load_state_dict(tensors)
        return module.to(map_location)


def _read_config(path: Path, cls: type[Pretrained]) -> Any:
    kind = get_type_hints(cls.__init__)["config"]
    try:
        settings = json.loads(path.read_text())
        if not isinstance(settings, dict):
            raise ValueError("it holds no object")
        found = settings.pop("class", cls.__name__)
        if found != cls.__name__:
            raise ValueError(f"it describes a {found}, not a {cls.__name__}")
        unknown = set(settings) - {field.name for field in fields(kind)}
        if unknown:
            raise ValueError(f"unknown keys {', '.join(sorted(unknown))}")
        return kind(**settings)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path} can't be used: {error}") from error


def _read_tensors(path: Path, module: nn.Module) -> dict[str, torch.Tensor]:
    """The file's tensors, once they are known to be what the config promises."""
    try:
        tensors = load_file(path)
    except (SafetensorError, OSError) as error:
        raise ValueError(f"{path} can't be read, it may be truncated: {error}") from error
    wanted = module.state_dict()
    if set(tensors) != set(wanted):
        raise ValueError(
            f"{path} holds {sorted(tensors)}, but its config asks for {sorted(wanted)}"
        )
    for name, tensor in tensors.items():
        if tensor.shape != wanted[name].shape:
            shapes = tuple(tensor.shape), tuple(wanted[name].shape)
            raise ValueError(
                f"{path}: {name} has shape {shapes[0]}, but its config asks for {shapes[1]}"
            )
        if not tensor.is_floating_point() or not bool(torch.isfinite(tensor).all()):
            raise ValueError(f"{path}: {name} holds values that are not finite numbers")
    return tensors
