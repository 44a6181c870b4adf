"""Everything that is measured of one autoencoder on samples it has not seen."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import torch

from quadric.activations import open_activations
from quadric.analysis.bounds import (
    MAX_PCA_PRODUCTS,
    pca_bound,
    product_spectrum,
    random_bound,
    rank,
)
from quadric.analysis.densities import densities
from quadric.analysis.interactions import Activations, Interactions, chunks
from quadric.analysis.prefixes import greedy_order, prefix_errors
from quadric.autoencoders import BilinearAutoencoder, TopKAutoencoder
from quadric.forms import lift
from quadric.progress import Progress, silent

__all__ = ["QUANTILES", "Evaluation", "PrefixTable", "TopKFigures", "evaluate"]

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""Which quantiles of the samples' errors are given."""
MAX_GREEDY_LATENTS = 20_000
"""The most latents whose best order is computed: it holds Lat² numbers."""


@dataclass(frozen=True)
class PrefixTable:
    """Mean errors of the first 1, 2, 4, ..., Lat latents."""

    latents: list[int]
    """How many are kept."""
    errors: list[float]
    """As they stand."""
    random: list[float]
    """In a random order, on average over all orders."""
    greedy: list[float] | None
    """In the best greedy order, for autoencoders without an order of their own."""


@dataclass(frozen=True)
class TopKFigures:
    """The baseline on the same samples."""

    n_latents: int
    """Its size."""
    k: int
    """Latents that a sample keeps."""
    input_error: float
    """Mean of s = ‖x − x̂‖², its own objective."""
    approximate: float
    """Mean of 2s − s²/2, the paper's estimate of its error in product space."""
    error: float
    """Mean of ‖x⊗x − x̂⊗x̂‖², exactly: to hold against the bilinear error."""
    density: float
    """Mean Hoyer density of its latents."""
    dead: int
    """Latents whose term never reaches the threshold."""


@dataclass(frozen=True)
class Evaluation:
    """What was measured; errors are ‖X̂ − X‖² against ‖X‖ = 1, all latents used."""

    autoencoder: str
    """Kind and sizes."""
    samples: int
    """Samples that count."""
    error: float
    """Mean error."""
    quantiles: dict[str, float]
    """Quantiles of the samples' errors."""
    explained: float
    """1 − error: the share of ‖X‖² that is reconstructed."""
    explained_variance: float
    """1 − error / E‖X − E[X]‖²: the same beyond what the mean of all X explains."""
    density: float
    """Mean Hoyer density of the latents over all samples."""
    histogram: list[int]
    """Latents by density, in 20 equal bins from 0 to 1."""
    n_latents: int
    """Latents in all."""
    dead: int
    """Latents whose term in X̂ never reaches 1% of ‖X‖."""
    prefixes: PrefixTable
    """Errors of the first latents alone."""
    random_bound: float
    """The lowest error that this number of forms can reach on inputs drawn in random directions."""
    pca_bound: float | None
    """The lowest error that this number of forms can reach on these samples; None if too wide."""
    rank: int
    """Forms that the bounds count: the bottleneck's rows where there is mixing, or the latents."""
    topk: TopKFigures | None
    """The TopK baseline."""

    def as_dict(self) -> dict[str, Any]:
        """Every figure by name, ready for JSON."""
        return asdict(self)


@torch.no_grad()
def evaluate(
    ae: BilinearAutoencoder,
    source: Activations,
    rows: range | None = None,
    *,
    topk: TopKAutoencoder | None = None,
    progress: Progress = silent,
) -> Evaluation:
    """Measure an autoencoder on some rows (all, if None) of activations that it has not seen."""
    opened = open_activations(source)
    rows = range(len(opened)) if rows is None else rows
    if opened.d != ae.config.d_in:
        raise ValueError(
            f"the autoencoder takes activations of width {ae.config.d_in}, and these have "
            f"{opened.d}: give activations of the layer it was trained on"
        )

    errors, spread = _errors(ae, opened, rows, progress)
    seen = densities(ae, opened, rows, progress=progress)
    found = Interactions(ae, opened, rows, progress=progress)
    bound = None
    width = ae.config.d_factor
    if width * (width + 1) // 2 <= MAX_PCA_PRODUCTS:
        spectrum = product_spectrum(
            opened, rows, bias=ae.config.bias, mean=ae.mean, progress=progress
        )
        bound = pca_bound(spectrum, rank(ae.config))
    levels = torch.quantile(errors, torch.tensor(QUANTILES, dtype=errors.dtype)).tolist()
    error = float(errors.mean())
    return Evaluation(
        autoencoder=repr(ae),
        samples=len(errors),
        error=error,
        quantiles=dict(zip(map(str, QUANTILES), levels, strict=True)),
        explained=1 - error,
        explained_variance=1 - error / spread,
        density=float(seen.density.mean()),
        histogram=seen.histogram().tolist(),
        n_latents=ae.config.n_latents,
        dead=int(seen.dead().sum()),
        prefixes=_prefix_table(ae, found),
        random_bound=random_bound(ae.config.d_in, rank(ae.config), ae.config.bias),
        pca_bound=bound,
        rank=rank(ae.config),
        topk=None if topk is None else _topk(topk, opened, rows, progress),
    )


def _errors(
    ae: BilinearAutoencoder, source: Activations, rows: range, progress: Progress
) -> tuple[torch.Tensor, float]:
    """The error of every sample, and E‖X − E[X]‖² = 1 − ‖E[x xᵀ]‖²."""
    parts: list[torch.Tensor] = []
    moment: torch.Tensor | None = None
    for x in chunks(source, rows, stage="measuring errors", progress=progress):
        x = x.to(ae.left.device)
        unit, alive = ae.normalize(x)
        if not bool(alive.any()):
            continue
        parts.append(ae.errors(x[alive]).double().cpu())
        inputs = lift(unit[alive], ae.config.bias)
        gram = (inputs.T @ inputs).double()
        moment = gram if moment is None else moment + gram
    if moment is None:
        raise ValueError("all samples are zero: there is nothing to reconstruct")
    errors = torch.cat(parts)
    return errors, 1 - float((moment / len(errors)).square().sum())


def _prefix_table(ae: BilinearAutoencoder, found: Interactions) -> PrefixTable:
    lat = ae.config.n_latents
    kept = [*(2**i for i in range(lat.bit_length()) if 2**i < lat), lat]
    at = torch.tensor(kept) - 1
    given = prefix_errors(ae, found)
    greedy = None
    if not ae.config.ordered and lat <= MAX_GREEDY_LATENTS:
        greedy = greedy_order(ae, found).errors[at].tolist()
    return PrefixTable(
        kept, given.errors.cpu()[at].tolist(), given.random.cpu()[at].tolist(), greedy
    )


def _topk(
    topk: TopKAutoencoder, source: Activations, rows: range, progress: Progress
) -> TopKFigures:
    sums = torch.zeros(3, dtype=torch.float64)
    device = topk.decoder.device
    for x in chunks(source, rows, stage="measuring TopK", progress=progress):
        for i, measure in enumerate((topk.input_errors, topk.approximate_errors, topk.errors)):
            sums[i] += measure(x.to(device)).double().sum().cpu()
    seen = densities(topk, source, rows, progress=progress)
    values = (sums / seen.samples).tolist()
    return TopKFigures(
        topk.config.n_latents,
        topk.config.k,
        *values,
        density=float(seen.density.mean()),
        dead=int(seen.dead().sum()),
    )
