"""Cut a gallery down to what the docs show: `python docs/drawings/gallery.py demo/.../gallery`.

Keeps the first manifolds with their strongest samples, which is enough to look at them, and writes
docs/gallery; `make docs` exports it as a page beside the docs.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import tyro

from quadric.gallery import ManifoldBundle, read_gallery, write_gallery
from quadric.gallery.bundle import COLUMNS

OUT = Path(__file__).parent.parent / "gallery"


def strongest(bundle: ManifoldBundle, points: int) -> ManifoldBundle:
    """The same manifold with fewer samples, and without the form's factors, which nobody sees."""
    kept = np.sort(np.argsort(-bundle.strength, kind="stable")[:points])
    columns = {name: getattr(bundle, name) for name in ("points", *COLUMNS)}
    fewer = {name: column[kept] for name, column in columns.items() if column is not None}
    return replace(bundle, **fewer, left=None, right=None)


def main(
    gallery: tyro.conf.Positional[Path], n: int = 12, points: int = 3000, out: Path = OUT
) -> None:
    """Write the first `n` manifolds with `points` samples each."""
    whole = read_gallery(gallery)
    bundles = (strongest(whole.manifold(card.id), points) for card in whole.cards[:n])
    write_gallery(out, bundles, title=whole.title, about=whole.about, overwrite=out.exists())
    size = sum(path.stat().st_size for path in out.iterdir())
    print(f"{out}: {min(n, len(whole))} manifolds, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    tyro.cli(main)
