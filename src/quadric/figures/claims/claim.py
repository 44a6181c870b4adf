"""A claim of the paper, and the rule that judges it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Claim", "Numbers"]

Numbers = Any
"""What a figure measured, as it is kept in JSON."""


@dataclass(frozen=True)
class Claim:
    """One claim, judged by one figure's numbers."""

    where: str
    """Where the paper makes it."""
    claim: str
    """What it says, with its own numbers."""
    figure: str
    """The figure whose numbers judge it."""
    ours: Callable[[Numbers], str]
    """Our numbers in words."""
    holds: Callable[[Numbers], bool]
    """Whether it holds for us."""
    rule: str
    """What `holds` asks, in words."""
    why: str = ""
    """Why we think it differs, where it does."""
