"""`quadric.fit`: any activations in, a trained autoencoder out, nothing on disk."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from quadric.activations import open_activations
from quadric.autoencoders import BilinearAutoencoder
from quadric.training.loop import Run
from quadric.training.record import NullRecord
from quadric.training.settings import Autoencoder, TrainSettings
from quadric.training.sources import RowSource, split

__all__ = ["fit"]


def fit(
    X: Any,
    kind: str = "mixed",
    expansion: float = 8,
    steps: int = 600,
    batch: int = 2048,
    seed: int = 0,
    alpha: float = 0.1,
    lr: float = 0.01,
    **settings: Any,
) -> Autoencoder:
    """Train an autoencoder on X: an array, a tensor, a store, a path or a neighbour's cache.

    X is all that `open_activations` opens; rows with NaN are left out with a warning. Takes every
    field of `TrainSettings`; kind="topk" trains the baseline by the same loop. A batch is at most
    all of X. Nothing is held out unless `heldout` is given. The result is on the CPU.

    >>> import torch
    >>> fit(torch.randn(256, 8), "vanilla", expansion=2, steps=4, batch=64)
    BilinearAutoencoder(vanilla, d_in=8, n_latents=16)
    """
    rows = open_activations(X)
    chosen = TrainSettings(
        kind=kind,
        expansion=expansion,
        steps=steps,
        batch=batch,
        seed=seed,
        alpha=alpha,
        lr=lr,
        **{"heldout": 0.0, **settings},
    )
    trained_on = len(split(rows, chosen.heldout)[0])
    if not trained_on:
        raise ValueError(f"activations of shape [{len(rows)}, {rows.d}] hold no row to train on")
    # Nothing is kept on the way, where there is no folder.
    chosen = replace(chosen, batch=min(batch, trained_on), checkpoint_every=chosen.steps + 1)
    model = Run(RowSource(rows, chosen), chosen, NullRecord()).finish()
    assert model is not None
    if isinstance(model, BilinearAutoencoder):
        model.workspace.clear()
    return model.cpu().eval()
