"""What notebooks show: small tables in HTML, every value escaped, no script, nothing to fetch."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

__all__ = ["panel"]


def panel(title: str, rows: Mapping[str, Any], picture: str = "", most: int = 240) -> str:
    """A title, rows of names and values, and beside them a picture that is HTML already.

    >>> panel("<b>", {"tokens": "x & y"})[:33]
    '<div><b>&lt;b&gt;</b><div style="'
    """
    cells = "".join(
        '<tr><td style="text-align:left;opacity:.65">'
        f'{_text(name, most)}</td><td style="text-align:left">{_text(value, most)}</td></tr>'
        for name, value in rows.items()
    )
    return (
        f"<div><b>{_text(title, most)}</b>"
        f'<div style="display:flex;gap:1em;align-items:center">{picture}'
        f"<table><tbody>{cells}</tbody></table></div></div>"
    )


def _text(value: Any, most: int) -> str:
    shown = str(value)
    return html.escape(shown if len(shown) <= most else shown[: most - 1] + "…")
