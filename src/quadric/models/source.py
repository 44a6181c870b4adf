"""Where a model's files are: a folder, a GGUF file, an installed package or the hub."""

from __future__ import annotations

import importlib.metadata
from dataclasses import dataclass
from pathlib import Path

from quadric.text.packages import package_folder

__all__ = ["ModelSource"]


@dataclass(frozen=True)
class ModelSource:
    """What a model's name stands for."""

    name: str
    """The name as the user gave it."""
    location: str
    """A folder on this machine, or a hub id."""
    gguf: Path | None = None
    """The GGUF file, when the weights are one."""
    revision: str | None = None
    """The package's version or the hub's revision; None for plain files."""

    @classmethod
    def find(cls, name: str, revision: str | None = None) -> ModelSource:
        """Files on this machine come first, then installed packages, then the hub."""
        path = Path(name).expanduser()
        if path.suffix == ".gguf":
            if not path.is_file():
                raise ValueError(f"no model file {name}: check the path")
            return cls(name, str(path.parent), gguf=path)
        if path.is_dir():
            return cls._in_folder(name, path, None) or cls._refuse(name, path)
        folder = package_folder(name)
        if folder is not None:
            version = importlib.metadata.version(name) if _is_distribution(name) else None
            found = cls._in_folder(name, folder, version)
            if found is not None:
                return found
        return cls(name, name, revision=revision)

    @classmethod
    def _in_folder(cls, name: str, folder: Path, revision: str | None) -> ModelSource | None:
        for config in sorted(folder.rglob("config.json"), key=lambda path: len(path.parts)):
            if any(config.parent.glob("*.safetensors")):
                return cls(name, str(config.parent), revision=revision)
        files = sorted(folder.rglob("*.gguf"))
        if len(files) > 1:
            listed = ", ".join(file.name for file in files)
            raise ValueError(f"{name} holds {len(files)} models: name one of {listed} by its path")
        return cls(name, str(files[0].parent), files[0], revision) if files else None

    @staticmethod
    def _refuse(name: str, folder: Path) -> ModelSource:
        if any(folder.glob("*.bin")):
            raise ValueError(f"{name} holds pickled weights: convert them to safetensors first")
        raise ValueError(f"no model in {name}: it needs config.json with *.safetensors, or a .gguf")


def _is_distribution(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True
