"""Manifolds into a gallery's folder: all of it or nothing, and later changes file by file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from quadric.files.writing import atomic_folder, recover_folder, refuse_existing, write_atomic
from quadric.gallery.bundle import ManifoldBundle
from quadric.gallery.card import BLOCKS, Card, write_card
from quadric.gallery.columns import pack
from quadric.gallery.folder import CONTENTS, FORMAT, TOKENS, VERSION, Gallery, read_gallery
from quadric.gallery.packing import pack_manifold
from quadric.gallery.preview import preview, token_labels, varies, word_groups

__all__ = ["check_target", "update_gallery", "write_gallery"]


@runtime_checkable
class Bundled(Protocol):
    """What makes a bundle of itself: a `Manifold`."""

    def bundle(self) -> ManifoldBundle:
        """What a gallery keeps of it."""
        ...


def write_gallery(
    folder: str | Path,
    manifolds: Iterable[ManifoldBundle | Bundled],
    *,
    title: str = "",
    about: Mapping[str, str] | None = None,
    overwrite: bool = False,
) -> Gallery[ManifoldBundle]:
    """Write manifolds, best first, as a gallery: all of it or nothing.

    `manifolds` are those that `find_manifolds` gives, or their bundles with the text around every
    sample (`manifold.bundle(store)`). They may be a generator: one at a time is held in memory. The
    folder appears under its name only when it is whole.
    """
    folder = Path(folder)
    recover_folder(folder)
    check_target(folder, overwrite)
    with atomic_folder(folder) as partial:
        _fill(partial, manifolds, title, dict(about or {}))
    return read_gallery(folder)


def check_target(folder: Path, overwrite: bool) -> None:
    """Refuse a folder that must not be written to, before anything is computed for it."""
    refuse_existing(folder, overwrite)
    if folder.exists() and not (folder.is_dir() and (folder / CONTENTS).is_file()):
        if folder.is_dir() and not any(folder.iterdir()):
            return
        raise FileExistsError(
            f"{folder} is not a gallery, so it is not overwritten: choose another folder"
        )


def _fill(
    folder: Path, manifolds: Iterable[ManifoldBundle | Bundled], title: str, about: dict
) -> None:
    cards: list[dict[str, Any]] = []
    subspaces: list[np.ndarray | None] = []
    places: dict[str, list[tuple[int, float]]] = {}
    for index, one in enumerate(manifolds):
        bundle = one if isinstance(one, ManifoldBundle) else one.bundle()
        card = _write(folder, f"{index:04d}", bundle)
        ids, shares = bundle.token_shares()
        for token, share in zip(ids.tolist(), shares.tolist(), strict=True):
            places.setdefault(str(bundle.vocab[token]), []).append((index, share))
        subspaces.append(bundle.subspace)
        cards.append(write_card(card))
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
    side = varies(bundle)
    labels = bundle.labels if bundle.labels and not side else token_labels(bundle, side)
    picture = preview(bundle, labels, side)
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
        groups=word_groups(bundle, labels, side),
        varies=side,
        rank=bundle.rank,
        axes=bundle.rank,
        labels=labels,
        **{key: getattr(bundle, key) for key in BLOCKS if key != "labels"},
    )


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
    contents["manifolds"] = [write_card(new.get(card.id, card)) for card in gallery.cards]
    write_atomic(folder / CONTENTS, json.dumps(contents, allow_nan=False).encode())
    return read_gallery(folder)


def _neighbours(subspaces: list[np.ndarray | None], count: int = 6) -> list[list[list[Any]]]:
    """For each manifold those whose subspaces overlap most with its own: [id, overlap]."""
    # Here, since torch takes seconds to import and showing a gallery needs none of it.
    import torch

    from quadric.forms import Subspace, SubspaceStack

    near: list[list[list[Any]]] = [[] for _ in subspaces]
    known = [i for i, basis in enumerate(subspaces) if basis is not None]
    bases = [torch.from_numpy(basis) for basis in subspaces if basis is not None]
    if len({len(basis) for basis in bases}) != 1:
        return near
    stack = SubspaceStack.of([Subspace(basis) for basis in bases])
    overlaps = stack.overlap(stack).fill_diagonal_(-1).numpy()
    for i, overlap in zip(known, overlaps, strict=True):
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
