"""Cut a gallery down to what the docs show: `python docs/drawings/gallery.py demo/.../gallery`.

Keeps the first manifolds, each with fewer samples, strong ones and weak ones, which is enough to
look at them, and writes docs/gallery; `make docs` exports it as a page beside the docs.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import tyro

from quadric.gallery import ManifoldBundle, read_gallery, write_gallery
from quadric.gallery.bundle import COLUMNS
from quadric.gallery.preview import strong_count

OUT = Path(__file__).parent.parent / "gallery"
STRONG = 0.5
"""The share of the samples kept that are strong ones, where there are as many."""


def thinned(bundle: ManifoldBundle, points: int) -> ManifoldBundle:
    """The same manifold with fewer samples, and without the form's factors, which nobody sees."""
    order = np.argsort(-bundle.strength, kind="stable")
    strong = strong_count(bundle.strength)
    some = min(strong, round(STRONG * points))
    ranks = np.append(spread(0, strong, some), spread(strong, len(order), points - some))
    kept = np.sort(order[ranks])
    columns = {name: getattr(bundle, name) for name in ("points", *COLUMNS)}
    fewer = {name: column[kept] for name, column in columns.items() if column is not None}
    return replace(bundle, **fewer, left=None, right=None, layers=())


def spread(start: int, end: int, count: int) -> np.ndarray:
    """At most `count` numbers from `start` to before `end`, evenly."""
    return np.unique(np.linspace(start, max(end - 1, start), count).astype(int))[: end - start]


def main(
    gallery: tyro.conf.Positional[Path], n: int = 12, points: int = 2500, out: Path = OUT
) -> None:
    """Write the first `n` manifolds with `points` samples each."""
    whole = read_gallery(gallery)
    bundles = (thinned(whole.manifold(card.id), points) for card in whole.cards[:n])
    write_gallery(out, bundles, title=whole.title, about=whole.about, overwrite=out.exists())
    size = sum(path.stat().st_size for path in out.iterdir())
    print(f"{out}: {min(n, len(whole))} manifolds, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    tyro.cli(main)
