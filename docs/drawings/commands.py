"""Write commands.md from the command line's own help, so that they can't disagree."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

from quadric.cli.main import VERBS, main

PAGE = Path(__file__).parent.parent / "commands.md"
WIDTH = 96


def help_of(*args: str) -> str:
    """What `quadric ARGS --help` prints, without colours or a box's width from the terminal."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        main([*args, "--help"])
    return "\n".join(line.rstrip() for line in out.getvalue().strip().splitlines())


def page() -> str:
    """All of it."""
    os.environ |= {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "TERM": "dumb"}
    parts = [f"# Commands\n\nWhat `quadric VERB --help` says.\n\n```\n{help_of()}\n```\n"]
    parts += [f"## {verb}\n\n```\n{help_of(verb)}\n```\n" for verb in VERBS]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page())
