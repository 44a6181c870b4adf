"""Make docs/gallery and every picture of it anew: `python docs/drawings/pictures.py GALLERY`.

GALLERY is what `make demo` wrote; without one, the pictures are taken of docs/gallery as it is.
README's and the docs' pictures of the explorer, the moving one, the picture that links to the docs
are shown with, and the notebook's output come from here, so that they all show the same.
"""

from __future__ import annotations

import runpy
import sys
import tempfile
from pathlib import Path

import tyro

DOCS = Path(__file__).parent.parent
sys.path[:0] = [str(DOCS.parent), str(DOCS / "drawings")]

import gallery as cut  # noqa: E402

from benchmarks import animation, screenshots  # noqa: E402
from quadric.gallery import read_gallery  # noqa: E402


def main(gallery: tyro.conf.Positional[Path | None] = None) -> None:
    """Cut the gallery, then take the pictures."""
    if gallery is not None:
        cut.main(gallery)
    images = DOCS / "images"
    for name in ("explorer-gallery-light", "explorer-m-*"):
        for old in images.glob(f"{name}.png"):
            old.unlink()
    own = DOCS / "gallery"
    screenshots.main(own, images, ("/",), themes=("light",), scale=1)
    first = tuple(f"/m/{i:04d}" for i in range(3))
    screenshots.main(own, images, first, themes=("dark",), scale=1)
    with tempfile.TemporaryDirectory() as folder:
        screenshots.main(own, Path(folder), ("/",), 1280, 640, 1, themes=("light",))
        (images / "social.png").write_bytes(
            (Path(folder) / "explorer-gallery-light.png").read_bytes()
        )
    # The first with a third dimension turns: it has more than one side.
    cards = read_gallery(own).cards
    turned = ([card for card in cards if card.rank > 2] or cards)[0]
    animation.main(own, images / "turning.webp", f"/m/{turned.id}", width=640, height=420, rate=10)
    runpy.run_path(str(DOCS / "drawings" / "manifold.py"), run_name="__main__")


if __name__ == "__main__":
    tyro.cli(main)
