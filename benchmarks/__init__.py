"""One file a question, each answered by ratios measured in one run."""

from quadric.cli.main import prepare

prepare()
