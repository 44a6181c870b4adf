"""Manifold and model -> swaps, ablations, moves along it, steering."""
