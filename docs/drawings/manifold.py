"""Run a notebook's cells and keep what they show: `python docs/drawings/manifold.py`.

Enough of a notebook for docs/manifold.ipynb: the value of a cell's last line is its output, as HTML
where it has any. Run it again after the page was built anew.
"""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parent.parent / "manifold.ipynb"


def run(source: str, names: dict[str, Any]) -> Any:
    """Execute a cell; give the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # pyright: ignore


def output(value: Any, count: int) -> list[dict[str, Any]]:
    """The value as a notebook stores it."""
    if value is None:
        return []
    data: dict[str, list[str]] = {"text/plain": [repr(value)]}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = [value._repr_html_()]
    kind = "execute_result"
    return [{"output_type": kind, "data": data, "metadata": {}, "execution_count": count}]


def main() -> None:
    """Run all code cells in the notebook's folder and write their outputs into it."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    os.chdir(NOTEBOOK.parent)
    names: dict[str, Any] = {}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for count, cell in enumerate(code, start=1):
        cell["outputs"] = output(run("".join(cell["source"]), names), count)
        cell["execution_count"] = count
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{NOTEBOOK}: {len(code)} cells, {NOTEBOOK.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
