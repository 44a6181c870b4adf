"""`quadric.fit`: any activations in, a trained autoencoder out, nothing on disk."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Literal

from quadric.activations import open_activations
from quadric.autoencoders import Autoencoder, BilinearAutoencoder
from quadric.autoencoders.card import Facts
from quadric.training.loop import Run
from quadric.training.record import NullRecord
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource, split

__all__ = ["DEFAULTS", "fit"]

DEFAULTS = TrainSettings(heldout=0.0)
"""What `fit` trains unless told otherwise: what `quadric train` does, but on all of the rows."""


def fit(
    X: Any,
    kind: str = DEFAULTS.kind,
    expansion: float = DEFAULTS.expansion,
    steps: int = DEFAULTS.steps,
    batch: int = DEFAULTS.batch,
    seed: int = DEFAULTS.seed,
    alpha: float = DEFAULTS.alpha,
    lr: float | None = DEFAULTS.lr,
    *,
    mix: float = DEFAULTS.mix,
    n_latents: int | None = DEFAULTS.n_latents,
    n_mix: int | None = DEFAULTS.n_mix,
    optimizer: Literal["muon", "adam"] = DEFAULTS.optimizer,
    momentum: float = DEFAULTS.momentum,
    orthogonalisation: Literal["minimax", "newton-schulz"] = DEFAULTS.orthogonalisation,
    lr_warmup: float = DEFAULTS.lr_warmup,
    cooldown: float = DEFAULTS.cooldown,
    warmup: float = DEFAULTS.warmup,
    init: Literal["orthogonal", "xavier"] = DEFAULTS.init,
    symmetric: bool = DEFAULTS.symmetric,
    centred: bool = DEFAULTS.centred,
    bias: bool = DEFAULTS.bias,
    tied: bool = DEFAULTS.tied,
    gate: Literal["silu", "topk"] | None = DEFAULTS.gate,
    k: int | None = DEFAULTS.k,
    until: Literal["converged"] | None = DEFAULTS.until,
    heldout: float = DEFAULTS.heldout,
    heldout_tokens: int = DEFAULTS.heldout_tokens,
    heldout_every: int = DEFAULTS.heldout_every,
    device: str = DEFAULTS.device,
    dtype: Literal["float32", "float64", "bfloat16"] = DEFAULTS.dtype,
    precision: Literal["auto", "float32", "bfloat16"] = DEFAULTS.precision,
) -> Autoencoder:
    """Train an autoencoder on X: an array, a tensor, a store, a path or a neighbour's cache.

    X is all that `open_activations` opens; rows with NaN are left out with a warning. The other
    arguments are the fields of `TrainSettings`; kind="topk" trains the baseline. A batch is at most
    all of X. With `heldout`, the last rows are not trained on, and what the autoencoder does on
    them is its `heldout`. The result is on the CPU.

    >>> import torch
    >>> fit(torch.randn(256, 8), "vanilla", expansion=2, steps=4, batch=64)
    BilinearAutoencoder(vanilla, d_in=8, n_latents=16, centred=True)
    """
    given = locals()
    settings = TrainSettings(**{f.name: given[f.name] for f in fields(DEFAULTS) if f.name in given})
    rows = open_activations(X)
    trained_on = len(split(rows, heldout)[0])
    if not trained_on:
        raise ValueError(f"activations of shape [{len(rows)}, {rows.d}] hold no row to train on")
    # Without a folder nothing is kept on the way.
    settings = replace(settings, batch=min(batch, trained_on), checkpoint_every=steps + 1)
    run = Run(RowSource(rows, settings), settings, NullRecord())
    model = run.finish()
    assert model is not None
    if isinstance(model, BilinearAutoencoder):
        model.workspace.clear()
    found = None if run.heldout is None else run.heldout._asdict()
    model.facts = Facts(settings=run.trainer.settings.as_dict(), heldout=found)
    return model.cpu().eval()
