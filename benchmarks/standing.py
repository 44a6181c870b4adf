"""Where bilinear autoencoders win, tie and lose, from the tables of docs/benchmarks.md.

`python -m benchmarks.standing` writes docs/standing.md; whatever is measured anew with `--write`
does so, too. No figure is typed: each is read from a table's cell, and the figures decide whether a
comparison is a win, a tie or a loss.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
MARGIN = 0.02
"""Differences of two cells up to this are a tie; paired differences up to two standard errors."""
PAIRED = ("probing", "peers", "quantities")
"""Sections whose lists compare contenders set by set."""

HEAD = """# Where bilinear autoencoders win, tie and lose

{counts}. A win is a mean difference over data sets of more than two standard errors,
or of more than {margin} between two cells of a table that has no standard errors.

The measurements are of one small model, trained for a minute or two on two cores: they say little
about larger models. `python -m benchmarks.standing` writes this page from the tables in
[benchmarks](benchmarks.md), which say what was measured on what, and which tables are of an earlier
finder.
"""


@dataclass(frozen=True)
class Comparison:
    """Two cells of a table."""

    what: str
    """What the column measures, in words."""
    section: str
    ours: str
    theirs: str
    """Beginnings of rows."""
    column: str
    """The beginning of the column's title."""


COMPARISONS = [
    Comparison("speed of training, against ours", "peers", "our latents", "SAELens, TopK",
               "tokens a second"),
    Comparison("speed of training, against ours", "peers", "our latents",
               "dictionary_learning, TopK", "tokens a second"),
    *(
        Comparison("known classes of tokens, best latent (F1)", "peers", "our latents", theirs,
                   "F1 of the best latent")
        for theirs in ("TopK latents", "SAELens, TopK", "dictionary_learning, TopK")
    ),
    *(
        Comparison("known classes of tokens, best subspace (F1)", "peers", "our latents",
                   theirs, "of the best subspace")
        for theirs in ("TopK latents", "SAELens, TopK", "dictionary_learning, TopK")
    ),
    *(
        Comparison(f"{what} after {steps} steps", "stability", f"ours | {steps}",
                   f"TopK | {steps}", column)
        for what, column, lengths in (
            ("latents that another seed finds again beyond the same run's copies",
             "beyond the same run", (60, 180, 540)),
            ("subspaces that another seed finds again", "found again", (60, 180, 540)),
        )
        for steps in lengths
    ),
    *(
        Comparison(f"known classes of tokens in speeches ({what})", "known_concepts", "grouped",
                   theirs, column)
        for what, column in (("F1", "F1"), ("order", "order"), ("names", "purity of names"))
        for theirs in ("TopK, clustered", "Engels et al.")
    ),
]  # fmt: skip


def table(page: str, section: str) -> list[list[str]]:
    """The first table of a section, as rows of cells, the head first."""
    _, _, after = _section(page, section).partition("\n|")
    lines = after.partition("\n\n")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    return [row for row in rows if not re.fullmatch(r"-+", row[0])]


def cell(rows: list[list[str]], row: str, column: str) -> str | None:
    """The cell under a title and beside a row's beginning; None where there is none."""
    places = [i for i, title in enumerate(rows[0]) if title.startswith(column)]
    lines = [line for line in rows[1:] if f"{' | '.join(line)} ".startswith(f"{row} |")]
    return lines[0][places[0]] if places and lines and places[0] < len(lines[0]) else None


def verdict(gap: float, margin: float) -> str:
    """win, tie or lose."""
    return "tie" if abs(gap) <= margin else "win" if gap > 0 else "lose"


def judged(page: str, one: Comparison) -> tuple[str, str] | None:
    """The verdict and the sentence; None where it was not measured."""
    rows = table(page, one.section)
    if not rows:
        return None
    pair = [cell(rows, name, one.column) for name in (one.ours, one.theirs)]
    values = [re.match(r"-?[\d.]+", text or "") for text in pair]
    if values[0] is None or values[1] is None:
        return None
    theirs = one.theirs.split(" |")[0]
    said = f"- {one.what}: {pair[0]}, {theirs} {pair[1]} ({_link(one.section)})"
    return verdict(float(values[0][0]) - float(values[1][0]), MARGIN), said


def paired(page: str, section: str) -> list[tuple[str, str]]:
    """Verdicts and lines of a section's lists of differences."""
    found = []
    for line in _section(page, section).splitlines():
        if match := re.match(r"- o.+?: ([+-][\d.]+) ± ([\d.]+)", line):
            gap, error = (float(value) for value in match.groups())
            found.append((verdict(gap, 2 * error), f"{line} ({_link(section)})"))
    return found


def _link(section: str) -> str:
    return f"[{section}](benchmarks.md#{section})"


def _section(page: str, name: str) -> str:
    start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    return page.split(start, 1)[1].split(end, 1)[0] if start in page else ""


def page() -> str:
    """The page, from the tables as they are."""
    text = (DOCS / "benchmarks.md").read_text()
    lines: dict[str, list[str]] = {"win": [], "tie": [], "lose": []}
    missing = [section for section in PAIRED if not paired(text, section)]
    for section in PAIRED:
        for kind, line in paired(text, section):
            lines[kind].append(line)
    for one in COMPARISONS:
        found = judged(text, one)
        if found is None:
            missing.append(one.section)
        else:
            lines[found[0]].append(found[1])
    counts = "{win} wins, {tie} ties, {lose} losses".format(
        **{kind: len(found) for kind, found in lines.items()}
    )
    parts = [HEAD.format(margin=MARGIN, counts=counts)]
    for title, kind in (("They win", "win"), ("They tie", "tie"), ("They lose", "lose")):
        said = "\n".join(lines[kind]) or "Nowhere in these tables."
        parts.append(f"## {title}\n\n{said}\n")
    if missing:
        names = ", ".join(f"`{name}`" for name in dict.fromkeys(missing))
        parts.append(f"## Not measured yet\n\nSome comparisons of {names}.\n")
    return "\n".join(parts)


def write() -> None:
    """Keep the page."""
    (DOCS / "standing.md").write_text(page())


if __name__ == "__main__":
    write()
