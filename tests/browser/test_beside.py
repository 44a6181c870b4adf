"""Two manifolds side by side, phrases across a gallery, typed sentences, causes and layers."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from quadric.explorer.export import export_site
from quadric.explorer.server import serving
from quadric.gallery import (
    Arm,
    Causes,
    LayerLink,
    Place,
    Tick,
    read_gallery,
    update_gallery,
    write_gallery,
)
from quadric.gallery import Path as PathBlock
from tests.browser.conftest import HOSTILE, WORDS, corners
from tests.browser.pointing import control_click


def test_the_selected_samples_light_up_in_the_other_manifold(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0000?with=0002&token=the")
    expect(page.locator("canvas.stage")).to_have_count(2)
    note = page.locator(".named .note")
    expect(note).to_contain_text("selected samples are here")
    wrong = page.evaluate(
        """() => {
          const { manifold, selection, beside } = quadric;
          const key = (m, i) => `${m.place(i).document}.${m.place(i).position}`;
          const held = new Set();
          selection.chosen.forEach((on, i) => on && held.add(key(manifold, i)));
          const there = beside.manifold, chosen = beside.scene.chosen;
          return [...Array(there.n).keys()]
            .filter((i) => Boolean(chosen[i]) !== held.has(key(there, i))).length;
        }"""
    )
    assert wrong == 0
    assert page.evaluate("() => quadric.beside.scene.chosen.includes(1)")
    page.keyboard.press("Escape")
    assert page.evaluate("() => quadric.beside.scene.chosen") is None
    page.get_by_label("Close the second manifold").click()
    expect(page.locator("canvas.stage")).to_have_count(1)
    page.get_by_label("Beside it").select_option("0003")
    expect(page.locator(".named a").first).to_have_text("days of the week")


def test_a_selection_comes_along_when_a_second_manifold_does(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0000")
    page.get_by_label("Select a token").fill("march")
    page.get_by_label("Name of the selection").fill("spring")
    page.get_by_role("button", name="Keep").click()
    held = page.evaluate("() => quadric.selection.code")
    page.get_by_text("Neighbours", exact=True).click()
    page.get_by_role("link", name="side by side").first.click()
    for many, step in (
        (2, lambda: page.get_by_label("Close the second manifold").click()),
        (1, lambda: page.get_by_label("Beside it").select_option("0003")),
        (2, lambda: None),
    ):
        expect(page.locator("canvas.stage")).to_have_count(many)
        assert page.evaluate("() => quadric.selection.code") == held
        expect(page.get_by_role("button", name="spring", exact=True)).to_be_visible()
        step()
    expect(page.locator(".named .note")).to_contain_text("selected samples are here")


def test_selected_samples_without_a_colour_are_not_grey_among_grey(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0000?with=0007&token=the")
    expect(page.locator(".named .note")).to_contain_text("selected samples are here")
    colours = """() => {
      const { chosen, stage } = quadric.beside.scene, { looks } = stage.cloud, found = new Set();
      for (let i = 0; i < stage.points.length / 3; i++)
        if (!chosen || chosen[i]) found.add([...looks.subarray(4 * i, 4 * i + 3)].join());
      return [...found];
    }"""
    (lit,) = page.evaluate(colours)
    page.keyboard.press("Escape")
    after = page.evaluate(colours)
    assert len(after) > 3
    assert lit not in after


def test_a_sample_is_added_from_either_side(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0000?with=0002")
    page.wait_for_function("() => quadric.beside.scene.stage.points.length > 0")
    picked, at = page.evaluate(
        """() => {
          const { scene, manifold } = quadric.beside;
          scene.stage.drawNow();
          const box = scene.stage.canvas.getBoundingClientRect();
          for (let i = 0; i < manifold.n; i++) {
            const { x, y } = scene.stage.project(scene.stage.points, 3 * i);
            const inside = x > 20 && y > 60 && x < box.width - 20 && y < box.height - 20;
            if (inside && quadric.beside.back[i] >= 0 && scene.pick(x, y) === i)
              return [manifold.place(i), [box.left + x, box.top + y]];
          }
        }"""
    )
    control_click(page, *at)
    held = page.evaluate(
        """() => [...quadric.selection.chosen]
          .flatMap((on, i) => (on ? [quadric.manifold.place(i)] : []))"""
    )
    assert held == [picked]


def test_a_phone_stacks_the_two(open_page, sample_address):
    page = open_page(
        f"{sample_address}#/m/0000?with=0002",
        viewport={"width": 360, "height": 740},
        has_touch=True,
    )
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    first, second = (box.bounding_box() for box in page.locator("canvas.stage").all())
    assert first is not None
    assert second is not None
    assert second["y"] >= first["y"] + first["height"] - 1


HITS = """() => {
  const canvas = document.querySelector(".card canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let hits = 0;
  for (let k = 0; k < data.length; k += 4)
    hits += data[k] === 163 && data[k + 1] === 49 && data[k + 2] === 95;
  return hits;
}"""
"""Pixels in the colour of a mark, light theme."""


def test_a_phrase_is_found_across_manifolds_and_marked(open_page, sample_address):
    page = open_page(sample_address, quiet=False, color_scheme="light")
    page.get_by_label("Find a word").fill("harbour in September")
    expect(page.locator(".card h2").first).to_have_text("the months")
    expect(page.locator(".chip.hit").first).to_have_text("harbour in September")
    page.wait_for_function(f"() => ({HITS})() > 20")
    page.locator(".card").first.click()
    page.wait_for_selector("canvas.stage")
    expect(page.locator(".selection .summary")).to_contain_text("harbour in September")
    marks = page.locator(".selection .samples mark").all_text_contents()
    assert set(marks) <= {"harbour", "in", "September"}
    assert "September" in marks


def test_a_word_of_several_tokens_is_found(open_page, tmp_path):
    bundle = corners([" recon", "struction", " one", " two", " three", " four", " five", " six"])
    with serving(write_gallery(tmp_path / "g", [bundle])) as address:
        page = open_page(address)
        page.get_by_label("Find a word").fill("reconstruction")
        expect(page.locator(".chip.hit").first).to_have_text("reconstruction")
        page.locator(".card").first.click()
        page.wait_for_selector("canvas.stage")
        chosen = "() => [...quadric.selection.chosen].flatMap((on, i) => on ? [i] : [])"
        assert page.evaluate(chosen) == [0, 1]
        expect(page.locator(".selection .summary")).to_contain_text("in the text")


def test_a_phrase_says_what_was_not_read(open_page, tmp_path):
    many = write_gallery(tmp_path / "g", [corners(WORDS) for _ in range(32)])
    with serving(many) as address:
        page = open_page(address)
        page.get_by_label("Find a word").fill("one two")
        expect(page.locator(".status")).to_have_text(
            "30 of 32 manifolds; 2 more, with fewer of these words, were not read"
        )
        page.get_by_label("Find a word").fill("one")
        expect(page.locator(".status")).to_have_text("32 manifolds")


class Fixed:
    """A model that puts every sentence at two corners, or where it says."""

    def places(self, text: str, which: str):
        if "fail" in text:
            raise ValueError(f"{text} is not understood.")
        if "far" in text:
            return {"tokens": [" far", " away"], "points": [[7.0, -5.0, 3.0], [1.0, 1.0, 1.0]]}
        return {"tokens": [" my", HOSTILE], "points": [[1.0, 1.0, 1.0], [-1.0, 0.0, 1.0]]}


def test_a_typed_sentence_becomes_points(open_page, tmp_path):
    gallery = write_gallery(tmp_path / "g", [corners(WORDS)], about={"model": "mine"})
    with serving(gallery, Fixed()) as address:  # pyright: ignore[reportArgumentType]
        page = open_page(f"{address}#/m/0000", quiet=False)
        page.get_by_text("Type a sentence").click()
        page.get_by_label("A sentence of your own").fill("my own words")
        page.get_by_role("button", name="Show its tokens").click()
        expect(page.locator(".typed [role=status]")).to_contain_text("2 tokens: my")
        expect(page.locator(".lines .mark").first).to_be_visible()
        words = page.evaluate(
            """() => {
              quadric.stage.drawNow();
              return quadric.overlay.shown.map(({ text }) => text);
            }"""
        )
        assert {"my", HOSTILE} <= set(words)
        assert page.locator("img").count() == 0
        page.get_by_label("A sentence of your own").fill("fail")
        page.get_by_role("button", name="Show its tokens").click()
        expect(page.locator(".typed [role=status]")).to_have_text("fail is not understood.")
        # From the keyboard alone: Enter asks, with Shift it begins a line.
        page.get_by_label("A sentence of your own").fill("fail")
        page.keyboard.press("Shift+Enter")
        page.keyboard.type("again")
        page.keyboard.press("Enter")
        expect(page.locator(".typed [role=status]")).to_have_text("fail again is not understood.")


def test_a_typed_token_far_from_all_points_is_in_sight(open_page, tmp_path):
    gallery = write_gallery(tmp_path / "g", [corners(WORDS)], about={"model": "mine"})
    with serving(gallery, Fixed()) as address:  # pyright: ignore[reportArgumentType]
        page = open_page(f"{address}#/m/0000")
        first = page.evaluate("() => quadric.stage.orbit.aim.distance")
        page.get_by_text("Type a sentence").click()
        page.get_by_label("A sentence of your own").fill("far away")
        page.get_by_role("button", name="Show its tokens").click()
        expect(page.locator(".labels .word").filter(has_text="far")).to_be_visible()
        seen = page.evaluate("() => quadric.stage.project([7, -5, 3])")
        size = page.evaluate(
            "() => [quadric.stage.canvas.clientWidth, quadric.stage.canvas.clientHeight]"
        )
        assert 0 < seen["x"] < size[0]
        assert 0 < seen["y"] < size[1]
        page.locator(".typed").get_by_role("button", name="Clear").click()
        expect(page.locator(".labels .word").filter(has_text="far")).to_be_hidden()
        expect(page.locator(".typed [role=status]")).to_be_empty()
        expect(page.get_by_label("A sentence of your own")).to_be_empty()
        assert page.evaluate("() => quadric.stage.orbit.aim.distance") == first


def test_a_page_without_a_model_says_how_to_get_one(open_page, tmp_path):
    gallery = write_gallery(tmp_path / "g", [corners(WORDS)], about={"model": "mine"})
    export_site(gallery, tmp_path / "site")
    page = open_page(f"{(tmp_path / 'site' / 'index.html').as_uri()}#/m/0000")
    page.get_by_text("Type a sentence").click()
    expect(page.locator("code")).to_have_text("quadric explore gallery/ --model mine")


@pytest.fixture
def causes(tmp_path):
    write_gallery(tmp_path / "g", [corners(WORDS), corners(WORDS)])
    causes = Causes(
        arms=(Arm("swap", 0.61, 0.04), Arm("random direction", -0.02, 0.02)),
        places=(
            Place((1.0, 1.0, 1.0), "seven", gain=((" eight", 2.5),), lose=((HOSTILE, -1.5),)),
            Place((-1.0, -1.0, -1.0), "zero", gain=((" one", 3.5),)),
        ),
    )
    layers = (
        LayerLink("8", "#/m/0001", 0.5),
        LayerLink("22", "javascript:alert(1)", 0.5),
        LayerLink("23", "//elsewhere.example/#/m/0001", 0.5),
    )
    update_gallery(tmp_path / "g", {"0000": {"causes": causes, "used": 0.58, "layers": layers}})
    with serving(read_gallery(tmp_path / "g")) as address:
        yield address


def test_causes_are_bars_and_places_that_can_be_clicked(open_page, causes):
    page = open_page(f"{causes}#/m/0000")
    assert page.locator(".arms dt").all_text_contents() == ["swap", "random direction"]
    expect(page.locator(".arms dd").first).to_have_text("0.610 ± 0.040")
    places = page.get_by_role("group", name="Places")
    places.get_by_role("button", name="zero").click()
    expect(page.locator(".shifts li")).to_have_text("one3.50")
    # The same by a click on the place itself.
    at = page.evaluate(
        """() => {
          quadric.stage.drawNow();
          const { x, y } = quadric.stage.project([1, 1, 1]);
          const box = quadric.stage.canvas.getBoundingClientRect();
          return [box.left + x, box.top + y];
        }"""
    )
    page.mouse.click(*at)
    expect(page.locator(".shifts li").first).to_have_text("eight2.50")
    expect(page.locator(".shifts li").last).to_contain_text(HOSTILE)
    expect(places.get_by_role("button", name="seven")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".layers a")).to_have_count(1)
    expect(page.locator(".layers a")).to_have_attribute("href", "#/m/0001")
    other = open_page(f"{causes}#/m/0001")
    expect(other.locator(".causes, .layers")).to_have_count(0)


def test_a_place_is_named_once_and_the_path_can_be_clicked(open_page, tmp_path):
    ends = ((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0))
    path = PathBlock(False, ends, (Tick("zero", 0.0), Tick("seven", 1.0)))
    places = tuple(
        Place(at, text, gain=((f" after {text}", 1.0),))
        for at, text in zip(ends, ("zero", "seven"), strict=True)
    )
    bundle = replace(corners(WORDS), path=path, causes=Causes((), places))
    with serving(write_gallery(tmp_path / "g", [bundle])) as address:
        page = open_page(f"{address}#/m/0000")
        texts = page.evaluate("() => quadric.overlay.markPlaces().map(({ word }) => word.text)")
        assert sorted(texts) == ["seven", "zero"]
        # A third of the way from the second end: no dot is near, but the path is.
        at = page.evaluate(
            """() => {
              quadric.stage.drawNow();
              const [a, b] = [[-1, -1, -1], [1, 1, 1]].map((p) => quadric.stage.project(p));
              const box = quadric.stage.canvas.getBoundingClientRect();
              return [box.left + (a.x + 2 * b.x) / 3, box.top + (a.y + 2 * b.y) / 3];
            }"""
        )
        page.mouse.click(*at)
        expect(page.locator(".shifts li")).to_have_text("after seven1.00")


def test_a_place_is_written_as_the_text_writes_it(open_page, tmp_path):
    bundle = corners([" I", *WORDS[1:]])
    causes = Causes((), (Place((-1.0, -1.0, -1.0), "i", gain=((" am", 2.5),)),))
    with serving(write_gallery(tmp_path / "g", [replace(bundle, causes=causes)])) as address:
        page = open_page(f"{address}#/m/0000")
        words = page.evaluate("() => quadric.overlay.shown.map(({ text }) => text)")
        assert "I" in words
        assert "i" not in words


def test_a_gallery_is_sorted_by_use_where_it_was_measured(open_page, causes, sample_address):
    page = open_page(causes)
    page.get_by_label("Sort by").select_option("used")
    expect(page.locator(".card").first.locator(".facts")).to_contain_text("used 0.580")
    plain = open_page(sample_address)
    assert "used" not in plain.get_by_label("Sort by").inner_text()
