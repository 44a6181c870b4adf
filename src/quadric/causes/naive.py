"""What `reading` computes fast, one full forward for each change."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor
from transformers import PreTrainedModel

from quadric.models import Layer

__all__ = ["predict"]


@torch.no_grad()
def predict(
    model: PreTrainedModel,
    at: Layer,
    ids: Int[Tensor, "b c"],
    block: Int[Tensor, " n"],
    position: Int[Tensor, " n"],
    activation: Float[Tensor, "n d"],
) -> Float[Tensor, "n v"]:
    """Log-probabilities after `position`, reading the text up to there with its h replaced."""
    found = []
    for b, t, new in zip(block.tolist(), position.tolist(), activation, strict=True):

        def replaced(x: Tensor, t: int = t, new: Tensor = new) -> Tensor:
            x = x.clone()
            x[0, t] = new
            return x

        hook = at.hook(model, replaced)
        try:
            logits = model(ids[b : b + 1, : t + 1].to(model.device), use_cache=False).logits
        finally:
            hook.remove()
        found.append(logits[0, -1].to(new).log_softmax(-1))
    return torch.stack(found)
