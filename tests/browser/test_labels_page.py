"""The user's own labels on the page: they colour the points, and what has none is grey."""

import numpy as np
import pytest
from browser.conftest import WORDS, corners
from playwright.sync_api import expect

from quadric.explorer.server import serving
from quadric.gallery import write_gallery

pytestmark = pytest.mark.slow


def legend(page) -> list[str]:
    expect(page.locator(".legend").first).to_be_visible()
    return page.locator(".legend").first.locator("li, span").all_text_contents()


def test_labels_colour_the_points_before_tokens_do(open_page, tmp_path):
    season = {"row_label": np.array([0, 1, 0, 1, 0, 1, -1, -1]), "label_name": "season"}
    year = {"row_label": np.arange(8), "label_name": "year"}
    bundles = [
        corners(WORDS, label_texts=("cold", "warm"), **season),
        corners(WORDS, label_texts=tuple(str(1990 + i) for i in range(8)), **year),
    ]
    with serving(write_gallery(tmp_path / "gallery", bundles, title="labels")) as address:
        named = open_page(f"{address}#/m/0000")
        expect(named.locator("#colour")).to_have_value("label")
        expect(named.locator("#colour option").first).to_have_text("season")
        assert legend(named) == ["cold", "warm", "others"]
        named.select_option("#colour", "token")
        assert "zero" in legend(named)
        numbers = open_page(f"{address}#/m/0001")
        assert legend(numbers) == ["1990", "1997"]
