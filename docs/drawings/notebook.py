"""Write labels.ipynb: the page labels.md as a notebook, run, with what it printed."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent


def cells(page: str) -> list[tuple[str, str]]:
    """The page as (kind, text): code blocks in Python, and all else."""
    parts = re.split(r"```python\n(.*?)```\n?", page, flags=re.DOTALL)
    kinds = ["markdown" if i % 2 == 0 else "code" for i in range(len(parts))]
    return [(k, part.strip("\n")) for k, part in zip(kinds, parts, strict=True) if part.strip()]


def run(page: str) -> dict[str, Any]:
    """A notebook of the page's cells, with the text that each printed."""
    names: dict[str, Any] = {}
    made = []
    for number, (kind, text) in enumerate(cells(page)):
        cell: dict[str, Any] = {
            "cell_type": kind,
            "id": f"cell-{number}",
            "metadata": {},
            "source": text.splitlines(keepends=True),
        }
        if kind == "code":
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                exec(text, names)
            lines = said.getvalue().splitlines(keepends=True)
            output = {"name": "stdout", "output_type": "stream", "text": lines}
            cell |= {"execution_count": None, "outputs": [output] if lines else []}
        made.append(cell)
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return {"cells": made, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    page = (DOCS / "labels.md").read_text()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        notebook = run(page)
    (DOCS / "labels.ipynb").write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
