"""Words and paths in the picture, the first view, and manifolds of one, two and five dimensions."""

import json

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from quadric.explorer.sample import NUMBERS
from quadric.explorer.server import serving
from quadric.gallery import Causes, ManifoldBundle, Path, Place, Tick, read_gallery, write_gallery
from quadric.manifolds.charting import chart_of
from tests.browser.conftest import WORDS, corners, shown
from tests.browser.pointing import drag

BOXES = """() => {
  quadric.stage.drawNow();
  const view = quadric.stage.canvas.getBoundingClientRect();
  return [...document.querySelectorAll(".labels span:not([hidden])")].map((span) => {
    const { left, top, right, bottom } = span.getBoundingClientRect();
    const place = [left - view.left, top - view.top, right - view.left, bottom - view.top];
    return [span.textContent, ...place];
  });
}"""
INSIDE = """() => {
  quadric.stage.drawNow();
  const { clientWidth: width, clientHeight: height } = quadric.stage.canvas;
  let inside = 0;
  for (let i = 0; i < quadric.choices.shown; i++) {
    const { x, y, depth } = quadric.project(i);
    inside += depth > 0 && x > 0 && x < width && y > 0 && y < height;
  }
  return inside / quadric.choices.shown;
}"""


@pytest.mark.parametrize("place", ["0000", "0001", "0006", "0009"])
@pytest.mark.parametrize("width", [1100, 360])
def test_words_stand_apart_and_strong_points_in_sight(open_page, sample_address, place, width):
    page = open_page(f"{sample_address}#/m/{place}", viewport={"width": width, "height": 760})
    boxes = page.evaluate(BOXES)
    assert len(boxes) >= 5
    size = page.evaluate(
        "() => [quadric.stage.canvas.clientWidth, quadric.stage.canvas.clientHeight]"
    )
    for k, (text, left, top, right, bottom) in enumerate(boxes):
        assert -1 <= left < right <= size[0] + 1, text
        assert -1 <= top < bottom <= size[1] + 1, text
        for other, a, b, c, d in boxes[k + 1 :]:
            assert right <= a or c <= left or bottom <= b or d <= top, f"{text} covers {other}"
    assert page.evaluate(INSIDE) > 0.98


def test_a_word_stands_where_its_points_are(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0001")
    boxes = {text: box for text, *box in page.evaluate(BOXES)}
    middle = """word => {
      const { manifold, choices } = quadric, id = manifold.vocab.indexOf(` ${word}`);
      const own = [...Array(choices.shown).keys()].filter((i) => manifold.token[i] === id);
      const places = own.map((i) => quadric.project(i));
      return ["x", "y"].map((k) => places.reduce((sum, p) => sum + p[k], 0) / places.length);
    }"""
    towns = [word for word in boxes if word not in ("0",) and not word.startswith("λ")]
    assert len(towns) > 8
    for town in towns:
        x, y = page.evaluate(middle, town)
        left, top, right, bottom = boxes[town]
        assert abs((left + right) / 2 - x) < 90, town
        assert abs((top + bottom) / 2 - y) < 60, town


def test_more_words_appear_as_one_comes_closer(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0002")
    before = {text for text, *_ in page.evaluate(BOXES)}
    closer = """() => {
      const { orbit, scale, points } = quadric.stage;
      const target = [...points.slice(0, 3)].map((v) => v * scale);
      orbit.set({ ...orbit.aim, target, distance: orbit.aim.distance / 3 }, true);
    }"""
    page.evaluate(closer)
    after = {text for text, *_ in page.evaluate(BOXES)}
    assert len(after - before) >= 5


def test_a_word_makes_room_for_the_points_under_the_pointer(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0000")
    _, left, top, right, bottom = next(b for b in page.evaluate(BOXES) if b[0] == "March")
    box = page.locator("canvas.stage").bounding_box()
    assert box is not None
    word = page.locator(".labels span", has_text="March").first
    assert float(word.evaluate("e => e.style.opacity")) > 0.3
    page.mouse.move(box["x"] + (left + right) / 2, box["y"] + (top + bottom) / 2)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.labels span')]"
        ".some((e) => e.textContent === 'March' && Number(e.style.opacity) < 0.2)"
    )
    page.get_by_label("Words").uncheck()
    expect(page.locator(".labels .word:not([hidden])")).to_have_count(0)


def test_the_path_is_drawn_with_its_ticks(open_page, sample_address, sample):
    page = open_page(f"{sample_address}#/m/0002")
    path = sample.cards[2].path
    assert path is not None
    page.evaluate("() => quadric.stage.drawNow()")
    line = page.locator(".lines .path").get_attribute("d") or ""
    drawn = np.array([part.split() for part in line[1:].split("L")], dtype=float)
    wanted = page.evaluate(
        "at => at.map((p) => { const { x, y } = quadric.stage.project(p); return [x, y]; })",
        [list(p) for p in path.at],
    )
    np.testing.assert_allclose(drawn, wanted, atol=0.06)
    assert page.locator(".lines circle").count() == len(path.ticks)
    words = [text for text, *_ in page.evaluate(BOXES)]
    assert {"1790", path.ticks[-1].text} <= set(words)


def test_the_first_view_is_coloured_by_what_varies(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0002")
    expect(page.get_by_label("Colour", exact=True)).to_have_value("path")
    years = page.evaluate(
        """() => {
          const { manifold, choices, stage } = quadric, along = manifold.along(), seen = [];
          const { looks } = stage.cloud;
          for (let i = 0; i < choices.shown; i++)
            seen.push([Number(manifold.vocab[manifold.token[i]]), along[i], looks[4 * i + 1]]);
          return seen.filter(([year]) => year > 0);
        }"""
    )
    year, along, green = np.array(years).T
    assert np.corrcoef(year, along)[0, 1] > 0.98
    # Green never falls along viridis.
    assert (np.diff(green[np.argsort(along)]) >= 0).all()
    other = open_page(f"{sample_address}#/m/0007")
    expect(other.get_by_label("Colour", exact=True)).to_have_value("token")


def test_the_panel_begins_with_a_sentence_and_examples_along_the_path(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0006")
    expect(page.locator(".details > :first-child")).to_have_text(
        "From one to twelve, along a curve; rank 5."
    )
    words = page.locator(".examples mark").all_text_contents()
    numbers = NUMBERS.split()
    places = [numbers.index(word) for word in words]
    assert len(places) > 4
    assert places == sorted(places)
    expect(page.locator(".panel", has_text="Score")).not_to_have_attribute("open", "")


COORDINATES = """() => {
  const { stage, manifold } = quadric, { coordinates, k, n } = manifold;
  const at = (i, axis) => coordinates[k * i + axis];
  return quadric.choices.axes.every((axis, row) =>
    [...Array(n).keys()].every((i) => Math.abs(stage.points[3 * i + row] - at(i, axis)) < 1e-6));
}"""


def test_any_axes_of_five_can_be_shown(open_page, sample_address, sample):
    page = open_page(f"{sample_address}#/m/0006")
    assert sample.cards[6].axes == 5
    expect(page.locator(".strip button")).to_have_count(10)
    page.get_by_role("button", name="Axes 2 and 4").click()
    page.wait_for_function("() => location.href.includes('axes=2_4_1')")
    assert page.evaluate(COORDINATES)
    assert page.evaluate(INSIDE) > 0.98
    ends = page.evaluate("() => quadric.stage.ends.map(({ text }) => text)")
    assert ends == ["axis 2", "axis 4", "axis 1", "0"]
    again = open_page(page.evaluate("location.href"))
    assert again.evaluate("() => quadric.choices.axes") == [1, 3, 0]
    assert again.evaluate(COORDINATES)


def test_a_flat_view_moves_and_does_not_turn(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0000")
    page.get_by_role("button", name="2D").click()
    page.wait_for_function("() => location.href.includes('axes=1_2')")
    assert page.evaluate("() => quadric.stage.points.every((v, at) => at % 3 < 2 || v === 0)")
    assert page.evaluate(INSIDE) > 0.98
    aim = "() => structuredClone(quadric.stage.orbit.aim)"
    before = page.evaluate(aim)
    drag(page, (300, 300), (380, 340))
    after = page.evaluate(aim)
    assert after["azimuth"] == before["azimuth"]
    assert after["target"] != before["target"]
    page.get_by_role("button", name="2D").click()
    assert page.evaluate("() => quadric.stage.points.some((v, at) => at % 3 === 2 && v !== 0)")


def test_a_tour_shows_other_axes_and_comes_to_rest(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0006", reduced_motion="no-preference")
    page.get_by_role("button", name="Tour").click()
    page.wait_for_function("() => quadric.stage.view.rows[3] > 0.2")
    page.get_by_role("button", name="Tour").click()
    expect(page.get_by_role("button", name="Tour")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(COORDINATES)
    still = open_page(f"{sample_address}#/m/0006")
    still.get_by_role("button", name="Tour").click()
    assert still.evaluate("() => quadric.choices.axes") == [3, 1, 2]


@pytest.mark.parametrize("rank", [1, 2, 4])
def test_every_rank_can_be_looked_at(open_page, tmp_path, rank):
    draw = np.random.default_rng(0)
    bundle = ManifoldBundle(
        name="few",
        points=draw.normal(size=(300, rank)),
        strength=draw.random(300) + 1,
        token=draw.integers(0, 6, 300),
        vocab=[f" word{i}" for i in range(6)],
    )
    with serving(write_gallery(tmp_path / "g", [bundle])) as address:
        page = open_page(f"{address}#/m/0000")
        assert page.evaluate(INSIDE) > 0.98
        assert page.evaluate("() => quadric.stage.flat") == (rank < 3)
        expect(page.locator("#tour")).to_have_count(int(rank > 3))
        picked = page.evaluate(
            "() => { const { x, y } = quadric.project(7); return quadric.pick(x, y); }"
        )
        assert picked >= 0
        page = open_page(address)
        expect(page.locator(".card")).to_have_count(1)


def test_labels_of_ones_own_colour_and_name_the_points(open_page, tmp_path):
    draw = np.random.default_rng(0)
    own = draw.integers(-1, 3, 300)
    bundle = ManifoldBundle(
        name="labelled",
        points=draw.normal(size=(300, 3)) + 4 * np.eye(4, 3)[own],
        strength=draw.random(300) + 1,
        token=np.zeros(300, dtype=int),
        vocab=[" word"],
        row_label=own,
        label_texts=["red", "green", "blue"],
    )
    with serving(write_gallery(tmp_path / "g", [bundle])) as address:
        page = open_page(f"{address}#/m/0000")
        expect(page.get_by_label("Colour", exact=True)).to_have_value("label")
        assert {"red", "green", "blue"} <= {text for text, *_ in page.evaluate(BOXES)}
        legend = page.locator(".legend li").all_text_contents()
        assert set(legend) == {"red", "green", "blue", "others"}
        page.mouse.move(
            *page.evaluate(
                """() => {
              const box = quadric.stage.canvas.getBoundingClientRect();
              const i = quadric.manifold.labels.of.indexOf(1), { x, y } = quadric.project(i);
              return [box.left + x, box.top + y];
            }"""
            )
        )
        expect(page.locator(".tip dt").first).to_have_text("label")


def test_words_fade_with_depth(open_page, cube_address):
    page = open_page(f"{cube_address}#/m/0000")
    found = page.evaluate("""() => {
      quadric.stage.drawNow();
      const at = (text) => quadric.manifold.vocab.findIndex((word) => word.trim() === text);
      return [...document.querySelectorAll(".labels .word:not([hidden])")].map((span) => {
        const i = quadric.manifold.token.indexOf(at(span.textContent));
        return [quadric.project(i).depth, Number(span.style.opacity)];
      });
    }""")
    opacities = [opacity for _, opacity in sorted(found)]
    assert len(found) >= 4
    assert opacities == sorted(opacities, reverse=True)
    assert opacities[-1] < opacities[0] - 0.2


EDGES = """() => [...document.querySelectorAll(".card canvas")].map((canvas) => {
  const { width, height } = canvas, pen = canvas.getContext("2d");
  const [right, low] = [width - 1, height - 1];
  const strips = [[0, 0, width, 1], [0, low, width, 1], [0, 0, 1, height], [right, 0, 1, height]];
  const data = (box) => pen.getImageData(...box).data;
  const ink = (box) => data(box).filter((v, k) => k % 4 === 3 && v > 0).length;
  return [ink([0, 0, width, height]), ...strips.map(ink)];
})"""


def test_nothing_is_cut_off_on_a_card(open_page, sample_address):
    page: Page = open_page(sample_address, quiet=False, viewport={"width": 1280, "height": 1400})
    page.wait_for_function(f"() => ({EDGES})().every(([drawn]) => drawn > 500)")
    for drawn, *edges in page.evaluate(EDGES):
        assert drawn > 500
        assert edges == [0, 0, 0, 0]


@pytest.mark.parametrize("static", [False, True], ids=["served", "exported"])
def test_one_word_is_told_apart_by_the_token_before_it(open_page, tmp_path, static):
    draw = np.random.default_rng(0)
    told = draw.integers(1, 4, 300)
    context = np.stack([told, np.zeros(300, dtype=int), np.zeros(300, dtype=int)], axis=1)
    bundle = ManifoldBundle(
        name="the, by the token before",
        shape="clusters",
        points=np.eye(4)[told][:, 1:] * 3 + 0.2 * draw.standard_normal((300, 3)),
        strength=draw.uniform(0.8, 1, 300),
        token=np.zeros(300, dtype=int),
        vocab=[" the", " of", " in", " on"],
        document=np.zeros(300, dtype=int),
        position=3 * np.arange(300) + 1,
        context=context,
        before=1,
    )
    gallery = write_gallery(tmp_path / "gallery", [bundle])
    with shown(gallery, tmp_path / "site" if static else None) as address:
        page = open_page(f"{address}#/m/0000")
        expect(page.locator("#colour")).to_have_value("before")
        for text in ("of …", "in …", "on …"):
            expect(page.locator(".labels .word", has_text=text)).to_be_visible()
        expect(page.locator(".legend.tokens li")).to_have_count(3)
        panel = page.locator("details.panel", has_text="The token before")
        assert set(panel.locator("li button").all_text_contents()) == {"of", "in", "on"}
        panel.locator("li button", has_text="in").click()
        chosen = page.evaluate("() => Array.from(quadric.selection.chosen)")
        before = page.evaluate(
            """() => Array.from(
              quadric.manifold.neighbours("before"), (id) => quadric.manifold.vocab[id])"""
        )
        assert [bool(on) for on in chosen] == [text == " in" for text in before]
        # What the selection holds is told by the same tokens.
        expect(page.locator(".selection .chip").first).to_have_text("in100%")


def test_axes_end_where_the_strong_points_do(open_page, tmp_path):
    """They stay in the picture; a flat one whose points lie on one side of the origin has none."""
    aside = np.array([[x, y] for x in (-1, 1) for y in (4, 5, 6, 7)], dtype=float)
    around = aside - [0, 5.5]
    flat = [
        corners(WORDS, points=points, quadric=None, eigenvalues=np.ones(2))
        for points in (aside, around)
    ]
    with serving(write_gallery(tmp_path / "g", [corners(WORDS), *flat])) as address:
        for which, ends in (
            ("0000", ["axis 1", "axis 2", "axis 3", "0"]),
            ("0001", []),
            ("0002", ["axis 1", "axis 2", "0"]),
        ):
            page = open_page(f"{address}#/m/{which}")
            assert page.evaluate("() => quadric.stage.ends.map(({ text }) => text)") == ends
            outside = page.evaluate(
                """() => {
                  const { stage } = quadric, { clientWidth, clientHeight } = stage.canvas;
                  return stage.ends.map(({ at }) => stage.project(at)).filter(
                    ({ x, y }) => !(x > 0 && x < clientWidth && y > 0 && y < clientHeight));
                }"""
            )
            assert outside == []


def test_every_colour_of_the_legend_has_its_word(open_page, tmp_path):
    """Also a rare one: a point in a colour of its own that nothing names is a riddle."""
    strength = np.array([1, 0.98, 0.96, 0.94, 0.92, 0.06, 0.05, 0.04])
    bundle = corners([" one"] * 5 + [" few", " two", " odd"], strength=strength)
    with serving(write_gallery(tmp_path / "g", [bundle])) as address:
        page = open_page(f"{address}#/m/0000")
        legend = set(page.locator(".legend li").all_text_contents()) - {"others"}
        words = page.evaluate("() => quadric.overlay.shown.map(({ text }) => text)")
        assert legend == {"one", "few", "two", "odd"} <= set(words)


IN_SIGHT = """() => {
  const { stage, choices } = quadric, { clientWidth, clientHeight } = stage.canvas;
  stage.drawNow();
  let seen = 0;
  for (let i = 0; i < choices.shown; i++) {
    const { x, y, depth } = stage.project(stage.points, 3 * i);
    seen += depth > 0 && x > 0 && x < clientWidth && y > 0 && y < clientHeight;
  }
  return seen / choices.shown;
}"""
"""The share of the strong points that can be seen."""


def test_a_tour_keeps_the_points_in_sight(open_page, tmp_path):
    """The hidden axis lies far from the shown ones, as on real digits."""
    draw = np.random.default_rng(0)
    points = draw.normal(size=(400, 4)) * 0.2 + [0, 0, 0, 6]
    bundle = ManifoldBundle(
        name="far",
        shape="cloud",
        points=points,
        strength=draw.uniform(0.9, 1, 400),
        token=np.arange(400) % 8,
        vocab=WORDS,
    )
    with serving(write_gallery(tmp_path / "g", [bundle])) as address:
        page = open_page(f"{address}#/m/0000", reduced_motion="no-preference")
        page.get_by_role("button", name="Tour").click()
        moved = "() => Math.abs(quadric.stage.view.rows[3])"
        page.wait_for_function(f"() => ({moved})() > 0.3")
        assert page.evaluate(IN_SIGHT) > 0.98
        assert page.evaluate("() => quadric.stage.ends") == []
        page.get_by_role("button", name="Tour").click()
        page.wait_for_function("() => quadric.stage.orbit.atHome")
        page.wait_for_function(f"() => ({IN_SIGHT})() > 0.98")


def test_a_place_of_three_numbers_is_found_on_a_fourth_axis(open_page, tmp_path):
    draw = np.random.default_rng(0)
    token = np.arange(400) % 2
    points = draw.normal(size=(400, 4)) * 0.1 + np.where(token, 1, -1)[:, None] * [1, 0, 0, 2]
    places = (Place((1.0, 0.0, 0.0), "one"), Place((-1.0, 0.0, 0.0), "zero"))
    bundle = ManifoldBundle(
        name="two",
        shape="clusters",
        points=points,
        strength=draw.uniform(0.9, 1, 400),
        token=token,
        vocab=WORDS[:2],
        causes=Causes((), places),
    )
    with serving(write_gallery(tmp_path / "g", [bundle])) as address:
        page = open_page(f"{address}#/m/0000?axes=2_4")
        at = page.evaluate(
            """() => quadric.overlay.markPlaces().map(({ word, y }) => [word.text, y])"""
        )
        middle = page.evaluate("() => quadric.stage.project([0, 0, 0]).y")
        assert {text: bool(y < middle) for text, y in at} == {"one": True, "zero": False}
        far = page.evaluate("() => quadric.stage.project([0, 1.5, 0]).y")
        assert dict(at)["one"] < far


MIDDLES = np.array([[-2, 0, 0], [2, 0, 0], [0, 3, 0], [0, 1.5, 0]], dtype=float)


def two_groups(**more) -> ManifoldBundle:
    """Samples of " Is" at the first two places, others at the rest."""
    draw = np.random.default_rng(0)
    group = np.repeat(np.arange(4), 40)
    return ManifoldBundle(
        name="two groups of is",
        shape="curve",
        points=MIDDLES[group] + 0.15 * draw.standard_normal((160, 3)),
        strength=np.ones(160),
        token=np.array([0, 0, 1, 2])[group],
        vocab=[" Is", " are", " was"],
        **more,
    )


def path_of(*ticks: str) -> Path:
    """A path from the first place to the third, over the fourth, with these ticks."""
    at = tuple(tuple(place) for place in MIDDLES[[0, 3, 2]].tolist())
    return Path(False, at, tuple(map(Tick, ticks, (0.0, 1.0, 0.6))))


@pytest.mark.parametrize("static", [False, True], ids=["served", "exported"])
def test_a_word_stands_at_each_group_of_its_samples(open_page, tmp_path, static):
    """Also where one of them is a tick, which is a place that the model was moved to."""
    bundle = two_groups(
        path=path_of("is", "are"),
        causes=Causes((), (Place((-2.0, 0.0, 0.0), "is", gain=((" so", 1.0),)),)),
    )
    gallery = write_gallery(tmp_path / "gallery", [bundle])
    with shown(gallery, tmp_path / "site" if static else None) as address:
        page = open_page(f"{address}#/m/0000")
        words = [text for text, *_ in page.evaluate(BOXES) if not text.startswith("axis")]
        assert sorted(words) == ["0", "Is", "Is", "are", "was"]
        at = page.evaluate("() => quadric.scene.words.map(({ text, at }) => [text, at])")
        second = next(place for text, place in reversed(at) if text == "Is")
        np.testing.assert_allclose(second, MIDDLES[1], atol=0.4)
        # The path's end is written as the text writes it.
        assert page.locator(".legend span").first.text_content() == "Is"


WRITTEN = """(() => {
  window.written = [];
  const { prototype } = CanvasRenderingContext2D, { fillText } = prototype;
  prototype.fillText = function (text, x, y) {
    window.written.push([text, x, y]);
    fillText.call(this, text, x, y);
  };
})()"""
"""Keeps what is written on any canvas, and where."""


def on_the_card(page: Page) -> list[tuple[str, float, float]]:
    """The words on the picture of the only card: it is drawn at once."""
    page.add_init_script(WRITTEN)
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    page.wait_for_function("() => written.length > 0")
    return [tuple(word) for word in page.evaluate("() => written")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ticks", [(), ("is", "are", "was")], ids=["clusters", "path"])
@pytest.mark.parametrize("static", [False, True], ids=["served", "exported"])
def test_a_card_has_the_words_of_its_page_at_each_group(open_page, tmp_path, scheme, ticks, static):
    bundle = two_groups(path=path_of(*ticks) if ticks else None)
    gallery = write_gallery(tmp_path / "gallery", [bundle])
    with shown(gallery, tmp_path / "site" if static else None) as address:
        card = on_the_card(open_page(address, color_scheme=scheme))
        page = open_page(f"{address}#/m/0000", color_scheme=scheme)
        words = page.evaluate("() => quadric.scene.words.map(({ text }) => text)")
    assert sorted(text for text, *_ in card) == sorted(words) == ["Is", "Is", "are", "was"]
    # The two lie at the far ends of the picture, the others between them.
    first, second = sorted(x for text, x, _ in card if text == "Is")
    assert second - first > 80
    assert all(first < x < second for text, x, _ in card if text != "Is")


def test_a_gallery_written_before_there_were_groups_opens(open_page, tmp_path):
    folder = write_gallery(tmp_path / "gallery", [two_groups()]).folder
    contents = json.loads((folder / "gallery.json").read_text())
    assert contents["manifolds"][0].pop("groups")
    (folder / "gallery.json").write_text(json.dumps(contents))
    with serving(read_gallery(folder)) as address:
        card = on_the_card(open_page(address))
        page = open_page(f"{address}#/m/0000")
        words = page.evaluate("() => quadric.scene.words.map(({ text }) => text)")
    assert sorted(text for text, *_ in card) == sorted(words) == ["Is", "are", "was"]


def test_labels_of_ones_own_are_on_the_card_too(open_page, tmp_path):
    own = {"row_label": np.repeat([0, 0, 1, 2], 40), "label_texts": ["cold", "mild", "warm"]}
    with serving(write_gallery(tmp_path / "gallery", [two_groups(**own)])) as address:
        card = on_the_card(open_page(address))
        page = open_page(f"{address}#/m/0000")
        words = page.evaluate("() => quadric.scene.words.map(({ text }) => text)")
    assert sorted(text for text, *_ in card) == sorted(words) == ["cold", "cold", "mild", "warm"]


def test_a_surface_is_drawn_as_a_net(open_page, tmp_path):
    draw = np.random.default_rng(0)
    u, v = draw.uniform(-1, 1, (2, 600))
    points = np.column_stack([u, 0.7 * v, 0.4 * (u * u - v * v)])
    chart = chart_of(points, "surface")
    assert chart is not None
    bundle = ManifoldBundle(
        name="a saddle",
        points=points,
        strength=np.linspace(1, 0.5, 600),
        token=draw.integers(0, 3, 600),
        vocab=["north", "south", "east"],
        shape="surface",
        chart=chart,
    )
    with serving(write_gallery(tmp_path / "g", [bundle, corners(WORDS)])) as address:
        page = open_page(f"{address}#/m/0000")
        page.evaluate("() => quadric.stage.drawNow()")
        net = page.locator(".lines .chart").get_attribute("d") or ""
        drawn = [line.split("L") for line in net.split("M")[1:]]
        wanted = page.evaluate(
            "at => at.map((p) => { const { x, y } = quadric.stage.project(p); return [x, y]; })",
            [list(p) for row in chart.at for p in row],
        )
        rows = [point.split() for line in drawn[: len(chart.at)] for point in line]
        np.testing.assert_allclose(np.array(rows, dtype=float), wanted, atol=0.06)
        assert [len(line) for line in drawn[len(chart.at) :]] == [len(chart.at)] * len(chart.at[0])
        page = open_page(f"{address}#/m/0001")
        page.evaluate("() => quadric.stage.drawNow()")
        assert not page.locator(".lines .chart").get_attribute("d")
