"""One manifold inside a notebook."""

import html
import re

import numpy as np

from quadric.explorer import inline
from quadric.explorer.sample import sample_manifolds
from quadric.gallery import ManifoldBundle


def test_the_output_holds_the_page_and_asks_for_nothing_else():
    shown = inline(next(iter(sample_manifolds(256))))._repr_html_()
    page = html.unescape(re.search(r'srcdoc="([^"]*)"', shown)[1])  # pyright: ignore
    assert not re.search(r'(src|href)="(?!data:image)', page)
    assert "'unsafe-inline'" not in page
    assert page.count("sha256-") == 2
    assert 'sandbox="allow-scripts allow-downloads"' in shown
    assert len(shown) < 1_300_000


def test_markup_in_a_name_stays_text():
    bundle = ManifoldBundle("</script><b>", np.eye(3), np.ones(3), np.zeros(3, int), ["</iframe>"])
    shown = inline(bundle)._repr_html_()
    assert shown.count("<iframe") == shown.count("</iframe>") == 1
    assert shown.count("<") == 2


def test_anything_that_makes_a_bundle_is_shown():
    class Found:
        def bundle(self) -> ManifoldBundle:
            return ManifoldBundle("one", np.eye(3), np.ones(3), np.zeros(3, int), ["a"])

    assert "<iframe" in inline(Found(), height=300)._repr_html_()
