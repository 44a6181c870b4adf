"""Manifold and model -> swaps, ablations, moves along it, steering."""

from quadric.causes.counting import Counted, counted
from quadric.causes.intervening import (
    Causes,
    InterveneSettings,
    corrected,
    intervene,
    interventions,
)
from quadric.causes.predicting import predictors
from quadric.causes.steering import steer
from quadric.causes.target import Target

__all__ = [
    "Causes",
    "Counted",
    "InterveneSettings",
    "Target",
    "corrected",
    "counted",
    "intervene",
    "interventions",
    "predictors",
    "steer",
]
