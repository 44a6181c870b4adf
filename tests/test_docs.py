"""What the documentation shows is what runs."""

import json
import re
import shlex
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import quadric
from quadric.cli.main import VERBS, main, parse

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.DOTALL)


def stored_output(notebook: Path) -> str:
    cells = json.loads(notebook.read_text())["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    return "".join(line for output in outputs for line in output["text"])


def figures_left_out(text: str) -> str:
    """What another machine prints too."""
    return re.sub(r"-?\d+(\.\d*)?", "#", text)


@pytest.mark.slow
def test_the_tutorial_finds_what_was_planted(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    for code in blocks(DOCS / "tutorial.md", "python"):
        exec(code, names)
    assert names["share"] >= 0.9
    assert (tmp_path / "my-gallery" / "gallery.json").is_file()
    assert "explains" in capsys.readouterr().out


@pytest.mark.slow
def test_labels_of_ones_own_are_located_as_the_page_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    for code in blocks(DOCS / "labels.md", "python"):
        exec(code, names)
    printed = capsys.readouterr().out
    for found in (names["located"], names["again"]):
        assert found[1].kind == "number"
        assert found[1].order > found[1].controls["direction"]
        assert found[1].controls["direction"] < 0.7
        assert abs(found[1].controls["shuffled"]) < 0.2
    assert min(names["located"][1].order, names["again"][1].order) > 0.9
    assert names["best"].name == "month, in order"
    assert names["best"].score > 0.9
    assert set(names["best"].top) <= set(names["MONTHS"])
    assert "its order carried with r = " in printed
    assert figures_left_out(printed) == figures_left_out(stored_output(DOCS / "labels.ipynb")), (
        "run python docs/drawings/notebook.py"
    )


@pytest.mark.slow
def test_the_commands_for_ones_own_labels_run_too(tmp_path, monkeypatch, capsys):
    """With fewer steps and subspaces: what they find is the test above."""
    monkeypatch.chdir(tmp_path)
    exec(blocks(DOCS / "labels.md", "python")[0], {})
    (commands,) = blocks(DOCS / "labels.md", "sh")
    few = ["--method", "paper", "--candidates", "4", "--samples", "2k"]
    small = {"train": ["--steps", "3"], "locate": few, "find": [*few, "--n", "2"]}
    for line in commands.splitlines():
        words = shlex.split(line)[1:]
        main([*words, *small.get(words[0], [])])
    said = capsys.readouterr().out
    assert re.search(r"labels = [A-Z][a-z]{2}: ", said)
    assert "stand out from random subspaces" in said
    assert (tmp_path / "site" / "index.html").is_file()


@pytest.mark.slow
def test_a_store_becomes_a_gallery_as_the_page_says(tmp_path, monkeypatch, tiny):
    monkeypatch.chdir(tmp_path)
    settings = quadric.CollectSettings(layers=("2",), tokens=600, context=64)
    quadric.collect(*tiny("llama"), ["On 4 July 1776 we shall see. " * 40], "acts", settings)
    monkeypatch.setattr(quadric, "fit", partial(quadric.fit, steps=3, batch=256))
    few = {"method": "paper", "candidates": 50, "controls": 1}
    monkeypatch.setattr(quadric, "find_manifolds", partial(quadric.find_manifolds, **few))
    (code,) = blocks(DOCS / "labels.md", "py")
    assert len(code.splitlines()) <= 8
    exec(code, {})
    assert quadric.load_gallery("gallery")[0].tokens is not None


def test_the_notebook_of_labels_is_its_page_with_what_it_printed():
    cells = json.loads((DOCS / "labels.ipynb").read_text())["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    written = [block.strip("\n") for block in blocks(DOCS / "labels.md", "python")]
    assert ["".join(cell["source"]) for cell in code] == written, (
        "run python docs/drawings/notebook.py"
    )
    for cell, text in zip(code, written, strict=True):
        assert bool(cell["outputs"]) == ("print(" in text)


@pytest.mark.slow
def test_the_notebook_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((DOCS / "quadric.ipynb").read_text())
    assert notebook["nbformat"] == 4
    names = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert names["same"] == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_of_a_page_are_understood(page):
    for block in blocks(page, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["quadric"]:
                verb = words[1].replace("-", "_")
                assert verb in VERBS, line
                parse(words[1:])


def test_the_command_reference_is_what_help_says():
    command = [sys.executable, "-c", "from commands import page; print(page(), end='')"]
    said = subprocess.run(
        command, cwd=DOCS / "drawings", capture_output=True, text=True, check=True
    )
    assert (DOCS / "commands.md").read_text() == said.stdout, "run python docs/drawings/commands.py"


@pytest.mark.slow
def test_the_site_builds_without_a_broken_link(tmp_path):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    # `make docs` exports it into the site.
    (tmp_path / "gallery").mkdir()
    (tmp_path / "gallery" / "index.html").touch()
    pages = list(tmp_path.glob("*.html"))
    for name in ("index", "explorer"):
        picture = r'<a href="gallery/index.html"><img [^>]*src="images/explorer-gallery-light.png"'
        assert re.search(picture, (tmp_path / f"{name}.html").read_text()), name
    assert tmp_path / "concepts.html" in pages
    for page in pages:
        for link in re.findall(r'<a\b[^>]*\bhref="([^"#?]+)', page.read_text()):
            there = ":" in link or (page.parent / link).exists() or page.name == "404.html"
            assert there, (page.name, link)


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.stem)
def test_links_of_a_page_lead_somewhere_in_a_clone(page):
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL)
    links = re.findall(r'\]\(([^)#\s]+)|(?:href|src)="([^"#]+)', text)
    for link in (one or other for one, other in links):
        assert ":" in link or (page.parent / link).exists(), link
