import json
import os
import subprocess
import sys

import pytest
import torch

from quadric.training import memory
from quadric.training.settings import TrainSettings

MEASURE = """
import json, sys, torch
from quadric.training import memory
from quadric.training.settings import TrainSettings
from quadric.training.trainer import Trainer

def resident(name):
    lines = dict(line.split(":") for line in open("/proc/self/status"))
    return int(lines[name].split()[0]) * 1024

def run(settings, d):
    trainer, x = Trainer(settings, d), torch.randn(settings.batch, d)
    for _ in range(2):
        trainer.step(x)

for d, fields in json.loads(sys.argv[1]):
    settings = TrainSettings(steps=8, **fields)
    run(TrainSettings(steps=8, **{**fields, "batch": 64}), 16)
    open("/proc/self/clear_refs", "w").write("5")
    before = resident("VmRSS")
    run(settings, d)
    used = resident("VmHWM") - before
    print(json.dumps([used, memory.estimate(settings, d).total]))
"""
WIDE, NARROW = {"precision": "float32"}, {"precision": "bfloat16"}
CASES = {
    "vanilla": (128, {"kind": "vanilla", "expansion": 8, "batch": 4096, **WIDE}),
    "mixed": (128, {"kind": "mixed", "expansion": 8, "batch": 4096, **WIDE}),
    "vanilla-bfloat16": (128, {"kind": "vanilla", "expansion": 8, "batch": 4096, **NARROW}),
    "mixed-bfloat16": (128, {"kind": "mixed", "expansion": 8, "batch": 4096, **NARROW}),
    "large-weights": (
        384,
        {"kind": "vanilla", "expansion": 8, "batch": 256, "optimizer": "adam", **WIDE},
    ),
    "untied": (128, {"kind": "vanilla", "expansion": 8, "batch": 2048, "tied": False}),
    "topk": (128, {"kind": "topk", "expansion": 8, "batch": 4096}),
}


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/clear_refs"), reason="needs Linux")
def test_the_estimate_is_what_a_step_really_takes():
    # Every large array gets pages of its own, which go back when it is freed: one process will do.
    environment = {**os.environ, "MALLOC_MMAP_THRESHOLD_": "65536"}
    command = [sys.executable, "-c", MEASURE, json.dumps(list(CASES.values()))]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    ratios = {}
    for name, line in zip(CASES, done.stdout.splitlines(), strict=True):
        used, estimated = json.loads(line)
        ratios[name] = estimated / used
    assert all(0.85 < ratio < 1.35 for ratio in ratios.values()), str(ratios)


def test_what_cannot_fit_is_refused_with_the_figures_and_what_to_lower():
    few = TrainSettings(kind="vanilla", expansion=16, batch=10**9)
    with pytest.raises(ValueError, match=r"needs about .* GB of memory .* left: lower the batch"):
        memory.check(few, 1024)
    with pytest.raises(ValueError, match="lower the expansion"):
        memory.check(TrainSettings(kind="vanilla", expansion=1e6, batch=16), 1024)


def test_what_fits_is_let_through():
    settings = TrainSettings(kind="vanilla", expansion=2, batch=64)
    assert memory.check(settings, 16, buffered=1000).data == 1000


def test_the_machine_says_what_it_has_left():
    free = memory.available(torch.device("cpu"))
    assert free is not None
    assert 1 << 26 < free < 1 << 50


def test_a_batch_twice_as_large_takes_twice_the_latents():
    small, large = (TrainSettings(batch=batch, expansion=16) for batch in (4096, 8192))
    one, two = memory.estimate(small, 1024), memory.estimate(large, 1024)
    assert two.latents == 2 * one.latents
    assert two.weights == one.weights
