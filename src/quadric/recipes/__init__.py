"""Complete run settings as functions: what a name stands for, in one place."""

from __future__ import annotations

from quadric.training.settings import TrainSettings

__all__ = ["demo", "paper", "smoke"]


def paper(kind: str = "mixed", alpha: float = 0.1, seed: int = 0) -> TrainSettings:
    """The paper's set-up (its appendix A): 1024 steps of 16,384 tokens, 16x, Muon at 0.01."""
    return TrainSettings(kind=kind, alpha=alpha, seed=seed)


def demo(seed: int = 0) -> TrainSettings:
    """Minutes on two cores for a model of width 576: the manifolds are plain, the error is not low.

    A short run takes larger steps: forty times the paper's learning rate (known_concepts). Of the
    layers 8, 15 and 22 the last shows less and the first two as much, as 4x shows more than 2x at
    the same cost (`python -m benchmarks demo`).
    """
    return TrainSettings(
        kind="mixed", expansion=4, steps=200, batch=2048, lr=0.4, seed=seed, heldout_tokens=8192
    )


def smoke(kind: str = "mixed", seed: int = 0) -> TrainSettings:
    """Seconds: whether everything runs, on any activations of at least 270 rows."""
    return TrainSettings(
        kind=kind,
        expansion=3,
        steps=8,
        batch=256,
        seed=seed,
        heldout_tokens=512,
        heldout_every=4,
        checkpoint_every=4,
    )
