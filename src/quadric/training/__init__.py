"""Optimisers, schedules, the one loop, checkpoints, metrics, sweeps, fit."""
