"""A JSON object in a file, from ourselves or from strangers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["read_object"]


def read_object(path: Path, remedy: str) -> dict[str, Any]:
    """The object that a JSON file holds; anything else is refused, with what to do."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(found, dict):
            raise ValueError("it holds no object")
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} can't be used ({error}): {remedy}") from error
    return found
