"""Options of the command line: numbers as people write them, lists, and the fields of settings."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields, make_dataclass
from typing import Annotated, Any, get_type_hints

import tyro
from tyro.constructors import (
    ConstructorRegistry,
    PrimitiveConstructorSpec,
    PrimitiveTypeInfo,
)

__all__ = [
    "NUMBERS",
    "Count",
    "CountOrAll",
    "Floats",
    "Integers",
    "Words",
    "as_options",
    "documented",
    "options",
    "parse_count",
]

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


def _listed(kind: Callable[[str], Any], metavar: str, what: str) -> PrimitiveConstructorSpec[Any]:
    def parse(words: list[str]) -> tuple[Any, ...]:
        listed = [word.strip() for word in words[0].split(",") if word.strip()]
        if not listed:
            raise ValueError(f"{words[0]!r} lists nothing: give {what}")
        try:
            return tuple(map(kind, listed))
        except ValueError:
            raise ValueError(f"{words[0]!r} is not {what}, or several with commas") from None

    return PrimitiveConstructorSpec(
        nargs=1,
        metavar=metavar,
        instance_from_str=parse,
        is_instance=lambda value: isinstance(value, tuple),
        str_from_instance=lambda value: [",".join(f"{item}" for item in value)],
    )


Words = Annotated[tuple[str, ...], _listed(str, "NAME,...", "a name")]
"""One word or several."""
Floats = Annotated[tuple[float, ...], _listed(float, "NUMBER,...", "a number")]
"""One number or several."""
Integers = Annotated[tuple[int, ...], _listed(int, "INT,...", "a whole number")]
"""One whole number or several."""


NUMBERS = ConstructorRegistry()
"""How plain numbers are read, so that `--seed a` is answered in words that are not Python's."""


@NUMBERS.primitive_rule
def _number(given: PrimitiveTypeInfo) -> PrimitiveConstructorSpec[Any] | None:
    kinds = {int: "a whole number", float: "a number"}
    kind = next((kind for kind in kinds if given.type in (kind, kind | None)), None)
    if kind is None:
        return None
    absent = given.type != kind

    def parse(words: list[str]) -> float | None:
        try:
            return None if absent and words[0] == "None" else kind(words[0])
        except ValueError:
            raise ValueError(f"{words[0]!r} is not {kinds[kind]}") from None

    return PrimitiveConstructorSpec(
        nargs=1,
        metavar=f"{'{None}|' * absent}{kind.__name__.upper()}",
        instance_from_str=parse,
        is_instance=lambda value: isinstance(value, kind) or (absent and value is None),
        str_from_instance=lambda value: [str(value)],
    )


def documented(settings: type) -> dict[str, str]:
    """The docstring under every field of a dataclass."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(settings))).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for before, after in zip(body.body, body.body[1:], strict=False):
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name):
            text = after.value if isinstance(after, ast.Expr) else None
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                found[before.target.id] = " ".join(text.value.split())
    return found


def options(name: str, settings: type, types: Mapping[str, Any], several: tuple[str, ...]) -> type:
    """A frozen dataclass with the fields, defaults and help of `settings`.

    `types` says what a field is parsed as, where that is not its own type; those in `several` take
    a list, whose default is the one value.
    """
    kinds, told, made = get_type_hints(settings), documented(settings), []
    for one in fields(settings):
        default = one.default
        assert default is not MISSING, f"{settings.__name__}.{one.name} has no default"
        listed = one.name in several
        text = told[one.name].rstrip(".") + ("; several with commas." if listed else ".")
        kind = Annotated[types.get(one.name, kinds[one.name]), tyro.conf.arg(help=text)]
        made.append((one.name, kind, field(default=(default,) if listed else default)))
    return make_dataclass(name, made, frozen=True, kw_only=True)


def as_options(told: str, verb: Any) -> str:
    """A message of the library with its arguments written as options of the verb.

    `overwrite=True` becomes --overwrite, `out=` --out, `steps=0` --steps 0.
    """
    known = () if verb is None else {field.name for field in fields(verb)}

    def option(found: re.Match[str]) -> str:
        name, value = found[1], found[2].strip("'")
        if name not in known:
            return found.group()
        flag = "--" + ("no-" if value == "False" else "") + name.replace("_", "-")
        return flag if value in ("", "True", "False") else f"{flag} {value}"

    return re.sub(r"\b([a-z_]+)=((?:\.?[^\s,;:.)])*)", option, told)
