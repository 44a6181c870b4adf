"""`quadric reproduce`: the paper's figures from runs that are trained, or found trained."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from quadric.cli.progress import progress

__all__ = ["Reproduce"]

Figure = Literal[
    "pareto",
    "sparsity",
    "frobenius",
    "permutation",
    "layers",
    "prefixes",
    "activations",
    "manifolds",
    "random",
    "superposition",
    "experiments",
    "all",
    "report",
]


@dataclass(frozen=True)
class Reproduce:
    """Draw figures of the paper: the runs that they need are trained first, and kept.

    Each figure becomes a PNG, an SVG and its numbers as JSON. Stopped, the same command goes on
    where it was; finished runs and measured numbers are used again. `report` puts what was measured
    beside the paper's claims, into --page.

    Example: quadric reproduce pareto prefixes --scale cpu
    """

    figures: Annotated[tuple[Figure, ...], tyro.conf.Positional, tyro.conf.arg(metavar="FIGURE")]
    """Which figures: pareto, sparsity, frobenius, permutation, layers, prefixes, activations,
    manifolds, random, superposition, experiments; all for every one, report for the page."""
    scale: Literal["cpu", "paper", "smoke"] = "cpu"
    """cpu: SmolLM2 on two cores. paper: Qwen3-0.6B-Base on a GPU. smoke: planted data, seconds."""
    out: Path = Path("runs/reproduce")
    """Where runs and figures go: a folder a scale in it."""
    page: Path = Path("docs/reproduction.md")
    """Where `report` writes its tables, between its markers; pictures go to images beside it."""
    overwrite: bool = False
    """Measure numbers anew that were measured already; finished runs stay."""

    def __post_init__(self) -> None:
        if not self.figures:
            raise ValueError("no figure given: name some, or all")

    def __call__(self) -> None:
        """Train, measure, draw."""
        from quadric.figures.reproducing import FIGURES, reproduce, runs_of
        from quadric.figures.runs import RunCache
        from quadric.figures.scale import SCALES
        from quadric.files.stopping import stoppable
        from quadric.training.loop import Stopped

        scale, out = SCALES[self.scale], self.out / self.scale
        names = (
            list(FIGURES) if "all" in self.figures else [f for f in FIGURES if f in self.figures]
        )
        with stoppable() as stop, progress("reproducing") as bar:
            cache = RunCache(scale, out, bar.stage, stop)
            try:
                cache.train(runs_of(names, scale))
                for name in names:
                    print(reproduce(name, cache, overwrite=self.overwrite))
            except Stopped as stopped:
                print(f"quadric: stopped; the same command goes on in {out}", file=sys.stderr)
                sys.exit(stopped.code)
        if "report" in self.figures:
            from quadric.figures.report import write_page

            print(write_page(self.page, out))
