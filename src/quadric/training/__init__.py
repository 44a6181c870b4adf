"""Muon, schedules, the loop, checkpoints, metrics, sweeps, fit."""

from quadric.training.fit import fit
from quadric.training.muon import Muon
from quadric.training.settings import TrainSettings

__all__ = ["Muon", "TrainSettings", "fit"]
