"""Folders import only from those above them, in the order that CONTRIBUTING states."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "quadric"
STATED = re.search(r"imports only from those above it.*", (ROOT / "CONTRIBUTING.md").read_text())
ORDER = re.findall(r"`(\w+)`", STATED[0] if STATED else "")
ANYWHERE = ("device", "lazy", "progress", "shapes", "threads")
"""Modules beside the folders, which import none of them."""


def imported(code: str, inside: tuple[str, ...]) -> list[tuple[int, str]]:
    """Every import of quadric, with its line: also those in functions and those for types."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = inside[: len(inside) - node.level] if node.level else ()
            base = [*above, node.module] if node.module else above
            found += [(node.lineno, ".".join([*base, alias.name])) for alias in node.names]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "import_module":
            names = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            found += [(node.lineno, name) for name in names]
    return [(line, name) for line, name in found if name.split(".")[0] == "quadric"]


def wrong(code: str, inside: tuple[str, ...]) -> list[str]:
    """The imports of a file `inside` that go against the order."""
    allowed = {*ORDER[: ORDER.index(inside[1]) + 1], *ANYWHERE}
    # `from quadric import X` of anything but a folder may stand for any folder, so it is wrong.
    return [
        f"line {line} imports {name}"
        for line, name in imported(code, inside)
        if [*name.split("."), ""][1] not in allowed
    ]


def test_the_order_names_every_folder_once():
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert len(ORDER) == len(set(ORDER))
    assert set(ORDER) >= folders


@pytest.mark.parametrize("folder", ORDER)
def test_a_folder_imports_only_from_above(folder):
    found = [
        f"{path.relative_to(ROOT)}: {one}"
        for path in sorted((SOURCE / folder).rglob("*.py"))
        for one in wrong(path.read_text(), ("quadric", *path.relative_to(SOURCE).parts))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ANYWHERE)
def test_what_stands_beside_the_folders_imports_none_of_them(name):
    assert imported((SOURCE / f"{name}.py").read_text(), ("quadric", name)) == []


@pytest.mark.parametrize(
    "code",
    [
        "from quadric.cli import main",
        "def f():\n    from quadric.training.fit import fit",
        "if TYPE_CHECKING:\n    from quadric.manifolds import Manifold",
        "import quadric.explorer.server",
        "from quadric import fit",
        "from quadric import training",
        "from ..training import fit",
        "import quadric",
        "importlib.import_module('quadric.cli')",
    ],
)
def test_an_import_from_below_is_found(code):
    assert wrong(code, ("quadric", "text", "x.py"))


@pytest.mark.parametrize(
    "code",
    [
        "from quadric.text.packing import blocks",
        "from quadric.files import writing",
        "from quadric.shapes import Inputs",
        "from . import packing",
        "import torch",
    ],
)
def test_an_import_from_above_is_allowed(code):
    assert not wrong(code, ("quadric", "text", "x.py"))
