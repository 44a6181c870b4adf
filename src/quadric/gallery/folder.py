"""A folder of manifolds: one light table of contents, one file a manifold, one index of tokens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

from quadric.files.writing import atomic_folder, recover_folder, write_atomic
from quadric.gallery.blocks import Causes, Label, LayerLink, read_blocks, write_blocks
from quadric.gallery.blocks import Path as DrawnPath
from quadric.gallery.bundle import ManifoldBundle
from quadric.gallery.columns import finite_only, pack
from quadric.gallery.packing import pack_manifold, unpack_manifold
from quadric.gallery.preview import preview, token_labels

__all__ = ["Card", "Gallery", "read_gallery", "update_gallery", "write_gallery"]

FORMAT = "quadric gallery"
VERSION = 1
CONTENTS = "gallery.json"
TOKENS = "tokens.safetensors.gz"


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
    """[id, overlap] of the manifolds whose subspaces are nearest: overlap = ‖UᵀV‖² / k, with k the
    smaller of the two ranks."""

    preview: str = field(repr=False)
    """A few points as base64: x, y, z and strength, one byte each."""

    tints: str = field(default="", repr=False)
    """One byte for each of these: its place on the path, or the number of its label."""

    frame: tuple[float, ...] = ()
    """The middle of the cube that the preview's bytes divide, and half its side."""

    rank: int = 3
    """How many dimensions it has."""

    axes: int = 3
    """How many coordinates its file keeps of every point; the page draws the first three."""

    passes: bool | None = None
    """Whether it scores above 95% of random subspaces, where that was measured."""

    sentence: str = ""
    """What it is, in one plain sentence."""

    used: float | None = None
    """How much of what the model predicts a swap of its coordinates carries over."""

    labels: tuple[Label, ...] = field(default=(), repr=False)
    """Words where their samples lie in the picture."""

    path: DrawnPath | None = field(default=None, repr=False)
    """The curve that its samples lie along."""

    causes: Causes | None = field(default=None, repr=False)
    """The effects of interventions, beside their controls."""

    layers: tuple[LayerLink, ...] = field(default=(), repr=False)
    """The same manifold in the galleries of other layers."""


M = TypeVar("M")


@dataclass(frozen=True, repr=False)
class Gallery(Generic[M]):
    """A gallery on disk; manifolds are read when asked for, by number or id: gallery["0003"]."""

    folder: Path
    """Where it is."""

    title: str
    """What it shows."""

    about: dict[str, str]
    """Where it comes from: model, layer, text, autoencoder."""

    cards: tuple[Card, ...]
    """One entry a manifold, best first."""

    unpack: Callable[[bytes, str], M]
    """Makes a manifold of a file's bytes and name."""

    def __len__(self) -> int:
        return len(self.cards)

    def __repr__(self) -> str:
        title = f", {self.title!r}" if self.title else ""
        return f"Gallery({str(self.folder)!r}{title}, {len(self)} manifolds)"

    def card(self, which: int | str) -> Card:
        """The card of a manifold by its number or id: 3, "0003" or "m-0003"."""
        if isinstance(which, str):
            found = [card for card in self.cards if card.id == which.removeprefix("m-")]
        else:
            found = self.cards[which : which + 1] if which >= 0 else ()
        if not found:
            known = f"{self.cards[0].id} to {self.cards[-1].id}" if self.cards else "none"
            raise ValueError(
                f"{self.folder} holds no manifold {which!r}: it has {len(self)} ({known})."
            )
        return found[0]

    def manifold(self, which: int | str) -> M:
        """Read one manifold's file, checked."""
        path = self.folder / self.card(which).file
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise ValueError(f"{path} is missing; copy the whole gallery again.") from None
        return self.unpack(data, str(path))

    def __getitem__(self, which: int | str) -> M:
        return self.manifold(which)

    def __iter__(self) -> Iterator[M]:
        return (self.manifold(card.id) for card in self.cards)

    @property
    def manifolds(self) -> list[M]:
        """All of them, read now; iterate over the gallery to hold one at a time."""
        return list(self)

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
) -> Gallery[ManifoldBundle]:
    """Write manifolds, best first, as a gallery: all of it or nothing.

    `manifolds` may be a generator: one at a time is held in memory. The folder appears under its
    name only when it is whole.
    """
    folder = Path(folder)
    recover_folder(folder)
    check_target(folder, overwrite)
    with atomic_folder(folder) as partial:
        _fill(partial, manifolds, title, dict(about or {}))
    return read_gallery(folder)


def check_target(folder: Path, overwrite: bool) -> None:
    """Refuse a folder that must not be written to, before anything is computed for it."""
    if folder.exists() and not overwrite:
        raise FileExistsError(
            f"{folder} exists; choose another folder or overwrite it (overwrite=True, --overwrite)."
        )
    if folder.exists() and not (folder.is_dir() and (folder / CONTENTS).is_file()):
        if folder.is_dir() and not any(folder.iterdir()):
            return
        raise FileExistsError(f"{folder} is not a gallery, so it is not overwritten.")


def _fill(folder: Path, manifolds: Iterable[ManifoldBundle], title: str, about: dict) -> None:
    cards: list[dict[str, Any]] = []
    subspaces: list[np.ndarray | None] = []
    places: dict[str, list[tuple[int, float]]] = {}
    for index, bundle in enumerate(manifolds):
        card = _write(folder, f"{index:04d}", bundle)
        ids, shares = bundle.token_shares()
        for token, share in zip(ids.tolist(), shares.tolist(), strict=True):
            places.setdefault(str(bundle.vocab[token]), []).append((index, share))
        subspaces.append(bundle.subspace)
        cards.append(_entry(card))
    for card, near in zip(cards, _neighbours(subspaces), strict=True):
        card["neighbours"] = near
    write_atomic(folder / TOKENS, _token_index(places))
    contents = {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "about": {str(key): str(value) for key, value in about.items()},
        "manifolds": cards,
    }
    write_atomic(folder / CONTENTS, json.dumps(contents, allow_nan=False).encode())


def _write(folder: Path, name: str, bundle: ManifoldBundle) -> Card:
    """Write one manifold's file and make its card, still without neighbours."""
    data = pack_manifold(bundle)
    write_atomic(folder / f"{name}.safetensors.gz", data)
    labels = bundle.labels or token_labels(bundle)
    picture = preview(bundle, labels)
    return Card(
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
        preview=picture.points,
        tints=picture.tints,
        frame=picture.frame,
        rank=bundle.rank,
        axes=bundle.rank,
        labels=labels,
        **{key: getattr(bundle, key) for key in BLOCKS if key != "labels"},
    )


BLOCKS = ("passes", "sentence", "used", "labels", "path", "causes", "layers")
"""What a card has only where its manifold does."""


def _entry(card: Card) -> dict[str, Any]:
    always = {f.name: getattr(card, f.name) for f in fields(card) if f.name not in BLOCKS}
    return always | write_blocks(card)


def update_gallery(
    folder: str | Path, changes: Mapping[str, Mapping[str, Any]]
) -> Gallery[ManifoldBundle]:
    """Change fields of some manifolds' bundles, by id: what was measured later finds its place.

    Each manifold's file and then the contents are replaced whole, so that a crash in between
    leaves a gallery that `problems` names; the same call again completes it.
    """
    folder = Path(folder)
    gallery = read_gallery(folder)
    new: dict[str, Card] = {}
    for which, fields_ in changes.items():
        card = gallery.card(which)
        bundle = replace(gallery.manifold(which), **fields_)
        new[card.id] = replace(_write(folder, card.id, bundle), neighbours=card.neighbours)
    contents = json.loads((folder / CONTENTS).read_text(encoding="utf-8"))
    contents["manifolds"] = [_entry(new.get(card.id, card)) for card in gallery.cards]
    write_atomic(folder / CONTENTS, json.dumps(contents, allow_nan=False).encode())
    return read_gallery(folder)


def _neighbours(subspaces: list[np.ndarray | None], count: int = 6) -> list[list[list[Any]]]:
    near: list[list[list[Any]]] = [[] for _ in subspaces]
    known = [i for i, basis in enumerate(subspaces) if basis is not None]
    if len({len(basis) for basis in subspaces if basis is not None}) != 1:
        return near
    bases = [basis for basis in subspaces if basis is not None]
    ranks = np.array([basis.shape[1] for basis in bases])
    starts = np.append(0, np.cumsum(ranks)[:-1])
    every = np.concatenate(bases, axis=1)
    for row, i in enumerate(known):
        shared = np.add.reduceat(np.square(bases[row].T @ every).sum(0), starts)
        overlap = shared / np.minimum(ranks, ranks[row])
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


def read_gallery(folder: str | Path) -> Gallery[ManifoldBundle]:
    """Open a gallery: its contents are checked now, each manifold when it is read."""
    folder = Path(folder)
    recover_folder(folder)
    path = folder / CONTENTS
    try:
        contents = json.loads(path.read_text(encoding="utf-8"), parse_constant=finite_only)
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
    return Gallery(folder, str(contents.get("title", "")), about, cards, unpack_manifold)


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
    found = {key: entry[key] for key in kinds}
    found |= {key: float(found[key]) for key in ("score", "strength")}
    for key in ("rank", "axes"):
        found[key] = entry.get(key, 3)
        if type(found[key]) is not int or found[key] < 1:
            raise ValueError(f"{path}: manifold {index} has no valid {key!r}.")
    found["tints"] = str(entry.get("tints", ""))
    try:
        found["frame"] = tuple(float(v) for v in entry.get("frame", ()))
        return Card(**found, **read_blocks(entry))
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path}: manifold {index}: {error}; copy the gallery again.") from None
