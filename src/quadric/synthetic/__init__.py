"""Planted manifolds with known answers."""

from quadric.synthetic.planting import Planted, PlantedSamples, plant
from quadric.synthetic.shapes import KINDS, Kind

__all__ = ["KINDS", "Kind", "Planted", "PlantedSamples", "plant"]
