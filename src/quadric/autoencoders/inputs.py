"""Check activations and bring them to norm one, before anything is computed from them."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn

from quadric.forms import lift
from quadric.shapes import Inputs, Mask

__all__ = ["Normalizing", "UnitInputs", "check", "unit_inputs", "unit_rows"]


class UnitInputs(NamedTuple):
    """The samples that count, one a row and of norm one, and which of the inputs they are."""

    rows: Tensor
    keep: Tensor
    zeros: int


def check(x: Tensor, d_in: int) -> None:
    """Refuse what is no batch of activations of width d_in, and say why."""
    if not isinstance(x, Tensor):
        raise ValueError(
            f"activations of type {type(x).__name__}: give a tensor, as torch.as_tensor(x)"
        )
    if not x.is_floating_point():
        raise ValueError(f"activations of dtype {x.dtype}: convert them to a floating-point dtype")
    if x.ndim == 0 or x.shape[-1] != d_in:
        raise ValueError(
            f"activations of shape {tuple(x.shape)}: the last dimension must be d_in={d_in}, "
            "the width of the layer that the autoencoder was made for"
        )
    if x.numel() == 0:
        raise ValueError(f"activations of shape {tuple(x.shape)}: an empty batch; give a sample")


def unit_rows(
    x: Inputs, d_in: int, dtype: torch.dtype, mean: Float[Tensor, "d"] | None = None
) -> tuple[Inputs, Mask]:
    """x̂ = x / ‖x‖ and which samples are not zero; zero samples stay zero, bad values are refused.

    With a mean μ: (x̂ − μ) / ‖x̂ − μ‖, where a sample that is the mean counts as zero.
    """
    check(x, d_in)
    x = x.to(torch.promote_types(x.dtype, dtype))
    # Scaling by the largest entry first keeps the squares of huge and tiny inputs in range.
    largest = x.detach().abs().amax(-1, keepdim=True)
    if not bool(torch.isfinite(largest).all()):
        bad = (~torch.isfinite(x)).any(-1).nonzero()
        row = tuple(bad[0].tolist())
        where = str(row[0]) if len(row) == 1 else str(row) if row else "of the only sample"
        raise ValueError(
            f"NaN or infinite activations in row {where} ({len(bad)} such rows in all): leave them "
            "out, or pass a mask and set them to zero"
        )
    alive = largest > 0
    scaled = x / torch.where(alive, largest, 1)
    unit = _unit(scaled, alive)
    if mean is not None:
        centred = torch.where(alive, unit - mean.to(unit), 0)
        # What is left of a sample at the mean is rounding, and has no direction.
        alive = centred.detach().abs().amax(-1, keepdim=True) > 4 * torch.finfo(unit.dtype).eps
        unit = _unit(torch.where(alive, centred, 0), alive)
    return unit.to(dtype), alive.squeeze(-1)


def _unit(x: Tensor, alive: Tensor) -> Tensor:
    norm = torch.linalg.vector_norm(x, dim=-1, keepdim=True)
    return x / torch.where(alive, norm, 1)


def unit_inputs(
    x: Inputs,
    d_in: int,
    dtype: torch.dtype,
    *,
    bias: bool = False,
    mean: Float[Tensor, "d"] | None = None,
    mask: Mask | None = None,
) -> UnitInputs:
    """The unmasked, non-zero samples of x, ready for a kernel; refused if there are none."""
    check(x, d_in)
    if mask is not None:
        if mask.shape != x.shape[:-1]:
            raise ValueError(
                f"a mask of shape {tuple(mask.shape)} for activations of shape {tuple(x.shape)}: "
                f"it must have shape {tuple(x.shape[:-1])}"
            )
        if not bool(mask.any()):
            raise ValueError("the mask keeps no sample: unmask at least one")
        # Masked samples may hold anything, even NaN: they are zeroed before they are looked at.
        x = torch.where(mask[..., None], x, 0)
    unit, alive = unit_rows(x, d_in, dtype, mean)
    keep = alive if mask is None else alive & mask
    candidates = alive.numel() if mask is None else int(mask.sum())
    zeros = candidates - int(keep.sum())
    if zeros == candidates:
        what = "zero" if mean is None else "zero or the stored mean itself"
        raise ValueError(f"all {zeros} samples are {what}: there is nothing to reconstruct")
    rows = unit.flatten(0, -2) if zeros == 0 and mask is None else unit[keep]
    return UnitInputs(lift(rows, bias), keep, zeros)


class Normalizing(nn.Module):
    """What an autoencoder does to activations before all else: norm one, centred if it is so."""

    config: Any
    mean: Tensor | None
    """μ of a centred one, [d_in]: taken from x / ‖x‖; zero until `set_mean`."""

    @property
    def _dtype(self) -> torch.dtype:
        """The dtype to compute in."""
        raise NotImplementedError

    def normalize(self, x: Inputs) -> tuple[Inputs, Mask]:
        """x / ‖x‖, or (x/‖x‖ − μ) / ‖x/‖x‖ − μ‖, and which samples are not zero."""
        return unit_rows(x, self.config.d_in, self._dtype, self.mean)

    @torch.no_grad()
    def restore(self, rows: Inputs, like: Inputs) -> Inputs:
        """Bring rows of the normalised space back to activations, with the lengths of `like`.

        ‖x‖ (μ + ‖x/‖x‖ − μ‖ · row): for the rows that `normalize(like)` gave, `like` itself.
        """
        plain, _ = unit_rows(like, self.config.d_in, self._dtype)
        length = torch.linalg.vector_norm(like.to(plain.dtype), dim=-1, keepdim=True)
        if self.mean is None:
            return rows * length
        mean = self.mean.to(plain)
        reach = torch.linalg.vector_norm(plain - mean, dim=-1, keepdim=True)
        return (mean + reach * rows) * length

    @torch.no_grad()
    def set_mean(self, mean: Float[Tensor, "d"]) -> None:
        """Take μ, the mean of x / ‖x‖ over the activations that it is for."""
        if self.mean is None:
            raise ValueError("this autoencoder is not centred: make it with centred=True")
        if mean.shape != self.mean.shape or not bool(torch.isfinite(mean).all()):
            raise ValueError(
                f"a mean of shape {tuple(mean.shape)}: give {self.config.d_in} finite numbers"
            )
        self.mean.copy_(mean)
