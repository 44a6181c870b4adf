"""Turn a manifold for ten seconds, as a moving picture (WebP) for the README and the docs.

`python -m benchmarks.animation gallery/ docs/images/turning.webp --view /m/0000` opens that view of
the explorer, turns it once around and writes every frame; `--still social.png` keeps the first one.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Literal

import tyro
from PIL import Image

from benchmarks.explorer import browser
from benchmarks.screenshots import PATIENCE
from quadric.explorer.server import serving
from quadric.gallery import read_gallery

TURN = """([part, parts]) => {
  const { stage } = quadric;
  window.home ??= structuredClone(stage.orbit.aim);
  const side = (k) => {
    const angle = (2 * Math.PI * k) / parts, { azimuth, elevation } = window.home;
    // Half way round it is seen from 34 degrees above, whatever the first side: a turn seen from
    // the pole would show no depth, and one beyond the pole would stand on its head.
    const tilt = (0.6 - elevation) * (1 - Math.cos(angle)) / 2;
    return { azimuth: azimuth + angle, elevation: elevation + tilt };
  };
  // Each side is framed as the page frames it, all from as far away as the widest needs.
  window.farthest ??= Math.max(
    ...Array.from({ length: parts }, (_, k) => stage.from(side(k)).distance));
  stage.orbit.set({ ...stage.from(side(part)), distance: window.farthest }, true);
  stage.drawNow();
}"""
"""Turn to the next of so many sides, all round and back."""


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
            page.evaluate(TURN, [k, count])
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
