"""A budget of minutes, on a machine whose speed is made up: no test measures time."""

import pytest
import torch

from quadric.activations import open_activations
from quadric.training import budget
from quadric.training.budget import fit_to_minutes, step_seconds
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource

SETTINGS = TrainSettings(kind="mixed", mix=1, batch=64, steps=8, centred=True)


@pytest.fixture(scope="module")
def source():
    torch.manual_seed(0)
    return RowSource(open_activations(torch.randn(600, 12) + 1), SETTINGS)


@pytest.mark.parametrize(
    ("speed", "expansion", "steps"),
    [(0.001, 16, 3375), (0.01, 8, 675), (0.1, 1, 540), (10.0, 1, 20)],
    ids=["fast", "middling", "slow", "snail"],
)
def test_the_largest_that_gets_enough_steps(monkeypatch, source, speed, expansion, steps):
    monkeypatch.setattr(budget, "step_seconds", lambda s, _: speed * s.expansion)
    chosen = fit_to_minutes(1, SETTINGS, source)
    assert (chosen.expansion, chosen.steps) == (expansion, steps)
    assert chosen.config(12).n_mix <= chosen.config(12).n_latents


def test_the_steps_that_are_timed_are_real_ones(source):
    assert step_seconds(SETTINGS, source) > 0
    with pytest.raises(ValueError, match="fraction of a minute"):
        fit_to_minutes(0, SETTINGS, source)
