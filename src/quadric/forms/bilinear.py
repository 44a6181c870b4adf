"""Quadratic forms kept as sums of factor pairs: any combination of latents, never d × d."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.forms.display import panel
from quadric.forms.quadric import Quadric
from quadric.shapes import Inputs, PerSample

__all__ = ["BilinearForm", "Eigen", "Signature"]


class Eigen(NamedTuple):
    """Eigenvalues by falling magnitude, and their orthonormal eigenvectors as columns."""

    values: Float[Tensor, "k"]
    vectors: Float[Tensor, "d k"]


class Signature(NamedTuple):
    """How many directions of a form curve up, curve down, and are flat (Sylvester's law)."""

    positive: int
    negative: int
    zero: int


@dataclass(frozen=True, eq=False)
class BilinearForm:
    """q(x) = Σ_i w_i (l_i·x)(r_i·x), the form of the matrix Σ_i w_i ½(l_i r_iᵀ + r_i l_iᵀ).

    Only the symmetric part of l ⊗ r acts on x ⊗ x, so every comparison uses it: swapping l and r
    changes nothing. Forms can be added and scaled; the factors are then collected, not multiplied
    out. A lifted form acts on [x, 1]/√2, and so has linear and constant terms as well.

    >>> form = BilinearForm(torch.ones(1), torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 2.0]]))
    >>> form(torch.tensor([3.0, 1.0])), (2 * form + form).signature()
    (tensor(6.), Signature(positive=1, negative=1, zero=0))
    """

    weights: Float[Tensor, "k"]
    """w, one weight a factor pair."""
    left: Float[Tensor, "k d"]
    """l_i, one a row."""
    right: Float[Tensor, "k d"]
    """r_i, one a row."""
    lifted: bool = False
    """Whether the factors' last entry multiplies the constant of the lifted input."""

    def __post_init__(self) -> None:
        if not len(self.weights) == len(self.left) == len(self.right):
            raise ValueError(
                f"{len(self.weights)} weights for {len(self.left)} left and {len(self.right)} "
                "right factors: give as many of each"
            )

    @property
    def d(self) -> int:
        """Width of the factors: that of the inputs, plus one if the form is lifted."""
        return self.left.shape[1]

    def __call__(self, x: Inputs) -> PerSample:
        """q(x), of x as it is given (autoencoders bring x to norm one first)."""
        if x.shape[-1] != self.d - self.lifted:
            raise ValueError(
                f"x of shape {tuple(x.shape)}: its last dimension must be {self.d - self.lifted}"
            )
        if self.lifted:
            x = torch.cat([x, x.new_ones(*x.shape[:-1], 1)], -1) / math.sqrt(2)
        return (x @ self.left.T * (x @ self.right.T)) @ self.weights

    def __add__(self, other: BilinearForm) -> BilinearForm:
        if self.lifted != other.lifted or self.d != other.d:
            raise ValueError(
                f"forms over inputs of different kinds can't be added: width {self.d} "
                f"(lifted: {self.lifted}) and width {other.d} (lifted: {other.lifted})"
            )
        return BilinearForm(
            torch.cat([self.weights, other.weights]),
            torch.cat([self.left, other.left]),
            torch.cat([self.right, other.right]),
            self.lifted,
        )

    def __mul__(self, scalar: float) -> BilinearForm:
        return BilinearForm(self.weights * scalar, self.left, self.right, self.lifted)

    __rmul__ = __mul__

    def __neg__(self) -> BilinearForm:
        return -1 * self

    def __sub__(self, other: BilinearForm) -> BilinearForm:
        return self + -other

    def inner(self, other: BilinearForm) -> Float[Tensor, ""]:
        """⟨q, q'⟩ = Σ_ij w_i w'_j ½[(l_i·l'_j)(r_i·r'_j) + (l_i·r'_j)(r_i·l'_j)]."""
        same = (self.left @ other.left.T) * (self.right @ other.right.T)
        crossed = (self.left @ other.right.T) * (self.right @ other.left.T)
        return self.weights @ (same + crossed) @ other.weights / 2

    def norm(self) -> Float[Tensor, ""]:
        """Frobenius norm of the form's symmetric matrix."""
        return self.inner(self).clamp(min=0).sqrt()

    def similarity(self, other: BilinearForm) -> Float[Tensor, ""]:
        """Cosine of the angle between two forms, from the weights alone."""
        return self.inner(other) / (self.norm() * other.norm())

    def to_dense(self) -> Float[Tensor, "d d"]:
        """The symmetric matrix, materialised."""
        product = (self.weights[:, None] * self.left).T @ self.right
        return (product + product.T) / 2

    def eigh(self, k: int | None = None) -> Eigen:
        """The k eigenpairs of largest magnitude; all that can be non-zero, if k is None.

        With t terms the form lives in the span of 2t factors, so that a QR of the factors leaves a
        2t × 2t problem: O(d·t²). A d × d one is solved only when there are as many factors.
        """
        terms = len(self.weights)
        if 2 * terms >= self.d:
            values, vectors = torch.linalg.eigh(self.to_dense())
        else:
            basis, triangle = torch.linalg.qr(torch.cat([self.left, self.right]).T)
            product = (triangle[:, :terms] * self.weights) @ triangle[:, terms:].T
            values, small = torch.linalg.eigh((product + product.T) / 2)
            vectors = basis @ small
        order = values.abs().argsort(descending=True, stable=True)[:k]
        return Eigen(values[order], vectors[:, order])

    def subspace(self, k: int = 3) -> Float[Tensor, "d k"]:
        """The k directions of the input that the form depends on most, from the weights alone."""
        form = self.quadratic() if self.lifted else self
        return form.eigh(k).vectors

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

    def quadratic(self) -> BilinearForm:
        """The purely quadratic part: a lifted form without its linear and constant terms."""
        if not self.lifted:
            return self
        return BilinearForm(self.weights / 2, self.left[:, :-1], self.right[:, :-1])

    def quadric(self) -> Quadric:
        """The form as a quadric of the input space: its centre, axes, curvatures and constant."""
        quadratic = self.quadratic()
        values, vectors = quadratic.eigh()
        eps = 10 * self.d * torch.finfo(values.dtype).eps
        curved = values.abs() > eps * values.abs().max() if len(values) else values.bool()
        values, vectors = values[curved], vectors[:, curved]
        if not self.lifted:
            zero = self.left.new_zeros(self.d)
            return Quadric(zero, vectors, values, zero, self.left.new_zeros(()))
        half = self.weights / 2
        linear = (half * self.left[:, -1]) @ self.right[:, :-1]
        linear = linear + (half * self.right[:, -1]) @ self.left[:, :-1]
        constant = (half * self.left[:, -1]) @ self.right[:, -1]
        along = vectors.T @ linear
        centre = -vectors @ (along / (2 * values))
        flat = linear - vectors @ along
        return Quadric(centre, vectors, values, flat, constant - (along**2 / (4 * values)).sum())

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
        return f"BilinearForm({len(self.weights)} terms, d={self.d}{lifted})"
