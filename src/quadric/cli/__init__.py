"""The `quadric` command: one file a verb."""

from quadric.cli.main import main

__all__ = ["main"]
