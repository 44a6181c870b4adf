"""What every latent adds to a reconstruction, X̂ = Σ_j g_j V_j, and from when on it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from quadric.autoencoders.topk import TopKAutoencoder
from quadric.kernels.tiled import accumulation_dtype
from quadric.shapes import PerLatent

if TYPE_CHECKING:
    from quadric.autoencoders.bilinear import BilinearAutoencoder

__all__ = ["DEAD", "term_norms"]

DEAD = 0.01
"""A latent is dead if its term g_j V_j never reaches this share of ‖X‖ = 1 on any sample.

Neither side depends on how the weights are scaled where that changes nothing: (cl, r/c), (cB, D/c)
and swapped factors have the same terms.
"""


@torch.no_grad()
def term_norms(model: BilinearAutoencoder | TopKAutoencoder) -> PerLatent:
    """‖V_j‖ of what every latent writes: its decoder's form, or the baseline's decoder row."""
    if isinstance(model, TopKAutoencoder):
        return model.decoder.to(accumulation_dtype(model.decoder)).norm(dim=1)
    return model.decoder_forms.norm()
