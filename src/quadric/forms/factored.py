"""Symmetric matrices kept as sums of factor pairs, one or many at once: never written out as d × d.

A form is q(x) = Σ_t w_t (l_t·x)(r_t·x). Only the symmetric part of l ⊗ r acts on x ⊗ x, so every
comparison uses it: ⟨l ⊗ r, l' ⊗ r'⟩ = ½[(l·l')(r·r') + (l·r')(r·l')], which swapping l and r does
not change. All of the algebra below is written once, for any leading axes `*n`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.forms.subspace import Subspace
from quadric.threads import one_thread

__all__ = ["Eigen", "Factored", "lift", "pair_products"]

F = TypeVar("F", bound="Factored")
"""A form or a stack of forms: what is made of either is of the same kind."""


class Eigen(NamedTuple):
    """Eigenvalues by falling magnitude, and their orthonormal eigenvectors as columns."""

    values: Float[Tensor, "*n k"]
    vectors: Float[Tensor, "*n d k"]


def lift(x: Float[Tensor, "*n e"], lifted: bool = True) -> Float[Tensor, "*n d"]:
    """[x, 1]/√2, of norm one if x is, so that no formula of forms changes; x if not `lifted`."""
    if not lifted:
        return x
    return torch.cat([x, x.new_ones(*x.shape[:-1], 1)], -1) / math.sqrt(2)


def pair_products(
    left: Float[Tensor, "*n i d"],
    right: Float[Tensor, "*n i d"],
    other_left: Float[Tensor, "*n j d"],
    other_right: Float[Tensor, "*n j d"],
) -> Float[Tensor, "*n i j"]:
    """½[(l_i·l'_j)(r_i·r'_j) + (l_i·r'_j)(r_i·l'_j)] for all pairs: the symmetric inner product."""
    same = (left @ other_left.mT).mul_(right @ other_right.mT)
    return same.addcmul_(left @ other_right.mT, right @ other_left.mT).mul_(0.5)


@dataclass(frozen=True, eq=False)
class Factored:
    """Forms as factor pairs with weights: what `BilinearForm` and `FormStack` have in common."""

    weights: Float[Tensor, "*n t"]
    """w, one weight a factor pair."""
    left: Float[Tensor, "*n t d"]
    """l, one a row."""
    right: Float[Tensor, "*n t d"]
    """r, one a row."""
    lifted: bool = False
    """Whether the factors' last entry multiplies the constant of the lifted input [x, 1]/√2."""

    def __post_init__(self) -> None:
        shapes = self.weights.shape, self.left.shape[:-1], self.right.shape[:-1]
        if len(set(shapes)) > 1:
            counts = "{} weights for {} left and {} right factors".format(*map(tuple, shapes))
            raise ValueError(f"{counts}: give as many of each")

    @property
    def d(self) -> int:
        """Width of the factors: that of the inputs, plus one if the forms are lifted."""
        return self.left.shape[-1]

    @property
    def terms(self) -> int:
        """How many factor pairs make up a form."""
        return self.left.shape[-2]

    def to(self: F, like: Tensor | torch.device | torch.dtype | str) -> F:
        """On this device, in this dtype, or both as a tensor's."""
        weights, left, right = (part.to(like) for part in (self.weights, self.left, self.right))
        return replace(self, weights=weights, left=left, right=right)

    def __call__(self, x: Float[Tensor, "*b e"]) -> Float[Tensor, "..."]:
        """q(x) of every form, of x as it is given (autoencoders bring x to norm one first)."""
        if x.shape[-1] != self.d - self.lifted:
            raise ValueError(
                f"x of shape {tuple(x.shape)}: its last dimension must be {self.d - self.lifted}"
            )
        x = lift(x, self.lifted)
        left, right = self._weighted().flatten(0, -2), self.right.flatten(0, -2)
        products = ((x @ left.T) * (x @ right.T)).unflatten(-1, self.weights.shape)
        return products.squeeze(-1) if self.terms == 1 else products.sum(-1)

    def __mul__(self: F, scalar: float) -> F:
        return replace(self, weights=self.weights * scalar)

    __rmul__ = __mul__

    def __neg__(self: F) -> F:
        return -1 * self

    def inner(self, other: Factored) -> Float[Tensor, "..."]:
        """⟨q, q'⟩ = Σ_st w_s w'_t ⟨l_s ⊗ r_s, l'_t ⊗ r'_t⟩ for all forms of either side."""
        self._check_inputs(other)
        products = pair_products(
            *(factor.flatten(0, -2) for factor in (self._weighted(), self.right)),
            *(factor.flatten(0, -2) for factor in (other._weighted(), other.right)),
        )
        split = products.view(self.weights.shape + other.weights.shape)
        axes = (self.weights.ndim - 1, split.ndim - 1)
        # Single terms have nothing to sum: without a copy, since a tile of these may be large.
        return split.squeeze(axes) if self.terms == other.terms == 1 else split.sum(axes)

    def paired(self: F, other: F) -> Float[Tensor, "*n"]:
        """⟨q_i, q'_i⟩ of every form with its counterpart: the diagonal of `inner`."""
        self._check_inputs(other)
        return pair_products(self._weighted(), self.right, other._weighted(), other.right).sum(
            (-2, -1)
        )

    def norm(self) -> Float[Tensor, "*n"]:
        """Frobenius norm of every form's symmetric matrix."""
        return self.paired(self).clamp(min=0).sqrt()

    def cosine(self, other: Factored) -> Float[Tensor, "..."]:
        """Cosine of the angle between forms, from the weights alone; 0 for a form of zero."""
        return self.unit().inner(other.unit())

    def unit(self: F) -> F:
        """The same forms with norm one; forms of zero stay zero."""
        norm = self.norm()[..., None]
        return replace(self, weights=self.weights / torch.where(norm > 0, norm, 1))

    def to_dense(self) -> Float[Tensor, "*n d d"]:
        """The symmetric matrices Σ_t w_t ½(l_t r_tᵀ + r_t l_tᵀ), materialised."""
        product = self._weighted().mT @ self.right
        return (product + product.mT) / 2

    def eigh(self, k: int | None = None) -> Eigen:
        """The k eigenpairs of largest magnitude; all that can be non-zero, if k is None.

        With t terms a form lives in the span of 2t factors, so that a QR of the factors leaves a
        2t × 2t problem: O(d·t²). A d × d one is solved only when there are as many factors.
        """
        if 2 * self.terms >= self.d:
            basis, product = None, self.to_dense()
        else:
            with one_thread():
                basis, triangle = torch.linalg.qr(torch.cat([self.left, self.right], -2).mT)
            left, right = triangle.split(self.terms, -1)
            product = (left * self.weights[..., None, :]) @ right.mT
            product = (product + product.mT) / 2
        with one_thread():
            values, small = torch.linalg.eigh(product)
        order = values.abs().argsort(dim=-1, descending=True, stable=True)[..., :k]
        small = small.gather(-1, order[..., None, :].expand(*small.shape[:-1], -1))
        return Eigen(values.gather(-1, order), small if basis is None else basis @ small)

    def quadratic(self: F) -> F:
        """The purely quadratic part: lifted forms without their linear and constant terms."""
        if not self.lifted:
            return self
        return type(self)(self.weights / 2, self.left[..., :-1], self.right[..., :-1])

    def linear(self) -> Float[Tensor, "*n e"]:
        """b of q(x) = quadratic(x) + b·x + c: zero, unless lifted."""
        if not self.lifted:
            return self.left.new_zeros(*self.weights.shape[:-1], self.d)
        left, right = self._weighted(), self.right
        crossed = left[..., -1:] * right[..., :-1] + right[..., -1:] * left[..., :-1]
        return crossed.sum(-2) / 2

    def constant(self) -> Float[Tensor, "*n"]:
        """c of q(x) = quadratic(x) + b·x + c: zero, unless lifted."""
        if not self.lifted:
            return self.weights.new_zeros(self.weights.shape[:-1])
        return (self.weights * self.left[..., -1] * self.right[..., -1]).sum(-1) / 2

    def restrict(self: F, subspace: Subspace) -> F:
        """The forms on a subspace: q(U c) as forms of the coordinates c."""
        basis = subspace.basis.to(self.left)
        if self.lifted:
            basis = torch.block_diag(basis, basis.new_ones(1, 1))
        return replace(self, left=self.left @ basis, right=self.right @ basis)

    def _weighted(self) -> Float[Tensor, "*n t d"]:
        return self.weights[..., None] * self.left

    def _check_inputs(self, other: Factored) -> None:
        if self.lifted != other.lifted or self.d != other.d:
            raise ValueError(
                "forms over inputs of different kinds can't be added or compared: width "
                f"{self.d} (lifted: {self.lifted}) and width {other.d} (lifted: {other.lifted})"
            )
