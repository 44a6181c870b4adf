"""The geometry of a form: where its level sets sit and how they curve."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.shapes import Inputs, PerSample

__all__ = ["Quadric"]


@dataclass(frozen=True, eq=False)
class Quadric:
    """q(x) = Σ_i c_i (a_i·(x − centre))² + linear·x + constant, in the form's own axes a_i."""

    centre: Float[Tensor, "d"]
    """The point where the curved part has no slope; the origin, unless the form is lifted."""
    axes: Float[Tensor, "d r"]
    """a_i, the orthonormal directions along which the form curves, strongest first."""
    curvatures: Float[Tensor, "r"]
    """c_i, positive where the form curves up."""
    linear: Float[Tensor, "d"]
    """The slope along directions that do not curve, as on a paraboloid; zero if it has a centre."""
    constant: Float[Tensor, ""]
    """q(centre)."""

    def __call__(self, x: Inputs) -> PerSample:
        """q(x)."""
        along = (x - self.centre) @ self.axes
        return along.square() @ self.curvatures + x @ self.linear + self.constant

    def semi_axes(self, level: float) -> Float[Tensor, "r"]:
        """Distance from the centre to the level set q(x) = level along each axis.

        Infinite along axes that never reach the level: an ellipsoid's are all finite.
        """
        square = (level - self.constant) / self.curvatures
        return torch.where(square >= 0, square.clamp(min=0).sqrt(), torch.inf)
