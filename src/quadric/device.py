"""Where a run computes, and in which precision: bfloat16 where the machine is faster in it.

Machines differ: a CPU with bfloat16 instructions does such a product more than twice as fast as in
float32, one without them several times slower.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Literal

import torch

__all__ = [
    "Precision",
    "fast_bfloat16",
    "product_dtype",
    "resolve_device",
    "resolve_precision",
]

Precision = Literal["auto", "float32", "bfloat16"]
"""`auto` asks the hardware."""

MIN_BFLOAT16_DIMENSIONS = 64
"""Activations of fewer dimensions stay in float32: their products are too small to gain."""

_BFLOAT16_INSTRUCTIONS = ("avx512_bf16", "amx_bf16", "bf16")
"""As torch names them: x86 has the first two, ARM the last."""
_MIN_SPEEDUP = 1.25
"""Times faster that a bfloat16 product must be: rounding and wider sums cost something too."""
_TIMED_SIDE, _TIMED_PRODUCTS = 256, 5
"""Size and number of the products timed: five milliseconds in all."""


def resolve_device(name: str) -> torch.device:
    """The device; `auto` takes a GPU if there is one. Refused if this machine does not have it."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        # With an index: ranks on one machine have a current GPU each.
        return torch.empty(0, device=name).device
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise ValueError(f"no device {name} here ({reason}): use cpu or auto") from error


def resolve_precision(
    precision: Precision, device: str | torch.device, width: int = MIN_BFLOAT16_DIMENSIONS
) -> Literal["float32", "bfloat16"]:
    """What `auto` stands for on this machine, for activations of this width."""
    if precision != "auto":
        return precision
    fast = width >= MIN_BFLOAT16_DIMENSIONS and fast_bfloat16(torch.device(device).type)
    return "bfloat16" if fast else "float32"


def product_dtype(x: torch.Tensor) -> torch.dtype:
    """For products whose rounding does not matter: bfloat16 in place of float32 where faster."""
    if x.dtype != torch.float32:
        return x.dtype
    return getattr(torch, resolve_precision("auto", x.device, x.shape[-1]))


@cache
def fast_bfloat16(device: str) -> bool:
    """Whether products in bfloat16 are faster than in float32 there: asked once a process."""
    if device == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    return device == "cpu" and has_instructions() and speedup() > _MIN_SPEEDUP


def has_instructions() -> bool:
    """Whether this CPU multiplies bfloat16 itself."""
    capabilities = torch.cpu.get_capabilities()
    return any(capabilities.get(name, False) for name in _BFLOAT16_INSTRUCTIONS)


def speedup() -> float:
    """How many times faster a bfloat16 product is than a float32 one, on this CPU.

    In time of this thread, so that other processes on a busy machine do not decide.
    """
    wide = torch.ones(_TIMED_SIDE, _TIMED_SIDE)
    best = []
    for matrix in (wide, wide.bfloat16()):
        torch.mm(matrix, matrix)  # the first one prepares code
        times = []
        for _ in range(_TIMED_PRODUCTS):
            begun = time.thread_time()
            torch.mm(matrix, matrix)
            times.append(time.thread_time() - begun)
        best.append(min(times))
    return best[0] / best[1]
