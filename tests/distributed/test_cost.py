"""The cost model's own sense; `test_ranks.py` holds it against real steps."""

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.cost import Device, crossovers, pays_from, step_cost, table
from quadric.cli.main import parse
from quadric.training.settings import TrainSettings

DOCS = (Path(__file__).parents[2] / "docs" / "distributed.md").read_text()
COMMANDS = [
    line.split(" -m quadric ")[1] for line in re.findall(r"^torchrun .*$", DOCS, re.MULTILINE)
]


@pytest.mark.parametrize("kind", ["vanilla", "mixed"])
def test_a_sharded_ranks_memory_falls_with_the_ranks(kind):
    settings = TrainSettings(kind=kind, n_latents=2**20, n_mix=1024, batch=1024, shard=True)
    one, two, eight = (step_cost(settings, 2048, ranks).memory for ranks in (1, 2, 8))
    assert one / two == pytest.approx(2, rel=0.01)
    assert one / eight == pytest.approx(8, rel=0.04)
    whole = replace(settings, shard=False)
    assert step_cost(whole, 2048, 2**10).memory > eight


@pytest.mark.parametrize("kind", ["vanilla", "mixed"])
def test_from_where_it_pays_is_where_it_begins_to(kind):
    settings, device = TrainSettings(kind=kind, mix=1, batch=2048), Device(memory=8e9)
    found = pays_from(settings, 1024, 8, device)
    assert found.faster <= found.needed
    for latents, fits in ((found.needed - 1, True), (found.needed, False)):
        sized = replace(settings, n_latents=latents, n_mix=1024)
        assert (step_cost(sized, 1024, 8).memory <= device.memory) == fits
    for latents, slower in ((found.faster - 1, True), (found.faster, False)):
        sized = replace(settings, n_latents=latents, n_mix=1024)
        whole, shard = (step_cost(replace(sized, shard=s), 1024, 8) for s in (False, True))
        assert (device.seconds(shard) >= device.seconds(whole)) == slower


def test_the_page_shows_what_the_command_prints():
    assert table() in DOCS
    assert crossovers() in DOCS


@pytest.mark.parametrize("command", COMMANDS)
def test_the_pages_commands_are_understood(command):
    verb = shlex.split(command)[0]
    assert type(parse(shlex.split(command))).__name__ == verb.capitalize()


def test_what_it_does_not_know_is_refused():
    with pytest.raises(ValueError, match="tied bilinear autoencoders alone"):
        step_cost(TrainSettings(kind="topk"), 64, 2)
    with pytest.raises(ValueError, match="leave it out"):
        TrainSettings(kind="topk", shard=True)
