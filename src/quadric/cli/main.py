"""Parse the command line, run the verb, and turn its errors into one sentence."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import tyro

__all__ = ["main"]

VERBS = {
    "collect": "Collect",
    "compare": "Compare",
    "demo": "Demo",
    "evaluate": "Evaluate",
    "explore": "Explore",
    "find": "Find",
    "train": "Train",
}
"""Verb -> its class: a frozen dataclass in `quadric.cli.<verb>` whose call does the work."""


def main(args: list[str] | None = None) -> None:
    """Run `quadric VERB ...`: exit code 0 done, 1 failed, 2 wrong use, 130 interrupted."""
    verbs: dict[str, Any] = {
        verb: getattr(importlib.import_module(f"quadric.cli.{verb}"), name)
        for verb, name in VERBS.items()
    }
    command = tyro.extras.subcommand_cli_from_dict(verbs, prog="quadric", args=args)
    try:
        command()
    except (ValueError, OSError, RuntimeError) as error:
        print(f"quadric: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("quadric: interrupted", file=sys.stderr)
        sys.exit(130)
