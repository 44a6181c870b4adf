"""A claim of the paper, and the rule that judges it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Claim", "Numbers"]

Numbers = Any
Saying = Callable[[Numbers], str]
Judging = Callable[[Numbers], bool]


@dataclass(frozen=True)
class Claim:
    """One claim, judged by one figure's numbers."""

    where: str
    """Where the paper makes it."""
    claim: str
    """What it says, with its own numbers."""
    figure: str
    """The figure whose numbers judge it."""
    ours: Saying
    """Our numbers in words."""
    holds: Judging
    """Whether it holds for us."""
    rule: str
    """What `holds` asks, in words."""
    why: str = ""
    """Why we think it differs, where it does."""
