"""The files of an installed package, found without importing (running) it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

__all__ = ["package_folder"]


def package_folder(name: str) -> Path | None:
    """The folder of the installed package `name`, or None; dashes count as underscores."""
    if not re.fullmatch(r"[A-Za-z0-9]+([-_][A-Za-z0-9]+)*", name):
        return None
    spec = importlib.util.find_spec(name.replace("-", "_"))
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))
