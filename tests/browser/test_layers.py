"""The strip of layers: from a manifold to the same one above and below, served and exported."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from quadric.explorer.export import export_site
from quadric.explorer.sample import sample_manifolds
from quadric.explorer.server import serving
from quadric.gallery import read_gallery, write_gallery
from quadric.gallery.linking import link_galleries


@pytest.fixture
def layers(tmp_path):
    """Three layers with the same concepts, in another order each."""
    bundles = [replace(one, quadric=None) for one in list(sample_manifolds(512))[:3]]
    for turn, layer in enumerate(("8", "15", "22")):
        about = {"layer": f"model.layers.{layer}", "text": "templates", "seed": "0"}
        write_gallery(tmp_path / f"l{layer}", [*bundles[turn:], *bundles[:turn]], about=about)
    found = [read_gallery(tmp_path / name) for name in ("l8", "l15", "l22")]
    link_galleries(found)
    return tmp_path


def walk(page, name):
    """From layer 15 up, up, and back by the strip: the same manifold each time."""
    strip = page.locator(".layers > *")
    assert [text.split("%")[0][:8] for text in strip.all_text_contents()] == [
        "layer 81",
        "layer 15",
        "layer 22",
    ]
    expect(page.locator(".layers [aria-current]")).to_have_text("layer 15")
    for layer in ("22", "8", "15"):
        page.locator(".layers a", has_text=f"layer {layer}").click()
        expect(page.locator(".layers [aria-current]")).to_have_text(f"layer {layer}")
        expect(page.locator("h1")).to_have_text(name)


def test_the_strip_leads_through_the_layers(open_page, layers):
    gallery = read_gallery(layers / "l15")
    with serving(gallery) as address:
        page = open_page(f"{address}#/m/0001")
        walk(page, gallery.cards[1].name)
        assert "chance" not in page.locator(".layers a").first.inner_text()
        assert "random sets" in (page.locator(".layers a").first.get_attribute("title") or "")


def test_an_exported_site_holds_all_layers(open_page, layers):
    gallery = read_gallery(layers / "l15")
    export_site(gallery, layers / "site")
    assert sorted(path.name for path in (layers / "site" / "layers").iterdir()) == ["l22", "l8"]
    page = open_page(f"{(layers / 'site' / 'index.html').as_uri()}#/m/0001")
    walk(page, gallery.cards[1].name)


def test_layers_that_are_not_there_leave_no_link(open_page, layers):
    (layers / "l8").rename(layers / "elsewhere")
    with serving(read_gallery(layers / "l15")) as address:
        page = open_page(f"{address}#/m/0000")
        expect(page.locator(".layers a")).to_have_count(1)
        expect(page.locator(".layers a")).to_contain_text("layer 22")
