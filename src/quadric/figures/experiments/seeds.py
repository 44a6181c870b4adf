"""Runs that differ in the seed alone are the same map (sec:similarity)."""

from __future__ import annotations

from typing import Any

from quadric.analysis import best_matches, frobenius_matrix, permutation_similarity
from quadric.figures.drawing import COLOURS, label_axis
from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec
from quadric.training.placement import untrained

__all__ = ["measure", "panel", "runs"]

_KINDS = ("vanilla", "mixed")


def runs(scale: Scale) -> list[Spec]:
    """Both kinds with every seed."""
    return [scale.run(kind, seed=seed) for kind in _KINDS for seed in scale.seeds]


def measure(cache: RunCache) -> dict[str, Any]:
    """The least Frobenius similarity of any two seeds, and how far their latents agree.

    `untrained` is the similarity that the first weights have, before any step: what is owed to
    the initialisation and not to the data.
    """
    found: dict[str, Any] = {}
    for kind in _KINDS:
        specs = [cache.scale.run(kind, seed=seed) for seed in cache.scale.seeds]
        trained = [cache.bilinear(spec) for spec in specs]
        first = [
            untrained(spec.settings, ae.config.d_in)
            for spec, ae in zip(specs, trained, strict=True)
        ]
        found[kind] = {
            "frobenius": float(frobenius_matrix(trained).min()),
            "untrained": float(frobenius_matrix(first).min()),  # pyright: ignore
            "permutation": permutation_similarity(trained[0], trained[1]),
            "nearest_median": float(best_matches(trained[0], trained[1]).cosine.abs().median()),
        }
    return found


def panel(axis: Any, found: dict[str, Any]) -> None:
    """Bars a measure, one colour a kind."""
    label_axis(axis, "two seeds", y="similarity")
    names = {
        "frobenius": "Frobenius",
        "untrained": "Frobenius,\nuntrained",
        "permutation": "permutation",
        "nearest_median": "nearest latent\n(median cosine)",
    }
    for shift, kind in zip((-0.2, 0.2), found, strict=True):
        values = [found[kind][name] for name in names]
        bars = axis.bar([i + shift for i in range(len(names))], values, 0.38, color=COLOURS[kind])
        axis.bar_label(bars, fmt="%.2f", fontsize=7.5)
        bars.set_label(kind)
    axis.set_xticks(range(len(names)), names.values(), fontsize=8)
    axis.set_ylim(0, 1.12)
    axis.legend(frameon=False, fontsize=8)
