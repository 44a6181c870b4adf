"""The autoencoder that a run begins with."""

from __future__ import annotations

import torch

from quadric.autoencoders import BilinearAutoencoder, TopKAutoencoder, TopKConfig
from quadric.training.settings import TrainSettings

__all__ = ["Autoencoder", "untrained"]

Autoencoder = BilinearAutoencoder | TopKAutoencoder


def untrained(settings: TrainSettings, d_in: int) -> Autoencoder:
    """An autoencoder for activations of width d_in, whose weights depend on `seed` alone."""
    config = settings.config(d_in)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        if isinstance(config, TopKConfig):
            model = TopKAutoencoder(config)
        else:
            model = BilinearAutoencoder(config)
            if settings.init == "xavier":
                for parameter in model.parameters():
                    torch.nn.init.xavier_uniform_(parameter)
    return model.to(getattr(torch, settings.dtype))
