"""Composites that the weights propose: clusters of latents that reconstruct together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.manifolds.samples import Samples
from quadric.objective.density import from_norms
from quadric.progress import Progress, silent

__all__ = ["PAPER_MEMBERS", "Candidates", "candidates", "composites"]

PAPER_MEMBERS = 10
"""Latents in a composite of the paper."""
COACTIVATION_SAMPLES = 8192
"""Samples from which a preset without mixing learns which of its latents are active together."""
TILE_ROWS = 512
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

    def __getitem__(self, index: Tensor | slice | list[int]) -> Candidates:
        return Candidates(*(getattr(self, field.name)[index] for field in fields(self)))


@torch.no_grad()
def candidates(
    ae: BilinearAutoencoder,
    x: Float[Tensor, "n d"] | None = None,
    members: int = PAPER_MEMBERS,
    progress: Progress = silent,
) -> Candidates:
    """Every latent's row of DᵀD as a composite of its strongest entries (sec:manifolds).

    Row i scores Hoyer((DᵀD)_i⁴); its `members` largest entries by magnitude are the weights of the
    composite form, whose leading eigenvectors are the subspace. Presets without mixing have no D:
    there the row is ½(cos of the forms + cos of their activations on the samples x).
    """
    if ae.config.gate is not None:
        raise ValueError(f"latents with a {ae.config.gate} gate are no forms: no manifold follows")
    rows, forms = _rows(ae, x), ae.forms.to(torch.float32)
    found: list[tuple[Tensor, ...]] = []
    count = min(members, ae.config.n_latents)
    for start in range(0, ae.config.n_latents, TILE_ROWS):
        row = rows(slice(start, start + TILE_ROWS))
        powers = row.square().square_()
        density = from_norms(powers.sum(1), powers.norm(dim=1), row.shape[1])
        strongest = powers.topk(count, dim=1).indices
        weights = row.gather(1, strongest)
        values, vectors = forms.combine(strongest, weights).quadratic().eigh()
        if vectors.shape[2] < 3:
            raise ValueError("the autoencoder has too few latents or inputs for a 3D subspace")
        found.append((density, strongest, weights, values, vectors[..., :3].clone()))
        progress(
            "reading weights", min(start + TILE_ROWS, ae.config.n_latents), ae.config.n_latents
        )
    every = Candidates(*(torch.cat(part) for part in zip(*found, strict=True)))
    return every[every.density.argsort(descending=True, stable=True)]


def _rows(ae: BilinearAutoencoder, x: Tensor | None) -> Callable[[slice], Tensor]:
    if ae.down is not None:
        return ae.mixing
    if x is None:
        raise ValueError(
            f"a {ae.config.kind} autoencoder has no mixing that groups its latents: give samples, "
            "from which their co-activation follows"
        )
    f = ae.encode(x).float()
    f = f / f.norm(dim=0).clamp(min=torch.finfo(f.dtype).tiny)
    forms = ae.forms.to(torch.float32).unit()

    def rows(part: slice) -> Tensor:
        return (forms[part].gram(forms) + f[:, part].T @ f) / 2

    return rows


def composites(
    ae: BilinearAutoencoder, samples: Samples, members: int, progress: Progress
) -> Candidates:
    """Every latent's composite, the most clustered first."""
    x = None
    if ae.down is None:
        x = samples.rows[: min(samples.split, COACTIVATION_SAMPLES)].to(samples.device)
    return candidates(ae, x, members, progress)
