import json

import numpy as np
import pytest

from quadric.gallery import ManifoldBundle, read_gallery, write_gallery
from quadric.gallery.columns import unpack
from quadric.gallery.folder import TOKENS
from quadric.gallery.preview import strong_count
from quadric.manifolds.scoring import strong_samples


def bundle(name: str, words: list[str], basis: np.ndarray | None = None) -> ManifoldBundle:
    n = len(words)
    vocab = sorted(set(words))
    return ManifoldBundle(
        name=name,
        points=np.random.default_rng(n).normal(size=(n, 3)),
        strength=np.arange(n, 0, -1.0),
        token=np.array([vocab.index(word) for word in words]),
        vocab=vocab,
        subspace=basis,
        score=0.5,
    )


def test_a_gallery_reads_as_it_was_written(tmp_path):
    made = write_gallery(
        tmp_path / "gallery",
        (bundle(name, ["a", "b"]) for name in ("first", "second")),
        title="two",
        about={"layer": "18"},
    )
    read = read_gallery(tmp_path / "gallery")
    assert read == made
    assert [card.name for card in read.cards] == ["first", "second"]
    assert read.about == {"layer": "18"}
    assert read.manifold(1).name == "second"
    assert read.problems() == []
    assert [path.name for path in tmp_path.iterdir()] == ["gallery"]


def test_neighbours_share_directions(tmp_path):
    axes = np.eye(8)
    parts = [axes[:, [0, 1, 2]], axes[:, [0, 1, 3]], axes[:, [5, 6, 7]]]
    made = write_gallery(tmp_path / "g", [bundle(str(i), ["a"], b) for i, b in enumerate(parts)])
    assert made.cards[0].neighbours == [["0001", pytest.approx(2 / 3, abs=1e-4)]]
    assert made.cards[2].neighbours == []


def test_the_token_index_adds_up(tmp_path):
    write_gallery(tmp_path / "g", [bundle("x", ["a", "b", "b"]), bundle("y", ["b"])])
    columns, about = unpack((tmp_path / "g" / TOKENS).read_bytes(), TOKENS)
    assert about["tokens"] == ["a", "b"]
    np.testing.assert_array_equal(columns["start"], [0, 1, 3])
    np.testing.assert_array_equal(columns["manifold"], [0, 0, 1])
    np.testing.assert_allclose(columns["share"], [9 / 14, 5 / 14, 1], rtol=1e-6)


def test_nothing_is_overwritten_unasked(tmp_path):
    write_gallery(tmp_path / "g", [bundle("old", ["a"])])
    with pytest.raises(FileExistsError, match="overwrite=True"):
        write_gallery(tmp_path / "g", [bundle("new", ["a"])])
    write_gallery(tmp_path / "g", [bundle("new", ["a"])], overwrite=True)
    assert read_gallery(tmp_path / "g").cards[0].name == "new"
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "thesis.txt").write_text("years of work")
    with pytest.raises(FileExistsError, match="not a gallery"):
        write_gallery(tmp_path / "precious", [bundle("new", ["a"])], overwrite=True)
    assert (tmp_path / "precious" / "thesis.txt").exists()


def test_a_failure_leaves_the_old_gallery_and_no_rest(tmp_path):
    write_gallery(tmp_path / "g", [bundle("old", ["a"])])

    def broken():
        yield bundle("new", ["a"])
        raise ValueError("the model ran away")

    with pytest.raises(ValueError, match="ran away"):
        write_gallery(tmp_path / "g", broken(), overwrite=True)
    assert read_gallery(tmp_path / "g").cards[0].name == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["g"]


def test_an_empty_gallery_is_one(tmp_path):
    assert len(write_gallery(tmp_path / "g", [])) == 0


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda _: "{", "is not JSON"),
        (lambda _: "[]", "is not the contents of a quadric gallery"),
        (lambda c: json.dumps({**c, "version": 9}), "has version 9, this quadric reads 1"),
        (lambda c: json.dumps({**c, "manifolds": None}), "no list of manifolds"),
        (lambda c: json.dumps({**c, "manifolds": [7]}), "manifold 0 is no object"),
        (
            lambda c: json.dumps({**c, "manifolds": [{**c["manifolds"][0], "score": "high"}]}),
            "manifold 0 has no valid 'score'",
        ),
        (
            lambda c: json.dumps({**c, "manifolds": [{**c["manifolds"][0], "file": "../x"}]}),
            "names a file outside the gallery",
        ),
    ],
)
def test_broken_contents_are_named(tmp_path, damage, message):
    write_gallery(tmp_path / "g", [bundle("x", ["a"])])
    path = tmp_path / "g" / "gallery.json"
    path.write_text(damage(json.loads(path.read_text())))
    with pytest.raises(ValueError, match=message):
        read_gallery(tmp_path / "g")


def test_missing_and_truncated_files_are_named(tmp_path):
    made = write_gallery(tmp_path / "g", [bundle("x", ["a"]), bundle("y", ["a"])])
    (tmp_path / "g" / "0000.safetensors.gz").unlink()
    other = tmp_path / "g" / "0001.safetensors.gz"
    other.write_bytes(other.read_bytes()[:50])
    first, second = made.problems()
    assert "0000.safetensors.gz is missing" in first
    assert "0001.safetensors.gz has 50 bytes where" in second
    with pytest.raises(ValueError, match=r"0000\.safetensors\.gz is missing"):
        made.manifold(0)
    with pytest.raises(ValueError, match="truncated after 50 bytes"):
        made.manifold(1)


def test_a_folder_without_a_gallery_says_how_to_make_one(tmp_path):
    with pytest.raises(ValueError, match="quadric find"):
        read_gallery(tmp_path)


@pytest.mark.parametrize("power", [1.0, 2.0, 4.0])
def test_the_strong_samples_of_a_picture_are_those_that_the_finder_measures(power):
    draw = np.random.default_rng(int(power))
    crowd, group = np.abs(draw.normal(0, 0.04, 19_000)), draw.normal(0.6, 0.07, 1000)
    strength = np.concatenate([crowd, np.abs(group)]) ** power
    found = len(strong_samples(strength))
    assert abs(strong_count(strength) - found) < 0.15 * found
    # A gallery keeps only the strongest.
    kept = np.sort(strength)[-6000:]
    assert abs(strong_count(kept) - found) < 0.15 * found
