"""What notebooks show is small, and nothing in it is run."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest
import torch

from quadric import BilinearAutoencoder, TopKAutoencoder, find_manifolds
from quadric.autoencoders.card import Facts

HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(2)">&"'
TAGS = {"div", "b", "table", "tbody", "tr", "td", "svg", "circle"}


class Tags(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.found, self.names, self.text = set(), set(), ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.add(tag)
        self.names |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.text += data


def shown(thing):
    page = thing._repr_html_()
    seen = Tags(page)
    assert seen.found <= TAGS
    assert not {name for name in seen.names if name.startswith("on")}
    assert len(page) < 60_000
    return seen.text


@pytest.mark.parametrize("kind", ["mixed", "topk"])
def test_an_autoencoder(kind):
    ae = TopKAutoencoder.sized(8, 4, k=3) if kind == "topk" else None
    ae = ae or BilinearAutoencoder.preset(kind, 8, expansion=4)
    ae.facts = Facts({"model": HOSTILE, "layer": 3}, heldout={"error": 0.25})
    text = shown(ae)
    assert HOSTILE in text
    assert "held-out error0.25" in text
    assert "n_latents32" in text


def test_a_form():
    ae = BilinearAutoencoder.preset("mixed", 8, expansion=4)
    text = shown(ae.composite([1, 2], [0.5, -1.0]))
    assert "terms2" in text
    assert f"{float(ae.composite([1, 2], [0.5, -1.0]).eigh(1).values[0]):.4g}" in text


@pytest.mark.slow
def test_a_manifold_with_hostile_tokens():
    torch.manual_seed(0)
    ae = BilinearAutoencoder.preset("mixed", 8, expansion=4)
    (found,) = find_manifolds(ae, torch.randn(600, 8), n=1, method="paper", candidates=3)
    found = replace(found, name=HOSTILE, top=(HOSTILE, "</svg>"), shape=HOSTILE)
    assert shown(found).count(HOSTILE) == 3
    assert found._repr_html_().count("<circle") == min(400, len(found.points))
