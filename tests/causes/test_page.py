"""The example of docs/causes.md runs and shows what the page says."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "causes.md"


def test_the_example_changes_what_is_written(capsys):
    names = {}
    for code in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL):
        exec(code, names)
    print(capsys.readouterr().out)
    assert names["free"] != names["steered"]
    assert names["steered"].strip()[:1].isupper()
    assert names["loss"]() == names["plain"]
    assert names["on_manifold"] > names["plain"]
    assert names["on_vector"] > names["plain"]
    assert names["added"] != names["free"]
