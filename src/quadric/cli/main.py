"""Parse the command line, run the verb, and turn its errors into one sentence."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import tyro

__all__ = ["main", "parse"]

VERBS = {
    "collect": "Collect",
    "compare": "Compare",
    "demo": "Demo",
    "evaluate": "Evaluate",
    "explore": "Explore",
    "find": "Find",
    "reproduce": "Reproduce",
    "train": "Train",
}
"""Verb -> its class: a frozen dataclass in `quadric.cli.<verb>` whose call does the work."""


def parse(args: list[str] | None = None) -> Any:
    """The verb that a command line asks for, with its settings; wrong use exits with 2."""
    verbs: dict[str, Any] = {
        verb: getattr(importlib.import_module(f"quadric.cli.{verb}"), name)
        for verb, name in VERBS.items()
    }
    return tyro.extras.subcommand_cli_from_dict(verbs, prog="quadric", args=args)


def main(args: list[str] | None = None) -> None:
    """Run `quadric VERB ...`: exit code 0 done, 1 failed, 2 wrong use, 130 interrupted."""
    try:
        parse(args)()
    except (ValueError, OSError, RuntimeError) as error:
        print(f"quadric: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("quadric: interrupted", file=sys.stderr)
        sys.exit(130)
