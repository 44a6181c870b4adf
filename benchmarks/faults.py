"""How many faults does quadric survive? Kills, full disks, damaged and hostile files, by count.

Run `python -m benchmarks.faults [--write]`: a long round of what tests/faults does a short one of.
A fault is survived if nothing is lost or half-written, the same command then ends in the same files
as an undisturbed run, and a file that can't be trusted is refused in a sentence. `--write` keeps
the table in docs/reliability.md.
"""

from __future__ import annotations

import argparse
import importlib
import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

__all__ = ["main"]

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reliability.md"
START, END = "<!-- faults -->", "<!-- /faults -->"
SIZES = {
    "collect": [20_000, 80_000, 150_000, 250_000, 350_000],
    "train": [8_000, 30_000, 60_000, 100_000, 160_000],
    "find": [4_096, 8_192, 12_288, 16_384],
}
"""Bytes of the disks that are too small."""


def _suite(name: str) -> Any:
    """A part of the tests' own fault suite."""
    if str(ROOT / "tests") not in sys.path:
        sys.path.insert(0, str(ROOT / "tests"))
    return importlib.import_module(f"faults.{name}")


class Table:
    """Faults by kind: injected, survived, and a word on how."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, int, int, str]] = []
        self.problems: list[str] = []

    def add(self, what: str, injected: int, survived: int, note: str = "") -> None:
        """Add a row and show it at once."""
        self.rows.append((what, injected, survived, note))
        print(f"{what}: {survived} of {injected} survived. {note}", flush=True)

    def text(self) -> str:
        """As Markdown, with the totals."""
        lines = ["| fault | injected | survived | |", "|---|---|---|---|"]
        lines += [f"| {what} | {n} | {good} | {note} |" for what, n, good, note in self.rows]
        injected = sum(row[1] for row in self.rows)
        survived = sum(row[2] for row in self.rows)
        lines.append(f"| **all** | **{injected}** | **{survived}** | |")
        return "\n".join([*lines, *(f"\nNot survived: {problem}" for problem in self.problems)])


def attempt(table: Table, what: str, count: int, note: str, work: Any) -> None:
    """Run one kind of fault; an assertion that fails means that they were not survived."""
    try:
        tries, hits = work()
        table.add(what, hits, hits, note.format(tries=tries))
    except AssertionError as error:
        table.add(what, count, 0, "")
        table.problems.append(f"{what}: {str(error)[:300]}")


def measure(kills: int, damages: int) -> str:
    """All faults, counted."""
    killing, damage, hostile = _suite("killing"), _suite("damage"), _suite("hostile")
    table = Table()
    with tempfile.TemporaryDirectory() as place:
        work = _suite("work").prepare(Path(place))
        for name in work.stages:
            attempt(
                table,
                f"SIGKILL while `{name}` runs",
                kills,
                "of {tries} kills, those before its end",
                lambda name=name: killing.kill_at_random(work, name, kills, seed=1),
            )
        how = "tmpfs" if killing.can_mount() else "RLIMIT_FSIZE"
        for name, sizes in SIZES.items():
            attempt(
                table,
                f"disk full while `{name}` runs ({how})",
                len(sizes),
                "of {tries} small disks, those too small",
                lambda name=name, sizes=sizes: killing.fill_the_disk(work, name, sizes),
            )
        for name in work.stages:
            attempt(
                table,
                f"two `{name}` on one folder",
                1,
                "the second is refused",
                lambda name=name: (1, int(bool(killing.both_at_once(work, name)))),
            )
        (Path(place) / "files").mkdir()
        files = damage.specimens(work, Path(place) / "files")
        for name, kind in damage.KINDS.items():
            _damaged(table, name, damage.damage(kind, files, damages, seed=1), damages)
        refused: Counter[str] = Counter()
        for name, (kind, make) in hostile.HOSTILE.items():
            copy = Path(place) / "hostile"
            shutil.copytree(files, copy)
            make(copy)
            outcome = damage.read(damage.KINDS[kind], copy, None)
            refused[outcome.split(":")[0]] += 1
            if outcome != "refused":
                table.problems.append(f"{name}: {outcome}")
            shutil.rmtree(copy)
        table.add("hostile files", refused.total(), refused["refused"], "all refused")
    return table.text()


def _damaged(table: Table, name: str, found: Counter[str], count: int) -> None:
    crashed = {outcome: n for outcome, n in found.items() if outcome.startswith("crashed")}
    table.problems += [f"{name}: {outcome}" for outcome in crashed]
    told = f"{found['refused']} refused, {found['as before']} read as before"
    told += f", {found['changed']} read with the change" if found["changed"] else ""
    table.add(f"damaged {name}", count, count - sum(crashed.values()), told)


def main(kills: int = 6, damages: int = 200) -> str:
    """The table."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    return measure(kills, damages)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=6, help="kills a stage")
    parser.add_argument("--damages", type=int, default=200, help="damages a kind of file")
    parser.add_argument("--write", action="store_true", help="keep the table in the docs")
    options = parser.parse_args()
    found = main(options.kills, options.damages)
    print(f"\n{found}")
    if options.write:
        page = PAGE.read_text()
        before, rest = page.split(START, 1)
        PAGE.write_text(f"{before}{START}\n{found}\n{END}{rest.split(END, 1)[1]}")
