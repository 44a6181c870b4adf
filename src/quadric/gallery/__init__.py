"""The file format that manifolds are kept and shown in: plain data, read and checked."""

from quadric.gallery.blocks import Arm, Causes, Chart, Label, LayerLink, Path, Place, Tick
from quadric.gallery.bundle import ManifoldBundle, Part, SubspaceForm
from quadric.gallery.card import Card
from quadric.gallery.context import context_windows
from quadric.gallery.folder import Gallery, read_gallery
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
