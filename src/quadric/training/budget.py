"""A number of minutes -> how large an autoencoder, and how many steps of it, on this machine."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import replace

from quadric.training.settings import TrainSettings
from quadric.training.sources import Source
from quadric.training.trainer import Trainer

__all__ = ["fit_to_minutes", "step_seconds"]

TIMED_STEPS = 3
"""Steps that are timed of each size, after one that warms up."""
ENOUGH_STEPS = 600
"""More steps than this go into a larger autoencoder instead."""
STEP_SHARE = 0.9
"""Of the time, for the steps themselves: the rest goes to held-out rows and checkpoints."""
EXPANSIONS = (1, 2, 4, 8, 16)
"""Expansions to choose from."""


def step_seconds(settings: TrainSettings, source: Source) -> float:
    """How long a step takes here, the fastest of a few."""
    trainer = Trainer(settings, source.d)
    if settings.centred:
        trainer.model.set_mean(source.mean())
    fastest = float("inf")
    with closing(source.batches(0, {}, lambda: False)) as batches:
        for step in range(1 + TIMED_STEPS):
            x = next(batches)
            begun = time.perf_counter()
            trainer.step(x)
            if step:
                fastest = min(fastest, time.perf_counter() - begun)
    return fastest


def fit_to_minutes(minutes: float, settings: TrainSettings, source: Source) -> TrainSettings:
    """The settings with the expansion and the number of steps that this many minutes allow.

    The expansion is the largest that still gets `ENOUGH_STEPS` steps; the smallest if none does.
    """
    if not minutes > 0:
        raise ValueError(f"minutes={minutes}: give it at least a fraction of a minute")
    chosen = None
    for expansion in EXPANSIONS:
        larger = replace(settings, expansion=expansion, mix=min(settings.mix, expansion))
        steps = int(STEP_SHARE * 60 * minutes / step_seconds(larger, source))
        if chosen is not None and steps < ENOUGH_STEPS:
            break
        chosen = replace(larger, steps=max(steps, 20))
        if steps < ENOUGH_STEPS:
            break
    assert chosen is not None
    return chosen
