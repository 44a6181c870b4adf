"""The best that any number of forms could do: on random inputs, and on the data at hand.

X̂ = A X is linear in the product space, so no A of rank r leaves less than the sum of all but the
r largest eigenvalues of E[X Xᵀ], whatever its forms are.
"""

from __future__ import annotations

import math

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.analysis.interactions import Activations, chunks
from quadric.autoencoders import AutoencoderConfig
from quadric.autoencoders.inputs import unit_rows
from quadric.forms import lift
from quadric.progress import Progress, silent

__all__ = ["MAX_PCA_PRODUCTS", "pca_bound", "product_spectrum", "random_bound", "rank"]

MAX_PCA_PRODUCTS = 4656
"""The largest product space, d(d + 1)/2 of d = 96, whose spectrum takes seconds and not minutes."""


def rank(config: AutoencoderConfig) -> int:
    """The most directions of the product space that an autoencoder can keep: D's rows, or Lat."""
    return config.n_latents if config.n_mix is None else config.n_mix


def random_bound(d: int, forms: int, bias: bool = False) -> float:
    """The least mean error of `forms` forms on inputs of norm one in random directions.

    E[x_a x_b x_c x_e] = (δ_ab δ_ce + δ_ac δ_be + δ_ae δ_bc) / (d(d + 2)), so on symmetric matrices
    E[X Xᵀ] has the eigenvalue 1/d at the identity and 2/(d(d + 2)) on all the other
    d(d + 1)/2 − 1 directions. Lifted inputs [x, 1]/√2 halve x: a quarter of that on matrices, where
    identity and constant are known together, (1 + 1/d)/4, and 1/(2d) on each of the d linear terms.

    >>> random_bound(2, 1), random_bound(2, 3)
    (0.5, 0.0)
    """
    if forms < 0 or d < 1:
        raise ValueError(f"{forms} forms over {d} dimensions: give counts")
    flat, many = 2 / (d * (d + 2)), d * (d + 1) // 2 - 1
    levels = [(1 / d, 1), (flat, many)]
    if bias:
        levels = [((1 + 1 / d) / 4, 1), (1 / (2 * d), d), (flat / 4, many)]
    error = 1.0
    for value, count in levels:
        taken = min(count, forms)
        error -= taken * value
        forms -= taken
    # What is left after all directions is rounding, not error.
    return error if error > 1e-12 else 0.0


@torch.no_grad()
def product_spectrum(
    source: Activations,
    rows: range | None = None,
    *,
    bias: bool = False,
    mean: Float[Tensor, "d"] | None = None,
    progress: Progress = silent,
) -> Float[Tensor, "s"]:
    """The eigenvalues of E[X Xᵀ] over samples of norm one, falling; they add up to 1.

    With the mean of a centred autoencoder, of the samples as that one sees them.

    On the d(d + 1)/2 coordinates of symmetric matrices, off-diagonal ones times √2.
    """
    moment: Tensor | None = None
    samples = 0
    for chunk in chunks(source, rows, stage="measuring the PCA bound", progress=progress):
        unit, alive = unit_rows(chunk, chunk.shape[1], torch.float64, mean)
        x = lift(unit[alive], bias)
        d = x.shape[1]
        if d * (d + 1) // 2 > MAX_PCA_PRODUCTS:
            raise ValueError(
                f"the product space of inputs of width {d} has {d * (d + 1) // 2:,} dimensions, "
                f"more than the {MAX_PCA_PRODUCTS:,} that are decomposed here: "
                "it is for small inputs"
            )
        a, b = torch.triu_indices(d, d)
        scale = torch.where(a == b, x.new_tensor(1.0), math.sqrt(2))
        product = x[:, a] * x[:, b] * scale
        moment = product.T @ product if moment is None else moment.addmm_(product.T, product)
        samples += len(x)
    if not samples:
        raise ValueError("all samples are zero: there is nothing to reconstruct")
    assert moment is not None
    return torch.linalg.eigvalsh(moment / samples).flip(0).clamp(min=0)


def pca_bound(spectrum: Float[Tensor, "s"], forms: int) -> float:
    """The least mean error that any `forms` forms could leave on the samples of the spectrum."""
    return float(spectrum[forms:].sum())
