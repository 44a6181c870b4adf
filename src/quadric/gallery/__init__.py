"""The file format that manifolds are kept and shown in: plain data, read and checked."""

from quadric.gallery.bundle import ManifoldBundle, Part, SubspaceForm
from quadric.gallery.context import context_windows
from quadric.gallery.folder import Card, Gallery, read_gallery, write_gallery

__all__ = [
    "Card",
    "Gallery",
    "ManifoldBundle",
    "Part",
    "SubspaceForm",
    "context_windows",
    "read_gallery",
    "write_gallery",
]
