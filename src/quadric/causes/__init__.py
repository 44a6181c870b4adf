"""Manifold and model -> swaps, ablations, moves along it, steering."""

from quadric.causes.intervening import Causes, InterveneSettings, intervene
from quadric.causes.steering import steer
from quadric.causes.target import Target

__all__ = ["Causes", "InterveneSettings", "Target", "intervene", "steer"]
