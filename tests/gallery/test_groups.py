"""A word stands where a further group of its samples lies, on planted groups."""

import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from quadric.gallery import Label, ManifoldBundle, Path, Tick, read_gallery, write_gallery
from quadric.gallery.groups import groups_apart, spread
from quadric.gallery.placing import path_place, path_position
from quadric.gallery.preview import preview, token_labels, word_groups


def planted(
    middles: Sequence[Sequence[float]], counts: list[int], token: list[int], **more
) -> ManifoldBundle:
    """A round group of so many samples at each middle, all of them of one token."""
    draw = np.random.default_rng(0)
    group = np.repeat(np.arange(len(counts)), counts)
    places = np.array(middles, dtype=float)[group]
    return ManifoldBundle(
        **{
            "name": "planted",
            "points": places + 0.1 * draw.standard_normal(places.shape),
            "strength": draw.uniform(0.9, 1, len(group)),
            "token": np.array(token)[group],
            "vocab": [" is", " are", " Is"],
            **more,
        }
    )


def found(bundle: ManifoldBundle) -> list[tuple[str, tuple[float, ...]]]:
    return [(one.text, one.at) for one in word_groups(bundle, token_labels(bundle))]


@pytest.mark.parametrize("rank", [1, 2, 3, 5])
def test_two_groups_of_a_token_get_two_words(rank):
    here, there = np.eye(2, rank) * [[2], [0]]
    bundle = planted([here, there, here / 2], [60, 30, 40], [0, 0, 1])
    label = next(one for one in token_labels(bundle) if one.text == " is")
    ((text, at),) = found(bundle)
    assert text == " is"
    assert len(at) == max(rank, 3)
    first, second = (there, here) if label.at[0] < 1 else (here, there)
    np.testing.assert_allclose(label.at[:rank], first, atol=0.4)
    np.testing.assert_allclose(at[:rank], second, atol=0.4)
    # A place of a sample, not one between samples.
    assert np.abs(bundle.points - np.array(at[:rank])).max(axis=1).min() < 1e-6


def test_capitals_make_no_other_word():
    ((text, at),) = found(planted([[0, 0], [2, 0], [0, 2]], [60, 30, 40], [0, 2, 1]))
    assert text == " is"
    np.testing.assert_allclose(at[:2], [2, 0], atol=0.3)


def test_one_group_gets_one_word_however_wide():
    turn = np.arange(400)
    disc = np.sqrt(turn / 400)[:, None] * np.column_stack([np.cos(2.4 * turn), np.sin(2.4 * turn)])
    line = np.column_stack([turn / 400, 0 * turn])
    for points in (disc, line):
        bundle = planted([[0, 0]], [400], [0], points=points)
        assert found(bundle) == []
    assert found(planted([[0, 0], [2, 0]], [60, 60], [0, 1])) == []


@pytest.mark.parametrize("seed", range(5))
def test_noise_gets_none(seed):
    draw = np.random.default_rng(seed)
    bundle = planted([[0, 0, 0]] * 3, [200, 150, 50], [0, 1, 2], points=draw.normal(size=(400, 3)))
    assert found(bundle) == []


def test_a_few_samples_far_away_are_no_group():
    points = planted([[0, 0], [3, 0]], [60, 4], [0, 0]).points
    assert groups_apart(points, np.zeros(2), spread(points)) == []


def test_a_word_has_two_further_groups_at_most():
    corners = [[0, 0], [4, 0], [0, 4], [4, 4]]
    bundle = planted(corners, [100, 80, 60, 40], [0] * 4)
    points = bundle.points
    first, second = groups_apart(points, np.zeros(2), spread(points))
    np.testing.assert_allclose(points[[first, second]], [[4, 0], [0, 4]], atol=0.3)


def test_weak_samples_are_no_group():
    bundle = planted([[0, 0], [3, 0]], [100, 300], [0, 0])
    weak = np.repeat([0.0, 0.85], [100, 300])
    assert found(replace(bundle, strength=bundle.strength - weak)) == []
    assert len(found(bundle)) == 1


def test_a_tick_is_the_first_place_of_its_word():
    path = Path(False, ((0.0, 0.0, 0.0), (2.0, 0.0, 0.0)), (Tick("is", 1.0), Tick("are", 0.5)))
    bundle = planted([[0, 0], [2, 0], [1, 2]], [60, 30, 40], [0, 0, 1], path=path)
    ((text, at),) = [one for one in found(bundle) if one[0] == " is"]
    assert text == " is"
    np.testing.assert_allclose(at, [0, 0, 0], atol=0.3)


def test_labels_of_ones_own_are_the_words_of_the_card():
    own = np.repeat([0, 0, 1, -1], [60, 30, 40, 5])
    more = {"row_label": own, "label_texts": ("warm", "cold")}
    bundle = planted([[0, 0], [2, 0], [0, 2], [2, 2]], [60, 30, 40, 5], [0, 1, 1, 2], **more)
    labels = token_labels(bundle)
    assert [one.text for one in labels] == ["warm", "cold"]
    assert [text for text, _ in found(bundle)] == ["warm"]
    assert preview(bundle, labels).tints


def test_groups_are_part_of_the_card_and_read_again(tmp_path):
    written = write_gallery(
        tmp_path / "gallery",
        [
            planted([[0, 0], [2, 0], [0, 2]], [60, 30, 40], [0, 0, 1]),
            planted([[0, 0]], [60], [0]),
        ],
    )
    first, second = read_gallery(written.folder).cards
    assert [one.text for one in first.groups] == [" is"]
    assert isinstance(first.groups[0], Label)
    assert second.groups == ()
    entries = json.loads((written.folder / "gallery.json").read_text())["manifolds"]
    assert [len(entry.get("groups", ())) for entry in entries] == [1, 0]
    assert "groups" not in entries[1]


def test_a_gallery_without_groups_opens_and_damaged_ones_are_named(tmp_path):
    bundle = planted([[0, 0], [2, 0], [0, 2]], [60, 30, 40], [0, 0, 1])
    folder = write_gallery(tmp_path / "gallery", [bundle]).folder
    contents = json.loads((folder / "gallery.json").read_text())
    (entry,) = contents["manifolds"]
    for old in ({}, {"groups": None}):
        entry.pop("groups", None)
        entry.update(old)
        (folder / "gallery.json").write_text(json.dumps(contents))
        assert read_gallery(folder).cards[0].groups == ()
    for damaged in (3, [{"text": " is"}], [{"text": " is", "at": ["x"] * 3}], ["is"]):
        entry["groups"] = damaged
        (folder / "gallery.json").write_text(json.dumps(contents))
        with pytest.raises(ValueError, match=r"'groups' is not valid.*copy the gallery again"):
            read_gallery(folder)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("t", [0.0, 0.3, 0.8, 1.0])
def test_a_place_on_a_path_lies_as_far_along_it(closed, t):
    path = Path(closed, ((0.0, 0.0, 0.0), (3.0, 0.0, 0.0), (3.0, 4.0, 0.0)))
    place = path_place(path, t)
    along = path_position(path, place[None])[0]
    # On a closed path the end is the beginning.
    assert along % (1 if closed else 2) == pytest.approx(t % (1 if closed else 2), abs=1e-12)
