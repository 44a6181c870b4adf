"""Selections: by box, lasso and token, and what they say they hold."""

import json

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from quadric.explorer.server import serving
from quadric.gallery import write_gallery
from tests.browser.conftest import WORDS, corners
from tests.browser.pointing import control_click, drag, screen


@pytest.fixture
def cube(open_page, cube_address) -> Page:
    page = open_page(f"{cube_address}#/m/0000")
    page.evaluate("() => quadric.stage.drawNow()")
    return page


@pytest.mark.parametrize("tool", ["Box", "Lasso"])
def test_a_selection_lists_what_it_holds(cube, tool):
    held = [0, 1]
    (ax, ay), (bx, by) = (screen(cube, i) for i in held)
    left, right = min(ax, bx) - 12, max(ax, bx) + 12
    top, bottom = min(ay, by) - 12, max(ay, by) + 12
    cube.get_by_role("button", name=tool).click()
    lasso = [(right, top), (right, bottom), (left, bottom)]
    drag(cube, (left, top), *(lasso if tool == "Lasso" else [(right, bottom)]))
    inside = [
        i
        for i in range(8)
        if left < screen(cube, i)[0] < right and top < screen(cube, i)[1] < bottom
    ]
    expect(cube.locator(".selection .summary")).to_contain_text(
        f"{len(inside)} of 8 points selected"
    )
    assert (
        cube.evaluate("() => [...quadric.selection.chosen].flatMap((on, i) => on ? [i] : [])")
        == inside
    )
    expect(cube.get_by_role("button", name=tool)).to_have_attribute("aria-pressed", "false")
    cube.keyboard.press("Escape")
    expect(cube.locator(".selection")).to_be_hidden()


def test_over_represented_tokens_have_the_log_odds_they_claim(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0000?token=march")
    rows = page.locator(".selection tbody tr")
    expect(rows).to_have_count(1)
    cells = rows.first.locator("th, td").all_text_contents()
    inside, total, n = (
        page.evaluate("() => quadric.selection.chosen.reduce((a, b) => a + b)"),
        int(cells[1].replace(",", "")),
        2048,
    )
    assert cells[0] == "March"
    assert inside == total
    # A prior of n samples in which the token is as frequent as among the shown points.
    held = np.log(2 * inside / (inside + n - 2 * inside))
    rest = np.log(inside / (n - inside + n - inside))
    z = (held - rest) / np.sqrt(1 / (2 * inside) + 1 / inside)
    assert float(cells[3]) == pytest.approx(z, abs=0.06)


def test_typing_a_token_selects_it(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0001")
    page.get_by_label("Select a token").fill("tok")
    expect(page.locator(".selection th.token")).to_have_text("Tokyo")
    page.wait_for_function("() => location.href.includes('token=tok')")
    page.get_by_label("Select a token").fill("")
    expect(page.locator(".selection")).to_be_hidden()


CHOSEN = "() => [...quadric.selection.chosen ?? []].flatMap((on, i) => on ? [i] : [])"


def test_ctrl_click_adds_and_the_rest_stays_in_grey(cube, open_page):
    for i in (3, 5):
        control_click(cube, *screen(cube, i))
    expect(cube.locator(".selection .summary")).to_contain_text("2 of 8 points selected")
    assert cube.evaluate(CHOSEN) == [3, 5]
    drawn = cube.evaluate(
        """() => {
          quadric.stage.drawNow();
          const { cloud } = quadric.stage;
          return [cloud.object.geometry.drawRange.count,
            [...Array(8).keys()].filter((i) => cloud.looks[4 * i + 3] & 128)];
        }"""
    )
    assert drawn == [8, [3, 5]]
    cube.wait_for_function(
        """() => new URLSearchParams(location.hash.split("?")[1]).get("select")
          === quadric.selection.code"""
    )
    again = open_page(cube.evaluate("location.href"))
    assert again.evaluate(CHOSEN) == [3, 5]
    control_click(again, *screen(again, 3))
    assert again.evaluate(CHOSEN) == [5]


def test_a_selection_is_named_kept_in_the_address_and_found_again(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0000?token=march")
    held = page.evaluate(CHOSEN)
    page.get_by_label("Name of the selection").fill("spring | 1:2~3")
    page.get_by_role("button", name="Keep").click()
    page.keyboard.press("Escape")
    expect(page.locator(".selection .summary")).to_have_count(0)
    page.wait_for_function(
        "() => location.href.includes('keep=') && !location.href.includes('token=')"
    )
    again = open_page(page.evaluate("location.href"))
    again.get_by_role("button", name="spring | 1:2~3", exact=True).click()
    assert again.evaluate(CHOSEN) == held
    again.get_by_role("button", name="Forget spring | 1:2~3").click()
    again.wait_for_function("() => !location.href.includes('keep=')")


def test_a_stretch_of_the_path_is_selected_by_its_histogram(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0002")
    chart = page.locator(".brush")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    drag(page, *((box["x"] + part * box["width"], y) for part in (0.25, 0.5)))
    expect(page.locator(".selection .summary")).to_contain_text("25% to 50% of the path")
    wrong = page.evaluate(
        """() => {
          const { chosen, source } = quadric.selection, along = quadric.manifold.along();
          const inside = (i) => i < quadric.choices.shown
            && along[i] >= source.from && along[i] <= source.to;
          return [...chosen].filter((on, i) => Boolean(on) !== inside(i)).length;
        }"""
    )
    assert wrong == 0
    # The same by keyboard, through the sliders.
    page.get_by_label("Stretch of the path, from").fill("10")
    page.wait_for_function("() => location.href.includes('select=p.0.100_0.500')")
    again = open_page(page.evaluate("location.href"))
    assert again.evaluate(CHOSEN) == page.evaluate(CHOSEN)


def test_json_holds_the_selection_with_tokens_and_contexts(open_page, sample_address, tmp_path):
    page = open_page(f"{sample_address}#/m/0000?token=march")
    held = page.evaluate(CHOSEN)
    with page.expect_download() as waiting:
        page.locator(".selection").get_by_role("button", name="JSON").click()
    waiting.value.save_as(tmp_path / "march.json")
    record = json.loads((tmp_path / "march.json").read_text())
    assert record["manifold"] == "the months"
    assert len(record["samples"]) == len(held)
    for sample in record["samples"]:
        assert sample["token"] == " March"
        assert sample["context"]["token"] == " March"
        assert len(sample["coordinates"]) == 3
        assert 0 <= sample["along"] <= 1


def test_clicks_add_without_a_key_for_it(open_page, cube_address):
    page = open_page(f"{cube_address}#/m/0000", has_touch=True)
    page.evaluate("() => quadric.stage.drawNow()")
    page.get_by_role("button", name="Add", exact=True).tap()
    for i in (0, 3):
        page.touchscreen.tap(*screen(page, i))
    assert page.evaluate(CHOSEN) == [0, 3]
    # The same by keyboard: the sample that is read is added, or taken out.
    page.locator("canvas.stage").focus()
    page.keyboard.press(".")
    page.keyboard.press("Enter")
    assert page.evaluate(CHOSEN) == [3]
    page.keyboard.press(".")
    page.keyboard.press("Enter")
    assert page.evaluate(CHOSEN) == [1, 3]


def test_a_question_mark_can_be_written(open_page, sample_address):
    page = open_page(f"{sample_address}#/m/0000?token=march")
    page.get_by_label("Name of the selection").press_sequentially("spring?")
    expect(page.get_by_label("Name of the selection")).to_have_value("spring?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("canvas.stage").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_spellings_of_a_word_are_counted_together(open_page, tmp_path):
    bundle = corners([" one", " One", *WORDS[2:]])
    with serving(write_gallery(tmp_path / "g", [bundle])) as address:
        page = open_page(f"{address}#/m/0000?token=one")
        expect(page.get_by_role("group", name="Most frequent tokens")).to_have_text("one100%")
