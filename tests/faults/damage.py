"""Truncated files and flipped bytes, in every kind of file that quadric reads."""

from __future__ import annotations

import json
import random
import shutil
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from faults.work import STEPS, Work
from safetensors.torch import save_file

__all__ = ["KINDS", "Kind", "damage", "read", "specimens"]


@dataclass(frozen=True)
class Kind:
    """One kind of file: where a whole one is, and what reading it gives."""

    file: str
    """In the folder of specimens."""
    reader: Callable[[Path], Any]
    """The folder -> what was read, to be compared."""
    sealed: bool = False
    """Whether a checksum finds any change."""


def _store(folder: Path) -> Any:
    from quadric import ActivationStore

    store = ActivationStore(folder / "store")
    return store.manifest, store[:], store.tokens[:], store.windows(torch.arange(3))


def _verified(folder: Path) -> Any:
    from quadric import ActivationStore

    ActivationStore(folder / "store").verify()
    return _store(folder)


def _tokenizer(folder: Path) -> Any:
    from quadric import ActivationStore

    return ActivationStore(folder / "store").tokenizer.decode([40, 41])


def _run(folder: Path) -> Any:
    from quadric.training.folder import load_run

    ae = load_run(folder / "run")
    return ae.config, [parameter.detach() for parameter in ae.parameters()]


def _record(folder: Path) -> Any:
    from quadric.training.folder import read_record

    return read_record(folder / "run")


def _metrics(folder: Path) -> Any:
    from quadric.training.metrics import Metrics, read_metrics

    found = read_metrics(folder / "run")
    Metrics(folder / "run", 10).close()
    return found


def _checkpoints(folder: Path) -> Any:
    from quadric.training.record import Checkpoints

    tensors, rest = Checkpoints(folder / "run" / "checkpoints", 2).newest() or ({}, {})
    if rest["step"] != STEPS:
        raise ValueError("the damaged one is passed over, the one before it is used")
    return sorted(tensors.items()), rest


def _gallery(folder: Path) -> Any:
    from quadric.gallery import read_gallery

    gallery = read_gallery(folder / "gallery")
    gallery.problems()
    return gallery.cards, gallery.title, gallery.about


def _manifold(folder: Path) -> Any:
    from quadric.gallery import read_gallery

    found = read_gallery(folder / "gallery").manifold(0)
    return found.name, found.points, found.strength, found.token, list(found.vocab)


def _index(folder: Path) -> Any:
    from quadric.gallery.columns import unpack

    columns, about = unpack((folder / "gallery" / "tokens.safetensors.gz").read_bytes(), "tokens")
    return sorted(columns.items()), about


def _opened(name: str) -> Callable[[Path], Any]:
    def reader(folder: Path) -> Any:
        from quadric import open_activations

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return open_activations(folder / name)[:]

    return reader


def _authors(folder: Path) -> Any:
    from quadric import import_checkpoint

    ae = import_checkpoint(folder / "authors")
    return ae.config, [parameter.detach() for parameter in ae.parameters()]


def _table(folder: Path) -> Any:
    from quadric.explorer.table import table_gallery

    out = folder / "table"
    shutil.rmtree(out, ignore_errors=True)
    return table_gallery(folder / "points.csv", out).manifold(0).points


KINDS: dict[str, Kind] = {
    "store: shard": Kind("store/shard-00000.safetensors", _verified, sealed=True),
    "store: manifest.json": Kind("store/manifest.json", _store),
    "store: tokenizer.json": Kind("store/tokenizer/tokenizer.json", _tokenizer),
    "run: model.safetensors": Kind("run/model.safetensors", _run, sealed=True),
    "run: config.json": Kind("run/config.json", _run),
    "run: train.json": Kind("run/train.json", _record),
    "run: metrics.jsonl": Kind("run/metrics.jsonl", _metrics),
    "run: checkpoint": Kind(
        f"run/checkpoints/step-{STEPS:08d}.safetensors", _checkpoints, sealed=True
    ),
    "gallery: gallery.json": Kind("gallery/gallery.json", _gallery),
    "gallery: manifold": Kind("gallery/0000.safetensors.gz", _manifold, sealed=True),
    "gallery: token index": Kind("gallery/tokens.safetensors.gz", _index, sealed=True),
    "plain .npy": Kind("x.npy", _opened("x.npy")),
    "plain .safetensors": Kind("x.safetensors", _opened("x.safetensors")),
    "authors' config.json": Kind("authors/config.json", _authors),
    "authors' model.safetensors": Kind("authors/model.safetensors", _authors),
    "table .csv": Kind("points.csv", _table),
}


def specimens(work: Work, folder: Path) -> Path:
    """One whole file of every kind, from the undisturbed work."""
    for source, name in (("collect", "store"), ("train", "run"), ("find", "gallery")):
        shutil.copytree(work.folder / source, folder / name)
    x = torch.randn(50, 6, generator=torch.Generator().manual_seed(0))
    np.save(folder / "x.npy", x.numpy())
    save_file({"x": x}, folder / "x.safetensors")
    (folder / "authors").mkdir()
    config = {"layer": 3, "d_model": 6, "expansion": 2, "alpha": 0.1, "kind": "vanilla"}
    (folder / "authors" / "config.json").write_text(json.dumps(config))
    save_file(
        {"left": x[:12].clone(), "right": x[12:24].clone()}, folder / "authors/model.safetensors"
    )
    rows = "\n".join(f"{a},{b},{c},word{i}" for i, (a, b, c) in enumerate(x[:, :3].tolist()))
    (folder / "points.csv").write_text(f"x,y,z,token\n{rows}\n")
    return folder


def read(kind: Kind, folder: Path, whole: Any) -> str:
    """What became of a damaged file: refused, as before, changed, or crashed."""
    try:
        found = kind.reader(folder)
    except (ValueError, OSError) as error:
        told = str(error).strip()
        return "refused" if told and len(told) < 4000 else "crashed: says nothing"
    except Exception as error:
        return f"crashed: {type(error).__name__}: {str(error)[:200]}"
    return "as before" if same(found, whole) else "changed"


def same(a: Any, b: Any) -> bool:
    """Whether two readings are equal, tensors and arrays among them."""
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return a.shape == b.shape and torch.equal(a, b)
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return np.array_equal(a, b)
    return type(a) is type(b) and bool(a == b)


def damage(kind: Kind, folder: Path, faults: int, seed: int = 0) -> Counter[str]:
    """Truncate, flip a bit, overwrite a byte and blank a stretch in turns, and read each time."""
    draw, path = random.Random(seed), folder / kind.file
    original = path.read_bytes()
    whole = kind.reader(folder)
    path.write_bytes(original)
    found: Counter[str] = Counter()
    for number in range(faults):
        data = bytearray(original)
        at = draw.randrange(len(data))
        way = number % 4
        if way == 0:
            data = data[:at]
        elif way == 1:
            data[at] ^= 1 << draw.randrange(8)
        elif way == 2:
            data[at] = draw.randrange(256)
        else:
            data[at : at + draw.randrange(1, 64)] = bytes(min(len(data) - at, 8))
        if data == original:
            data[at] ^= 255
        path.unlink()  # What was read before may still be mapped from the old file.
        path.write_bytes(data)
        found[read(kind, folder, whole)] += 1
        path.write_bytes(original)
    return found
