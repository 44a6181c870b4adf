"""The process group of torchrun's ranks; what uses it stands where it belongs."""

from quadric.distributed.cut import Cut
from quadric.distributed.group import Group, OneProcess, RankLost, process_group

__all__ = ["Cut", "Group", "OneProcess", "RankLost", "process_group"]
