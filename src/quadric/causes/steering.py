"""Steer a model: bring its activations to a place of a manifold while it runs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from transformers import PreTrainedModel

from quadric.causes.target import Aimable, Goal, Target, targets
from quadric.models import Layer
from quadric.models import layer as find_layer

__all__ = ["steer"]


@contextlib.contextmanager
def steer(
    model: PreTrainedModel,
    manifold: Aimable | Sequence[Aimable],
    to: Goal | Sequence[Goal],
    strength: float = 1.0,
    *,
    positions: slice | Sequence[int] | None = None,
    layer: str | int | None = None,
) -> Iterator[None]:
    """While the context lasts, h + s B(c′ − Bᵀh) takes the place of the layer's activations h.

    c′ are the coordinates of the place `to`: a word of the manifold ("September"), how far along
    its path (0 to 1), where on its surface (two of these) or coordinates. Several manifolds have
    as many places, and are reached at once. What is not in their subspaces stays. `positions` are
    counted from each text's first token, without padding; every one but the first, an attention
    sink, if left out. Works with `generate`, its cache, and batches that are padded on either
    side.
    """
    several = isinstance(manifold, Sequence)
    found = targets(manifold)
    aims: list[Any] = [*to] if several and isinstance(to, list | tuple) else [to]
    if len(aims) != len(found):
        raise ValueError(f"{len(found)} manifolds and {len(aims)} places: give one for each")
    places = [target.find(aim) for target, aim in zip(found, aims, strict=True)]
    running = _Running()
    hooks = [model.register_forward_pre_hook(running.see, with_kwargs=True)]
    try:
        for at, group in _by_layer(model, found, places, layer).items():
            hooks.append(at.hook(model, _change(group, strength, running, positions)))
        yield
    finally:
        for hook in hooks:
            hook.remove()


Aimed = list[tuple[Target, Tensor]]
"""Manifolds with the places [k] that they are brought to."""


def _by_layer(
    model: PreTrainedModel,
    found: Sequence[Target],
    places: Sequence[Tensor],
    layer: str | int | None,
) -> dict[Layer, Aimed]:
    grouped: dict[Layer, Aimed] = {}
    for target, place in zip(found, places, strict=True):
        name = target.layer if target.layer is not None else layer
        if name is None:
            raise ValueError(f"{target.name!r} does not say which layer it is in: pass layer=")
        grouped.setdefault(find_layer(model, name), []).append((target, place))
    return grouped


def _change(group: Aimed, strength: float, running: _Running, positions: Any) -> Any:
    """Edit the activations of the chosen positions, and leave the others as they are.

    For several subspaces B = [B₁ B₂ …] the edit is B (BᵀB)⁻¹ (c′ − Bᵀh): all places are reached at
    once, also where the subspaces are not orthogonal. For one it is B(c′ − Bᵀh).
    """
    basis = torch.cat([target.basis for target, _ in group], 1).double()
    solve = torch.linalg.pinv(basis.T @ basis, hermitian=True) @ basis.T

    def change(x: Tensor) -> Tensor:
        chosen = running.chosen(x, positions)
        h = x[chosen]
        if not len(h):
            return x
        wide = h.float() if h.dtype.itemsize < 4 else h
        inner = [target.inner(wide, place.to(wide)) for target, place in group]
        missing = torch.cat(inner, 1) - wide @ basis.to(wide)
        out = x.clone()
        out[chosen] = (wide + strength * missing @ solve.to(wide)).to(x)
        return out

    return change


class _Running:
    """Which text positions the model's current forward computes."""

    def __init__(self) -> None:
        self.mask: Tensor | None = None
        self.given: Tensor | None = None
        self.past = 0

    def see(self, module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Note the padding and how much is in the cache already, before each forward."""
        mask = kwargs.get("attention_mask")
        self.mask = mask if isinstance(mask, Tensor) and mask.ndim == 2 else None
        self.given = kwargs.get("position_ids")
        cache = kwargs.get("past_key_values")
        self.past = 0 if cache is None else int(cache.get_seq_length())

    def chosen(
        self, x: Float[Tensor, "b c d"], positions: slice | Sequence[int] | None
    ) -> Bool[Tensor, "b c"]:
        """Which of the activations are at real tokens and chosen positions."""
        batch, length = x.shape[:2]
        place: Int[Tensor, "b c"]
        if self.mask is None:
            # A static cache has a mask of its own shape; positions then say what is padding.
            place = self.past + torch.arange(length, device=x.device)
            place = (place if self.given is None else self.given.to(x.device)).expand(batch, -1)
            real = torch.ones_like(place, dtype=torch.bool)
        else:
            # The mask covers what is cached too: the last columns are those of this forward.
            mask = self.mask.to(x.device).long()
            place = (mask.cumsum(1) - 1)[:, -length:]
            real = mask[:, -length:].bool()
        if positions is None:
            return real & (place > 0)
        if isinstance(positions, slice):
            low = positions.start or 0
            high = positions.stop if positions.stop is not None else torch.iinfo(torch.long).max
            on_step = (place - low) % (positions.step or 1) == 0
            return real & (place >= low) & (place < high) & on_step
        wanted = torch.as_tensor(list(positions), device=x.device)
        return real & torch.isin(place, wanted)
