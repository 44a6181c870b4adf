"""The file format that manifolds are kept and shown in: plain data, read and checked."""

from typing import TYPE_CHECKING

from quadric.gallery.blocks import Arm, Causes, Chart, Label, LayerLink, Path, Place, Tick
from quadric.gallery.card import Card
from quadric.gallery.folder import Gallery, read_gallery
from quadric.lazy import lazy_names

if TYPE_CHECKING:
    from quadric.gallery.bundle import ManifoldBundle, Part, SubspaceForm
    from quadric.gallery.context import context_windows
    from quadric.gallery.writing import update_gallery, write_gallery

__all__ = [
    "Arm",
    "Card",
    "Causes",
    "Chart",
    "Gallery",
    "Label",
    "LayerLink",
    "ManifoldBundle",
    "Part",
    "Path",
    "Place",
    "SubspaceForm",
    "Tick",
    "context_windows",
    "read_gallery",
    "update_gallery",
    "write_gallery",
]

# What needs numpy is fetched when it is first used: a page is served without it.
__getattr__ = lazy_names(
    __name__,
    {
        "quadric.gallery.bundle": ("ManifoldBundle", "Part", "SubspaceForm"),
        "quadric.gallery.context": ("context_windows",),
        "quadric.gallery.writing": ("update_gallery", "write_gallery"),
    },
)
