from itertools import pairwise

import pytest

from quadric.training.trainer import trapezoid, warmed_up


@pytest.mark.parametrize("steps", [1, 7, 1024])
def test_the_last_half_cools_linearly_to_zero(steps):
    rates = [trapezoid(step, steps, 0.5) for step in range(steps + 1)]
    assert rates[-1] == 0
    assert all(rate == 1 for step, rate in enumerate(rates) if step <= steps / 2)
    falls = [a - b for a, b in pairwise(rates) if b < 1 and a < 1]
    assert all(fall == pytest.approx(2 / steps) for fall in falls)


def test_alpha_is_there_after_the_first_quarter():
    assert warmed_up(0, 1024, 0.25) == 0
    assert warmed_up(128, 1024, 0.25) == 0.5
    assert warmed_up(256, 1024, 0.25) == warmed_up(1023, 1024, 0.25) == 1


def test_parts_of_length_zero_are_left_out():
    assert trapezoid(9, 10, 0) == 1
    assert warmed_up(0, 10, 0) == 1
