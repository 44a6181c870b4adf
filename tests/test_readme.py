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


def test_its_first_picture_leads_to_the_gallery():
    """To the section of the docs where the same picture is a link to the exported gallery."""
    linked = r"\[!\[[^\]]*\]\(([^)]+)\)\]\(([^)#]+)#([^)]+)\)"
    picture, page, heading = re.findall(linked, README)[0]
    text = (Path(__file__).parent.parent / page).read_text()
    title = heading.replace("-", " ").capitalize()
    section = text.split(f"\n## {title}\n")[1].split("\n## ")[0]
    image = picture.removeprefix("docs/")
    assert re.match(rf'<a href="gallery/"><img alt="[^"]+" src="{image}" /></a>', section)


def test_its_speeds_are_those_of_the_benchmarks():
    page = (Path(__file__).parent.parent / "docs" / "benchmarks.md").read_text()
    table = page.split("<!-- kernels -->")[1].split("<!-- /kernels -->")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
    ours = {row[0]: row for row in rows if row[1:2] == ["tiled (ours)"]}
    dense = {row[0]: row for row in rows if row[1:2] == ["autograd, dense K"]}

    def span(values, digits=1):
        ends = dict.fromkeys(f"{value:.{digits}f}" for value in (min(values), max(values)))
        return " to ".join(ends)

    def against(kind, column):
        pairs = [(dense[p][column], ours[p][column]) for p in ours if p.startswith(kind)]
        return span([float(a.strip("×")) / float(b.strip("×")) for a, b in pairs])

    told = README.split("## How fast")[1].split("##")[0]
    slower = f"{against('vanilla', 3)} times as long as our loss and backward for `vanilla` and "
    assert f"takes {slower}{against('mixed', 3)} times for `mixed`" in told
    larger = f"{against('vanilla', 4)} times the memory for `vanilla` and "
    assert f"needs {larger}{against('mixed', 4)} times for `mixed`" in told
    assert f"are {span([float(row[2]) for row in ours.values()], 2)} of our time" in told
