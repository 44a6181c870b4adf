"""A tensor that the ranks of a group share out among themselves, cut along one axis."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from quadric.distributed.group import Group

__all__ = ["Cut"]


class Cut(NamedTuple):
    """How one tensor is shared out."""

    group: Group
    """The ranks that share it."""
    axis: int
    """The axis that is cut."""
    shape: tuple[int, ...]
    """The whole tensor's."""

    @property
    def part_shape(self) -> tuple[int, ...]:
        """The shape of this rank's part."""
        bounds = self.group.bounds(self.shape[self.axis])
        mine = list(self.shape)
        mine[self.axis] = bounds.stop - bounds.start
        return tuple(mine)

    def part(self, whole: Tensor) -> Tensor:
        """The rank's part of a tensor that is here whole."""
        return self.group.take(whole, self.axis)

    def all_gather(self, part: Tensor) -> Tensor:
        """The whole tensor on every rank."""
        return self.group.all_gather_parts(part, self.shape[self.axis], self.axis)

    def reduce_scatter(self, whole: Tensor) -> Tensor:
        """The rank's part of the sum of all ranks' whole tensors."""
        return self.group.reduce_scatter(whole, self.axis)

    def gather(self, part: Tensor) -> Tensor | None:
        """The whole tensor in the CPU's memory of the first rank, None elsewhere."""
        return self.group.gather(part, self.shape[self.axis], self.axis)

    def scatter(self, whole: Tensor | None, out: Tensor) -> Tensor:
        """Fill `out` with this rank's part of a tensor that only the first rank has."""
        return self.group.scatter(whole, out, self.axis)
