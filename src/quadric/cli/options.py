"""Command-line options made of the fields of a settings class, so that each is defined once."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping
from dataclasses import MISSING, field, fields, make_dataclass
from typing import Annotated, Any, get_type_hints

import tyro

__all__ = ["documented", "options"]


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
