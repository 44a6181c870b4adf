"""Files made to do harm: huge sizes, deep nests, names that lead elsewhere, scripts, pickles."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path

from quadric.gallery.columns import pack, unpack

__all__ = ["HOSTILE"]


def _changed(path: Path, **values: object) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def _card(folder: Path, **values: object) -> None:
    path = folder / "gallery" / "gallery.json"
    contents = json.loads(path.read_text())
    contents["manifolds"][0] |= values
    path.write_text(json.dumps(contents))


def _shard(folder: Path, **values: object) -> None:
    path = folder / "store" / "manifest.json"
    contents = json.loads(path.read_text())
    contents["shards"][0] |= values
    path.write_text(json.dumps(contents))


def _offsets(folder: Path) -> None:
    """Let every point's text begin beyond the end of the text."""
    path = folder / "gallery" / "0000.safetensors.gz"
    columns, about = unpack(path.read_bytes(), "it")
    path.write_bytes(pack({**columns, "offset": columns["offset"] + 10**6}, about))


class _Bomb:
    def __reduce__(self):
        return (open, ("/nonexistent/hostile", "w"))


DEEP = "[" * 100_000 + "]" * 100_000
HEADER = (1 << 62).to_bytes(8, "little") + b"{}"

HOSTILE: dict[str, tuple[str, Callable[[Path], object]]] = {
    "config asks for 10^12 latents": (
        "run: config.json",
        lambda f: _changed(f / "run/config.json", n_latents=10**12),
    ),
    "config asks for 10^60 inputs": (
        "run: config.json",
        lambda f: _changed(f / "run/config.json", d_in=10**60),
    ),
    "config nested 100,000 deep": (
        "run: config.json",
        lambda f: (f / "run/config.json").write_text(DEEP),
    ),
    "config is a list": ("run: config.json", lambda f: (f / "run/config.json").write_text("[]")),
    "config of another class": (
        "run: config.json",
        lambda f: _changed(f / "run/config.json", **{"class": "os.system"}),
    ),
    "weights are a pickle": (
        "run: model.safetensors",
        lambda f: (f / "run/model.safetensors").write_bytes(pickle.dumps(_Bomb())),
    ),
    "weights with a header of 2^62 bytes": (
        "run: model.safetensors",
        lambda f: (f / "run/model.safetensors").write_bytes(HEADER),
    ),
    "record nested 100,000 deep": (
        "run: train.json",
        lambda f: (f / "run/train.json").write_text(DEEP),
    ),
    "record with settings of the wrong kind": (
        "run: train.json",
        lambda f: _changed(f / "run/train.json", settings={"steps": "many"}),
    ),
    "manifest names a dtype that is a function": (
        "store: manifest.json",
        lambda f: _changed(f / "store/manifest.json", dtype="load"),
    ),
    "manifest tells of rows of 10^9": (
        "store: manifest.json",
        lambda f: _changed(f / "store/manifest.json", d=10**9),
    ),
    "manifest nested 100,000 deep": (
        "store: manifest.json",
        lambda f: (f / "store/manifest.json").write_text(DEEP),
    ),
    "shard outside the store": (
        "store: manifest.json",
        lambda f: _shard(f, file="../run/model.safetensors"),
    ),
    "shard of 10^15 rows": ("store: manifest.json", lambda f: _shard(f, rows=10**15)),
    "shard of -1 rows": ("store: manifest.json", lambda f: _shard(f, rows=-1)),
    "gallery nested 100,000 deep": (
        "gallery: gallery.json",
        lambda f: (f / "gallery/gallery.json").write_text(DEEP),
    ),
    "manifold outside the gallery": (
        "gallery: gallery.json",
        lambda f: _card(f, file="../../../etc/passwd"),
    ),
    "manifold in a hidden file": ("gallery: gallery.json", lambda f: _card(f, file=".profile")),
    "manifold without points": (
        "gallery: manifold",
        lambda f: (f / "gallery/0000.safetensors.gz").write_bytes(pack({}, {"name": "<script>"})),
    ),
    "manifold whose text lies elsewhere": ("gallery: manifold", lambda f: _offsets(f)),
    ".npy that is a pickle": (
        "plain .npy",
        lambda f: (f / "x.npy").write_bytes(
            b"\x93NUMPY\x01\x00v\x00"
            + b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }".ljust(117)
            + b"\n"
            + pickle.dumps([_Bomb()])
        ),
    ),
    ".npy of 10^15 rows": (
        "plain .npy",
        lambda f: (f / "x.npy").write_bytes(
            b"\x93NUMPY\x01\x00v\x00"
            + b"{'descr': '<f4', 'fortran_order': False, 'shape': (10000000000000, 8), }".ljust(117)
            + b"\n"
        ),
    ),
    "authors' config with infinite expansion": (
        "authors' config.json",
        lambda f: _changed(f / "authors/config.json", expansion=float("inf")),
    ),
    "authors' config of a kind that is a path": (
        "authors' config.json",
        lambda f: _changed(f / "authors/config.json", kind="../../x"),
    ),
}
"""What it is -> the kind of file it pretends to be, and how to make it."""
