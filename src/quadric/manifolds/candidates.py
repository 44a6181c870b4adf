"""Composites that the weights propose: clusters of latents that reconstruct together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.objective.density import from_norms

__all__ = ["Candidates", "candidates"]

TILE = 512
"""Rows of DᵀD that are held at once."""


@dataclass(frozen=True)
class Candidates:
    """Composites, one an entry, the most clustered first."""

    density: Float[Tensor, "c"]
    """Hoyer density of the fourth powers of the row: how many latents the cluster has."""
    members: Int[Tensor, "c m"]
    """The latents with the strongest entries, strongest first."""
    weights: Float[Tensor, "c m"]
    """Those entries, with their signs."""
    eigenvalues: Float[Tensor, "c r"]
    """The composite form's spectrum, largest magnitude first."""
    subspaces: Float[Tensor, "c d 3"]
    """Its three leading eigenvectors."""

    def __len__(self) -> int:
        return len(self.density)

    def __getitem__(self, index: Tensor | slice) -> Candidates:
        return Candidates(*(getattr(self, field.name)[index] for field in fields(self)))


@torch.no_grad()
def candidates(
    ae: BilinearAutoencoder,
    x: Float[Tensor, "n d"] | None = None,
    members: int = 10,
    progress: Callable[[int], None] | None = None,
) -> Candidates:
    """Every latent's row of DᵀD as a composite of its strongest entries (sec:manifolds).

    Row i scores Hoyer((DᵀD)_i⁴); its `members` largest entries by magnitude are the weights of the
    composite form, whose leading eigenvectors are the subspace. Presets without mixing have no D:
    there the row is ½(cos of the forms + cos of their activations on the samples x).
    """
    if ae.config.gate is not None:
        raise ValueError(f"latents with a {ae.config.gate} gate are no forms: no manifold follows")
    rows = _rows(ae, x)
    found: list[tuple[Tensor, ...]] = []
    count = min(members, ae.config.n_latents)
    for start in range(0, ae.config.n_latents, TILE):
        row = rows(slice(start, start + TILE))
        powers = row.square().square_()
        density = from_norms(powers.sum(1), powers.norm(dim=1), row.shape[1])
        strongest = powers.topk(count, dim=1).indices
        weights = row.gather(1, strongest)
        found.append((density, strongest, weights, *_spectra(ae, strongest, weights)))
        if progress is not None:
            progress(min(start + TILE, ae.config.n_latents))
    every = Candidates(*(torch.cat(part) for part in zip(*found, strict=True)))
    return every[every.density.argsort(descending=True, stable=True)]


def _rows(ae: BilinearAutoencoder, x: Tensor | None) -> Callable[[slice], Tensor]:
    if ae.down is not None:
        down = ae.down.float()
        return lambda part: down[:, part].T @ down
    if x is None:
        raise ValueError(
            f"a {ae.config.kind} autoencoder has no mixing that groups its latents: give samples, "
            "from which their co-activation follows"
        )
    f = ae.encode(x).float()
    f = f / f.norm(dim=0).clamp(min=torch.finfo(f.dtype).tiny)
    left, right = ae.left.float(), ae.right.float()
    own = (left.square().sum(1) * right.square().sum(1) + (left * right).sum(1).square()) / 2
    scale = own.rsqrt()

    def rows(part: slice) -> Tensor:
        same = (left[part] @ left.T) * (right[part] @ right.T)
        crossed = (left[part] @ right.T) * (right[part] @ left.T)
        kernel = (same + crossed) / 2 * scale[part, None] * scale
        return (kernel + f[:, part].T @ f) / 2

    return rows


def _spectra(ae: BilinearAutoencoder, members: Tensor, weights: Tensor) -> tuple[Tensor, Tensor]:
    """Eigenvalues and leading eigenvectors of many composites, as `BilinearForm.eigh` has them.

    A composite of m latents lives in the span of its 2m factors, where it is a 2m × 2m problem.
    """
    d = ae.config.d_in
    left, right = ae.left[members, :d].float(), ae.right[members, :d].float()
    basis, triangle = torch.linalg.qr(torch.cat([left, right], dim=1).mT)
    m = members.shape[1]
    weight = weights / 2 if ae.config.bias else weights
    product = (triangle[..., :m] * weight[:, None]) @ triangle[..., m:].mT
    values, small = torch.linalg.eigh((product + product.mT) / 2)
    order = values.abs().argsort(dim=1, descending=True, stable=True)
    vectors = basis @ small.gather(2, order[:, None, :3].expand(-1, small.shape[1], -1))
    if vectors.shape[2] < 3:
        raise ValueError("the autoencoder has too few latents or inputs for a 3D subspace")
    return values.gather(1, order), vectors
