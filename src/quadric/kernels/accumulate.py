"""Products of narrow numbers whose sums are wide: bfloat16 in, float32 kept.

A product of bfloat16 matrices adds up in float32 inside and is rounded once, when it is written.
What is added over several products, or over samples, is kept in float32 here.
"""

from __future__ import annotations

import torch
from torch import Tensor

from quadric.kernels.workspace import Workspace
from quadric.threads import one_thread

__all__ = ["accumulation_dtype", "add_product", "inner"]

CHUNK_ELEMENTS = 2**18
"""Elements that are widened at a time: they stay in the cache."""


def accumulation_dtype(*tensors: Tensor | None) -> torch.dtype:
    """The dtype to add up in: the widest given, but at least float32."""
    dtype = torch.float32
    for tensor in tensors:
        if tensor is not None:
            dtype = torch.promote_types(dtype, tensor.dtype)
    return dtype


def add_product(
    out: Tensor, a: Tensor, b: Tensor, workspace: Workspace, alpha: float = 1.0
) -> None:
    """out += alpha · a b, where `out` may be wider than a and b."""
    if out.dtype == a.dtype:
        out.addmm_(a, b, alpha=alpha)
        return
    product = workspace.take(a, *out.shape)
    out.add_(torch.mm(a, b, out=product), alpha=alpha)
    workspace.give(product)


def inner(a: Tensor, b: Tensor) -> Tensor:
    """⟨a, b⟩, added up in at least float32, the same on any number of threads."""
    a, b, dtype = a.flatten(), b.flatten(), accumulation_dtype(a, b)
    with one_thread():
        if a.dtype == b.dtype == dtype:
            return torch.dot(a, b)
        parts = zip(a.split(CHUNK_ELEMENTS), b.split(CHUNK_ELEMENTS), strict=True)
        return torch.stack([torch.dot(p.to(dtype), q.to(dtype)) for p, q in parts]).sum()
