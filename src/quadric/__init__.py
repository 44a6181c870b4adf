"""quadric finds the manifolds inside a language model.

Activations in, a bilinear autoencoder of them, and the algebra of its latents out:

>>> import torch, quadric
>>> ae = quadric.BilinearAutoencoder.preset("mixed", d_in=16, expansion=4)
>>> x = torch.randn(32, 16)
>>> ae.encode(x).shape, ae.errors(x).shape
(torch.Size([32, 64]), torch.Size([32]))
"""

import os

# Both are read once, when torch starts, and are left alone where they are set already.
# Large arrays are made anew every training step: on huge pages, faulting them in costs less.
os.environ.setdefault("THP_MEM_ALLOC_ENABLE", "1")
# Threads that wait by spinning slow each other down many times on a machine that others use too.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

from quadric.autoencoders import (
    AutoencoderConfig,
    BilinearAutoencoder,
    TopKAutoencoder,
    TopKConfig,
)
from quadric.forms import BilinearForm, Quadric
from quadric.objective import hoyer_density
from quadric.training.muon import Muon

__all__ = [
    "AutoencoderConfig",
    "BilinearAutoencoder",
    "BilinearForm",
    "Muon",
    "Quadric",
    "TopKAutoencoder",
    "TopKConfig",
    "hoyer_density",
]
