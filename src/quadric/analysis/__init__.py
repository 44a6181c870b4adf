"""Numbers about trained autoencoders: similarity, prefixes, densities, bounds, replacement."""

from quadric.analysis.bounds import pca_bound, product_spectrum, random_bound
from quadric.analysis.densities import Densities, densities
from quadric.analysis.evaluation import Evaluation, evaluate
from quadric.analysis.leading import preserved
from quadric.analysis.matching import (
    Matches,
    best_matches,
    permutation_matrix,
    permutation_similarity,
)
from quadric.analysis.prefixes import GreedyOrder, Prefixes, greedy_order, prefix_errors
from quadric.analysis.similarity import frobenius_matrix, frobenius_similarity

__all__ = [
    "Densities",
    "Evaluation",
    "GreedyOrder",
    "Matches",
    "Prefixes",
    "best_matches",
    "densities",
    "evaluate",
    "frobenius_matrix",
    "frobenius_similarity",
    "greedy_order",
    "pca_bound",
    "permutation_matrix",
    "permutation_similarity",
    "prefix_errors",
    "preserved",
    "product_spectrum",
    "random_bound",
]
