"""Many forms at once: the latents of an autoencoder, or composites of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import overload

from jaxtyping import Float, Int
from torch import Tensor

from quadric.forms.bilinear import BilinearForm
from quadric.forms.factored import Factored
from quadric.forms.subspace import SubspaceStack
from quadric.kernels.tiled import TILE
from quadric.kernels.tiles import spans

__all__ = ["FormStack"]


@dataclass(frozen=True, eq=False)
class FormStack(Factored):
    """q_i(x) = Σ_t w_it (l_it·x)(r_it·x): n forms of t factor pairs each.

    `stack[i]` is one form, `stack[2:5]` and `stack[indices]` are stacks again. Comparing two stacks
    gives n × m numbers; `tiles` gives them a tile at a time where that is too many to hold.

    >>> import torch
    >>> stack = FormStack.from_factors(torch.eye(3), torch.eye(3))
    >>> stack, stack[1], stack.gram().diagonal()
    (FormStack(3 forms of 1 term, d=3), BilinearForm(1 term, d=3), tensor([1., 1., 1.]))
    """

    weights: Float[Tensor, "n t"]
    left: Float[Tensor, "n t d"]
    right: Float[Tensor, "n t d"]
    lifted: bool = False

    @classmethod
    def from_factors(
        cls, left: Float[Tensor, "n d"], right: Float[Tensor, "n d"], lifted: bool = False
    ) -> FormStack:
        """Forms of one factor pair each, l_i ⊗ r_i: the latents of an autoencoder."""
        return cls(left.new_ones(len(left), 1), left[:, None], right[:, None], lifted)

    def __len__(self) -> int:
        return len(self.weights)

    @overload
    def __getitem__(self, index: int) -> BilinearForm: ...
    @overload
    def __getitem__(self, index: slice | Tensor | list[int]) -> FormStack: ...
    def __getitem__(self, index: int | slice | Tensor | list[int]) -> BilinearForm | FormStack:
        kind = BilinearForm if isinstance(index, int) else FormStack
        return kind(self.weights[index], self.left[index], self.right[index], self.lifted)

    def combine(self, members: Int[Tensor, "c m"], weights: Float[Tensor, "c m"]) -> FormStack:
        """Composites: row i is Σ_m weights_im · self[members_im], a form of m times the terms."""
        return FormStack(
            (weights[..., None] * self.weights[members]).flatten(1),
            self.left[members].flatten(1, 2),
            self.right[members].flatten(1, 2),
            self.lifted,
        )

    def multiply(
        self, weights: Float[Tensor, "b n"], v: Float[Tensor, "b d"]
    ) -> Float[Tensor, "b d"]:
        """(Σ_j g_j Q_j) v, the matrix of a combination g of all forms times v, row by row.

        ½[Lᵀ(g ⊙ Rv) + Rᵀ(g ⊙ Lv)]: O(d) a factor pair, and no combination is written out.
        """
        left, right = self.left.flatten(0, 1), self.right.flatten(0, 1)
        g = (weights[:, :, None] * self.weights).flatten(1)
        return ((v @ right.T).mul_(g) @ left).addmm_((v @ left.T).mul_(g), right).div_(2)

    def gram(self, other: FormStack | None = None) -> Float[Tensor, "n m"]:
        """⟨q_i, q'_j⟩ for all pairs, with the stack itself if there is no other."""
        return self.inner(self if other is None else other)

    def tiles(
        self, other: FormStack, tile: int = TILE
    ) -> Iterator[tuple[slice, slice, Float[Tensor, "i j"]]]:
        """`gram(other)` one tile at a time, down the columns, and the rows and columns of each."""
        for j in spans(len(other), tile):
            columns = other[j]
            for i in spans(len(self), tile):
                yield i, j, self[i].inner(columns)

    def subspaces(self, k: int = 3) -> SubspaceStack:
        """The k directions of the input that each form depends on most, from the weights alone."""
        return SubspaceStack(self.quadratic().eigh(k).vectors)

    def __repr__(self) -> str:
        terms = "1 term" if self.terms == 1 else f"{self.terms} terms"
        lifted = ", lifted" if self.lifted else ""
        return f"FormStack({len(self)} forms of {terms}, d={self.d}{lifted})"
