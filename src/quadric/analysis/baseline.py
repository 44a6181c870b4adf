"""The TopK baseline at the size and budget of a run."""

from __future__ import annotations

from dataclasses import replace

from quadric.activations import Rows
from quadric.autoencoders import BilinearAutoencoder, TopKAutoencoder, TopKConfig
from quadric.progress import Progress, silent
from quadric.training.loop import Run
from quadric.training.record import NullRecord
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource

__all__ = ["topk_settings", "train_topk_baseline"]


def topk_settings(ae: BilinearAutoencoder, run: TrainSettings) -> TrainSettings:
    """As many latents, steps and tokens as the run had, the same optimiser, data and seed."""
    return replace(
        run,
        kind="topk",
        n_latents=ae.config.n_latents,
        n_mix=None,
        k=min(TopKConfig.k, ae.config.n_latents),
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
    progress: Progress = silent,
) -> TopKAutoencoder:
    """Train the baseline on the rows that the run trained on."""
    settings = replace(topk_settings(ae, run), heldout_every=run.steps + 1)
    model = Run(RowSource(rows, settings), settings, NullRecord(), progress=progress).finish()
    assert isinstance(model, TopKAutoencoder)
    return model.eval()
