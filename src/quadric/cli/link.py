"""`quadric link`: find the same manifolds in the galleries of several layers."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import tyro

from quadric.cli.progress import progress

if TYPE_CHECKING:
    from quadric.gallery import Gallery

__all__ = ["Link"]


@dataclass(frozen=True)
class Link:
    """Link each manifold to the one in every other gallery that shares most strong samples.

    The galleries are of the same text, of different layers or runs, and stand side by side. Their
    pages then lead from one to the next; links from before are replaced.

    Example: quadric link galleries/layer-8 galleries/layer-15 galleries/layer-22
    """

    galleries: Annotated[
        tuple[Path, ...], tyro.conf.Positional, tyro.conf.arg(metavar="GALLERY GALLERY ...")
    ]
    """Two or more folders made by quadric find."""

    def __call__(self) -> None:
        """Link and print."""
        from quadric.files.writing import locked
        from quadric.gallery import read_gallery
        from quadric.gallery.linking import link_galleries

        if len(self.galleries) < 2:
            raise ValueError("link needs two galleries or more: name their folders")
        found = [read_gallery(folder) for folder in self.galleries]
        with ExitStack() as held:
            for folder in sorted({gallery.folder.resolve() for gallery in found}):
                held.enter_context(locked(folder, inside=False))
            bar = held.enter_context(progress("reading"))
            links = link_galleries(found, progress=bar.stage)
        for gallery, own in zip(found, links, strict=True):
            _show(gallery, own)


def _show(gallery: Gallery, links: dict) -> None:
    linked = sum(bool(one) for one in links.values())
    print(f"{gallery.folder}: {linked} of {len(gallery)} manifolds are in another gallery")
    for card in gallery.cards:
        for one in links[card.id]:
            print(
                f"  {card.id} {card.name} -> {one.layer}: {one.name}, "
                f"shares {one.overlap:.2f} (chance {one.chance:.2f})"
            )
