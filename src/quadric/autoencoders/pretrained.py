"""Save and load in the hub's format: `config.json`, `model.safetensors` and a card for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import torch
from huggingface_hub import HfApi, ModelCard, PyTorchModelHubMixin
from torch import nn

from quadric.autoencoders.card import CARD, Facts, card_text, draw_picture
from quadric.autoencoders.hub import hub_file
from quadric.files.objects import read_object
from quadric.files.tensors import read_tensors, write_tensors
from quadric.files.writing import write_atomic
from quadric.forms.display import panel

__all__ = ["Pretrained"]

IMPORT_HINT = "a checkpoint of the paper's authors is read by `quadric import` (import_checkpoint)"
WEIGHTS = "model.safetensors"
CONFIG = "config.json"

Module = TypeVar("Module", bound="Pretrained")


class Pretrained(nn.Module, PyTorchModelHubMixin, library_name="quadric", tags=["quadric"]):
    """A module that is defined by a dataclass `config` and its tensors.

    `save_pretrained`, `from_pretrained` and `push_to_hub` are the hub's own mixin's; what is
    written and what is believed of a file is decided here.
    """

    config: Any
    facts: Facts | None = None
    """Where it comes from and how good it is, for its card; `load_run` knows it of a run."""

    @property
    def heldout(self) -> Mapping[str, Any] | None:
        """Error, density and dead latents on rows that it was not trained on, if measured."""
        return None if self.facts is None else self.facts.heldout

    def write(self, folder: Path) -> None:
        """Write the weights, then the config that makes the folder a saved module, each whole."""
        write_tensors(folder / WEIGHTS, self.state_dict())
        settings = {"class": type(self).__name__, **asdict(self.config)}
        write_atomic(folder / CONFIG, (json.dumps(settings, indent=2) + "\n").encode())

    def _save_pretrained(self, save_directory: Path) -> None:
        self.write(save_directory)

    def save_pretrained(self, save_directory: str | Path, **hub: Any) -> str | None:
        """Save into a folder, with a card (`README.md`) and its picture unless a card is there."""
        folder = Path(save_directory)
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / CARD).exists():
            draw_picture(self, self.facts, folder)
            about = hub.get("model_card_kwargs") or {}
            self.generate_model_card(**about).save(folder / CARD)
        return super().save_pretrained(folder, **hub)

    def generate_model_card(self, *_: Any, **more: Any) -> ModelCard:
        """What this is, what it was trained on and how, its error and density, and a picture."""
        return ModelCard(card_text(self, self.facts, **more))

    def _repr_html_(self) -> str:
        known = self.facts or Facts()
        count = sum(parameter.numel() for parameter in self.parameters())
        weight = next(self.parameters())
        rows = {name: value for name, value in vars(self.config).items() if value is not None}
        rows["parameters"] = f"{count:,} {str(weight.dtype).removeprefix('torch.')}"
        rows |= {key: known.source[key] for key in ("model", "layer") if key in known.source}
        rows |= {f"held-out {key}": value for key, value in (known.heldout or {}).items()}
        return panel(repr(self).split("(")[0], rows)

    def push_to_hub(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, repo_id: str, *, revision: str | None = None, **hub: Any
    ) -> str:
        """Upload to `user/name` with its card; `revision` names a branch, made if it is new."""
        if revision is not None:
            api = HfApi(token=hub.get("token"))
            api.create_repo(repo_id, private=hub.get("private"), exist_ok=True)
            api.create_branch(repo_id, branch=revision, exist_ok=True)
        return super().push_to_hub(
            repo_id,
            branch=revision,
            model_card_kwargs={"repo": repo_id, "revision": revision},
            **hub,
        )

    @classmethod
    def from_pretrained(  # pyright: ignore[reportIncompatibleMethodOverride]
        cls: type[Module],
        source: str | Path,
        *,
        map_location: str = "cpu",
        revision: str | None = None,
        token: str | bool | None = None,
        cache_dir: str | Path | None = None,
        force_download: bool = False,
        local_files_only: bool = False,
    ) -> Module:
        """Load from a folder, or from the hub, which the arguments after `map_location` are for.

        Nothing is unpickled, and the file's tensors are checked against its config before use.
        """
        folder = Path(source)
        if folder.is_dir():
            paths = [folder / name for name in (CONFIG, WEIGHTS)]
        else:
            hub = {
                "revision": revision,
                "token": token,
                "cache_dir": cache_dir,
                "force_download": force_download,
                "local_files_only": local_files_only,
            }
            paths = [hub_file(str(source), name, **hub) for name in (CONFIG, WEIGHTS)]
        for path in paths:
            if not path.is_file():
                several = any(folder.glob(f"*/{CONFIG}"))
                hint = f"; {IMPORT_HINT}" if several else ""
                raise FileNotFoundError(
                    f"{path} is missing: {source} is no saved {cls.__name__}{hint}"
                )
        return cls._checked(*paths).to(map_location)

    @classmethod
    def _checked(cls: type[Module], settings: Path, weights: Path) -> Module:
        config = _read_config(settings, cls)
        try:
            # Without memory: a config from a stranger may ask for any size.
            with torch.device("meta"):
                wanted = {name: tuple(t.shape) for name, t in cls(config).state_dict().items()}
        except (RuntimeError, OverflowError, TypeError) as error:
            raise ValueError(f"{settings} can't be used: {error}") from error
        tensors = read_tensors(weights, wanted)
        return cls.filled(config, tensors)

    @classmethod
    def filled(cls: type[Module], config: Any, tensors: dict[str, torch.Tensor]) -> Module:
        """A module of these weights, in their dtype."""
        module = cls(config).to(next(iter(tensors.values())).dtype)
        module.load_state_dict(tensors)
        return module


def _read_config(path: Path, cls: type[Pretrained]) -> Any:
    kind = get_type_hints(cls.__init__)["config"]
    settings = read_object(path, "copy it again or save anew")
    try:
        ours = "class" in settings
        found = settings.pop("class", cls.__name__)
        if found != cls.__name__:
            raise ValueError(f"it describes a {found}, not a {cls.__name__}")
        unknown = set(settings) - {field.name for field in fields(kind)}
        if unknown:
            hint = "" if ours else f"; {IMPORT_HINT}"
            raise ValueError(f"unknown keys {', '.join(sorted(unknown))}{hint}")
        return kind(**settings)
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"{path} can't be used: {error}") from error
