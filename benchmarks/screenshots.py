"""Take the pictures of the explorer that stand in the README and the docs.

`python -m benchmarks.screenshots gallery/ docs/images` writes the gallery and its first manifolds,
dark and light; `--views '/m/0003?colour=token'` chooses others by the part of the address after #.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import tyro

from benchmarks.explorer import SHOWN, browser
from quadric.explorer.server import serving
from quadric.gallery import read_gallery

PATIENCE = 300_000
"""Milliseconds that a page may take on a busy machine without a graphics card."""

DRAWN = """() => [...document.querySelectorAll("canvas.thumbnail")]
  .filter((canvas) => canvas.getBoundingClientRect().top < innerHeight)
  .every((canvas) => canvas.getContext("2d")
    .getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0))"""
"""Whether every card in sight has its picture: they are drawn after the page is ready."""


def main(
    gallery: tyro.conf.Positional[Path],
    out: tyro.conf.Positional[Path],
    views: tuple[str, ...] = ("/", "/m/0000", "/m/0001", "/m/0002"),
    width: int = 1280,
    height: int = 800,
    scale: float = 2.0,
    themes: tuple[Literal["dark", "light"], ...] = ("dark", "light"),
) -> None:
    """Open each view in both themes, or in one, and save what is seen."""
    out.mkdir(parents=True, exist_ok=True)
    with browser() as launched, serving(read_gallery(gallery)) as address:
        for theme in themes:
            context = launched.new_context(
                color_scheme=theme,
                viewport={"width": width, "height": height},
                device_scale_factor=scale,
                reduced_motion="reduce",
            )
            for view in views:
                page = context.new_page()
                page.set_default_timeout(PATIENCE)
                page.goto(f"{address}#{view}")
                page.wait_for_selector("html[data-ready]", state="attached")
                page.wait_for_function(DRAWN)
                page.evaluate(SHOWN)
                name = re.sub(r"\W+", "-", view).strip("-") or "gallery"
                path = out / f"explorer-{name}-{theme}.png"
                page.screenshot(path=path, timeout=PATIENCE)
                page.close()
                print(path)
            context.close()


if __name__ == "__main__":
    tyro.cli(main)
