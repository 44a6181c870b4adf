"""What a run is said to have done, on curves whose answer is known."""

import pytest

from quadric.training.convergence import flat, verdict
from quadric.training.curves import draw_curves
from quadric.training.heldout import HeldOut


def curve(errors, every=10):
    return [(every * i, error) for i, error in enumerate(errors)]


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        ([1.0, 0.5, 0.3], False),
        ([1.0, 0.5, 0.3, 0.25, 0.2, 0.17, 0.15, 0.13], False),
        ([1.0, 0.5, 0.3, 0.2, 0.2, 0.2, 0.2, 0.2], True),
        ([1.0, 0.5, 0.3, 0.2, 0.25, 0.3, 0.4, 0.5], True),
        ([1.0, 0.5, 0.3, 0.2, 0.2, 0.2, 0.2, 0.19], False),
    ],
    ids=["too-few", "falling", "flat", "rising", "falls-again"],
)
def test_flat(errors, expected):
    assert flat(curve(errors)) is expected


def held(error=0.3, dead=0):
    return HeldOut(error=error, density=0.2, dead=dead, tokens=100)


def test_the_verdict_says_what_happened_and_what_to_change():
    falling = curve([1 / (1 + i) for i in range(20)])
    level = curve([1.0, 0.5, *[0.3] * 18])
    assert verdict(falling, held(), 64, 0.5).startswith("still falling")
    assert verdict(level, held(), 64, 0.5).startswith("converged")
    assert "no latent dead" in verdict(level, held(), 64, 0.5)
    assert "3 of 64 latents dead" in verdict(level, held(dead=3), 64, 0.5)
    assert verdict(level, held(error=0.996), 64, 0.5).startswith("nothing was learnt")
    assert "fewer latents" in verdict(level, held(dead=60), 64, 0.5)
    assert verdict([], held(), 64, 0.5).startswith("still falling")


def test_curves_are_drawn_of_any_run():
    lines = [
        {"step": i, "error": 2 - i / 10, "density": 0.5, "lr": 0.1}
        | ({"heldout_error": 1 - i / 20} if i % 4 == 0 else {})
        for i in range(12)
    ]
    assert draw_curves(lines, "a title").startswith(b"\x89PNG")
    assert draw_curves(lines[:1]).startswith(b"\x89PNG")
