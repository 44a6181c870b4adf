"""Numbers about trained autoencoders: similarity, prefixes, densities, bounds, replacement."""

from quadric.analysis.bounds import pca_bound, product_spectrum, random_bound
from quadric.analysis.decoding import reconstruct_inputs
from quadric.analysis.densities import Densities, densities
from quadric.analysis.evaluation import Evaluation, evaluate
from quadric.analysis.matching import (
    Matches,
    best_matches,
    permutation_matrix,
    permutation_similarity,
)
from quadric.analysis.prefixes import GreedyOrder, Prefixes, greedy_order, prefix_errors
from quadric.analysis.similarity import frobenius_matrix, frobenius_similarity
from quadric.analysis.stability import FoundAgain, latent_stability, subspace_stability

__all__ = [
    "Densities",
    "Evaluation",
    "FoundAgain",
    "GreedyOrder",
    "Matches",
    "Prefixes",
    "best_matches",
    "densities",
    "evaluate",
    "frobenius_matrix",
    "frobenius_similarity",
    "greedy_order",
    "latent_stability",
    "pca_bound",
    "permutation_matrix",
    "permutation_similarity",
    "prefix_errors",
    "product_spectrum",
    "random_bound",
    "reconstruct_inputs",
    "subspace_stability",
]
