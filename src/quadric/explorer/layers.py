"""Galleries of other layers that a gallery links to, and where they stand on its page."""

from __future__ import annotations

import json
import re

from quadric.gallery.folder import CONTENTS, Gallery, read_gallery

__all__ = ["LAYERS_FOLDER", "contents", "linked"]

LAYERS_FOLDER = "layers"
"""The folder of a site that holds the pages of other layers."""
GALLERY_LINK = re.compile(r"\.\./(\w[\w.-]*)/(?:index\.html)?(#/m/[\w-]+)")
"""A link to a manifold of the gallery beside this one."""


def linked(gallery: Gallery) -> dict[str, Gallery]:
    """The galleries that this one leads to and that are there, by the names of their folders."""
    folder, found = gallery.folder.resolve(), {}
    waiting = [gallery]
    while waiting:
        for name in sorted(_names(waiting.pop()) - found.keys() - {folder.name}):
            try:
                found[name] = read_gallery(folder.parent / name)
            except (ValueError, OSError):
                continue
            waiting.append(found[name])
    return found


def _names(gallery: Gallery) -> set[str]:
    links = (GALLERY_LINK.fullmatch(one.link) for card in gallery.cards for one in card.layers)
    return {link[1] for link in links if link}


def contents(gallery: Gallery, first: Gallery, others: dict[str, Gallery]) -> bytes:
    """A gallery's contents with its links leading to where the pages stand; dead ones leave.

    The first gallery's page is the site's own, the others' are in a folder each of `layers/`.
    """
    path = gallery.folder / CONTENTS
    data = path.read_bytes()
    if not any(card.layers for card in gallery.cards):
        return data
    here, root = gallery.folder.resolve().name, first.folder.resolve().name
    found = json.loads(data)
    for entry in found["manifolds"]:
        kept = []
        for one in entry.get("layers", ()):
            link = GALLERY_LINK.fullmatch(one["link"])
            if link is None:
                kept.append(one)
            elif link[1] == root:
                kept.append(one | {"link": f"../../index.html{link[2]}"})
            elif link[1] in others:
                up = f"{LAYERS_FOLDER}/" if here == root else "../"
                kept.append(one | {"link": f"{up}{link[1]}/index.html{link[2]}"})
        entry["layers"] = kept
    return json.dumps(found, allow_nan=False).encode()
