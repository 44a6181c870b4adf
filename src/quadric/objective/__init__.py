"""SSE, cumulative SSE, Hoyer density, and how they add up."""

from quadric.objective.density import density_weights, hoyer_density
from quadric.objective.loss import Loss, error_and_density
from quadric.objective.reduction import Reduction

__all__ = ["Loss", "Reduction", "density_weights", "error_and_density", "hoyer_density"]
