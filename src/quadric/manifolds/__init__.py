"""Manifolds: found in the weights, measured on the data, kept as a gallery."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from quadric.manifolds.bundle import ManifoldBundle, Part, Quadric
from quadric.manifolds.context import context_windows
from quadric.manifolds.gallery import Card, Gallery, read_gallery, write_gallery

if TYPE_CHECKING:
    from quadric.manifolds.finding import find_manifolds
    from quadric.manifolds.manifold import Manifold
    from quadric.manifolds.naming import Evidence, plain_name
    from quadric.manifolds.proposing import FindSettings
    from quadric.manifolds.refining import Refining
    from quadric.manifolds.words import Words

__all__ = [
    "Card",
    "Evidence",
    "FindSettings",
    "Gallery",
    "Manifold",
    "ManifoldBundle",
    "Part",
    "Quadric",
    "Refining",
    "Words",
    "context_windows",
    "find_manifolds",
    "plain_name",
    "read_gallery",
    "write_gallery",
]

# Looking at a gallery needs none of these, and the models that they import take a second.
_LATER = {
    "Evidence": "naming",
    "FindSettings": "proposing",
    "Manifold": "manifold",
    "Refining": "refining",
    "Words": "words",
    "find_manifolds": "finding",
    "plain_name": "naming",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"quadric.manifolds has no {name}")
    return getattr(import_module(f"quadric.manifolds.{_LATER[name]}"), name)
