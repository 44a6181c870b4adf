"""A folder of manifolds: one light table of contents, one file a manifold, one index of tokens."""

from __future__ import annotations

import base64
import json
import os
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from quadric.activations.disk import write_whole
from quadric.gallery.bundle import ManifoldBundle
from quadric.gallery.columns import pack
from quadric.gallery.packing import pack_manifold, unpack_manifold

__all__ = ["Card", "Gallery", "read_gallery", "write_gallery"]

FORMAT = "quadric gallery"
VERSION = 1
CONTENTS = "gallery.json"
TOKENS = "tokens.safetensors.gz"
PREVIEW = 600
"""Points on a card: enough to see the shape, few enough that a gallery of 500 opens at once."""


@dataclass(frozen=True)
class Card:
    """What the gallery says of a manifold before its points are loaded."""

    id: str
    """Its place in the ranking, as in the page's address."""

    file: str
    """The file that holds it."""

    bytes: int
    """That file's size."""

    name: str
    """What people call it."""

    shape: str
    """Its shape, in one word or two."""

    score: float
    """How much of a manifold it is."""

    strength: float
    """The strength of its strongest sample."""

    points: int
    """How many samples it has."""

    tokens: list[str]
    """Its top tokens."""

    neighbours: list[list[Any]]
    """[id, overlap] of the manifolds whose subspaces are nearest, overlap = ‖UᵀV‖² / 3."""

    preview: str
    """A few points as base64: x, y, z and strength, one byte each."""


@dataclass(frozen=True)
class Gallery:
    """A gallery on disk; manifolds are read when asked for."""

    folder: Path
    """Where it is."""

    title: str
    """What it shows."""

    about: dict[str, str]
    """Where it comes from: model, layer, text, autoencoder."""

    cards: tuple[Card, ...]
    """One entry a manifold, best first."""

    def __len__(self) -> int:
        return len(self.cards)

    def manifold(self, index: int) -> ManifoldBundle:
        """Read one manifold, checked."""
        card = self.cards[index]
        path = self.folder / card.file
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise ValueError(f"{path} is missing; copy the whole gallery again.") from None
        return unpack_manifold(data, str(path))

    def problems(self) -> list[str]:
        """Say which files are missing or have another size than the contents promise."""
        found = []
        for card in self.cards:
            path = self.folder / card.file
            if not path.is_file():
                found.append(f"{path} is missing")
            elif path.stat().st_size != card.bytes:
                found.append(f"{path} has {path.stat().st_size} bytes where {card.bytes} were due")
        return found


def write_gallery(
    folder: str | Path,
    manifolds: Iterable[ManifoldBundle],
    *,
    title: str = "",
    about: Mapping[str, str] | None = None,
    overwrite: bool = False,
) -> Gallery:
    """Write manifolds, best first, as a gallery: all of it or nothing.

    `manifolds` may be a generator: one at a time is held in memory. The folder appears under its
    name only when it is whole.
    """
    folder = Path(folder)
    _recover(folder)
    if folder.exists() and not overwrite:
        raise FileExistsError(f"{folder} exists; choose another folder or pass --overwrite.")
    if folder.exists() and not (folder / CONTENTS).is_file() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not a gallery, so it is not overwritten.")
    partial, old = (_beside(folder, end) for end in ("partial", "old"))
    # What a killed command left is under the same names, so that nothing piles up.
    for left in (partial, old):
        shutil.rmtree(left, ignore_errors=True)
    partial.mkdir(parents=True)
    try:
        _fill(partial, manifolds, title, dict(about or {}))
        if folder.exists():
            os.replace(folder, old)
        os.replace(partial, folder)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return read_gallery(folder)


def _beside(folder: Path, end: str) -> Path:
    return folder.with_name(f".{folder.name}.{end}")


def _recover(folder: Path) -> None:
    """Bring back the gallery that a killed command had moved away but not yet replaced."""
    if not folder.exists() and (_beside(folder, "old") / CONTENTS).is_file():
        os.replace(_beside(folder, "old"), folder)


def _fill(folder: Path, manifolds: Iterable[ManifoldBundle], title: str, about: dict) -> None:
    cards: list[dict[str, Any]] = []
    subspaces: list[np.ndarray | None] = []
    places: dict[str, list[tuple[int, float]]] = {}
    for index, bundle in enumerate(manifolds):
        name = f"{index:04d}"
        data = pack_manifold(bundle)
        write_whole(folder / f"{name}.safetensors.gz", data)
        ids, shares = bundle.token_shares()
        for token, share in zip(ids.tolist(), shares.tolist(), strict=True):
            places.setdefault(str(bundle.vocab[token]), []).append((index, share))
        subspaces.append(bundle.subspace)
        card = Card(
            id=name,
            file=f"{name}.safetensors.gz",
            bytes=len(data),
            name=bundle.name,
            shape=bundle.shape,
            score=float(bundle.score),
            strength=float(bundle.strength.max()),
            points=len(bundle.points),
            tokens=bundle.top_tokens(),
            neighbours=[],
            preview=_preview(bundle),
        )
        cards.append(asdict(card))
    for card, near in zip(cards, _neighbours(subspaces), strict=True):
        card["neighbours"] = near
    write_whole(folder / TOKENS, _token_index(places))
    contents = {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "about": {str(key): str(value) for key, value in about.items()},
        "manifolds": cards,
    }
    write_whole(folder / CONTENTS, json.dumps(contents, allow_nan=False).encode())


def _preview(bundle: ManifoldBundle) -> str:
    """Choose points for the thumbnail: the stronger, the more likely, and none far outside.

    Bytes give each coordinate from -1 to 1 in a cube around the middle of the points.
    """
    order = np.argsort(-bundle.strength, kind="stable")
    count = min(PREVIEW, len(order))
    chosen = order[(len(order) * (np.arange(count) / count) ** 2).astype(int)]
    points = bundle.points[np.unique(chosen)]
    strength = bundle.strength[np.unique(chosen)]
    low, high = np.quantile(points, [0.01, 0.99], axis=0)
    radius = max(float((high - low).max()) / 2 * 1.05, 1e-12)
    scaled = (points - (low + high) / 2) / radius
    inside = (np.abs(scaled) <= 1).all(axis=1)
    span = max(float(np.ptp(bundle.strength)), 1e-12)
    level = (strength - bundle.strength.min()) / span
    table = np.column_stack([(scaled + 1) / 2, level])[inside]
    return base64.b64encode(np.rint(table * 255).astype(np.uint8).tobytes()).decode()


def _neighbours(subspaces: list[np.ndarray | None], count: int = 6) -> list[list[list[Any]]]:
    near: list[list[list[Any]]] = [[] for _ in subspaces]
    known = [i for i, basis in enumerate(subspaces) if basis is not None]
    if len({len(basis) for basis in subspaces if basis is not None}) != 1:
        return near
    bases = np.stack([np.linalg.qr(subspaces[i])[0] for i in known])  # pyright: ignore
    flat = bases.transpose(0, 2, 1).reshape(-1, bases.shape[1])
    for row, i in enumerate(known):
        products = (flat @ bases[row]).reshape(len(known), 3, 3)
        overlap = (products**2).sum(axis=(1, 2)) / 3
        overlap[row] = -1
        best = np.argsort(-overlap, kind="stable")[:count]
        near[i] = [[f"{known[j]:04d}", round(float(overlap[j]), 4)] for j in best if overlap[j] > 0]
    return near


def _token_index(places: dict[str, list[tuple[int, float]]]) -> bytes:
    tokens = sorted(places)
    pairs = [pair for token in tokens for pair in places[token]]
    columns = {
        "start": np.cumsum([0] + [len(places[token]) for token in tokens]).astype(np.uint32),
        "manifold": np.array([index for index, _ in pairs], dtype=np.uint32),
        "share": np.array([share for _, share in pairs], dtype=np.float32),
    }
    return pack(columns, {"tokens": tokens})


def read_gallery(folder: Path) -> Gallery:
    """Open a gallery: its contents are checked now, each manifold when it is read."""
    folder = Path(folder)
    _recover(folder)
    path = folder / CONTENTS
    try:
        contents = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(
            f"{folder} holds no {CONTENTS}; make a gallery with `quadric find`."
        ) from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is not JSON: {error}; copy the gallery again.") from None
    if not isinstance(contents, dict) or contents.get("format") != FORMAT:
        raise ValueError(f"{path} is not the contents of a quadric gallery.")
    if contents.get("version") != VERSION:
        raise ValueError(
            f"{path} has version {contents.get('version')}, this quadric reads {VERSION}; "
            "make the gallery again."
        )
    entries = contents.get("manifolds")
    if not isinstance(entries, list):
        raise ValueError(f"{path} has no list of manifolds; copy the gallery again.")
    cards = tuple(_card(entry, index, path) for index, entry in enumerate(entries))
    about = contents.get("about")
    about = {str(k): str(v) for k, v in about.items()} if isinstance(about, dict) else {}
    return Gallery(folder, str(contents.get("title", "")), about, cards)


def _card(entry: Any, index: int, path: Path) -> Card:
    kinds: dict[str, Any] = {
        "id": str,
        "file": str,
        "bytes": int,
        "name": str,
        "shape": str,
        "score": (int, float),
        "strength": (int, float),
        "points": int,
        "tokens": list,
        "neighbours": list,
        "preview": str,
    }
    if not isinstance(entry, dict):
        raise ValueError(f"{path}: manifold {index} is no object; copy the gallery again.")
    for key, kind in kinds.items():
        if not isinstance(entry.get(key), kind):
            raise ValueError(
                f"{path}: manifold {index} has no valid {key!r}; copy the gallery again."
            )
    if Path(entry["file"]).name != entry["file"] or entry["file"].startswith("."):
        raise ValueError(f"{path}: manifold {index} names a file outside the gallery.")
    fields = {key: entry[key] for key in kinds}
    return Card(
        **{**fields, "score": float(fields["score"]), "strength": float(fields["strength"])}
    )
