"""What varies where all samples are one word: the token before it, or after it."""

import numpy as np
import pytest

from quadric.gallery import ManifoldBundle, read_gallery, write_gallery
from quadric.gallery.varying import explained, varying_tokens, what_varies

VOCAB = [" the", " of", " in", " on", " Of"]
PLACES = np.array([[0, 0, 0], [3, 0, 0], [0, 3, 0], [0, 0, 3], [3, 0, 0]], dtype=float)


def bundle(side: str, **more) -> ManifoldBundle:
    """Samples of " the" that lie where the token on one side of it says."""
    draw = np.random.default_rng(0)
    n = 400
    told, other = draw.integers(1, 5, n), draw.integers(1, 5, n)
    before, after = (told, other) if side == "before" else (other, told)
    return ManifoldBundle(
        **{
            "name": "the",
            "points": PLACES[told] + 0.3 * draw.standard_normal((n, 3)),
            "strength": draw.uniform(0.8, 1, n),
            "token": np.zeros(n, dtype=int),
            "vocab": VOCAB,
            "document": np.zeros(n, dtype=int),
            "position": 3 * np.arange(n) + 1,
            "context": np.stack([before, np.zeros(n, dtype=int), after], axis=1),
            "before": 1,
            **more,
        }
    )


@pytest.mark.parametrize("side", ["before", "after"])
def test_the_neighbour_that_tells_is_found_and_labelled(tmp_path, side):
    one = bundle(side)
    assert what_varies(one, np.arange(400)) == side
    card = read_gallery(write_gallery(tmp_path / "gallery", [one]).folder).cards[0]
    assert card.varies == side
    # " of" and " Of" are one word.
    assert sorted(label.text.strip().lower() for label in card.labels) == ["in", "of", "on"]
    for label in card.labels:
        told = PLACES[VOCAB.index(label.text)]
        np.testing.assert_allclose(label.at, told, atol=0.5)


def test_the_samples_own_token_and_labels_of_ones_own_come_first():
    rows = np.arange(400)
    told = varying_tokens(bundle("before"), "before")
    assert told is not None
    assert what_varies(bundle("before", token=told), rows) == ""
    labelled = bundle("before", row_label=told, label_texts=VOCAB)
    assert what_varies(labelled, rows) == ""
    alone = bundle("before", context=None, before=0)
    assert varying_tokens(alone, "before") is None
    assert what_varies(alone, rows) == ""
    noise = np.random.default_rng(1).standard_normal((400, 3))
    assert what_varies(bundle("before", points=noise), rows) == ""


def test_a_value_tells_where_samples_lie_only_on_samples_it_was_not_fitted_to():
    draw = np.random.default_rng(0)
    value = draw.integers(0, 4, 600)
    points = PLACES[value] + 0.1 * draw.standard_normal((600, 3))
    assert explained(points, value) > 0.99
    assert explained(points, draw.permutation(value)) < 0.02
    assert explained(points, np.arange(600)) == 0  # one sample each says nothing of another
    assert explained(points[:2], value[:2]) == 0
    assert explained(np.ones((600, 3)), value) == 0


def test_few_samples_of_each_value_are_drawn_to_the_middle_as_far_as_they_scatter():
    draw = np.random.default_rng(0)
    value = np.repeat(np.arange(20), 4)  # two of each are fitted, two are not
    places = draw.standard_normal((20, 3))
    clear = places[value] + 0.05 * draw.standard_normal((80, 3))
    assert explained(clear, value) > 0.99
    scattered = places[value] + 10 * draw.standard_normal((80, 3))
    assert explained(scattered, value) < 0.1


def test_a_token_that_tells_much_is_not_replaced_by_one_that_tells_more():
    """Digits lie by their own value and by the digit before them: they are labelled as digits."""
    rows = np.arange(400)
    token = np.random.default_rng(2).integers(1, 5, 400)
    one = bundle("before", token=token)
    for weight, side in ((0.8, ""), (0.3, "before")):
        mixed = bundle("before", token=token, points=one.points + weight * PLACES[token])
        assert what_varies(mixed, rows) == side
