"""Subspaces of the input space, one or many at once: what they share, and what they span together.

A subspace is kept as an orthonormal basis U, and is the same for every basis of it: all that is
computed here depends on the projector UUᵀ alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from quadric.threads import one_thread

__all__ = ["Subspace", "SubspaceStack", "second_moments"]

ORTHONORMAL_TOLERANCE = 1e-2
"""How far UᵀU may be from the identity: bases kept in half precision pass, others' vectors not."""
COMPARED_AT_ONCE = 256
"""Subspaces that `distinct` compares at once with those already kept."""


@dataclass(frozen=True, eq=False)
class Subspace:
    """The span of the orthonormal columns of `basis`; its rank is their number.

    >>> plane, line = Subspace(torch.eye(3)[:, :2]), Subspace(torch.eye(3)[:, 1:2])
    >>> plane.overlap(line), plane.strict_overlap(line), plane.complement().rank
    (tensor(1.), tensor(0.5000), 1)
    """

    basis: Float[Tensor, "d k"]
    """U, with UᵀU = 1."""

    def __post_init__(self) -> None:
        _check_orthonormal(self.basis, torch.ones_like(self.basis[0]))

    @classmethod
    @one_thread()
    def span(cls, vectors: Float[Tensor, "d m"], tolerance: float | None = None) -> Subspace:
        """The span of any vectors, given as columns: dependent ones are allowed.

        Directions with singular values up to `tolerance` times the largest are left out; by
        default, rounding alone.
        """
        axes, values, _ = torch.linalg.svd(vectors, full_matrices=False)
        if tolerance is None:
            tolerance = max(vectors.shape) * torch.finfo(vectors.dtype).eps
        return cls(axes[:, values > tolerance * values[:1]])

    @classmethod
    def principal(cls, x: Float[Tensor, "n d"], rank: int) -> Subspace:
        """The first principal components of samples: their leading directions about the mean."""
        centred = x - x.mean(0)
        covariance = centred.T @ centred
        with one_thread():
            axes = torch.linalg.eigh(covariance).eigenvectors
        return cls(axes.flip(1)[:, :rank])

    @classmethod
    def random(cls, d: int, rank: int, seed: int = 0) -> Subspace:
        """The span of directions drawn at random."""
        return SubspaceStack.random(1, d, rank, seed)[0]

    @property
    def d(self) -> int:
        """Dimension of the space around it."""
        return self.basis.shape[0]

    @property
    def rank(self) -> int:
        """Its own dimension."""
        return self.basis.shape[1]

    def coordinates(self, x: Float[Tensor, "*n d"]) -> Float[Tensor, "*n k"]:
        """Uᵀx."""
        return x @ self.basis

    def project(self, x: Float[Tensor, "*n d"]) -> Float[Tensor, "*n d"]:
        """UUᵀx: the part of x inside."""
        return x @ self.basis @ self.basis.T

    def shared(self, other: Subspace) -> Float[Tensor, ""]:
        """‖UᵀV‖²: the sum of the squared cosines of the principal angles, 0 to the smaller rank."""
        return (self.basis.T @ other.basis).square().sum()

    def overlap(self, other: Subspace) -> Float[Tensor, ""]:
        """‖UᵀV‖² / min(k, l): 1 if the smaller subspace lies in the other, 0 if orthogonal."""
        return self.shared(other) / max(1, min(self.rank, other.rank))

    def strict_overlap(self, other: Subspace) -> Float[Tensor, ""]:
        """‖UᵀV‖² / max(k, l): 1 only if they are the same subspace."""
        return self.shared(other) / max(1, self.rank, other.rank)

    def prefix_overlap(self, other: Subspace) -> Float[Tensor, "k"]:
        """‖UₖᵀVₖ‖² / k of the first k columns of both, for every k that both have."""
        shared = (self.basis.T @ other.basis).square().cumsum(0).cumsum(1).diagonal()
        return shared / torch.arange(1, len(shared) + 1, device=shared.device)

    def cosines(self, other: Subspace) -> Float[Tensor, "k"]:
        """Cosines of the principal angles, falling: as many as the smaller rank."""
        return torch.linalg.svdvals(self.basis.T @ other.basis)

    def angles(self, other: Subspace) -> Float[Tensor, "k"]:
        """Principal angles in radians, rising.

        From sine and cosine together: a cosine alone loses half the digits of a small angle.
        """
        small, large = (self, other) if self.rank <= other.rank else (other, self)
        outside = small.basis - large.project(small.basis.T).T
        sines = torch.linalg.svdvals(outside).flip(0)
        return torch.atan2(sines, small.cosines(large))

    @one_thread()
    def union(self, other: Subspace, aligned: float | None = None) -> Subspace:
        """What both span together; directions at a cosine above `aligned` count as one.

        Two unit vectors at a cosine c have singular values √(1 ± c), which tells how many
        directions there are.
        """
        both = torch.cat([self.basis, other.basis.to(self.basis)], 1)
        if aligned is None:
            return Subspace.span(both)
        axes, values, _ = torch.linalg.svd(both, full_matrices=False)
        return Subspace(axes[:, values > (1 - aligned) ** 0.5])

    @one_thread()
    def complement(self) -> Subspace:
        """All directions orthogonal to this subspace."""
        full = torch.linalg.qr(self.basis, mode="complete").Q
        return Subspace(full[:, self.rank :])

    def to(self, like: Tensor | torch.device | torch.dtype | str) -> Subspace:
        """On this device, in this dtype, or both as a tensor's."""
        return Subspace(self.basis.to(like))

    def __repr__(self) -> str:
        return f"Subspace(rank={self.rank}, d={self.d})"


@dataclass(frozen=True, eq=False)
class SubspaceStack:
    """Many subspaces of one space, which may have different ranks.

    `stack[i]` is one subspace, `stack[2:5]` and `stack[indices]` are stacks again.
    """

    bases: Float[Tensor, "n d k"]
    """Orthonormal columns; a column of zeros stands for a dimension that is not there."""

    def __post_init__(self) -> None:
        _check_orthonormal(self.bases, self.present.to(self.bases))

    @classmethod
    def of(cls, subspaces: Sequence[Subspace]) -> SubspaceStack:
        """A stack of single subspaces, at least one."""
        most = max(subspace.rank for subspace in subspaces)
        pad = torch.nn.functional.pad
        return cls(torch.stack([pad(s.basis, (0, most - s.rank)) for s in subspaces]))

    @classmethod
    def random(
        cls, count: int, d: int, rank: int, seed: int | torch.Generator = 0
    ) -> SubspaceStack:
        """Subspaces in directions drawn at random."""
        draw = torch.Generator().manual_seed(seed) if isinstance(seed, int) else seed
        drawn = torch.randn(count, d, rank, generator=draw)
        with one_thread():
            return cls(torch.linalg.qr(drawn).Q)

    def __len__(self) -> int:
        return len(self.bases)

    @overload
    def __getitem__(self, index: int) -> Subspace: ...
    @overload
    def __getitem__(self, index: slice | Tensor | list[int]) -> SubspaceStack: ...
    def __getitem__(self, index: int | slice | Tensor | list[int]) -> Subspace | SubspaceStack:
        if isinstance(index, int):
            return Subspace(self.bases[index][:, self.present[index]])
        return SubspaceStack(self.bases[index])

    def __iter__(self) -> Iterator[Subspace]:
        return (self[i] for i in range(len(self)))

    @property
    def present(self) -> Bool[Tensor, "n k"]:
        """Which columns are there: those of zeros are not."""
        return self.bases.detach().square().sum(1) > 0.5

    @property
    def ranks(self) -> Int[Tensor, "n"]:
        """How many directions each has."""
        return self.present.sum(1)

    def coordinates(self, x: Float[Tensor, "*b d"]) -> Float[Tensor, "n *b k"]:
        """U_iᵀx in every subspace."""
        return torch.einsum("...d,ndk->n...k", x, self.bases)

    def shared(self, other: SubspaceStack) -> Float[Tensor, "n m"]:
        """‖U_iᵀV_j‖²."""
        (n, _, k), (m, _, other_k) = self.bases.shape, other.bases.shape
        products = self.bases.mT.flatten(0, 1) @ other.bases.mT.flatten(0, 1).T
        return products.square().view(n, k, m, other_k).sum((1, 3))

    def overlap(self, other: SubspaceStack) -> Float[Tensor, "n m"]:
        """‖U_iᵀV_j‖² / min(k, l): 1 if the smaller subspace lies in the other, 0 if orthogonal."""
        rank = torch.minimum(self.ranks[:, None], other.ranks)
        return self.shared(other) / rank.clamp(min=1)

    def strict_overlap(self, other: SubspaceStack) -> Float[Tensor, "n m"]:
        """‖U_iᵀV_j‖² / max(k, l): 1 only if they are the same subspace."""
        rank = torch.maximum(self.ranks[:, None], other.ranks)
        return self.shared(other) / rank.clamp(min=1)

    def distinct(
        self, threshold: float = 0.5, limit: int | None = None, strict: bool = False
    ) -> Int[Tensor, "kept"]:
        """Indices of those, first to last, that overlap none kept before by `threshold` or more.

        It stops once `limit` are kept, so that its cost is that of the subspaces looked at. With
        `strict`, the overlap is over the larger rank: a line inside a plane is another subspace.
        """
        overlap = SubspaceStack.strict_overlap if strict else SubspaceStack.overlap
        kept: list[int] = []
        for start in range(0, len(self), COMPARED_AT_ONCE):
            block = self[start : start + COMPARED_AT_ONCE]
            near = (overlap(block, self[kept]) >= threshold).any(1)
            inside = overlap(block, block) >= threshold
            for i in range(len(block)):
                if not near[i]:
                    kept.append(start + i)
                    near |= inside[i]
                    if len(kept) == limit:
                        return torch.tensor(kept)
        return torch.tensor(kept, dtype=torch.int64)

    def to(self, like: Tensor | torch.device | torch.dtype | str) -> SubspaceStack:
        """On this device, in this dtype, or both as a tensor's."""
        return SubspaceStack(self.bases.to(like))

    def __repr__(self) -> str:
        n, d, k = self.bases.shape
        return f"SubspaceStack({n} subspaces of rank up to {k}, d={d})"


def second_moments(x: Float[Tensor, "n d"]) -> tuple[Float[Tensor, "d"], Float[Tensor, "d d"]]:
    """Eigenvalues of XᵀX/n, rising, and its eigenvectors as columns, in float64.

    Of samples about their mean: their variances along their principal axes, least first.
    """
    moments = (x.T @ x / len(x)).double()
    with one_thread():
        values, axes = torch.linalg.eigh(moments)
    return values, axes


def _check_orthonormal(basis: Tensor, present: Tensor) -> None:
    """Refuse bases of which UᵀU is not the identity on the columns that are there."""
    basis = basis.detach().to(torch.promote_types(basis.dtype, torch.float32))
    off = (basis.mT @ basis - torch.diag_embed(present)).abs()
    if off.numel() and not float(off.max()) <= ORTHONORMAL_TOLERANCE:
        raise ValueError(
            f"a basis of shape {tuple(basis.shape)} whose columns are not orthonormal: UᵀU is off "
            f"by {float(off.max()):.2g}; take Subspace.span(vectors)"
        )
