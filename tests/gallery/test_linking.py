"""Links between galleries of several layers, against sets counted one by one."""

from dataclasses import replace

import numpy as np
import pytest

from quadric.gallery import ManifoldBundle, read_gallery, write_gallery
from quadric.gallery.linking import chance_of_best, link_galleries, shared_samples


@pytest.mark.parametrize("sizes", [(1, 5), (3, 1), (7, 4)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_shared_samples_are_what_sets_share(sizes):
    draw = np.random.default_rng(sizes)
    a, b = (
        [np.sort(draw.choice(200, draw.integers(1, 90), replace=False)) for _ in range(n)]
        for n in sizes
    )
    found = shared_samples(a, b)
    for i, one in enumerate(a):
        for j, other in enumerate(b):
            mine, theirs = set(one.tolist()), set(other.tolist())
            assert found[i, j] == len(mine & theirs) / len(mine | theirs)
    assert shared_samples([np.zeros(0, int)], [np.zeros(0, int)]) == 0


@pytest.mark.slow
def test_chance_is_what_random_sets_reach():
    draw = np.random.default_rng(1)
    others = np.array([40, 100, 250])
    sets = [draw.choice(1000, size, replace=False) for size in others]
    best = [shared_samples([draw.choice(1000, 80, replace=False)], sets).max() for _ in range(2000)]
    assert abs(chance_of_best(80, others, 1000) - np.quantile(best, 0.95)) < 0.01


def of_samples(name: str, strong: np.ndarray, n: int = 2000, seed: int = 0) -> ManifoldBundle:
    """A manifold whose strong samples are known; a text of ten documents."""
    draw = np.random.default_rng(seed)
    strength = draw.uniform(0, 0.1, n)
    strength[strong] = draw.uniform(0.8, 1, len(strong))
    rows = np.arange(n)
    return ManifoldBundle(
        name=name,
        points=draw.normal(size=(n, 2)),
        strength=strength,
        token=rows % 5,
        vocab=list("abcde"),
        document=rows // 200,
        position=rows % 200,
    )


@pytest.fixture
def layers(tmp_path):
    """Three layers: the first set is in all, the second moves a little, the third is in one."""
    a, b, alone = np.arange(0, 300), np.arange(500, 800), np.arange(1000, 1300)
    for number, sets in (("8", [a, b]), ("15", [b + 30, alone, a]), ("22", [a + 10])):
        bundles = [of_samples(f"{number}-{i}", s) for i, s in enumerate(sets)]
        about = {"model": "m", "layer": f"model.layers.{number}", "text": "t", "seed": "0"}
        write_gallery(tmp_path / f"l{number}", bundles, about=about)
    return [tmp_path / name for name in ("l8", "l15", "l22")]


def test_every_manifold_leads_to_the_one_that_shares_most(layers):
    link_galleries([read_gallery(folder) for folder in layers])
    eight, fifteen, last = map(read_gallery, layers)
    assert [(x.layer, x.link, x.overlap) for x in eight.card("0000").layers] == [
        ("model.layers.15", "../l15/#/m/0002", 1.0),
        ("model.layers.22", "../l22/#/m/0000", round(290 / 310, 4)),
    ]
    (down,) = fifteen.card("0000").layers
    assert (down.name, down.overlap) == ("8-1", round(270 / 330, 4))
    assert 0 < down.chance < 0.2 < down.overlap
    assert fifteen.card("0001").layers == ()
    assert [link.name for link in last.card("0000").layers] == ["8-0", "15-2"]
    assert fifteen.manifold("0002").layers == fifteen.card("0002").layers
    assert all(gallery.problems() == [] for gallery in (eight, fifteen, last))


def test_only_text_that_both_saw_counts(layers):
    whole = read_gallery(layers[0])
    half = [replace(of_samples(card.name, np.arange(150), n=150)) for card in whole.cards[:1]]
    folder = layers[0].parent / "half"
    write_gallery(folder, half, about=whole.about | {"layer": "9"})
    link_galleries([whole, read_gallery(folder)])
    (link,) = read_gallery(layers[0]).card("0000").layers
    assert link.overlap == 1.0


def test_galleries_that_cannot_be_linked_are_named(layers, tmp_path):
    eight, fifteen, _ = map(read_gallery, layers)
    with pytest.raises(ValueError, match="two galleries or more"):
        link_galleries([eight])
    with pytest.raises(ValueError, match="does not stand beside"):
        link_galleries([eight, eight])
    with pytest.raises(ValueError, match="is of another text"):
        link_galleries([eight, replace(fifteen, about=fifteen.about | {"text": "other"})])
    bare = replace(of_samples("bare", np.arange(50)), document=None, position=None)
    with pytest.raises(ValueError, match="does not say where in the text"):
        link_galleries([eight, write_gallery(tmp_path / "bare", [bare], about=eight.about)])
