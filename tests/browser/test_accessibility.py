"""axe finds nothing serious on either page, dark or light, wide or narrow."""

import json
from pathlib import Path

import pytest

from quadric.explorer.server import serving
from quadric.gallery import read_gallery

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def check(open_page, address: str, scheme: str, width: int) -> None:
    if not AXE.is_file():
        pytest.skip("axe is not installed: `npm ci` in web/ does it")
    page = open_page(
        address,
        color_scheme=scheme,
        viewport={"width": width, "height": 760},
        bypass_csp=True,
    )
    page.evaluate("() => document.querySelectorAll('details').forEach((d) => (d.open = true))")
    page.evaluate(AXE.read_text(encoding="utf-8") + "\n;0")
    found = page.evaluate("async () => (await axe.run(document)).violations")
    serious = [
        {"rule": v["id"], "why": v["help"], "where": [n["html"][:160] for n in v["nodes"][:4]]}
        for v in found
        if v["impact"] in ("serious", "critical")
    ]
    assert serious == [], json.dumps(serious, indent=1)


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("place", ["", "#/m/0006?token=three", "#/m/0000?with=0002"])
@pytest.mark.parametrize("width", [1100, 360])
def test_axe_finds_nothing_serious(open_page, sample_address, scheme, place, width):
    check(open_page, sample_address + place, scheme, width)


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("place", ["", "#/m/0001"], ids=["gallery", "manifold"])
def test_axe_finds_nothing_serious_in_a_real_gallery(open_page, scheme, place):
    with serving(read_gallery(ROOT / "docs" / "gallery")) as address:
        check(open_page, address + place, scheme, 1100)
