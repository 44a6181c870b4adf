"""How often latents act: their Hoyer density, and those that never do, streamed over samples."""

from __future__ import annotations

from typing import NamedTuple

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from quadric.analysis.interactions import CHUNK_SAMPLES, Activations, chunks
from quadric.analysis.operator import codes
from quadric.autoencoders import Autoencoder, TopKAutoencoder
from quadric.objective.density import from_norms
from quadric.progress import Progress, silent
from quadric.shapes import PerLatent
from quadric.training.heldout import MIN_LIVE_TERM

__all__ = ["Densities", "densities", "histogram_line"]


class Densities(NamedTuple):
    """What every latent does over all samples."""

    density: PerLatent
    """Hoyer density of the latent's activations (eq:hoyer), n being the number of samples."""
    peak: PerLatent
    """The largest norm of its term g_j V_j in the reconstruction, against ‖X‖ = 1."""
    samples: int
    """Samples that count: those of zeros are left out."""

    def dead(self, below: float = MIN_LIVE_TERM) -> Bool[Tensor, "lat"]:
        """Latents that never matter: their term always stays below this share of the sample."""
        return self.peak < below

    def histogram(self, bins: int = 20) -> Int[Tensor, "bins"]:
        """Latents by density, in equal bins from 0 to 1."""
        return torch.histc(self.density.float(), bins, 0, 1).long()


@torch.no_grad()
def densities(
    ae: Autoencoder,
    source: Activations,
    rows: range | None = None,
    *,
    chunk: int = CHUNK_SAMPLES,
    progress: Progress = silent,
) -> Densities:
    """Density and peak of every latent, in one pass over the rows."""
    size, device = ae.config.n_latents, next(ae.parameters()).device
    l1, l2 = (torch.zeros(size, dtype=torch.float64, device=device) for _ in range(2))
    peak: Tensor | None = None
    samples = 0
    for x in chunks(source, rows, chunk, "measuring densities", progress):
        if isinstance(ae, TopKAutoencoder):
            x = x.to(device)
            _, alive = ae.normalize(x)
            latents = ae.encode(x[alive]) if bool(alive.any()) else x.new_zeros(0, size)
            terms = latents
        else:
            found = codes(ae, x)
            latents, terms = found.latents, found.codes
        if not len(latents):
            continue
        samples += len(latents)
        l1 += latents.abs().sum(0, dtype=torch.float64)
        l2 += latents.square().sum(0, dtype=torch.float64)
        largest = terms.abs().amax(0)
        peak = largest if peak is None else torch.maximum(peak, largest)
    if peak is None:
        raise ValueError("all samples are zero: no latent acts on them")
    return Densities(from_norms(l1, l2.sqrt(), samples), peak * ae.term_norms(), samples)


def histogram_line(histogram: Int[Tensor, "bins"] | list[int]) -> str:
    """A histogram as one line of blocks; anything above zero shows.

    >>> histogram_line([0, 1, 4, 8])
    ' ▁▄█'
    """
    counts = list(map(int, histogram))
    most = max(counts, default=0)
    levels = " ▁▂▃▄▅▆▇█"
    return "".join(levels[-(-8 * count // most)] if most else " " for count in counts)
