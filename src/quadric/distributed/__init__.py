"""More than one process: torchrun's ranks share the tokens of a step, or the latents of a model."""

from quadric.distributed.group import Group, RankLost, current, joined

__all__ = ["Group", "RankLost", "current", "joined"]
