"""What can be taken away: PNG, SVG, CSV, and a site that opens by a double click."""

import csv
import io
from xml.etree import ElementTree

import numpy as np
import pytest
from playwright.sync_api import expect

from quadric.explorer import inline
from quadric.explorer.export import export_site
from quadric.explorer.server import serving
from quadric.explorer.table import read_table
from quadric.gallery import Causes, Place, write_gallery
from tests.browser.conftest import WORDS, corners


def save(page, kind: str, path):
    with page.expect_download() as waiting:
        page.locator(f"[data-save={kind}]").click()
    waiting.value.save_as(path)
    return waiting.value.suggested_filename


def test_png(open_page, cube_address, tmp_path):
    page = open_page(f"{cube_address}#/m/0000")
    assert save(page, "png", tmp_path / "view.png") == "corners.png"
    data = (tmp_path / "view.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = np.frombuffer(data[16:24], dtype=">u4")
    size = page.evaluate("() => [quadric.stage.canvas.width, quadric.stage.canvas.height]")
    assert [width, height] == size


def test_svg(open_page, cube_address, tmp_path):
    page = open_page(f"{cube_address}#/m/0000?surface=on")
    assert save(page, "svg", tmp_path / "view.svg") == "corners.svg"
    root = ElementTree.parse(tmp_path / "view.svg").getroot()
    dots = root.findall(".//{*}circle")
    where = page.evaluate("() => Array.from({ length: 8 }, (_, i) => quadric.project(i))")
    got = sorted((float(dot.get("cx", "nan")), float(dot.get("cy", "nan"))) for dot in dots)
    np.testing.assert_allclose(got, sorted((p["x"], p["y"]) for p in where), atol=0.06)
    assert len(root.findall(".//{*}path")) == 1
    assert [text.text for text in root.findall(".//{*}text")][-1] == "corners"


def test_svg_has_the_dots_of_places_without_a_path(open_page, tmp_path):
    place = Place((1.0, 1.0, 1.0), "seven", gain=((" eight", 2.5),))
    bundle = corners(WORDS, causes=Causes((), (place,)))
    with serving(write_gallery(tmp_path / "g", [bundle])) as address:
        page = open_page(f"{address}#/m/0000")
        root = ElementTree.fromstring(page.evaluate("() => quadric.svg()"))
        (dot,) = root.findall(".//{*}g[@class='marks']/{*}circle")
        x, y = page.evaluate(
            "() => { const { x, y } = quadric.stage.project([1, 1, 1]); return [x, y]; }"
        )
        np.testing.assert_allclose(
            [float(dot.get(k, "nan")) for k in ("cx", "cy")], [x, y], atol=0.06
        )


def test_svg_draws_axes_before_the_weak_as_the_screen_does(open_page, cube_address):
    page = open_page(f"{cube_address}#/m/0000?token=three")
    root = ElementTree.fromstring(page.evaluate("() => quadric.svg()"))
    order = [
        "axes" if group.find("{*}line") is not None else group.get("fill-opacity") or "loud"
        for group in root.findall("{*}g")
        if group.find("{*}line") is not None or group.get("class") == "points"
    ]
    assert order == ["0.5", "axes", "loud"]
    quiet, loud = root.findall("{*}g[@class='points']")
    assert (len(quiet), len(loud)) == (7, 1)


def test_csv_opens_again_as_a_table(open_page, sample_address, sample, tmp_path):
    page = open_page(f"{sample_address}#/m/0002")
    save(page, "csv", tmp_path / "points.csv")
    table, manifold = read_table(tmp_path / "points.csv"), sample.manifold(2)
    np.testing.assert_allclose(table.points, manifold.points, atol=1e-4)
    np.testing.assert_allclose(table.strength, manifold.strength, atol=1e-4)
    words = [manifold.vocab[i] for i in manifold.token]
    assert [table.vocab[i] for i in table.token] == words
    np.testing.assert_array_equal(table.position, manifold.position)


def test_csv_of_a_selection(open_page, sample_address, tmp_path):
    page = open_page(f"{sample_address}#/m/0000?token=may")
    save(page, "csv", tmp_path / "may.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "may.csv").read_text())))
    assert len(rows) == page.evaluate("() => quadric.selection.chosen.reduce((a, b) => a + b)")
    assert {row["token"].strip().lower() for row in rows} == {"may"}
    assert all(row["token"] in row["context"] for row in rows)


@pytest.fixture(scope="module")
def site(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "site"
    export_site(sample, folder)
    return folder


def test_a_site_opens_by_a_double_click(open_page, site):
    page = open_page((site / "index.html").as_uri())
    expect(page.locator(".card")).to_have_count(10)
    page.get_by_label("Find a word").fill("london")
    expect(page.locator(".chip.hit").first).to_have_text("London")
    page.locator(".card").first.click()
    page.wait_for_selector("canvas.stage")
    expect(page.locator("h1")).to_have_text("cities of the world")
    assert page.evaluate("() => quadric.manifold.n") == 2048
    page.get_by_label("Colour", exact=True).select_option("strength")
    page.wait_for_function("() => location.href.includes('colour=strength')")
    again = open_page(page.evaluate("location.href"))
    expect(again.get_by_label("Colour", exact=True)).to_have_value("strength")


def test_a_site_that_lost_a_file_says_which(open_page, site, tmp_path):
    import shutil

    broken = shutil.copytree(site, tmp_path / "broken")
    (broken / "data" / "0004.js").unlink()
    page = open_page(f"{(broken / 'index.html').as_uri()}#/m/0004", quiet=False)
    expect(page.get_by_role("alert")).to_contain_text("data/0004.js is missing")


def test_a_notebook_shows_a_manifold_in_place(open_page, sample, tmp_path):
    shown = inline(sample.manifold(2))._repr_html_()
    (tmp_path / "notebook.html").write_text(f"<!doctype html><title>n</title>{shown}")
    page = open_page((tmp_path / "notebook.html").as_uri(), wait=None)
    frame = page.frame_locator("iframe")
    expect(frame.locator("h1")).to_have_text("years, 1790 to 2020")
    expect(frame.locator(".labels .word").first).to_be_visible()
    frame.get_by_role("button", name="2D").click()
    expect(frame.get_by_role("button", name="2D")).to_have_attribute("aria-pressed", "true")
    expect(frame.locator("a")).to_have_count(0)
