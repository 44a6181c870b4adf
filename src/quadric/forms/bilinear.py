"""Quadratic forms kept as sums of factor pairs: any combination of latents, never d × d."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.forms.display import panel
from quadric.forms.factored import Factored
from quadric.forms.quadric import Quadric
from quadric.forms.subspace import Subspace

__all__ = ["BilinearForm", "Signature"]


class Signature(NamedTuple):
    """How many directions of a form curve up, curve down, and are flat (Sylvester's law)."""

    positive: int
    negative: int
    zero: int


@dataclass(frozen=True, eq=False)
class BilinearForm(Factored):
    """q(x) = Σ_i w_i (l_i·x)(r_i·x), the form of the matrix Σ_i w_i ½(l_i r_iᵀ + r_i l_iᵀ).

    Forms can be added and scaled; the factors are then collected, not multiplied out. A lifted form
    acts on [x, 1]/√2, and so has linear and constant terms as well.

    >>> form = BilinearForm(torch.ones(1), torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 2.0]]))
    >>> form(torch.tensor([3.0, 1.0])), (2 * form + form).signature()
    (tensor(6.), Signature(positive=1, negative=1, zero=0))
    """

    weights: Float[Tensor, "k"]
    left: Float[Tensor, "k d"]
    right: Float[Tensor, "k d"]
    lifted: bool = False

    def __add__(self, other: BilinearForm) -> BilinearForm:
        self._check_inputs(other)
        return BilinearForm(
            torch.cat([self.weights, other.weights]),
            torch.cat([self.left, other.left]),
            torch.cat([self.right, other.right]),
            self.lifted,
        )

    def __sub__(self, other: BilinearForm) -> BilinearForm:
        return self + -other

    def subspace(self, k: int = 3) -> Subspace:
        """The k directions of the input that the form depends on most, from the weights alone."""
        return Subspace(self.quadratic().eigh(k).vectors)

    def signature(self, tolerance: float | None = None) -> Signature:
        """Counts of positive, negative and zero eigenvalues.

        Eigenvalues below `tolerance` times the largest count as zero; by default, rounding alone.
        """
        values = self.eigh().values
        largest = values.abs().max() if len(values) else 0.0
        if tolerance is None:
            tolerance = 10 * self.d * torch.finfo(values.dtype).eps
        positive = int((values > tolerance * largest).sum())
        negative = int((values < -tolerance * largest).sum())
        return Signature(positive, negative, self.d - positive - negative)

    def quadric(self) -> Quadric:
        """The form as a quadric of the input space: its centre, axes, curvatures and constant."""
        values, vectors = self.quadratic().eigh()
        eps = 10 * self.d * torch.finfo(values.dtype).eps
        curved = values.abs() > eps * values.abs().max() if len(values) else values.bool()
        values, vectors = values[curved], vectors[:, curved]
        linear = self.linear()
        along = vectors.T @ linear
        centre = -vectors @ (along / (2 * values))
        flat = linear - vectors @ along
        level = self.constant() - (along**2 / (4 * values)).sum()
        return Quadric(centre, vectors, values, flat, level)

    def _repr_html_(self) -> str:
        values = self.eigh(5).values.tolist() if len(self.weights) else []
        rows = {
            "width": self.d,
            "terms": len(self.weights),
            "acts on": "[x, 1]/√2" if self.lifted else "x",
            "norm": f"{float(self.norm()):.4g}",
            "largest eigenvalues": ", ".join(f"{value:.4g}" for value in values) or "none",
        }
        return panel("BilinearForm", rows)

    def __repr__(self) -> str:
        lifted = ", lifted" if self.lifted else ""
        terms = "1 term" if self.terms == 1 else f"{self.terms} terms"
        return f"BilinearForm({terms}, d={self.d}{lifted})"
