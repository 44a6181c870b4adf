"""The shapes that tensors have in quadric, named once.

The axes: `n` samples (tokens), `d` inputs, `lat` latents, `mix` rows of the bottleneck D.
"""

from jaxtyping import Bool, Float
from torch import Tensor

__all__ = ["Down", "Factor", "Inputs", "Latents", "Mask", "PerLatent", "PerSample", "Scalar"]

Inputs = Float[Tensor, "*n d"]
"""Activations x of the language model, one sample a row."""

Latents = Float[Tensor, "*n lat"]
"""Latents f = (Lx) ⊙ (Rx), one sample a row."""

Factor = Float[Tensor, "lat d"]
"""L or R: row j is the factor l_j or r_j of the form B_j = l_j ⊗ r_j."""

Down = Float[Tensor, "mix lat"]
"""The bottleneck D of the mixed presets."""

PerLatent = Float[Tensor, "lat"]
"""One number a latent: prefix weights, densities."""

PerSample = Float[Tensor, "*n"]
"""One number a sample: errors, strengths."""

Mask = Bool[Tensor, "*n"]
"""True for the samples that count."""

Scalar = Float[Tensor, ""]
"""A differentiable scalar."""
