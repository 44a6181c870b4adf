"""A bilinear autoencoder as a linear map of the product space: X̂ = A X with A = Vᵀ DᵀD B."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.autoencoders.inputs import lift
from quadric.kernels.tiled import accumulation_dtype
from quadric.shapes import Down, Factor

__all__ = [
    "Codes",
    "Operator",
    "alike",
    "blocks",
    "check_linear",
    "check_same_inputs",
    "codes",
    "operator",
]


class Operator(NamedTuple):
    """The weights behind A, in the dtype to compute in and without gradients."""

    left: Factor
    """L of the encoder: row j of B is l_j ⊗ r_j."""
    right: Factor
    """R of the encoder."""
    decoder_left: Factor
    """L of the decoder V; the encoder's own where weights are tied."""
    decoder_right: Factor
    """R of the decoder."""
    down: Down | None
    """D, or None for the identity."""
    tied: bool
    """Whether V = B."""


class Codes(NamedTuple):
    """What some samples are in the latent basis, samples of zeros left out."""

    latents: Float[Tensor, "n lat"]
    """f(x)."""
    seen: Float[Tensor, "n lat"]
    """c: the decoder's own forms on x, ⟨V_j, x ⊗ x⟩; the latents f where weights are tied."""
    codes: Float[Tensor, "n lat"]
    """g: what the decoder adds up, f or DᵀD f; X̂ = Σ_j g_j V_j."""
    hidden: Float[Tensor, "n mix"] | None
    """h = D f, where there is mixing."""


@torch.no_grad()
def operator(ae: BilinearAutoencoder) -> Operator:
    """The weights of an autoencoder, at least float32."""
    dtype = accumulation_dtype(ae.left)
    left, right = ae.left.detach().to(dtype), ae.right.detach().to(dtype)
    down = None if ae.down is None else ae.down.detach().to(dtype)
    if ae.config.tied:
        return Operator(left, right, left, right, down, True)
    decoder = ae.decoder_left.detach().to(dtype), ae.decoder_right.detach().to(dtype)
    return Operator(left, right, *decoder, down, False)


def alike(a: Operator, b: Operator) -> tuple[Operator, Operator]:
    """Both in the wider dtype of the two, and on the first one's device."""
    dtype = torch.promote_types(a.left.dtype, b.left.dtype)

    def moved(weights: Operator) -> Operator:
        left, right, decoder_left, decoder_right = (
            factor.to(a.left.device, dtype) for factor in weights[:4]
        )
        down = None if weights.down is None else weights.down.to(a.left.device, dtype)
        return Operator(left, right, decoder_left, decoder_right, down, weights.tied)

    return moved(a), moved(b)


def blocks(size: int, tile: int) -> Iterator[slice]:
    """The slices of at most `tile` that cover `size`."""
    for start in range(0, size, tile):
        yield slice(start, min(start + tile, size))


@torch.no_grad()
def codes(ae: BilinearAutoencoder, x: Float[Tensor, "n d"]) -> Codes:
    """Encode samples down to what the error of any set of latents depends on."""
    weights = operator(ae)
    unit, alive = ae.normalize(x.to(ae.left.device))
    unit = unit[alive]
    f = ae.latents(unit) if len(unit) else unit.new_zeros(0, ae.config.n_latents)
    seen = f
    if not weights.tied:
        inputs = lift(unit, ae.config.bias)
        seen = (inputs @ weights.decoder_left.T) * (inputs @ weights.decoder_right.T)
    if weights.down is None:
        return Codes(f, seen, f, None)
    hidden = f @ weights.down.T
    return Codes(f, seen, hidden @ weights.down, hidden)


def check_linear(*autoencoders: BilinearAutoencoder) -> None:
    """Refuse gated latents: they are no quadratic forms, so no weights describe what they do."""
    for ae in autoencoders:
        if ae.config.gate is not None:
            raise ValueError(
                f"{ae} has a {ae.config.gate} gate, so its latents are no quadratic forms: "
                "compare autoencoders without a gate"
            )


def check_same_inputs(a: BilinearAutoencoder, b: BilinearAutoencoder) -> None:
    """Refuse autoencoders over different input spaces, whose forms have nothing in common."""
    if a.config.d_in != b.config.d_in:
        raise ValueError(
            f"autoencoders over inputs of width {a.config.d_in} and {b.config.d_in} can't be "
            "compared: take two of the same model and layer"
        )
    if a.config.bias != b.config.bias:
        raise ValueError(
            "a lifted autoencoder (bias=True) acts on [x, 1] and the other on x, so their forms "
            "can't be compared: train both with the same bias"
        )
