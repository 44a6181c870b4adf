"""SSE, cumulative SSE, Hoyer density, and how they add up."""

from quadric.objective.density import density_weights, hoyer_density
from quadric.objective.loss import Loss, error_and_density

__all__ = ["Loss", "density_weights", "error_and_density", "hoyer_density"]
