"""Coordinates in which directions that every sample varies in count less.

A class of few samples (months, ordinals) hardly shows in directions in which all samples vary. With
C the covariance of all samples and c its mean eigenvalue, z = W(x − mean), W = (1 + C/(κc))^(−½),
leaves directions of little variance as they are and holds the variance of the others below κc:
where a set of samples stands out in z, it does so beyond what all samples do. A form of z is a form
of x: ‖Vᵀz‖² = ‖(WV)ᵀ(x − mean)‖².
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.forms.subspace import second_moments
from quadric.threads import one_thread

__all__ = ["KNEE", "Whitening"]

KNEE = 4.0
"""κ: on language, 1 makes more of rare classes, and two seeds agree less on what they find."""


CHUNK_SAMPLES = 2048
"""Samples that are whitened at once: about their mean, they stay in the processor's cache."""


@dataclass(frozen=True)
class Whitening:
    """z = W(x − mean)."""

    mean: Float[Tensor, "d"]
    scaling: Float[Tensor, "d d"]
    """W, symmetric."""

    @classmethod
    def of(cls, x: Float[Tensor, "n d"], knee: float = KNEE) -> Whitening:
        """From the mean and covariance of samples."""
        mean = x.mean(0)
        values, axes = second_moments(x - mean)
        values = values.clamp(min=0)
        scale = (1 + values / (knee * values.mean()).clamp(min=1e-30)).rsqrt()
        return cls(mean, ((axes * scale) @ axes.T).to(x))

    @classmethod
    def none(cls, mean: Float[Tensor, "d"]) -> Whitening:
        """The samples about a mean, as they are."""
        return cls(mean, torch.eye(len(mean)).to(mean))

    def __call__(self, x: Float[Tensor, "n d"]) -> Float[Tensor, "n d"]:
        """Samples in these coordinates."""
        found = torch.empty_like(x)
        for part, out in zip(x.split(CHUNK_SAMPLES), found.split(CHUNK_SAMPLES), strict=True):
            torch.mm(part - self.mean, self.scaling, out=out)
        return found

    def read(self, axes: Float[Tensor, "d k"]) -> tuple[Float[Tensor, "d k"], Float[Tensor, "k k"]]:
        """The orthonormal U and R with WV = UR: what V reads, Vᵀz = RᵀUᵀ(x − mean), lies in U."""
        with one_thread():
            basis, turned = torch.linalg.qr(self.scaling @ axes)
        return basis, turned
