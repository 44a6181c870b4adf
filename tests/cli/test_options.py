import ast
import re
from pathlib import Path

import numpy as np
import pytest

import quadric
from quadric.cli.main import main
from quadric.cli.options import as_options, parse_count
from quadric.cli.train import Train


@pytest.mark.parametrize(
    ("text", "number"),
    [("300k", 300_000), ("16M", 16_000_000), ("1.5B", 1_500_000_000), ("12", 12), ("1_000", 1000)],
)
def test_counts(text, number):
    assert parse_count(text) == number


@pytest.mark.parametrize("text", ["", "k", "-3", "1x", "1.2.3", "16 M M"])
def test_what_is_no_count(text):
    with pytest.raises(ValueError, match="is not a count: write it like 300k or 16M"):
        parse_count(text)


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("replace it with overwrite=True or use another out=", "--overwrite or use another --out"),
        ("steps=0 must be at least 1", "--steps 0 must be at least 1"),
        ("lower lr=0.5, or heldout_tokens=12: fewer", "--lr 0.5, or --heldout-tokens 12: fewer"),
        ("tied=False.", "--no-tied."),
        ("n_wide=3 is no option", "n_wide=3 is no option"),
    ],
    ids=["flags", "value", "several", "negative", "not-an-option"],
)
def test_arguments_of_the_library_are_shown_as_options(told, shown):
    verb = Train(source="x", out=Path("run"))
    assert as_options(told, verb).endswith(shown)
    assert as_options(told, None) == told


def test_what_fails_names_the_option_that_was_typed(tmp_path, capsys):
    rows = tmp_path / "x.npy"
    np.save(rows, np.zeros((10, 4), dtype=np.float32))
    with pytest.raises(SystemExit) as stopped:
        main(["train", str(rows), "--heldout", "2", "--out", str(tmp_path / "run")])
    assert stopped.value.code == 1
    assert capsys.readouterr().err.startswith("quadric: --heldout 2.0 must be")


def test_messages_of_the_library_name_its_own_arguments():
    """`overwrite=True`, not --overwrite, except in a whole command to type."""
    package = Path(quadric.__file__).parent
    found = []
    for path in package.rglob("*.py"):
        if path.is_relative_to(package / "cli"):
            continue
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                node.value.value = ""  # a docstring
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = re.sub(r"quadric [a-z]+ --", "", node.value)
                found += [f"{path}: {text}"] * bool(re.search(r"(^|[\s(`])--[a-z]", text))
    assert found == []
