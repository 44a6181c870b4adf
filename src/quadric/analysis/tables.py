"""Figures as tables for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from jaxtyping import Float
from rich.table import Table
from torch import Tensor

from quadric.analysis.densities import histogram_line

if TYPE_CHECKING:
    from quadric.analysis.evaluation import Evaluation, PrefixTable
    from quadric.analysis.matching import Matches
    from quadric.analysis.replacement import Replaced
    from quadric.analysis.stability import FoundAgain

__all__ = [
    "cross_entropy_table",
    "evaluation_table",
    "nearest_table",
    "prefix_table",
    "similarity_table",
    "stability_table",
]

LISTED_MATCHES = 10
"""Latents that a table of matches lists."""


REPLACEMENT_NAMES = {
    "autoencoder": "the autoencoder's reconstruction",
    "mean": "the mean activation",
    "topk": "TopK's decoding",
    "topk_norm": "TopK's decoding with the norm of x",
}


def evaluation_table(found: Evaluation) -> Table:
    """Errors, densities, bounds and the baseline."""
    table = Table(title=f"{found.samples:,} samples")
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_column("")
    table.add_row("error", f"{found.error:.4f}", "‖X̂ − X‖², of ‖X‖² = 1")
    levels = list(found.quantiles.items())
    for start in range(0, len(levels), 3):
        part = "   ".join(f"{float(q):.0%} {v:.3f}" for q, v in levels[start : start + 3])
        table.add_row("" if start else "  by quantile", "", part)
    table.add_row("explained", f"{found.explained:.1%}", "of ‖X‖²")
    beyond = "beyond what the mean of X explains"
    table.add_row("explained variance", f"{found.explained_variance:.1%}", beyond)
    table.add_row(
        "density", f"{found.density:.3f}", f"0 ▕{histogram_line(found.histogram)}▏ 1  latents"
    )
    table.add_row("dead latents", f"{found.dead:,}", f"of {found.n_latents:,}, never above 1% of X")
    table.add_section()
    forms = f"the best of any {found.rank:,} forms on"
    table.add_row("random-input bound", f"{found.random_bound:.4f}", f"{forms} random inputs")
    if found.pca_bound is not None:
        table.add_row("PCA bound", f"{found.pca_bound:.4f}", f"{forms} these samples")
    if found.topk is not None:
        top = found.topk
        table.add_section()
        table.add_row("TopK error", f"{top.error:.4f}", "‖x⊗x − x̂⊗x̂‖², exact")
        table.add_row("  approximated", f"{top.approximate:.4f}", "2s − s²/2")
        table.add_row("  of the input", f"{top.input_error:.4f}", "s = ‖x − x̂‖²")
        size = f"{top.n_latents:,} latents, k = {top.k}, {top.dead:,} dead"
        table.add_row("  density", f"{top.density:.3f}", size)
    return table


def prefix_table(found: PrefixTable) -> Table:
    """The error of the first latents."""
    table = Table(title="error of the first latents alone")
    columns = ["latents", "as they stand", "random order"]
    for name in columns + (["best greedy order"] if found.greedy else []):
        table.add_column(name, justify="right")
    greedy = found.greedy or [None] * len(found.latents)
    for k, *errors in zip(found.latents, found.errors, found.random, greedy, strict=True):
        table.add_row(f"{k:,}", *(f"{e:.4f}" for e in errors if e is not None))
    return table


def cross_entropy_table(found: Replaced) -> Table:
    """The language model's cross-entropy by what the activations are replaced with."""
    table = Table(title=f"cross-entropy of {found.tokens:,} tokens")
    table.add_column("activations")
    table.add_column("nats a token", justify="right")
    table.add_column("recovered", justify="right")
    table.add_row("unchanged", f"{found.unchanged:.3f}", "100.0%")
    for name, value in sorted(found.replaced.items(), key=lambda item: item[1]):
        table.add_row(
            REPLACEMENT_NAMES.get(name, name), f"{value:.3f}", f"{found.recovered(name):.1%}"
        )
    return table


def similarity_table(title: str, names: Sequence[str], values: Float[Tensor, "m m"]) -> Table:
    """One similarity for each pair of runs."""
    table = Table(title=title)
    table.add_column("")
    for number in range(len(names)):
        table.add_column(f"{number + 1}", justify="right")
    for number, (name, row) in enumerate(zip(names, values.tolist(), strict=True)):
        table.add_row(f"{number + 1}  {name}", *(f"{value:.4f}" for value in row))
    return table


def stability_table(names: Sequence[str], found: Mapping[tuple[int, int], FoundAgain]) -> Table:
    """How many latents of one run are found again in another, for each pair."""
    table = Table(title="latents matched one to one, by |cosine| of the forms")
    threshold = next(iter(found.values())).threshold
    for name in ("run", "run", "mean", f"above {threshold:g}", "random mean", "random above"):
        table.add_column(name, justify="left" if name == "run" else "right")
    for (i, j), pair in found.items():
        means = f"{pair.mean:.3f}", f"{pair.share:.1%}"
        chance = f"{pair.random_mean:.3f}", f"{pair.random_share:.1%}"
        table.add_row(names[i], names[j], *means, *chance)
    return table


def nearest_table(one: str, other: str, found: Matches) -> Table:
    """The latents of one run that are most nearly found in another."""
    table = Table()
    for name in (one, other, "cosine"):
        table.add_column(name, justify="right")
    for latent in found.cosine.abs().argsort(descending=True)[:LISTED_MATCHES].tolist():
        match, cosine = int(found.nearest[latent]), float(found.cosine[latent])
        table.add_row(f"{latent:,}", f"{match:,}", f"{cosine:+.4f}")
    return table
