"""Comma lists on the command line: 0,0.1,1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from tyro.constructors import PrimitiveConstructorSpec

__all__ = ["Floats", "Integers", "Words"]


def _listed(kind: Callable[[str], Any], metavar: str) -> PrimitiveConstructorSpec[Any]:
    def parse(words: list[str]) -> tuple[Any, ...]:
        found = tuple(kind(word.strip()) for word in words[0].split(",") if word.strip())
        if not found:
            raise ValueError(f"{words[0]!r} lists nothing")
        return found

    return PrimitiveConstructorSpec(
        nargs=1,
        metavar=metavar,
        instance_from_str=parse,
        is_instance=lambda value: isinstance(value, tuple),
        str_from_instance=lambda value: [",".join(f"{item}" for item in value)],
    )


Words = Annotated[tuple[str, ...], _listed(str, "NAME,...")]
"""One word or several."""
Floats = Annotated[tuple[float, ...], _listed(float, "NUMBER,...")]
"""One number or several."""
Integers = Annotated[tuple[int, ...], _listed(int, "INT,...")]
"""One whole number or several."""
