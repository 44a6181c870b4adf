"""What `quadric train` reads: activations that are there, or a model that reads text."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadric.cli.progress import group_progress, interrupted_by, prints, status

if TYPE_CHECKING:
    import torch

    from quadric.activations import CollectSettings
    from quadric.cli.train import Train
    from quadric.distributed import Group
    from quadric.files.stopping import Stop
    from quadric.training.settings import TrainSettings
    from quadric.training.sources import Source
    from quadric.training.sweep import Combination

__all__ = ["collected", "is_model", "live", "stored"]


def is_model(options: Train) -> bool:
    """Whether the source is a model, which then needs a layer and text; otherwise activations."""
    path = Path(options.source)
    if path.suffix.partition(":")[0] in (".npy", ".npz", ".safetensors"):
        if options.layer is not None:
            raise ValueError(
                f"{options.source} is one layer's activations: leave --layer {options.layer[0]} out"
            )
        return False
    if path.is_file() and path.suffix in (".csv", ".tsv", ".parquet"):
        raise ValueError(
            f"{options.source} is a table: give activations as a .npy, .npz or .safetensors file"
        )
    if path.is_dir() and any((*path.glob("manifest.json"), *path.glob("*/manifest.json"))):
        return False
    if options.text is None:
        raise ValueError(
            f"no activations at {options.source}: give a store, a .safetensors, .npy or .npz file, "
            "or for a model also --layer and --text"
        )
    if options.layer is None:
        raise ValueError(f"no layer of the model {options.source} given: say which with --layer")
    return True


def stored(
    options: Train, run: Combination, group: Group | None, path: Path | None = None
) -> Source:
    """Activations that are there: a file, a store, or a layer of a folder of stores."""
    from quadric.activations import open_activations
    from quadric.training.sources import RowSource, layer_store

    path = Path(options.source) if path is None else path
    if run.layer is not None and path.is_dir():
        path = layer_store(path, run.layer)
    return RowSource(open_activations(path), run.settings, str(path), _share(group))


def _model(
    options: Train, settings: TrainSettings, group: Group | None
) -> tuple[Any, Any, CollectSettings]:
    """The model, its tokenizer, and how it reads."""
    from quadric.activations import CollectSettings
    from quadric.device import resolve_device
    from quadric.models import ModelSource, default_dtype, load

    settings.check_mix()
    device = resolve_device(settings.device)
    dtype = default_dtype(device)
    with status(f"loading {options.source}") if prints(group) else contextlib.nullcontext():
        model, tokenizer = load(
            options.source, device, _begun(options), options.revision, precision=settings.precision
        )
    collecting = CollectSettings(
        layers=options.layer or (),
        context=options.context,
        forward=options.forward,
        dtype=dtype,
        model=options.source,
        revision=ModelSource.find(options.source, options.revision).revision,
        text=str(options.text),
        seed=settings.seed,
    )
    return model, tokenizer, collecting


def _begun(options: Train) -> torch.dtype | None:
    """What the model computed in when this was begun, on whatever machine that was."""
    import torch

    from quadric.activations import begun_precision
    from quadric.training.folder import read_record

    if options.overwrite or options.precision != "auto":
        return None
    source = (read_record(options.out) or {}).get("source", {})
    begun = begun_precision(options.out / "acts") or source.get("precision")
    return None if begun is None else getattr(torch, begun)


def live(options: Train, run: Combination, group: Group | None) -> Source:
    """Activations of a model that reads text while it trains, nothing on disk."""
    from quadric import text
    from quadric.training.live import LiveSource

    def documents(seed: int) -> Iterator[str]:
        return text.documents(str(options.text), options.column, seed)

    documents(0)  # A text that is not there is refused before the model is loaded.
    model, tokenizer, collecting = _model(options, run.settings, group)
    with status("setting documents aside") if prints(group) else contextlib.nullcontext():
        return LiveSource(model, tokenizer, documents, collecting, run.settings, _share(group))


def collected(options: Train, settings: TrainSettings, stop: Stop, group: Group | None) -> Path:
    """One pass over the model for all runs: stores in `out`, kept for the next time."""
    from quadric import text
    from quadric.activations import collect

    documents = text.documents(str(options.text), options.column, options.seed[0])
    model, tokenizer, collecting = _model(options, settings, group)
    used = round(options.steps * options.batch / (1 - options.heldout))
    collecting = replace(collecting, tokens=options.tokens or used)
    out = options.out / "acts"
    with group_progress("collecting", collecting.tokens, "tokens", group) as progress:
        try:
            report = interrupted_by(stop, progress)
            collect(model, tokenizer, documents, out, collecting, progress=report, group=group)
        except KeyboardInterrupt:
            print(f"what was collected is in {out}: the same command continues")
            sys.exit(128 + (stop.signal or 2))
    return out


def _share(group: Group | None) -> tuple[int, int]:
    """Which part of how many this process has."""
    return (0, 1) if group is None else (group.rank, group.size)
