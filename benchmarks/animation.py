"""Turn a manifold for ten seconds, as a moving picture (WebP) for the README and the docs.

`python -m benchmarks.animation gallery/ docs/images/turning.webp --view /m/0000` opens that view of
the explorer, turns it once around and writes every frame; `--still social.png` keeps the first one.
"""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Literal

import tyro
from PIL import Image

from benchmarks.explorer import browser
from benchmarks.screenshots import PATIENCE
from quadric.explorer.server import serving
from quadric.gallery import read_gallery

TURN = """([azimuth, swing]) => {
  const { stage } = quadric, { aim } = stage.orbit, { home } = window;
  if (!home) window.home = structuredClone(aim);
  // The first view is framed for its own side: from farther away all sides fit.
  const distance = 1.3 * window.home.distance;
  stage.orbit.set({ ...window.home, distance, azimuth: window.home.azimuth + azimuth,
                    elevation: window.home.elevation + swing }, true);
  stage.drawNow();
}"""


def main(
    gallery: tyro.conf.Positional[Path],
    out: tyro.conf.Positional[Path],
    view: str = "/m/0000",
    seconds: float = 10.0,
    rate: float = 12.0,
    width: int = 720,
    height: int = 450,
    quality: int = 60,
    theme: Literal["dark", "light"] = "dark",
    still: Path | None = None,
) -> None:
    """Take the pictures and put them together."""
    frames: list[Image.Image] = []
    with browser() as launched, serving(read_gallery(gallery)) as address:
        context = launched.new_context(
            color_scheme=theme,
            viewport={"width": width + 356, "height": height + 220},
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}#{view}")
        page.wait_for_selector("html[data-ready] canvas.stage", state="attached")
        stage = page.locator(".view").first
        count = round(seconds * rate)
        for k in range(count):
            angle = 2 * math.pi * k / count
            page.evaluate(TURN, [angle, 0.18 * math.sin(angle)])
            frames.append(Image.open(io.BytesIO(stage.screenshot(timeout=PATIENCE))).convert("RGB"))
    out.parent.mkdir(parents=True, exist_ok=True)
    frames[0].save(
        out,
        save_all=True,
        append_images=frames[1:],
        duration=round(1000 / rate),
        loop=0,
        quality=quality,
        method=4,
    )
    print(f"{out}: {len(frames)} frames, {out.stat().st_size / 1e6:.2f} MB")
    if still is not None:
        frames[0].save(still)


if __name__ == "__main__":
    tyro.cli(main)
