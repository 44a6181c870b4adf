"""What every latent adds to a reconstruction, X̂ = Σ_j g_j V_j, and from when on it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.autoencoders.topk import TopKAutoencoder
from quadric.kernels.tiled import accumulation_dtype
from quadric.shapes import PerLatent

if TYPE_CHECKING:
    from quadric.autoencoders.bilinear import BilinearAutoencoder

__all__ = ["DEAD", "form_norms", "term_norms"]

DEAD = 0.01
"""A latent is dead if its term g_j V_j never reaches this share of ‖X‖ = 1 on any sample.

Neither side depends on how the weights are scaled where that changes nothing: (cl, r/c), (cB, D/c)
and swapped factors have the same terms.
"""


def form_norms(left: Float[Tensor, "lat d"], right: Float[Tensor, "lat d"]) -> PerLatent:
    """‖½(l⊗r + r⊗l)‖ of every form: √½ √(‖l‖²‖r‖² + (l·r)²)."""
    lengths = left.square().sum(1) * right.square().sum(1)
    return ((lengths + (left * right).sum(1).square()) / 2).sqrt()


@torch.no_grad()
def term_norms(model: BilinearAutoencoder | TopKAutoencoder) -> PerLatent:
    """‖V_j‖ of what every latent writes: its decoder's form, or the baseline's decoder row."""
    if isinstance(model, TopKAutoencoder):
        return model.decoder.to(accumulation_dtype(model.decoder)).norm(dim=1)
    tied, dtype = model.config.tied, accumulation_dtype(model.left)
    left = model.left if tied else model.decoder_left
    right = model.right if tied else model.decoder_right
    return form_norms(left.to(dtype), right.to(dtype))
