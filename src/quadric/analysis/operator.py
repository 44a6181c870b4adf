"""A bilinear autoencoder as a linear map of the product space: X̂ = A X with A = Vᵀ DᵀD B."""

from __future__ import annotations

from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.forms import FormStack
from quadric.shapes import Down

__all__ = ["Codes", "Operator", "check_comparable", "codes", "operators"]

MAX_MEAN_DISTANCE = 0.01
"""Means of unit-norm activations further apart than this are different: closer ones change what
the latents are given by about 1%, as two samples of a hundred thousand rows of one layer do."""


class Operator(NamedTuple):
    """The parts of A, in the dtype to compute in and without gradients."""

    encoder: FormStack
    """B, the forms of the latents."""
    decoder: FormStack
    """V, the forms that the decoder adds up; the encoder itself where weights are tied."""
    down: Down | None
    """D, or None for the identity."""

    @property
    def tied(self) -> bool:
        """Whether V = B."""
        return self.decoder is self.encoder


def operators(*autoencoders: BilinearAutoencoder) -> list[Operator]:
    """The maps of autoencoders that can be compared, all in the widest dtype and on one device."""
    first = autoencoders[0]
    dtype = torch.float32
    for ae in autoencoders:
        check_comparable(first, ae)
        dtype = torch.promote_types(dtype, ae.left.dtype)
    made = []
    for ae in autoencoders:
        encoder = ae.forms.to(first.left.to(dtype))
        decoder = encoder if ae.config.tied else ae.decoder_forms.to(encoder.left)
        down = None if ae.down is None else ae.down.detach().to(encoder.left)
        made.append(Operator(encoder, decoder, down))
    return made


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
def codes(ae: BilinearAutoencoder, x: Float[Tensor, "n d"]) -> Codes:
    """Encode samples down to what the error of any set of latents depends on."""
    unit, alive = ae.normalize(x.to(ae.left.device))
    unit = unit[alive]
    f = ae.latents(unit) if len(unit) else unit.new_zeros(0, ae.config.n_latents)
    seen = f if ae.config.tied else ae.decoder_forms(unit)
    hidden = ae.hidden(f)
    return Codes(f, seen, ae.codes(f, hidden), hidden)


def check_comparable(a: BilinearAutoencoder, b: BilinearAutoencoder) -> None:
    """Refuse autoencoders over different inputs, whose forms have nothing in common, and gates."""
    for ae in (a, b):
        if ae.config.gate is not None:
            raise ValueError(
                f"{ae} has a {ae.config.gate} gate, so its latents are no quadratic forms: "
                "compare autoencoders without a gate"
            )
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
    if (a.mean is None) != (b.mean is None):
        raise ValueError(
            "one autoencoder is centred and the other is not: their forms act on different inputs, "
            "and bringing x − mean to norm one can't be undone by changing weights; train both "
            "with the same `centred`"
        )
    if a.mean is not None and b.mean is not None:
        apart = float(torch.linalg.vector_norm(a.mean.double() - b.mean.double().to(a.mean.device)))
        if apart > MAX_MEAN_DISTANCE:
            raise ValueError(
                f"these autoencoders are centred on means that are {apart:.3g} apart, so that "
                "their forms act on different inputs: train both on the same activations, or "
                "give one the other's mean before training (`set_mean`)"
            )
