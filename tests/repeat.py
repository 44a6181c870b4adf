"""Run the tests that depend on signals, processes and browsers again and again, half of them busy.

`make repeat` or `python tests/repeat.py --times 20 [KIND ...]`: a round is every kind that is asked
for, in two processes of tests beside each other, so that no core waits while another kind does.
In every second round as many processes as there are cores do nothing but compute. It counts each
kind by itself, stops at no failure, shows the end of what a failing round said, and exits with 1
if there was one.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
PATHS = {
    "distributed": ["tests/distributed"],
    "faults": ["tests/faults"],
    "signals": [
        "tests/activations/test_collecting.py",
        "tests/cli/test_collect.py",
        "tests/cli/test_train.py",
        "tests/explorer/test_server.py",
        "tests/training/test_loop.py",
        "tests/training/test_live.py",
    ],
    "browser": ["tests/browser"],
}
"""What belongs to each kind; in this order, so that no long file is left to one core at the end."""
WORKERS = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]


def spin() -> None:
    """Keep one core busy."""
    while True:
        pass


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes that compute meanwhile."""
    spinning = [multiprocessing.Process(target=spin, daemon=True) for _ in range(count)]
    for process in spinning:
        process.start()
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.join()


def kind_of(module: str) -> str | None:
    """The kind that a test's module, `tests.cli.test_train`, belongs to."""
    for kind, paths in PATHS.items():
        names = [path.removesuffix(".py").replace("/", ".") for path in paths]
        if any(module == name or module.startswith(f"{name}.") for name in names):
            return kind
    return None


def round_of(kinds: list[str]) -> tuple[Counter[str], Counter[str], list[str]]:
    """Run all tests of these kinds once: how many ran, how many failed, and what was said."""
    environment = os.environ | {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}
    paths = [path for kind in PATHS if kind in kinds for path in PATHS[kind]]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *WORKERS, *paths]
    ran: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        done = subprocess.run(
            [*command, f"--junitxml={report}"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
        )
        cases = ElementTree.parse(report).iter("testcase") if report.exists() else ()
        for case in cases:
            kind = kind_of(case.get("classname", "").removeprefix("."))
            if kind is not None:
                ran[kind] += 1
                failed[kind] += any(part.tag in ("failure", "error") for part in case)
    # What fails outside of any test, or runs none, speaks against every kind.
    unknown = done.returncode != 0 and not failed.total()
    failed.update(kind for kind in kinds if unknown or not ran[kind])
    return ran, failed, done.stdout.strip().splitlines() or [done.stderr[-2000:]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(PATHS)}; all if none is named")
    parser.add_argument("--times", type=int, default=20)
    options = parser.parse_args()
    kinds = options.kinds or list(PATHS)
    if unknown := [kind for kind in kinds if kind not in PATHS]:
        parser.error(f"{unknown[0]} is no kind of tests: choose from {', '.join(PATHS)}")
    passed: Counter[str] = Counter()
    for number in range(options.times):
        begun, cores = time.monotonic(), number % 2 * (os.cpu_count() or 1)
        with busy(cores):
            ran, failed, said = round_of(kinds)
        took = time.monotonic() - begun
        told = ", ".join(f"{kind} {ran[kind] - failed[kind]} of {ran[kind]}" for kind in kinds)
        print(f"round {number + 1}, {cores} cores busy: {told} passed ({took:.0f} s)", flush=True)
        passed.update(kind for kind in kinds if not failed[kind])
        if failed.total():
            print("\n".join(said[-60:]), flush=True)
    for kind in kinds:
        print(f"{kind}: {passed[kind]} of {options.times} rounds passed")
    sys.exit(any(passed[kind] < options.times for kind in kinds))


if __name__ == "__main__":
    main()
