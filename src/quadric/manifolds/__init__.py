"""Manifolds: found in the weights, measured on the data, kept as a gallery."""

from quadric.manifolds.bundle import ManifoldBundle, Part, Quadric
from quadric.manifolds.context import context_windows
from quadric.manifolds.gallery import Card, Gallery, read_gallery, write_gallery

__all__ = [
    "Card",
    "Gallery",
    "ManifoldBundle",
    "Part",
    "Quadric",
    "context_windows",
    "read_gallery",
    "write_gallery",
]
