"""The quadric that samples lie on: a level set fitted to them by least squares."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float
from scipy.linalg import eigh

from quadric.gallery import SubspaceForm

__all__ = ["fit_level_set"]

SLOPE_RIDGE = 1e-12
"""Of the slopes: keeps forms that do not change at all from counting as flawless."""


def fit_level_set(points: Float[np.ndarray, "n k"]) -> SubspaceForm | None:
    """The quadric q(u) = uᵀAu + bᵀu + c whose level set q = 0 lies nearest to points in 3D.

    It minimises Σq(u)² / Σ‖∇q(u)‖² (Taubin 1991), which is the mean squared distance from the
    level set to first order: a generalised eigenproblem of size nine. Its residual is the root of
    that, over the root mean square distance of the points from their middle. None for fewer than
    three dimensions or than twenty points.
    """
    if points.shape[1] < 3 or len(points) < 20:
        return None
    middle = points[:, :3].mean(0).astype(np.float64)
    size = float(np.sqrt(np.square(points[:, :3] - middle).sum(1).mean()))
    if size == 0:
        return None
    u = (points[:, :3] - middle) / size
    one, none = np.ones(len(u)), np.zeros(len(u))
    x, y, z = u.T
    terms = np.stack([x * x, y * y, z * z, x * y, x * z, y * z, x, y, z])
    slopes = np.stack(
        [
            np.stack([2 * x, none, none, y, z, none, one, none, none]),
            np.stack([none, 2 * y, none, x, none, z, none, one, none]),
            np.stack([none, none, 2 * z, none, x, y, none, none, one]),
        ]
    )
    # The best constant makes the mean of q zero.
    mean = terms.mean(1)
    errors = (terms - mean[:, None]) @ (terms - mean[:, None]).T / len(u)
    steep = np.einsum("cin,cjn->ij", slopes, slopes) / len(u)
    best = eigh(errors, steep + SLOPE_RIDGE * np.trace(steep) * np.eye(len(terms)))[1][:, 0]
    residual = np.sqrt(max(best @ errors @ best, 0.0) / max(best @ steep @ best, 1e-30))
    constant = -mean @ best
    a, b, c, d, e, f, *linear = best
    matrix = np.array([[a, d / 2, e / 2], [d / 2, b, f / 2], [e / 2, f / 2, c]]) / size**2
    at = np.array(linear) / size
    # From the points' own middle and size back to the coordinates that they were given in.
    return SubspaceForm(
        matrix,
        at - 2 * matrix @ middle,
        float(middle @ matrix @ middle - at @ middle + constant),
        residual=float(residual),
    )
