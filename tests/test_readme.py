"""What README shows is what runs."""

import re
import shlex
from pathlib import Path

import pytest

from quadric.cli.main import parse

README = (Path(__file__).parent.parent / "README.md").read_text()
SHELL = "".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL))
COMMANDS = re.findall(r"^quadric .*$", SHELL, re.MULTILINE)


@pytest.mark.slow
def test_the_python_example_runs():
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names = {}
    exec(code, names)
    assert len(names["found"]) == 5
    assert names["same"] == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("command", COMMANDS)
def test_its_commands_are_understood(command):
    verb = shlex.split(command)[1]
    assert type(parse(shlex.split(command)[1:])).__name__ == verb.capitalize()


def test_its_pictures_and_pages_are_there():
    for path in re.findall(r"\]\(((?!http)[^)]+)\)", README):
        path, _, heading = path.partition("#")
        page = Path(__file__).parent.parent / path
        assert page.exists(), path
        headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE) if heading else []
        slugs = [re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings]
        assert not heading or heading in slugs, heading
