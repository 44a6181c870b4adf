"""Run the tests that depend on signals, processes and browsers again and again, half of them busy.

`make repeat` or `python tests/repeat.py --times 20 [PATH ...]`: in every second round as many
processes as there are cores do nothing but compute. It counts, stops at no failure, shows the end
of what a failing round said, and exits with 1 if there was one.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATHS = {
    "faults": ["tests/faults"],
    "signals": [
        "tests/activations/test_collecting.py",
        "tests/cli/test_collect.py",
        "tests/cli/test_train.py",
        "tests/explorer/test_server.py",
        "tests/training/test_loop.py",
        "tests/training/test_live.py",
    ],
    "distributed": ["tests/distributed"],
    "browser": ["tests/browser"],
}


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(PATHS), help=f"of {', '.join(PATHS)}")
    parser.add_argument("--times", type=int, default=20)
    options = parser.parse_args()
    environment = os.environ | {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}
    rows = []
    for name in options.names:
        failed = 0
        for number in range(options.times):
            begun, cores = time.monotonic(), number % 2 * (os.cpu_count() or 1)
            command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *PATHS[name]]
            with busy(cores):
                done = subprocess.run(
                    command, cwd=ROOT, env=environment, capture_output=True, text=True
                )
            failed += done.returncode != 0
            said = done.stdout.strip().splitlines() or [done.stderr[-2000:]]
            took = time.monotonic() - begun
            print(f"{name} {number + 1}, {cores} cores busy: {said[-1]} ({took:.0f} s)", flush=True)
            if done.returncode:
                print("\n".join(said[-60:]), flush=True)
        rows.append((name, options.times, failed))
    for name, times, failed in rows:
        print(f"{name}: {times - failed} of {times} rounds passed")
    sys.exit(any(failed for *_, failed in rows))


if __name__ == "__main__":
    main()
