"""`quadric find`: the manifolds of a trained autoencoder, ranked, named and kept as a gallery."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import tyro

from quadric.cli.options import Count
from quadric.cli.progress import progress

if TYPE_CHECKING:
    from quadric.activations import Rows
    from quadric.manifolds import Manifold

__all__ = ["Find"]

LANGUAGE_SCORES = (0.66, 0.84)
"""The least and the greatest score in docs/gallery, which a test holds these to: what to expect."""


@dataclass(frozen=True)
class Find:
    """Find the manifolds that an autoencoder's weights propose, and write them as a gallery.

    Example: quadric find runs/mixed acts/ --out gallery/ --explain
    """

    run: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="RUN")]
    """A run's folder, or an autoencoder's."""
    activations: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="ACTIVATIONS")]
    """The activations: a store, a .safetensors, .npy or .npz file."""
    out: Path
    """The gallery's folder."""
    n: int = 50
    """How many manifolds to keep, best first: it does not change which are looked at."""
    method: Literal["grouped", "paper"] = "grouped"
    """Subspaces of their own rank, from the samples that the weights put together; or of rank three
    from the weights alone, as in the paper."""
    directions: bool = False
    """List what has one dimension too, after the manifolds; without any, they are listed alone."""
    seeds: tuple[Path, ...] = ()
    """Runs of other seeds on the same activations: what they find again is marked."""
    samples: Count = 262_144
    """Samples looked at."""
    points: Count = 65_536
    """The strongest samples that each manifold keeps."""
    candidates: int | None = None
    """Subspaces that are measured, the best of which are kept: 300 at most, or 150 for `paper`."""
    labels: tuple[str, ...] = ()
    """What you know of each row: a .npy, .txt or .csv file, table.csv:month for one of its columns.
    Labels name, colour and order the manifolds that they fit, before tokens do."""
    label_order: str | None = None
    """The labels as they follow each other, with commas between them: Jan,Feb,Mar."""
    label_period: float | None = None
    """After how much numbers or ordered labels begin again: 12 for months, 360 for degrees."""
    ignore: tuple[str, ...] = ()
    """Labels that say nothing, such as other."""
    model: str | None = None
    """Also measure what this model does with the manifolds, as quadric intervene --quick does."""
    explain: bool = False
    """Print the parts of each score beside its controls."""
    device: str = "auto"
    """Where to compute: auto takes a GPU where there is one."""
    dtype: Literal["float32", "float64"] = "float32"
    """What to compute in."""
    seed: int = 0
    """For what is drawn at random: starts, controls."""
    overwrite: bool = False
    """Replace a gallery that is there already."""

    def __call__(self) -> None:
        """Find, then write, with the gallery's name locked meanwhile."""
        from quadric.files.writing import locked

        with locked(self.out, inside=False):
            try:
                self._find()
            except KeyboardInterrupt:
                print(
                    f"{self.out} was not written; the same command starts again.", file=sys.stderr
                )
                raise
        if self.model is not None:
            from quadric.cli.intervene import Intervene

            Intervene(self.out, self.model, quick=True, seed=self.seed, device=self.device)()

    def _find(self) -> None:
        import torch

        from quadric.activations import ActivationStore, open_activations
        from quadric.analysis.heldout import check_source
        from quadric.cli.locate import read_columns
        from quadric.device import resolve_device
        from quadric.gallery import write_gallery
        from quadric.gallery.writing import check_target
        from quadric.manifolds import find_manifolds
        from quadric.training.folder import load_run, read_record

        check_target(self.out, self.overwrite)
        rows = open_activations(self.activations)
        ae = load_run(self.run)
        check_source(read_record(self.run), rows, str(self.activations))
        labels = read_columns(self.labels, self.label_order, self.label_period, self.ignore)
        device = resolve_device(self.device)
        if len(rows) <= self.samples:
            print(f"Looking at all {len(rows):,} rows of {self.activations}.")
        else:
            seen = f"the first {self.samples:,} of {len(rows):,} rows"
            print(f"Looking at {seen} of {self.activations}.")
        store = rows if isinstance(rows, ActivationStore) else None
        with progress("reading weights") as bar:
            found = find_manifolds(
                ae.to(device),
                rows,
                self.n,
                self.method,
                labels=labels,
                directions=self.directions,
                seeds=[load_run(run) for run in self.seeds],
                samples=self.samples,
                points=self.points,
                candidates=self.candidates,
                seed=self.seed,
                dtype=getattr(torch, self.dtype),
                progress=bar.stage,
            )
        if not found:
            raise ValueError(
                f"no manifold was found in {self.run}: train longer, or look at more samples"
            )
        with progress("writing", len(found), "manifolds") as bar:

            def bundles():
                for number, manifold in enumerate(found):
                    yield manifold.bundle(store)
                    bar.update(number + 1)

            write_gallery(
                self.out,
                bundles(),
                title=self._title(rows),
                about=self._about(rows, ae, found),
                overwrite=self.overwrite,
            )
        self._print(found)

    def _title(self, rows: Rows) -> str:
        from quadric.activations import ActivationStore

        if isinstance(rows, ActivationStore):
            return f"{rows.manifest['model']}, {rows.manifest['layer']}"
        return self.activations.name

    def _about(self, rows: Rows, ae: object, found: list[Manifold]) -> dict[str, str]:
        from quadric.activations import ActivationStore

        about = {"autoencoder": repr(ae), "method": self.method}
        if isinstance(rows, ActivationStore):
            manifest = rows.manifest
            about |= {key: str(manifest[key]) for key in ("model", "layer", "text", "seed")}
        passed = sum(manifold.passes for manifold in found)
        if self.seeds:
            again = sum(manifold.again == 1 for manifold in found)
            about["found again"] = f"{again} of {len(found)} by every one of {len(self.seeds)}"
        about["above chance"] = f"{passed} of {len(found)} stand out from random subspaces"
        return about

    @staticmethod
    def _evidence(manifold: Manifold) -> list[str]:
        beyond, stable = manifold.beyond, manifold.stable
        return [
            "" if beyond is None else f"{beyond:.1f}x",
            "" if stable is None else f"{stable:.2f}",
            "" if manifold.support is None else f"{manifold.support}",
            f"{manifold.moved:.2f}",
        ]

    def _print(self, found: list[Manifold]) -> None:
        from rich.console import Console
        from rich.table import Table

        table = Table(box=None, pad_edge=False)
        names = [part.name for part in found[0].parts] if self.explain else []
        columns = ("beyond null", "stable", "support", "moved") if self.explain else ()
        columns = (*(("other seeds",) if self.seeds else ()), *columns)
        for title in ("", "score", "rank", "shape", *columns, "name", *names):
            table.add_column(title, justify="left" if title in ("shape", "name") else "right")
        for number, manifold in enumerate(found if self.explain else found[:20]):
            cells = [
                f"{part.value:.2f} ({max(part.controls.values(), default=0.0):.2f})"
                for part in manifold.parts
            ]
            table.add_row(
                f"{number}",
                f"{manifold.score:.2f}" + ("" if manifold.passes else "?"),
                f"{manifold.rank}",
                manifold.shape,
                *([] if manifold.again is None else [f"{manifold.again:.0%}"]),
                *(self._evidence(manifold) if self.explain else []),
                manifold.name,
                *(cells if self.explain else []),
            )
        console = Console(width=None if Console().is_terminal else 200)
        console.print(table)
        if self.explain:
            print("In brackets: the best of the controls.")
            print(
                "Beyond null: the least excess of its directions' variance, over that of random "
                "sets of as many samples. Stable: what either half of its samples share. Support: "
                "how many composites lead to it. Moved: how far the samples moved the subspace "
                "from where the weights had it, 0 to 1."
            )
        print(_told(found))
        print(f"Wrote {len(found)} manifolds; look at them with: quadric explore {self.out}")


def _told(found: list[Manifold]) -> str:
    """What the table shows, in a few sentences."""
    passed = sum(manifold.passes for manifold in found)
    lines = [f"{passed} of {len(found)} stand out from random subspaces."]
    if passed < len(found):
        lines.append("? marks those that do not.")
    if not passed:
        lines.append("More text or longer training may help.")
    low, high = LANGUAGE_SCORES
    lines.append(
        "score: 1 is a perfect manifold, 0 a direction or chance; the first manifolds of "
        f"SmolLM2's layer 15 have {low:.2f} to {high:.2f}."
    )
    return " ".join(lines)
