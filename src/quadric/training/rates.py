"""The learning rate of a run that names none."""

from __future__ import annotations

__all__ = ["default_rate"]


def default_rate(optimizer: str, *, steps: int, batch: int, d_in: int, n_latents: int) -> float:
    """The learning rate before it cools down: the paper's 0.01 with Muon, 0.001 with Adam.

    `steps` of `batch` tokens, activations of width `d_in` and the number of latents are what a
    rate may depend on; today it does not.
    """
    return {"muon": 0.01, "adam": 0.001}[optimizer]
