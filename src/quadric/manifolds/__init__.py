"""Manifolds: found in the weights, measured on the data."""

from quadric.manifolds.finding import find_manifolds
from quadric.manifolds.labels import Labels, read_labels
from quadric.manifolds.loading import load_gallery, load_manifold
from quadric.manifolds.locating import Located, locate, locate_in
from quadric.manifolds.manifold import Manifold
from quadric.manifolds.methods import METHODS, Method
from quadric.manifolds.naming import Evidence, plain_name
from quadric.manifolds.words import Words

__all__ = [
    "METHODS",
    "Evidence",
    "Labels",
    "Located",
    "Manifold",
    "Method",
    "Words",
    "find_manifolds",
    "load_gallery",
    "load_manifold",
    "locate",
    "locate_in",
    "plain_name",
    "read_labels",
]
