"""A manifold: orbit, hover, pick, colour, level, address, keys."""

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from quadric.explorer.server import serving
from quadric.gallery import ManifoldBundle, SubspaceForm, write_gallery
from tests.browser.conftest import WORDS, corners
from tests.browser.pointing import PROJECT, drag, screen

AIM = "() => structuredClone(quadric.stage.orbit.aim)"


def settle(page: Page) -> None:
    """Wait until the address tells of the view as it is."""
    page.wait_for_function(
        """() => {
          const { azimuth, elevation, distance, target } = quadric.stage.orbit.aim;
          const view = [azimuth, elevation, distance, ...target].map((v) => Number(v.toFixed(4)));
          return new URLSearchParams(location.hash.split("?")[1]).get("view") === view.join("_");
        }"""
    )


@pytest.fixture
def cube(open_page, cube_address) -> Page:
    page = open_page(f"{cube_address}#/m/0000")
    page.evaluate("() => quadric.stage.drawNow()")
    return page


def test_points_are_on_the_canvas_where_they_project(cube):
    colour = """i => {
      const { stage } = quadric, { canvas } = stage, out = new Uint8Array(4);
      const { x, y } = quadric.project(i), ratio = canvas.width / canvas.clientWidth;
      const gl = canvas.getContext("webgl2");
      stage.drawNow();
      gl.readPixels(x * ratio, canvas.height - y * ratio, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, out);
      return [...out, ...stage.cloud.looks.slice(4 * i, 4 * i + 3)];
    }"""
    cube.evaluate("() => { quadric.stage.surface.object.visible = false; }")
    for i in range(8):
        seen = cube.evaluate(colour, i)
        # Fog and shading dim a point; its hue stays: which channel is the largest.
        assert np.argmax(seen[:3]) == np.argmax(seen[4:7])
        assert np.ptp(seen[:3]) > 15


def test_the_first_view_holds_the_strongest_points(open_page, tmp_path):
    """One sample in two hundred is strong and lies far out: it is what one came to see."""
    draw = np.random.default_rng(0)
    points = 0.05 * draw.normal(size=(8000, 3))
    points[:40] += [1.0, 0.5, 0.0]
    strength = np.where(np.arange(8000) < 40, 1.0, 0.1 * draw.random(8000))
    token = np.zeros(8000, dtype=int)
    bundle = ManifoldBundle("rare", points, strength, token, [" word"], shape="clusters")
    with serving(write_gallery(tmp_path / "gallery", [bundle])) as address:
        page = open_page(f"{address}#/m/0000")
        page.evaluate("() => quadric.stage.drawNow()")
        box = page.locator("canvas.stage").bounding_box()
        strong = """() => {
          const { strength, n } = quadric.manifold;
          return [...Array(n).keys()].filter((i) => strength[i] > 0.9);
        }"""
        places = [page.evaluate(PROJECT, i) for i in page.evaluate(strong)]
    assert len(places) == 40
    inside = [0 < x < box["width"] and 0 < y < box["height"] for x, y in places]
    assert all(inside)


def test_hover_shows_the_point_under_the_pointer(cube):
    for i, word in enumerate(["zero", "one", "two", "three", "four", "five", "six", "seven"]):
        cube.mouse.move(*screen(cube, i))
        expect(cube.locator(".tip mark")).to_have_text(word)
        expect(cube.locator(".tip")).to_contain_text(f"{i + 1} of 8")
    x, y = screen(cube, 0)
    cube.mouse.move(x + 60, y - 3)
    expect(cube.locator(".tip")).to_be_hidden()


def test_a_click_pins_and_the_address_keeps_it(cube, open_page):
    cube.mouse.click(*screen(cube, 3))
    cube.mouse.move(*screen(cube, 5))
    expect(cube.locator(".tip mark")).to_have_text("five")
    cube.mouse.move(5, 300)
    expect(cube.locator(".tip mark")).to_have_text("three")
    cube.wait_for_function("() => location.href.includes('pin=')")
    again = open_page(cube.evaluate("location.href"))
    expect(again.locator(".tip mark")).to_have_text("three")
    again.keyboard.press("Escape")
    expect(again.locator(".tip")).to_be_hidden()


def test_the_front_point_is_picked_where_discs_overlap(cube):
    """Brute force over all points agrees with the pick, from many sides."""
    script = """() => {
      const { stage, manifold } = quadric, wrong = [];
      for (let turn = 0; turn < 40; turn++) {
        stage.orbit.turn(0.31, 0.17 * Math.cos(turn));
        stage.orbit.step(1000);
        stage.drawNow();
        for (let i = 0; i < manifold.n; i++) {
          const at = quadric.project(i);
          let [best, front] = [-1, Infinity];
          for (let k = 0; k < manifold.n; k++) {
            const p = quadric.project(k);
            const covers = Math.hypot(p.x - at.x, p.y - at.y) <= stage.pointWidth(k, p.depth) / 2;
            if (covers && p.depth < front) [best, front] = [k, p.depth];
          }
          if (quadric.pick(at.x, at.y) !== best) wrong.push([turn, i]);
        }
      }
      return wrong;
    }"""
    assert cube.evaluate(script) == []


def test_dragging_turns_wheeling_zooms_and_the_address_keeps_the_view(cube, open_page):
    before = cube.evaluate(AIM)
    drag(cube, (300, 300), (380, 340))
    turned = cube.evaluate(AIM)
    assert turned["azimuth"] < before["azimuth"]
    assert turned["elevation"] > before["elevation"]
    assert turned["distance"] == before["distance"]
    cube.mouse.wheel(0, 300)
    further = "before => quadric.stage.orbit.aim.distance > before"
    cube.wait_for_function(further, arg=turned["distance"])
    cube.mouse.move(300, 300)
    cube.mouse.down(button="right")
    cube.mouse.move(340, 300)
    cube.mouse.up(button="right")
    assert cube.evaluate(AIM)["target"] != turned["target"]
    settle(cube)
    again = open_page(cube.evaluate("location.href"))
    again.evaluate("() => quadric.stage.drawNow()")
    for i in range(8):
        assert np.allclose(again.evaluate(PROJECT, i), cube.evaluate(PROJECT, i), atol=0.5)
    again.get_by_role("button", name="Reset").click()
    assert again.evaluate(AIM) == before


def test_two_fingers_zoom(open_page, cube_address):
    page = open_page(f"{cube_address}#/m/0000", has_touch=True)
    before = page.evaluate(AIM)["distance"]
    page.evaluate(
        """() => {
          const { canvas } = quadric.stage;
          canvas.setPointerCapture = () => {};
          const touch = (type, pointerId, clientX) => canvas.dispatchEvent(new PointerEvent(type,
            { pointerId, clientX, clientY: 300, pointerType: "touch", bubbles: true }));
          touch("pointerdown", 1, 300), touch("pointerdown", 2, 400);
          touch("pointermove", 1, 250), touch("pointermove", 2, 450);
          touch("pointerup", 1, 250), touch("pointerup", 2, 450);
        }"""
    )
    assert page.evaluate(AIM)["distance"] == pytest.approx(before / 2)


def test_a_drag_with_momentum_comes_to_rest(open_page, cube_address):
    page = open_page(f"{cube_address}#/m/0000", reduced_motion="no-preference")
    # In one go, before the page draws a frame: how many it draws in a while depends on the machine.
    now, aim = page.evaluate(
        """() => {
          const { orbit } = quadric.stage;
          orbit.turn(1, 0);
          orbit.step(16);
          return [orbit.now.azimuth, orbit.aim.azimuth];
        }"""
    )
    assert now < aim
    page.wait_for_function(
        "() => quadric.stage.orbit.now.azimuth === quadric.stage.orbit.aim.azimuth"
    )


def test_the_slider_shows_the_strongest_and_warns(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0000")
    expect(page.locator(".caution")).to_contain_text("may be an illusion")
    page.get_by_label("Strongest").fill("500")
    expect(page.locator("output[for=shown]")).to_have_text("512 of 2,048")
    drawn = """() => {
      quadric.stage.drawNow();
      const loud = quadric.stage.cloud.looks.filter((byte, at) => at % 4 === 3 && byte & 128);
      return [quadric.stage.cloud.object.geometry.drawRange.count, loud.length];
    }"""
    # The weaker ones stay, in grey, until they are not wanted.
    assert page.evaluate(drawn) == [2048, 512]
    page.get_by_label("weak in grey").uncheck()
    assert page.evaluate(drawn) == [512, 512]
    page.wait_for_function("() => location.href.includes('shown=512&weak=off')")


def test_colours_follow_what_they_are_chosen_by(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0007?shown=2048")
    same = """() => {
      const { manifold, stage } = quadric, seen = new Map();
      for (let i = 0; i < manifold.n; i++) {
        const colour = stage.cloud.looks.slice(4 * i, 4 * i + 3).join();
        if (!seen.has(manifold.token[i])) seen.set(manifold.token[i], new Set());
        seen.get(manifold.token[i]).add(colour);
      }
      const sets = [...seen.values()];
      return [Math.max(...sets.map(s => s.size)), new Set(sets.flatMap(s => [...s])).size];
    }"""
    assert page.evaluate(same) == [1, 13]
    expect(page.locator(".legend.tokens li")).to_have_count(13)
    for mode in ("strength", "position", "predicted"):
        before = page.evaluate("() => [...quadric.stage.cloud.looks]")
        page.get_by_label("Colour", exact=True).select_option(mode)
        assert page.evaluate("() => [...quadric.stage.cloud.looks]") != before
        expect(page.locator(".legend")).to_be_visible()


def test_numbers_are_coloured_in_their_order(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0002?colour=token&shown=2048")
    low, high = page.locator(".legend span").all_text_contents()
    assert 1790 <= int(low) < 1810
    assert 2000 < int(high) <= 2020
    colours = page.evaluate(
        """() => {
          const { manifold, stage } = quadric, seen = new Map();
          manifold.token.forEach((id, i) =>
            seen.set(Number(manifold.vocab[id]), stage.cloud.looks[4 * i + 1]));
          const years = [...seen].filter(([year]) => year >= 1800 && year <= 2000);
          return years.sort((a, b) => a[0] - b[0]);
        }"""
    )
    greens = [green for _, green in colours]
    assert len(greens) > 50
    # Green never falls along viridis.
    assert greens == sorted(greens)


def test_a_strong_group_among_numbers_is_not_grey(open_page, tmp_path):
    """Grey is for what is weak: a group that is no number gets its colour, as the numbers do."""
    token = np.array([0, 1, 2, 3, 0, 1, 4, 4])
    names = [" 1", " 2", " 3", " 4", " dollars"]
    bundle = corners(names, token=token, context=token[:, None], strength=np.ones(8))
    with serving(write_gallery(tmp_path / "g", [bundle])) as address:
        page = open_page(f"{address}#/m/0000")
        legend = page.locator(".legend.tokens li")
        assert set(legend.all_text_contents()) == {"1", "2", "3", "4", "dollars"}


def test_the_surface_lies_where_the_form_takes_the_level(open_page, sample_address, sample):
    page = open_page(f"{sample_address}#/m/0003?surface=on")
    level = "() => quadric.stage.surface.level"
    corners = "() => [...quadric.stage.surface.object.geometry.getAttribute('position').array]"
    quadric = sample.manifold(3).quadric
    for position in ("700", "850"):
        page.locator("#level").fill(position)
        points = np.array(page.evaluate(corners)).reshape(-1, 3)
        q = np.einsum("ni,ij,nj->n", points, quadric.matrix, points) + points @ quadric.linear
        span = np.ptp(q) if len(q) else 1.0
        assert len(points) > 100
        np.testing.assert_allclose(
            q + quadric.constant, page.evaluate(level), atol=0.02 + 0.02 * span
        )
    page.get_by_label("Quadric").uncheck()
    assert not page.evaluate("() => quadric.stage.surface.object.visible")


def test_a_level_that_the_form_never_takes_says_so(cube_address, open_page):
    page = open_page(f"{cube_address}#/m/0000?surface=on&level=-5")
    expect(page.locator("output[for=level]")).to_contain_text("no surface")


def test_beside_the_view_stands_what_the_file_says(open_page, sample_address, sample):
    page = open_page(f"{sample_address}#/m/0001")
    manifold, card = sample.manifold(1), sample.cards[1]
    shown = page.locator(".members tbody th").all_text_contents()
    assert shown == [str(latent) for latent in manifold.members]
    near = page.locator(".neighbours li > a:first-child").all_text_contents()
    assert near == [sample.cards[int(other)].name for other, _ in card.neighbours]
    assert page.locator(".parts dt").all_text_contents() == [part.name for part in manifold.parts]
    expect(page.locator(".parts")).to_contain_text("Controls: shuffled")
    ends = page.evaluate("() => quadric.stage.ends.map(({ text }) => text)")
    assert ends == ["λ₁ = 1.00", "λ₂ = 1.00", "λ₃ = 1.00", "0"]
    page.get_by_text("Neighbours").click()
    page.locator(".neighbours a").first.click()
    expect(page.locator("h1")).to_have_text(near[0])


def test_keyboard_only(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0001")
    canvas = page.locator("canvas.stage")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.className") == "stage":
            break
    expect(canvas).to_be_focused()
    before = page.evaluate(AIM)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("+")
    page.keyboard.press("Shift+ArrowLeft")
    after = page.evaluate(AIM)
    assert after["azimuth"] > before["azimuth"]
    assert after["elevation"] > before["elevation"]
    assert after["distance"] < before["distance"]
    assert after["target"] != before["target"]
    page.keyboard.press("0")
    assert page.evaluate(AIM) == before
    page.keyboard.press(".")
    expect(page.locator("#announce")).to_contain_text("Sample 1 of 2048")
    page.keyboard.press(".")
    expect(page.locator("#announce")).to_contain_text("Sample 2 of 2048")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator(".tip")).to_be_visible()


def test_the_quadric_of_the_samples_is_drawn_first_and_that_of_the_weights_on_demand(
    tmp_path, open_page
):
    fitted = SubspaceForm(np.eye(3), constant=-3.0, residual=0.04)
    bundle = corners(WORDS, fitted=fitted, shape="sphere")
    folder = write_gallery(tmp_path / "gallery", [bundle], title="A cube")
    with serving(folder) as address:
        page = open_page(f"{address}#/m/0000")
        told = page.locator("output[for=level]")
        # The corners of the cube lie on the sphere |u|² = 3.
        expect(told).to_have_text("q = 0, 4% off")
        assert page.locator("#surface").is_checked()
        page.locator("#whose").select_option("weights")
        expect(told).to_have_text("q = 3.00")
        page.wait_for_function("() => location.hash.includes('quadric=weights')")
        page.reload()
        expect(told).to_have_text("q = 3.00")


@pytest.mark.parametrize("width", [1280, 1000, 840])
def test_controls_stay_apart_in_a_narrow_window(open_page, sample_address, width):
    page = open_page(f"{sample_address}#/m/0000", viewport={"width": width, "height": 700})
    crowded = page.evaluate(
        """() => [...document.querySelectorAll(".controls .row")].flatMap((row) => {
          const boxes = [...row.children].filter((one) => !one.hidden && one.offsetWidth)
            .map((one) => one.getBoundingClientRect());
          const edge = row.getBoundingClientRect().right + 1;
          return boxes.filter((box, k) => box.right > edge || boxes.some((other, j) =>
            j > k && other.left < box.right - 1 && box.left < other.right - 1 &&
            other.top < box.bottom - 1 && box.top < other.bottom - 1)).map((box) => box.x);
        })"""
    )
    assert crowded == []
