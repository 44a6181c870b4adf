"""`quadric locate`: where a concept is, by labels of your own."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import tyro

from quadric.cli.options import Count
from quadric.cli.progress import progress

if TYPE_CHECKING:
    from quadric.manifolds import Labels, Located

__all__ = ["Locate", "read_columns"]


@dataclass(frozen=True)
class Locate:
    """Find the manifold that carries each of your labels, beside what simpler things reach.

    For every class and number: the best manifold, with F1, or R² and r, on rows that nothing was
    chosen on; a direction fitted to the labels, the best latent, PCA and shuffled labels likewise.

    Example: quadric locate runs/mine mine.npy --labels table.csv:month --label-period 12
    """

    run: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="RUN")]
    """A run's folder, or an autoencoder's."""
    activations: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="ACTIVATIONS")]
    """The activations: a store, a .safetensors, .npy or .npz file."""
    labels: tuple[str, ...]
    """One label a row: a .npy, .txt or .csv file; table.csv:month names a column."""
    label_order: str | None = None
    """The labels as they follow each other, with commas between them: Jan,Feb,Mar."""
    label_period: float | None = None
    """After how much numbers or ordered labels begin again: 12 for months, 360 for degrees."""
    ignore: tuple[str, ...] = ()
    """Labels that say nothing, such as other."""
    gallery: Path | None = None
    """Look among the manifolds of this gallery, not among all that the weights propose."""
    method: Literal["grouped", "paper"] = "grouped"
    """How subspaces are proposed, as for quadric find."""
    samples: Count = 262_144
    """Rows looked at; the last quarter of them is held out."""
    candidates: int | None = None
    """Subspaces looked at, 300 at most (150 for `paper`) if not given."""
    out: Path | None = None
    """Write the figures as JSON, too."""
    device: str = "auto"
    """Where to compute: auto takes a GPU where there is one."""
    dtype: Literal["float32", "float64"] = "float32"
    """What to compute in."""
    seed: int = 0
    """For what is drawn at random: starts, shuffled labels."""
    overwrite: bool = False
    """Replace the file at --out."""

    def __call__(self) -> None:
        """Locate every label and print the table and the verdicts."""
        import torch

        from quadric.activations import open_activations
        from quadric.analysis.heldout import check_source
        from quadric.device import resolve_device
        from quadric.files.writing import refuse_existing, write_atomic
        from quadric.manifolds import load_gallery, locate
        from quadric.training.folder import load_run, read_record

        if self.out is not None:
            refuse_existing(self.out, self.overwrite)
        columns = read_columns(self.labels, self.label_order, self.label_period, self.ignore)
        rows = open_activations(self.activations)
        ae = load_run(self.run)
        check_source(read_record(self.run), rows, str(self.activations))
        with progress("reading weights") as bar:
            found = locate(
                ae.to(resolve_device(self.device)),
                rows,
                columns,
                self.method,
                manifolds=None if self.gallery is None else load_gallery(self.gallery).manifolds,
                samples=self.samples,
                candidates=self.candidates,
                seed=self.seed,
                dtype=getattr(torch, self.dtype),
                progress=bar.stage,
            )
        _print(found)
        if self.out is not None:
            figures = [asdict(one) | {"verdict": one.verdict} for one in found]
            write_atomic(self.out, (json.dumps(figures, indent=1) + "\n").encode())


def read_columns(
    sources: tuple[str, ...], order: str | None, period: float | None, ignore: tuple[str, ...]
) -> tuple[Labels, ...]:
    """The columns of labels that a command line names.

    Of several, the order is that of those that have one of its labels; the period is theirs too, or
    that of all numbers where no order is given.
    """
    from quadric.manifolds import read_labels

    follow = [] if order is None else [one.strip() for one in order.split(",")]

    def read(source: str) -> Labels:
        return read_labels(source, order=follow, period=period, ignore=ignore)

    if len(sources) < 2 or (order is None and period is None):
        return tuple(map(read, sources))
    plain = [read_labels(source, ignore=ignore) for source in sources]
    if follow:
        meant = [not set(follow).isdisjoint(one.texts) for one in plain]
    else:
        meant = [one.values is not None for one in plain]
    if not any(meant):
        given = f"--label-period {period:g}" if order is None else f"--label-order {order}"
        raise ValueError(f"{given} fits none of {', '.join(sources)}: leave it out, or correct it")
    return tuple(
        read(source) if own else one for source, own, one in zip(sources, meant, plain, strict=True)
    )


def _print(found: list[Located]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    numbers = ("direction", "latent", "PCA", "shuffled")
    titles = ("concept", "rows", "measure", "manifold", "value", *numbers)
    for title in titles:
        table.add_column(title, justify="left" if title in ("concept", "measure") else "right")
    for one in found:
        value = f"{one.value:.2f}"
        table.add_row(
            one.concept,
            f"{one.rows:,}",
            "F1" if one.kind == "class" else "r (R²)",
            f"{one.manifold}",
            value if one.kind == "class" else f"{one.order:.2f} ({value})",
            *(f"{one.controls[name]:.2f}" for name in numbers),
        )
    console = Console(width=None if Console().is_terminal else 200)
    console.print(table)
    for one in sorted(found, key=lambda one: one.kind != "number")[:20]:
        print(one.verdict)
