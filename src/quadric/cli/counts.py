"""Numbers as people write them: 300k, 16M, 1.5B."""

from __future__ import annotations

import re
from typing import Annotated

from tyro.constructors import PrimitiveConstructorSpec

__all__ = ["Count", "CountOrAll", "parse_count"]

_FACTORS = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9, "g": 10**9}


def parse_count(text: str) -> int:
    """Turn `300k`, `16M`, `1.5B` or `300_000` into a whole number.

    >>> parse_count("1.5M")
    1500000
    """
    match = re.fullmatch(r"(\d[\d_,]*(?:\.\d+)?)([kmbg]?)", text.strip().lower())
    if match is None:
        raise ValueError(f"{text} is not a count: write it like 300k or 16M")
    return round(float(re.sub("[_,]", "", match[1])) * _FACTORS[match[2]])


Count = Annotated[
    int,
    PrimitiveConstructorSpec(
        nargs=1,
        metavar="COUNT",
        instance_from_str=lambda words: parse_count(words[0]),
        is_instance=lambda value: isinstance(value, int),
        str_from_instance=lambda value: [str(value)],
    ),
]
"""A whole number on the command line."""

CountOrAll = Annotated[
    int | None,
    PrimitiveConstructorSpec(
        nargs=1,
        metavar="COUNT|all",
        instance_from_str=lambda words: None if words[0] == "all" else parse_count(words[0]),
        is_instance=lambda value: value is None or isinstance(value, int),
        str_from_instance=lambda value: ["all" if value is None else str(value)],
    ),
]
"""A whole number, or None for everything there is."""
