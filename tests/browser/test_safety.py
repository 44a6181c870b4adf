"""Token text is data, never markup; broken files are named; large ones still answer."""

import json
import shutil
from xml.etree import ElementTree

import numpy as np
import pytest
from playwright.sync_api import expect

from quadric.explorer.server import serving
from quadric.gallery import ManifoldBundle, SubspaceForm, read_gallery, write_gallery

HOSTILE = "<img src=x onerror=\"document.title='run'\">"


def untouched(page) -> bool:
    page.wait_for_timeout(50)
    return page.locator("img").count() == 0 and page.title() != "run"


def test_markup_in_a_gallery_is_shown_not_run(open_page, hostile_address):
    page = open_page(hostile_address)
    expect(page.locator("h1")).to_have_text(HOSTILE)
    expect(page.locator(".card h2")).to_have_text(HOSTILE)
    expect(page.locator(".chip").first).to_have_text(f"{HOSTILE}0")
    page.get_by_label("Find a word").fill("<img")
    expect(page.locator(".chip.hit").first).to_contain_text("<img src=x")
    assert untouched(page)


def test_markup_in_a_manifold_is_shown_not_run(open_page, hostile_address):
    page = open_page(f"{hostile_address}#/m/0000?colour=token&pin=2&token=%3Cimg")
    expect(page.locator(".tip mark")).to_have_text(f"{HOSTILE}2")
    expect(page.locator(".legend li").first).to_contain_text(HOSTILE)
    expect(page.locator(".selection .summary")).to_contain_text("8 of 8 points selected")
    expect(page.locator(".samples li").first).to_contain_text(HOSTILE)
    assert untouched(page)
    drawn = ElementTree.fromstring(page.evaluate("() => quadric.svg()"))
    kinds = {element.tag.split("}")[1] for element in drawn.iter()}
    assert kinds <= {"svg", "title", "rect", "g", "line", "circle", "path", "text"}
    assert drawn.findtext("{*}title") == HOSTILE


def test_scripts_that_slip_in_do_not_run(open_page, sample_address):
    page = open_page(sample_address, quiet=False)
    page.evaluate(
        """() => {
          const link = document.createElement("a"), script = document.createElement("script");
          try { link.setAttribute("onclick", "window.ran = true"); } catch {}
          try { script.append("window.ran = true"); } catch {}
          document.head.append(script);
          document.body.append(link);
          link.click();
        }"""
    )
    assert page.evaluate("() => window.ran") is None


@pytest.fixture
def broken(sample, tmp_path):
    """A copy of the sample, to damage."""
    return shutil.copytree(sample.folder, tmp_path / "gallery")


def test_a_missing_file_is_named_and_the_rest_is_shown(open_page, broken):
    (broken / "0004.safetensors.gz").unlink()
    with serving(read_gallery(broken)) as address:
        page = open_page(f"{address}#/m/0004", quiet=False)
        expect(page.get_by_role("alert")).to_contain_text("0004.safetensors.gz is missing")
        page.get_by_text("To the gallery").click()
        expect(page.locator(".card")).to_have_count(10)


def test_a_truncated_file_is_named(open_page, broken):
    path = broken / "0004.safetensors.gz"
    path.write_bytes(path.read_bytes()[:2000])
    contents = json.loads((broken / "gallery.json").read_text())
    with serving(read_gallery(broken)) as address:
        page = open_page(f"{address}#/m/0004")
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("0004.safetensors.gz is truncated or changed: 2000 bytes")
        expect(alert).to_contain_text(str(contents["manifolds"][4]["bytes"]))


def test_a_damaged_file_of_the_right_size_is_named(open_page, broken):
    path = broken / "0004.safetensors.gz"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data))
    with serving(read_gallery(broken)) as address:
        page = open_page(f"{address}#/m/0004")
        expect(page.get_by_role("alert")).to_contain_text("0004.safetensors.gz is damaged")


def test_broken_contents_are_named(open_page, broken):
    gallery = read_gallery(broken)
    path = broken / "gallery.json"
    path.write_text(path.read_text()[:500])
    with serving(gallery) as address:
        page = open_page(address)
        expect(page.get_by_role("alert")).to_contain_text("gallery.json is not JSON")


def test_an_address_without_a_manifold_says_so(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/9999")
    expect(page.get_by_role("alert")).to_contain_text("no manifold 9999")


def test_256k_points_are_drawn_and_answer(open_page, tmp_path):
    n = 1 << 18
    draw = np.random.default_rng(0)
    bundle = ManifoldBundle(
        name="many",
        points=draw.normal(size=(n, 3)),
        strength=draw.random(n),
        token=draw.integers(0, 100, n),
        vocab=[f" word{i}" for i in range(100)],
        quadric=SubspaceForm(np.eye(3)),
    )
    with serving(write_gallery(tmp_path / "many", [bundle])) as address:
        page = open_page(f"{address}#/m/0000")
        assert page.evaluate("() => quadric.manifold.n") == n
        # The strongest point comes first; hovering over it finds it or one that hides it.
        found = page.evaluate(
            """() => {
              quadric.stage.drawNow();
              const { x, y, depth } = quadric.project(0);
              const i = quadric.pick(x, y), at = quadric.project(i);
              return [Math.hypot(at.x - x, at.y - y) < 10, at.depth <= depth];
            }"""
        )
        assert found == [True, True]
