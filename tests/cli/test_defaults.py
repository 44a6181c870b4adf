"""Defaults that are stated twice, for Python and for the command line, are the same ones."""

import inspect

import pytest

import quadric
from quadric.activations import stream
from quadric.causes import InterveneSettings
from quadric.cli.collect import Collect
from quadric.cli.find import Find
from quadric.cli.intervene import Intervene
from quadric.cli.locate import Locate

OWN = {"dtype", "labels", "seeds", "progress"}
"""Named alike, but given as text or files to the command."""


@pytest.mark.parametrize(
    ("command", "function", "others"),
    [
        (Find, quadric.find_manifolds, set()),
        (Locate, quadric.locate, set()),
        # A store only says how its text was shuffled, if it was.
        (Collect, quadric.CollectSettings, {"seed"}),
        (Intervene, InterveneSettings, set()),
        (stream, quadric.CollectSettings, set()),
        # Captured texts are a user's own sentences: each stays by itself.
        (quadric.capture, quadric.CollectSettings, {"pack"}),
    ],
)
def test_defaults_are_those_of_python(command, function, others):
    mine, theirs = (inspect.signature(one).parameters for one in (command, function))
    shared = (mine.keys() & theirs.keys()) - OWN - others
    stated = {
        name
        for name in shared
        if inspect.Parameter.empty not in (mine[name].default, theirs[name].default)
    }
    assert stated
    for name in stated:
        assert mine[name].default == theirs[name].default, name
