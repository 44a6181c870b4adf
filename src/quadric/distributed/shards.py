"""Parameters cut along the latents: what a rank keeps of a model, and what its optimiser learns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from quadric.autoencoders import AutoencoderConfig
from quadric.distributed.group import Group
from quadric.kernels.workspace import Workspace
from quadric.training.muon import Muon, iterated

__all__ = ["Cut", "LatentShard", "ShardedMuon", "orthogonalise_parts"]


class Cut(NamedTuple):
    """How a tensor is shared out."""

    axis: int
    """Which ranks share: that of the latents, where there is one."""
    shape: tuple[int, ...]
    """The whole tensor's."""

    @classmethod
    def of(cls, name: str, shape: Iterable[int]) -> Cut:
        """The cut of a parameter: D has its latents in columns, all others in rows."""
        return cls(1 if name == "down" else 0, tuple(shape))

    @property
    def length(self) -> int:
        """Of the axis."""
        return self.shape[self.axis]


class LatentShard(nn.Module):
    """One rank's rows of L and R and columns of D; `config`, `prefix`, `mean` are the whole's."""

    left: nn.Parameter
    right: nn.Parameter
    down: nn.Parameter | None
    mean: Tensor | None

    def __init__(self, config: AutoencoderConfig, group: Group, dtype: torch.dtype) -> None:
        super().__init__()
        if not config.tied:
            raise ValueError("latents of an autoencoder with tied=False cannot be sharded")
        if config.n_latents < group.size:
            raise ValueError(
                f"{config.n_latents} latents cannot be shared by {group.size} ranks: use fewer"
            )
        self.config = config
        bounds = group.bounds(config.n_latents)
        mine = bounds.stop - bounds.start
        self.left, self.right = (
            nn.Parameter(torch.empty(mine, config.d_factor, dtype=dtype)) for _ in range(2)
        )
        self.down = None
        if config.n_mix is not None:
            self.down = nn.Parameter(torch.empty(config.n_mix, mine, dtype=dtype))
        uniform = torch.full((config.n_latents,), 1 / config.n_latents, dtype=torch.float64)
        self.prefix = uniform if config.ordered else None
        mean = torch.zeros(config.d_in, dtype=dtype) if config.centred else None
        self.register_buffer("mean", mean)
        self.workspace = Workspace()


def orthogonalise_parts(part: Tensor, axis: int, group: Group, steps: int = 5) -> Tensor:
    """One rank's part of `orthogonalise` of a matrix that is cut along an axis.

    The Gram matrix over that axis is a sum over ranks, and so is the norm; what is iterated on it
    multiplies every part by itself.
    """
    rows = part if axis == 0 else part.T
    x = rows.to(torch.promote_types(rows.dtype, torch.float32))
    norm = group.sum_(x.norm().double().square()).sqrt().to(x)
    x = x / norm.clamp(min=torch.finfo(x.dtype).tiny)
    x = x @ iterated(group.sum_(x.T @ x), steps)
    return (x if axis == 0 else x.T).to(part.dtype)


class ShardedMuon(Muon):
    """Muon over parts of matrices: state and update of a rank are those of its own part."""

    def __init__(
        self, params: list[nn.Parameter], lr: float, cuts: list[Cut], group: Group, **settings: Any
    ) -> None:
        super().__init__(params, lr, **settings)
        self._cuts = dict(zip(map(id, params), cuts, strict=True))
        self._group = group

    def _orthogonal(
        self, parameter: Tensor, gradient: Tensor, steps: int
    ) -> tuple[Tensor, tuple[int, ...]]:
        cut = self._cuts[id(parameter)]
        return orthogonalise_parts(gradient, cut.axis, self._group, steps), cut.shape
