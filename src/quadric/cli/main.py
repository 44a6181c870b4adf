"""Parse the command line, run the verb, and turn its errors into one sentence."""

from __future__ import annotations

import errno
import importlib
import os
import sys
import warnings
from keyword import iskeyword
from typing import Any

import tyro

from quadric.cli.options import NUMBERS, as_options

__all__ = ["main", "parse", "prepare"]

VERBS = {
    "collect": "Collect",
    "compare": "Compare",
    "demo": "Demo",
    "evaluate": "Evaluate",
    "explore": "Explore",
    "find": "Find",
    "import": "Import",
    "intervene": "Intervene",
    "link": "Link",
    "locate": "Locate",
    "reproduce": "Reproduce",
    "train": "Train",
}
"""Verb -> its class: a frozen dataclass in `quadric.cli.<verb>` whose call does the work.

A verb that is a word of Python has its file end in `_`.
"""


ENVIRONMENT = {
    # Large arrays are made anew every training step: on huge pages, faulting them in costs less.
    "THP_MEM_ALLOC_ENABLE": "1",
    # Threads that sleep at once wake up too late for the next product (a quarter of the time, with
    # nothing else running); threads that wait by spinning for long take the cores from others.
    # So they spin for less than a millisecond.
    "GOMP_SPINCOUNT": "30000",
}
"""Variables that torch reads once, when it is imported.

Set by the command alone: a library has no business with the environment of the program that
imports it, and there torch is often imported already.
"""


def prepare() -> None:
    """Set what is not set yet; how threads wait is left to OMP_WAIT_POLICY, where that is set."""
    for name, value in ENVIRONMENT.items():
        if name != "GOMP_SPINCOUNT" or "OMP_WAIT_POLICY" not in os.environ:
            os.environ.setdefault(name, value)


def parse(args: list[str] | None = None) -> Any:
    """The verb that a command line asks for, with its settings; wrong use exits with 2."""
    words = sys.argv[1:] if args is None else args
    if words and words[0] in VERBS:
        # Parsers of all verbs take as long to build as a page takes to be served.
        one = _verb(words[0])
        return tyro.cli(one, prog=f"quadric {words[0]}", args=words[1:], registry=NUMBERS)
    verbs = {verb: _verb(verb) for verb in VERBS}
    return tyro.extras.subcommand_cli_from_dict(verbs, prog="quadric", args=args, registry=NUMBERS)


def _verb(verb: str) -> Any:
    module = importlib.import_module(f"quadric.cli.{verb}{'_' * iskeyword(verb)}")
    return getattr(module, VERBS[verb])


def main(args: list[str] | None = None) -> None:
    """Run `quadric VERB ...`: exit code 0 done, 1 failed, 2 wrong use, 130 interrupted."""
    if (sys.argv[1:] if args is None else args) == ["--version"]:
        from importlib.metadata import version

        print(f"quadric {version('quadric')}")
        return
    prepare()
    verb = None
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _plain
            verb = parse(args)
            verb()
    except BrokenPipeError:
        # Whoever read the output, such as `head`, has had enough: there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (ValueError, OSError, RuntimeError) as error:
        full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        told = "the disk is full: make room and run the same command again" if full else error
        print(f"quadric: {as_options(str(told), verb)}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("quadric: interrupted", file=sys.stderr)
        sys.exit(130)


def _plain(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
    """A warning to the user as one line; those about code are for developers."""
    if issubclass(category, UserWarning):
        print(f"quadric: {message}", file=sys.stderr)
