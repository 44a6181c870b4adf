"""What docs/neighbours.md shows is what runs."""

import re
import shlex
from pathlib import Path

import pytest

from quadric.cli.main import parse

PAGE = (Path(__file__).parents[2] / "docs" / "neighbours.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
LOCAL = [block for block in BLOCKS if "push_to_hub" not in block]


@pytest.mark.parametrize("code", LOCAL, ids=["cache", "sklearn", "saelens"])
def test_its_examples_run(code):
    exec(code, {})


def test_only_the_hubs_example_needs_a_network():
    assert len(BLOCKS) == len(LOCAL) + 1


def test_its_command_is_understood():
    shell = "".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL))
    (command,) = re.findall(r"^quadric .*$", shell, re.MULTILINE)
    assert parse(shlex.split(command)[1:]).name == "mixed-l18-x16-a100-b0"
