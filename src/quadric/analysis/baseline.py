"""The TopK baseline at the size and budget of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from quadric.activations import Rows
from quadric.autoencoders import BilinearAutoencoder, TopKAutoencoder
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource
from quadric.training.trainer import Trainer

__all__ = ["topk_settings", "train_topk_baseline"]


def topk_settings(ae: BilinearAutoencoder, run: TrainSettings) -> TrainSettings:
    """As many latents, steps and tokens as the run had, the same optimiser, data and seed."""
    return replace(
        run,
        kind="topk",
        n_latents=ae.config.n_latents,
        n_mix=None,
        k=min(50, ae.config.n_latents),
        symmetric=False,
        bias=False,
        tied=True,
        gate=None,
        init="orthogonal",
    )


def train_topk_baseline(
    ae: BilinearAutoencoder,
    run: TrainSettings,
    rows: Rows,
    progress: Callable[[int], None] | None = None,
) -> TopKAutoencoder:
    """Train the baseline on the rows that the run trained on; `progress` gets the steps done."""
    settings = topk_settings(ae, run)
    trainer = Trainer(settings, rows.d)
    batches = RowSource(rows, settings).batches(0)
    for step in range(settings.steps):
        trainer.step(next(batches))
        if progress is not None:
            progress(step + 1)
    assert isinstance(trainer.model, TopKAutoencoder)
    return trainer.model.eval()
