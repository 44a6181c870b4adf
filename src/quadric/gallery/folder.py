"""A folder of manifolds: one light table of contents, one file a manifold, one index of tokens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from quadric.files.writing import recover_folder
from quadric.gallery.blocks import finite_only
from quadric.gallery.card import Card, read_card

if TYPE_CHECKING:
    from quadric.gallery.bundle import ManifoldBundle

__all__ = ["CONTENTS", "FORMAT", "TOKENS", "VERSION", "Gallery", "read_gallery"]

FORMAT = "quadric gallery"
VERSION = 1
CONTENTS = "gallery.json"
TOKENS = "tokens.safetensors.gz"


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
                f"{self.folder} holds no manifold {which!r}: it has {len(self)} ({known})"
            )
        return found[0]

    def manifold(self, which: int | str) -> M:
        """Read one manifold's file, checked."""
        path = self.folder / self.card(which).file
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise ValueError(f"{path} is missing: copy the whole gallery again") from None
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


def read_gallery(folder: str | Path) -> Gallery[ManifoldBundle]:
    """Open a gallery: its contents are checked now, each manifold when it is read."""
    folder = Path(folder)
    recover_folder(folder)
    path = folder / CONTENTS
    try:
        contents = json.loads(path.read_text(encoding="utf-8"), parse_constant=finite_only)
    except FileNotFoundError:
        raise ValueError(
            f"{folder} holds no {CONTENTS}: make a gallery with `quadric find`"
        ) from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is not JSON: {error}; copy the gallery again") from None
    if not isinstance(contents, dict) or contents.get("format") != FORMAT:
        raise ValueError(f"{path} is not the contents of a quadric gallery")
    if contents.get("version") != VERSION:
        raise ValueError(
            f"{path} has version {contents.get('version')}, this quadric reads {VERSION}: "
            "make the gallery again"
        )
    entries = contents.get("manifolds")
    if not isinstance(entries, list):
        raise ValueError(f"{path} has no list of manifolds: copy the gallery again")
    cards = tuple(read_card(entry, index, path) for index, entry in enumerate(entries))
    about = contents.get("about")
    about = {str(k): str(v) for k, v in about.items()} if isinstance(about, dict) else {}
    return Gallery(folder, str(contents.get("title", "")), about, cards, _unpack)


def _unpack(data: bytes, name: str) -> ManifoldBundle:
    # Here, since a page is served without numpy: it hands the files out as they are.
    from quadric.gallery.packing import unpack_manifold

    return unpack_manifold(data, name)
