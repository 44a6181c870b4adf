"""Manifolds: found in the weights, measured on the data."""

from quadric.manifolds.finding import find_manifolds
from quadric.manifolds.manifold import Manifold
from quadric.manifolds.naming import Evidence, plain_name
from quadric.manifolds.proposing import FindSettings
from quadric.manifolds.refining import Refining
from quadric.manifolds.words import Words

__all__ = [
    "Evidence",
    "FindSettings",
    "Manifold",
    "Refining",
    "Words",
    "find_manifolds",
    "plain_name",
]
