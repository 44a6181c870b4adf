import json
from dataclasses import replace

import numpy as np
import pytest

from quadric.gallery import (
    Arm,
    Causes,
    Chart,
    Label,
    ManifoldBundle,
    Path,
    Place,
    Tick,
    read_gallery,
    update_gallery,
    write_gallery,
)
from quadric.gallery.packing import pack_manifold, unpack_manifold


def full(rank: int, n: int = 40, d: int = 9, seed: int = 0) -> ManifoldBundle:
    """A bundle that has everything, at any rank."""
    draw = np.random.default_rng([seed, rank])
    return ManifoldBundle(
        name="months",
        points=draw.normal(size=(n, rank)),
        strength=draw.random(n),
        token=draw.integers(0, 3, n),
        vocab=["a", "b", "c"],
        subspace=np.linalg.qr(draw.normal(size=(d, rank)))[0],
        mean=draw.normal(size=d),
        model="a model",
        layer="layers.3",
        members=np.array([4, 2]),
        weights=np.array([0.5, -1.0]),
        left=draw.normal(size=(2, d + 1)),
        right=draw.normal(size=(2, d + 1)),
        samples=draw.permutation(1000)[:n],
        row_label=draw.integers(-1, 2, n),
        label_texts=("warm", "cold"),
        passes=True,
        sentence="The months, on a circle.",
        labels=(Label("<b>May</b>", (1.0, 0.0, -1.0)),),
        path=Path(True, ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)), (Tick("May", 0.25),)),
        chart=Chart((((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)), ((0.0, 1.0, 0.0), (1.0, 1.0, 0.5)))),
        used=0.4,
        causes=Causes(
            (Arm("swap", 0.4, 0.02, 1.5), Arm("control", 0.1, 0.02)),
            (Place((0.0, 1.0, 0.0), "May", ((" June", 2.5),), ()),),
            apart=2.5,
            p=0.01,
        ),
    )


@pytest.mark.parametrize("rank", [1, 2, 3, 5])
def test_all_that_a_manifold_keeps_is_read_again(rank):
    given = full(rank)
    read = unpack_manifold(pack_manifold(given), "it")
    order = np.argsort(-given.strength, kind="stable")
    assert read.rank == rank
    assert read.points.shape == (40, rank)
    for name in ("samples", "row_label"):
        np.testing.assert_array_equal(getattr(read, name), getattr(given, name)[order])
    for name in ("subspace", "mean", "left", "right"):
        np.testing.assert_array_equal(getattr(read, name), getattr(given, name).astype(np.float32))
    for name in ("model", "layer", "label_texts", "passes", "sentence", "labels", "path", "used"):
        assert getattr(read, name) == getattr(given, name)
    assert read.causes == given.causes
    assert pack_manifold(read) == pack_manifold(unpack_manifold(pack_manifold(read), "it"))


def test_samples_of_a_text_are_read_again():
    given = full(3)
    assert given.samples is not None
    given = replace(given, document=given.samples // 100, position=given.samples % 100)
    read = unpack_manifold(pack_manifold(given), "it")
    np.testing.assert_array_equal(read.samples, given.samples[np.argsort(-given.strength)])
    with pytest.raises(ValueError, match="different rows of the activations"):
        pack_manifold(replace(given, samples=given.samples[::-1]))


def test_cards_say_what_their_manifolds_keep_and_nothing_more(tmp_path):
    bare = ManifoldBundle("bare", np.zeros((2, 1)), np.ones(2), np.zeros(2, int), ["a"])
    write_gallery(tmp_path / "g", [full(2), bare])
    first, second = json.loads((tmp_path / "g" / "gallery.json").read_text())["manifolds"]
    assert first["rank"] == first["axes"] == 2
    assert first["labels"] == [{"text": "<b>May</b>", "at": [1.0, 0.0, -1.0]}]
    assert first["causes"]["places"][0]["gain"] == [[" June", 2.5]]
    assert not {"passes", "sentence", "path", "used", "causes"} & set(second)
    read = read_gallery(tmp_path / "g")
    assert read.cards[0].path == full(2).path
    assert read.cards[1].passes is None


def test_manifolds_are_asked_for_by_number_or_id(tmp_path):
    made = write_gallery(tmp_path / "g", [full(2), replace(full(3), name="days")])
    assert made[1].name == made["0001"].name == made["m-0001"].name == "days"
    assert [one.name for one in made] == [one.name for one in made.manifolds] == ["months", "days"]
    for wrong in (99, -1, "0099", "months"):
        with pytest.raises(ValueError, match="it has 2 \\(0000 to 0001\\)"):
            made.manifold(wrong)
    assert len(repr(made)) < 200
    assert len(repr(made.cards[0])) < 600


def test_later_measurements_find_their_place(tmp_path):
    write_gallery(tmp_path / "g", [full(3), replace(full(2), name="days")], title="t")
    before = read_gallery(tmp_path / "g")
    after = update_gallery(tmp_path / "g", {"0001": {"used": 0.9, "causes": None}})
    assert after.problems() == []
    assert after.title == "t"
    assert after.cards[0] == before.cards[0]
    assert after.cards[1].used == after["0001"].used == 0.9
    assert after.cards[1].causes is None
    assert after.cards[1].neighbours == before.cards[1].neighbours
    np.testing.assert_array_equal(after["0001"].points, before["0001"].points)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("passes", "yes"),
        ("used", "much"),
        ("used", True),
        ("sentence", ["x"]),
        ("labels", [{"text": "x", "at": [0, 0]}]),
        ("labels", [{"text": 3, "at": [0, 0, 0]}]),
        ("labels", "x"),
        ("labels", [{"text": "x", "at": [0, 0, 0]}] * 10_001),
        ("path", {"closed": True, "at": [[0, 0, "x"]]}),
        ("path", {"closed": 1, "at": []}),
        ("path", {"closed": True, "at": [], "ticks": [{"text": "x", "t": 2}]}),
        ("chart", {"at": []}),
        ("chart", {"at": [[[0, 0, 0], [0, 0, 1]], [[0, 0, 0]]]}),
        ("chart", {"at": [[[0, 0, 0]], [[0, 0, 0]]]}),
        ("chart", {"at": [[[0, 0, 0], [0, 1]], [[0, 0, 0], [1, 1, 1]]]}),
        ("causes", {"arms": [{"name": "x"}]}),
        ("causes", {"arms": [], "places": [{"at": [0, 0, 0], "text": "", "gain": [["x"]]}]}),
        ("causes", {"arms": [], "p": "small"}),
        ("causes", [1]),
        ("rank", 0),
        ("rank", 2.5),
        ("axes", "3"),
    ],
)
def test_a_strangers_card_is_checked(tmp_path, key, value):
    write_gallery(tmp_path / "g", [full(3)])
    path = tmp_path / "g" / "gallery.json"
    contents = json.loads(path.read_text())
    contents["manifolds"][0][key] = value
    path.write_text(json.dumps(contents))
    with pytest.raises(ValueError, match=f"manifold 0.*'{key}'"):
        read_gallery(tmp_path / "g")


def test_numbers_that_json_does_not_have_are_refused(tmp_path):
    write_gallery(tmp_path / "g", [full(3)])
    path = tmp_path / "g" / "gallery.json"
    path.write_text(path.read_text().replace('"used": 0.4', '"used": NaN'))
    with pytest.raises(ValueError, match="NaN is not a number of JSON"):
        read_gallery(tmp_path / "g")
