"""`python -m benchmarks [NAME ...] [--write]`: print the tables, and keep them in docs."""

from __future__ import annotations

import argparse
import importlib
import os
import platform
from pathlib import Path

from benchmarks import standing
from quadric.cli.main import prepare

QUICK = ["kernels"]
"""What `make bench` runs; the others take longer and are run by name."""

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def section(name: str, table: str) -> str:
    command = f"`python -m benchmarks {name} --write`"
    return f"<!-- {name} -->\n## {name}\n\n{command}\n\n{table}\n<!-- /{name} -->"


def keep(name: str, table: str) -> None:
    """Put a section into docs/benchmarks.md, in place of the one it had."""
    page = PAGE.read_text() if PAGE.exists() else "# Benchmarks\n"
    start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    if start in page:
        before, rest = page.split(start, 1)
        page = before + section(name, table) + rest.split(end, 1)[1]
    else:
        page = page.rstrip() + "\n\n" + section(name, table) + "\n"
    PAGE.write_text(page)


def machine() -> str:
    """What the figures were taken on: they hold for such a machine alone."""
    import torch

    about = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    facts = dict(line.split(":", 1) for line in about.splitlines() if ":" in line)
    facts = {name.strip(): value.strip() for name, value in facts.items()}
    name = facts.get("model name", platform.processor() or platform.machine())
    bfloat16 = "with" if torch.cpu.get_capabilities().get("avx512_bf16") else "without"
    names = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")
    waiting = ", ".join(f"{name}={os.environ[name]}" for name in names if name in os.environ)
    return (
        f"{name} {bfloat16} avx512_bf16, {os.cpu_count()} cores, torch {torch.__version__}, "
        f"{torch.get_num_threads()} threads, "
        f"{waiting}, "
        f"load average {os.getloadavg()[0]:.1f}."
    )


def main() -> None:
    # As the command runs for users, before anything imports torch.
    prepare()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", default=QUICK, help=f"default: {' '.join(QUICK)}")
    parser.add_argument("--write", action="store_true", help="keep the tables in docs")
    options = parser.parse_args()
    for name in options.names:
        table = f"{importlib.import_module(f'benchmarks.{name}').main()}\n\n{machine()}\n"
        print(f"\n## {name}\n\n{table}", flush=True)
        if options.write:
            keep(name, table)
            standing.write()


if __name__ == "__main__":
    main()
