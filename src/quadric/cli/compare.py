"""`quadric compare`: how alike autoencoders are, exactly and from their weights alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import combinations, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import tyro

from quadric.cli.progress import progress

if TYPE_CHECKING:
    from torch import Tensor

    from quadric.analysis.matching import Matches
    from quadric.analysis.stability import FoundAgain
    from quadric.autoencoders import BilinearAutoencoder

__all__ = ["Compare"]

T = TypeVar("T")


@dataclass(frozen=True)
class Compare:
    """Compare trained autoencoders of one layer, exactly and without any data.

    Frobenius similarity says how alike they reconstruct, whatever their latents; permutation
    similarity how far their latents are the same ones. Kinds and sizes may differ.

    Example: quadric compare runs/a runs/b runs/c --out similarity.png
    """

    runs: Annotated[tuple[Path, ...], tyro.conf.Positional, tyro.conf.arg(metavar="RUN RUN ...")]
    """Two or more run folders."""
    latents: bool = False
    """Also match latents one to one, beside what chance matches, and list the nearest ones."""
    permutation: bool = True
    """Match latents one to one; with many thousands of them this takes minutes a pair."""
    out: Path | None = None
    """Draw the matrices as a heat map: a .png, and an .svg beside it."""
    json: bool = False
    """Print one JSON object in place of the tables."""
    overwrite: bool = False
    """Replace a heat map that is there already."""
    device: str = "auto"
    """Where to compute; auto takes a GPU if there is one."""
    dtype: Literal["float32", "float64"] = "float32"
    """What to compute tiles in; they are added up in float64."""

    def __call__(self) -> None:
        """Compare and print."""
        import torch

        from quadric.analysis.heatmap import heatmap, heatmap_paths
        from quadric.analysis.matching import best_matches
        from quadric.analysis.operator import check_comparable
        from quadric.analysis.stability import latent_stability
        from quadric.device import resolve_device
        from quadric.files.writing import refuse_existing

        if len(self.runs) < 2:
            raise ValueError("compare needs two runs or more: name their folders")
        if self.out is not None:
            for file in heatmap_paths(self.out):
                refuse_existing(file, self.overwrite)
        device = resolve_device(self.device)
        loaded = [_load(run).to(device, getattr(torch, self.dtype)) for run in self.runs]
        for ae in loaded[1:]:
            check_comparable(loaded[0], ae)
        names = _names(self.runs)
        matrices = self._matrices(loaded)
        matches: dict[tuple[int, int], Matches] = {}
        stability: dict[tuple[int, int], FoundAgain] = {}
        if self.latents:
            matches = _of_pairs("nearest latents", best_matches, loaded, permutations)
            stability = _of_pairs("latents found again", latent_stability, loaded, combinations)
        if self.out is not None:
            heatmap(matrices, names, self.out, overwrite=self.overwrite)
        for i, j in _same_start(loaded):
            print(
                f"quadric: {names[i]} and {names[j]} have the same latents in the same places: "
                "they began from the same weights and have hardly left them, so their likeness "
                "says nothing; give them different seeds, or train longer",
                file=sys.stderr,
            )
        if self.json:
            print(json.dumps(self._as_dict(loaded, matrices, matches, stability), indent=1))
        else:
            _show(names, matrices, matches, stability)
            if self.out is not None:
                drawn = " and ".join(map(str, heatmap_paths(self.out)))
                print(f"drew {drawn}")

    def _matrices(self, loaded: list[BilinearAutoencoder]) -> dict[str, Tensor]:
        from quadric.analysis.matching import permutation_matrix
        from quadric.analysis.similarity import frobenius_matrix

        found: dict[str, Tensor] = {}
        with progress("Frobenius similarity", unit="pairs") as bar:
            found["Frobenius"] = frobenius_matrix(loaded, progress=bar.stage)
            if all(ae.config.ordered for ae in loaded):
                found["cumulative"] = frobenius_matrix(loaded, cumulative=True, progress=bar.stage)
            if self.permutation:
                found["permutation"] = permutation_matrix(loaded, progress=bar.stage)
        return found

    def _as_dict(
        self,
        loaded: list[BilinearAutoencoder],
        matrices: dict[str, Tensor],
        matches: dict[tuple[int, int], Matches],
        stability: dict[tuple[int, int], FoundAgain],
    ) -> dict[str, Any]:
        return {
            "runs": [str(run) for run in self.runs],
            "autoencoders": [repr(ae) for ae in loaded],
            **{name.lower(): values.tolist() for name, values in matrices.items()},
            "latents": [
                {
                    "from": str(self.runs[i]),
                    "to": str(self.runs[j]),
                    "nearest": found.nearest.tolist(),
                    "cosine": found.cosine.tolist(),
                }
                for (i, j), found in matches.items()
            ],
            "stability": [
                {"runs": [str(self.runs[i]), str(self.runs[j])], **asdict(found)}
                for (i, j), found in stability.items()
            ],
        }


def _of_pairs(
    title: str,
    measure: Callable[[BilinearAutoencoder, BilinearAutoencoder], T],
    loaded: list[BilinearAutoencoder],
    pairs: type[combinations] | type[permutations],
) -> dict[tuple[int, int], T]:
    """What is measured of two runs, for all pairs of them, under a progress bar."""
    found: dict[tuple[int, int], T] = {}
    chosen = list(pairs(range(len(loaded)), 2))
    with progress(title, len(chosen), "pairs") as bar:
        for done, (i, j) in enumerate(chosen):
            found[i, j] = measure(loaded[i], loaded[j])
            bar.update(done + 1)
    return found


def _same_start(loaded: list[BilinearAutoencoder]) -> list[tuple[int, int]]:
    """Pairs whose latents are the same one by one (mean cosine above 0.9), unmatched."""
    found = []
    for i, j in combinations(range(len(loaded)), 2):
        a, b = loaded[i], loaded[j]
        if a.left.shape != b.left.shape:
            continue
        if float(a.forms.unit().paired(b.forms.unit()).mean()) > 0.9:
            found.append((i, j))
    return found


def _load(run: Path) -> BilinearAutoencoder:
    from quadric.autoencoders import BilinearAutoencoder
    from quadric.training.folder import load_run

    ae = load_run(run)
    if not isinstance(ae, BilinearAutoencoder):
        raise ValueError(f"{run} is a TopK baseline, which is no quadratic form: leave it out")
    return ae


def _names(runs: tuple[Path, ...]) -> list[str]:
    """The folders' own names, or their paths where those do not tell them apart."""
    short = [run.resolve().name for run in runs]
    return short if len(set(short)) == len(short) else [str(run) for run in runs]


def _show(
    names: list[str],
    matrices: dict[str, Tensor],
    matches: dict[tuple[int, int], Matches],
    stability: dict[tuple[int, int], FoundAgain],
) -> None:
    from rich.console import Console

    from quadric.analysis.tables import nearest_table, similarity_table, stability_table

    console = Console()
    for title, values in matrices.items():
        console.print(similarity_table(f"{title} similarity", names, values))
    if stability:
        console.print(stability_table(names, stability))
    for (i, j), found in matches.items():
        if i < j:
            print(f"latents of {names[i]} nearest to one of {names[j]}")
            console.print(nearest_table(names[i], names[j], found))
