"""The definition of every reconstruction error, materialised in product space.

These functions hold N·d² and Lat·d² numbers and loop over all prefixes. They are what the paper
says, written as the paper says it, and the reference that the fast kernels are tested against.
"""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.shapes import Down, Factor, Inputs, Latents, PerLatent, PerSample

__all__ = ["codes", "errors", "forms", "sse"]


def forms(left: Factor, right: Factor, symmetric: bool = False) -> Float[Tensor, "lat d*d"]:
    """B: row j is l_j ⊗ r_j as a vector, or ½(l_j ⊗ r_j + r_j ⊗ l_j) if symmetric."""
    product = torch.einsum("ja,jb->jab", left, right)
    if symmetric:
        product = (product + product.transpose(1, 2)) / 2
    return product.flatten(1)


def codes(latents: Latents, down: Down | None) -> Latents:
    """What the decoder sees of the latents f: themselves, or DᵀD f where there is mixing."""
    return latents if down is None else latents @ down.T @ down


def sse(
    x: Inputs,
    left: Factor,
    right: Factor,
    down: Down | None = None,
    *,
    prefix: PerLatent | None = None,
    symmetric: bool = False,
) -> PerSample:
    """‖X̂ − X‖² of every sample (eq:vanilla-loss, eq:cum), with X = x ⊗ x and X̂ = Bᵀ DᵀD B X.

    With prefix weights w, Σ_k w_k ‖X̂_k − X‖², where X̂_k decodes the first k codes alone.
    """
    lifted = torch.einsum("...a,...b->...ab", x, x).flatten(-2)
    basis = forms(left, right, symmetric)
    code = codes(lifted @ basis.T, down)
    if prefix is None:
        return (code @ basis - lifted).square().sum(-1)
    error = torch.zeros_like(lifted[..., 0])
    for k in range(len(left)):
        reconstruction = code[..., : k + 1] @ basis[: k + 1]
        error = error + prefix[k] * (reconstruction - lifted).square().sum(-1)
    return error


def errors(
    latents: Latents,
    left: Factor,
    right: Factor,
    down: Down | None = None,
    *,
    prefix: PerLatent | None = None,
    symmetric: bool = False,
    tied: bool = True,
) -> PerSample:
    """The same error as a function of the latents: ‖X̂‖² − 2 f·g + 1, for inputs of norm one.

    It equals `sse` when f are the latents of x. With `tied=False` only ‖X̂‖² is returned, the part
    that a decoder with weights of its own contributes.
    """
    basis = forms(left, right, symmetric)
    code = codes(latents, down)
    weights = code.new_tensor([0.0] * (len(left) - 1) + [1.0]) if prefix is None else prefix
    error = torch.zeros_like(latents[..., 0])
    for k in range(len(left)):
        kept, seen = code[..., : k + 1], latents[..., : k + 1]
        norm = (kept @ basis[: k + 1]).square().sum(-1)
        error = error + weights[k] * (norm - 2 * (kept * seen).sum(-1) + 1 if tied else norm)
    return error
