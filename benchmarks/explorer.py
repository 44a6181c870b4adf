"""How quick is the explorer? Timed in headless Chromium with software rendering.

Run `python -m benchmarks.explorer`: it makes a gallery of 64k points a manifold, one of 256k and
one of 500 manifolds, opens them as a person would, and prints what was asked and what was measured.
"""

from __future__ import annotations

import contextlib
import gzip
import itertools
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from quadric.explorer.sample import sample_gallery
from quadric.explorer.server import STATIC, serving

__all__ = ["browser", "main"]

FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """Debian's chromium, or whichever is here: first the one without windows, the fastest."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise RuntimeError("no Chromium was found; `make browser` installs one.")
    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield launched
        finally:
            launched.close()


def open_page(launched: Browser, address: str) -> tuple[Page, float]:
    """Open an address as a new visitor: the page, and the seconds until it answers the pointer."""
    page = launched.new_context(viewport={"width": 1280, "height": 800}).new_page()
    started = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("html[data-ready] canvas.stage")
    page.evaluate(SHOWN)
    page.evaluate(HOVER)
    return page, time.perf_counter() - started


def empty_page(launched: Browser) -> float:
    """The seconds in which this browser shows a new visitor a page with nothing but a canvas."""
    page = launched.new_context(viewport={"width": 1280, "height": 800}).new_page()
    started = time.perf_counter()
    page.goto("data:text/html,<canvas></canvas>")
    page.evaluate("() => void document.querySelector('canvas').getContext('webgl2').clear(16384)")
    page.evaluate(SHOWN)
    seconds = time.perf_counter() - started
    page.context.close()
    return seconds


FRAME = """() => {
  const { stage } = quadric, gl = stage.canvas.getContext("webgl2"), pixel = new Uint8Array(4);
  const started = performance.now();
  stage.drawNow();
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  return performance.now() - started;
}"""
"""Draw a frame and wait for its pixels: only reading one back waits for the drawing to end."""

SHOWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Wait until a frame that was asked for is on the screen."""

GAPS = """() => {
  window.gaps = [];
  let last = performance.now();
  const next = (now) => { gaps.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""


def frames_in_motion(page: Page, seconds: float = 4) -> float:
    """The middle time between frames while the pointer turns the view, after a second of it."""
    box = page.locator("canvas.stage").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(GAPS)
    started, step = time.perf_counter(), 0
    while time.perf_counter() - started < seconds:
        step += 1
        page.mouse.move(x + 6 * (step % 40), y + 2 * (step % 30))
        page.wait_for_timeout(10)
    gaps = page.evaluate("() => gaps")
    page.mouse.up()
    times = list(itertools.accumulate(gaps))
    return statistics.median(gap for gap, at in zip(gaps, times, strict=True) if at > 1000)


TURN = f"""() => {{
  quadric.stage.orbit.turn(0.02, 0);
  quadric.stage.orbit.step(16);
  return ({FRAME})();
}}"""

HOVER = """() => {
  const started = performance.now();
  quadric.pick(300 + Math.random() * 300, 200 + Math.random() * 200);
  return performance.now() - started;
}"""


def median(page: Page, script: str, times: int = 15) -> float:
    """The middle of a few timings, the first of which warms up."""
    return statistics.median([page.evaluate(script) for _ in range(times + 1)][1:])


def main() -> str:
    """The table."""
    rows: list[tuple[str, str, str, bool]] = []

    def row(question: str, value: float, limit: float, unit: str) -> None:
        rows.append((question, f"{value:.3g} {unit}", f"{limit:g} {unit}", value < limit))

    with tempfile.TemporaryDirectory() as folder, browser() as launched:
        gallery = sample_gallery(Path(folder) / "64k", points=65536)
        page = sum(len(gzip.compress(path.read_bytes())) for path in STATIC.iterdir())
        row("the page, gzipped", page / 1e3, 250, "kB")
        row(
            "the largest manifold of 64k points",
            max(c.bytes for c in gallery.cards) / 1e6,
            1.5,
            "MB",
        )
        with serving(gallery) as address:
            opened, floors = [], []
            for i in range(9):
                floors.append(empty_page(launched))
                view, seconds = open_page(launched, f"{address}#/m/000{i}")
                opened.append(seconds)
                view.context.close()
            row("64k points answer the pointer after", statistics.median(opened), 1.5, "s")
            floor = f"{statistics.median(floors):.3g} s"
            rows.append(("an empty page with a canvas shows after (the floor)", floor, "", True))
            view, _ = open_page(launched, f"{address}#/m/0000")
            row("a frame of 64k points in motion", frames_in_motion(view), 100, "ms")
            still = f"{median(view, TURN):.3g} ms"
            rows.append(("a still frame, which draws all 64k", still, "", True))
            row("a hover over 64k points", median(view, HOVER), 5, "ms")
        gallery = sample_gallery(Path(folder) / "256k", points=262144)
        with serving(gallery) as address:
            view, seconds = open_page(launched, f"{address}#/m/0000")
            row("a hover over 256k points", median(view, HOVER), 5, "ms")
            rows.append(("256k points answer the pointer after", f"{seconds:.3g} s", "", True))
            rows.append(("a frame of 256k points", f"{median(view, TURN):.3g} ms", "", True))
        gallery = sample_gallery(Path(folder) / "500", points=2048, copies=50)
        with serving(gallery) as address:
            view = launched.new_page()
            asked: list[str] = []
            view.on("request", lambda request: asked.append(request.url))
            started = time.perf_counter()
            view.goto(address)
            view.wait_for_selector(".card")
            seconds = time.perf_counter() - started
            points = sum(url.endswith(".safetensors.gz") for url in asked)
            rows.append(("a gallery of 500 opens after", f"{seconds:.3g} s", "", True))
            rows.append(("point files it loads", str(points), "0", points == 0))
    table = ["| figure | measured | asked | kept |", "|---|---|---|---|"]
    for question, value, limit, kept in rows:
        verdict = ("yes" if kept else "**no**") if limit else ""
        table.append(f"| {question} | {value} | {limit} | {verdict} |")
    return "\n".join(table)


if __name__ == "__main__":
    print(main())
