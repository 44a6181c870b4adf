"""Selections: by box, lasso and token, and what they say they hold."""

import numpy as np
import pytest
from playwright.sync_api import Page, expect

PROJECT = "i => { const { x, y } = quadric.project(i); return [x, y]; }"


def screen(page: Page, i: int) -> tuple[float, float]:
    """Where a point is on the page."""
    box = page.locator("canvas.stage").bounding_box()
    assert box is not None
    x, y = page.evaluate(PROJECT, i)
    return box["x"] + x, box["y"] + y


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
    cube.mouse.move(left, top)
    cube.mouse.down()
    for x, y in (
        [(right, top), (right, bottom), (left, bottom)] if tool == "Lasso" else [(right, bottom)]
    ):
        cube.mouse.move(x, y, steps=6)
    cube.mouse.up()
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
