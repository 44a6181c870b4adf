from quadric.figures import superposition
from quadric.figures.runs import RunCache
from quadric.figures.scale import SCALES


def test_red_acts_on_one_direction_and_blue_on_another(tmp_path):
    cache = RunCache(SCALES["smoke"], tmp_path)
    found = superposition.measure(cache)
    assert [value > 1 for value in found["red"]] == [True, False, False, False, False]
    assert [value > 1 for value in found["blue"]] == [False, True, False, False, False]


def test_blue_is_no_single_latent():
    """One latent has rank two at most: a plus and a minus."""
    red, blue = superposition.forms()
    assert red.signature()[:2] == (1, 1)
    assert sum(blue.signature()[:2]) == 3
