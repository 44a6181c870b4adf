"""Manifold and model -> swaps, ablations, moves along it, steering."""

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
    "InterveneSettings",
    "Target",
    "corrected",
    "intervene",
    "interventions",
    "predictors",
    "steer",
]
