"""A user's own rows and labels: nothing shifts, nothing is filled up, n only cuts the list."""

from itertools import pairwise

import jaxtyping
import numpy as np
import pytest
import torch
from manifolds.months import MONTHS, autoencoder, months

from quadric import CollectSettings, Words, collect, find_manifolds, load_gallery, load_manifold
from quadric.gallery import Path, write_gallery
from quadric.manifolds.grouping import Grouped
from quadric.manifolds.refining import Refining

pytestmark = pytest.mark.slow

QUICK = {"directions": True, "candidates": 6, "controls": 2}
SETS = Grouped(agreement=0.0)
COMPETE = Grouped(agreement=2.0, refining=Refining(rounds=12, batch=1024))


@pytest.fixture(scope="module")
def data():
    return months()


@pytest.fixture(scope="module")
def ae(data):
    return autoencoder(data.plane)


def words(labels: np.ndarray) -> Words:
    texts, ids = np.unique(labels, return_inverse=True)
    return Words(ids, texts.tolist())


def circle(data, found):
    """The manifold that holds the circle."""
    return max(found, key=lambda one: float((one.subspace.T @ data.plane).square().sum()))


def test_a_row_with_nan_shifts_no_label(data, ae):
    x, labels = data.x.clone(), data.labels
    settings = {"n": 6, "method": "paper", "words": words(labels), **QUICK}
    whole = circle(data, find_manifolds(ae, x, **settings))
    x[10] = float("nan")
    with pytest.warns(UserWarning, match="1 of 3,000 rows"):
        holed = circle(data, find_manifolds(ae, x, **settings))
    assert holed.shape == whole.shape
    assert set(whole.top) <= set(MONTHS)
    assert len(set(holed.top) & set(whole.top)) >= len(whole.top) - 1
    assert 10 not in holed.samples
    torch.testing.assert_close(holed.coordinates(x[holed.samples]), holed.points)
    texts = [holed.vocab[i] for i in holed.tokens]
    assert texts == labels[holed.samples.numpy()].tolist()


def test_words_have_one_entry_a_row(data, ae):
    x, labels = data.x, data.labels
    with pytest.raises(
        ValueError, match="3,000 words for 2,048 rows of activations: give one a row"
    ):
        find_manifolds(ae, x[:2048], words=words(labels))


@pytest.mark.parametrize("method", [SETS, "paper", COMPETE], ids=["sets", "paper", "compete"])
def test_a_subspace_has_as_many_columns_as_its_rank(data, ae, method, tmp_path):
    x = data.x
    found = find_manifolds(ae, x, n=3, method=method, **QUICK)
    for one in found:
        assert one.subspace.shape == (12, one.rank)
        assert one.points.shape[1] == one.rank
        torch.testing.assert_close(
            one.subspace.T @ one.subspace, torch.eye(one.rank), atol=1e-5, rtol=0
        )
        unit = torch.nn.functional.normalize(x[one.samples], dim=1)
        torch.testing.assert_close(unit @ one.subspace, one.points, atol=1e-5, rtol=0)
        torch.testing.assert_close(one.coordinates(x[one.samples]), one.points)
    gallery = write_gallery(tmp_path / "g", (one.bundle() for one in found))
    assert [card.rank for card in gallery.cards] == [one.rank for one in found]
    if method is COMPETE:
        assert any(one.rank < 3 for one in found)


def test_n_only_says_how_many_are_kept(data, ae):
    two, five = (find_manifolds(ae, data.x, n=n, method="paper", **QUICK) for n in (2, 5))
    assert len(two) == 2
    for a, b in zip(two, five, strict=False):
        assert (a.name, a.score) == (b.name, b.score)
        assert torch.equal(a.subspace, b.subspace)


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "lifted and centred"])
def found(request, data):
    x, labels = data.x, data.labels
    ae = autoencoder(data.plane, bias=request.param, centred=request.param)
    torch.manual_seed(0)
    if request.param:
        ae.set_mean(0.3 * torch.nn.functional.normalize(torch.randn(12), dim=0))
    (one,) = find_manifolds(ae, x, n=1, method=SETS, words=words(labels), **QUICK)
    return ae, x, one


def test_a_manifold_places_any_activations(found):
    _, x, one = found
    new = 7 * x[one.samples[:50]]
    torch.testing.assert_close(one.coordinates(new), one.points[:50], atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(one.coordinates(new.numpy()), one.coordinates(new))
    torch.testing.assert_close(one.strength(new), one.strengths[:50], atol=1e-5, rtol=1e-4)
    near = one.nearest(new, 3)
    assert near.samples.shape == (50, 3)
    assert torch.equal(near.samples[:, 0], one.samples[:50])
    assert near.distance[:, 0].max() < 1e-3
    assert near.texts[0][0] == one.text(0)
    assert one.nearest(new[0]).samples.shape == (10,)


def test_a_vocabulary_or_a_store_of_others_is_no_text_of_a_manifold(
    found, tiny, tmp_path, monkeypatch
):
    _, _, one = found
    settings = CollectSettings(layers=("2",), tokens=300, context=64)
    (store,) = collect(*tiny("llama"), ["What shall we see? " * 40], tmp_path, settings)
    with pytest.raises(ValueError, match="are not those of the store's rows: give the store"):
        one.bundle(store)
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)
    with pytest.raises(ValueError, match="a list is no store: "):
        one.bundle(["token 0", "token 1"])


def test_a_manifold_is_saved_and_used_without_its_run(found, tmp_path):
    _, x, one = found
    path = one.save(tmp_path / "month.safetensors.gz")
    write_gallery(tmp_path / "g", [one.bundle()])
    for read in (
        load_manifold(path),
        load_manifold(tmp_path / "g", "0000"),
        load_gallery(tmp_path / "g")["m-0000"],
    ):
        torch.testing.assert_close(read.subspace, one.subspace)
        torch.testing.assert_close(read.coordinates(x[:99]), one.coordinates(x[:99]))
        torch.testing.assert_close(read.strength(x[:99]), one.strength(x[:99]))
        torch.testing.assert_close(read.points, one.points, atol=1e-4, rtol=0)
        assert torch.equal(read.samples, one.samples)
        assert [read.text(i) for i in range(50)] == [one.text(i) for i in range(50)]
        for name in ("name", "shape", "score", "rank", "passes", "moved", "top", "ends", "parts"):
            assert getattr(read, name) == getattr(one, name)
        unit = one.normalize(x[:9])
        torch.testing.assert_close(read.form(unit), one.form(unit))
        assert len(repr(read)) < 200
        assert "<svg" in read._repr_html_()
    with pytest.raises(ValueError, match="is a gallery: say which"):
        load_manifold(tmp_path / "g")
    with pytest.raises(ValueError, match="no manifold at"):
        load_manifold(tmp_path / "none.gz")
    with pytest.raises(ValueError, match=r"no manifold at .*none: give its file"):
        load_manifold(tmp_path / "none", "0001")
    with pytest.raises(ValueError, match="holds one manifold"):
        load_manifold(path, "0001")


def test_a_path_says_where_along_it_activations_lie(found):
    from dataclasses import replace

    _, x, one = found
    with pytest.raises(ValueError, match="without a path"):
        replace(one, path=None).position(x[:3])
    square = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0))
    placed = replace(one, path=Path(True, square)).position(x[:200])
    where = one.coordinates(x[:200])
    corners = torch.tensor([*square, square[0]])
    steps = torch.linspace(0, 1, 401)[:, None]
    fine = torch.cat([torch.lerp(a, b, steps) for a, b in pairwise(corners)])[:, : one.rank]
    # The place is as near as any: where two sides are equally near, either is right.
    there = fine[(placed * (len(fine) - 1)).round().long()]
    farther = (where - there).norm(dim=1) - torch.cdist(where, fine).amin(1)
    assert farther.max() < 5e-3
