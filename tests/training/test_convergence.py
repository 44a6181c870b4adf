"""What a run is said to have done, on curves whose answer is known."""

from dataclasses import replace

import pytest
import torch

from quadric.activations import open_activations
from quadric.files.stopping import Stop
from quadric.training.convergence import flat, verdict
from quadric.training.curves import draw_curves
from quadric.training.folder import load_run
from quadric.training.heldout import HeldOut
from quadric.training.loop import Stopped, train
from quadric.training.metrics import read_metrics
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource

pytestmark = pytest.mark.slow


def curve(errors, every=10):
    return [(every * i, error) for i, error in enumerate(errors)]


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        ([1.0, 0.5, 0.3], False),
        ([1.0, 0.5, 0.3, 0.25, 0.2, 0.17, 0.15, 0.13], False),
        ([1.0, 0.5, 0.3, 0.2, 0.2, 0.2, 0.2, 0.2], True),
        ([1.0, 0.5, 0.3, 0.2, 0.25, 0.3, 0.4, 0.5], True),
        ([1.0, 0.5, 0.3, 0.2, 0.2, 0.2, 0.2, 0.19], False),
    ],
    ids=["too-few", "falling", "flat", "rising", "falls-again"],
)
def test_flat(errors, expected):
    assert flat(curve(errors)) is expected


def held(error=0.3, dead=0):
    return HeldOut(error=error, density=0.2, dead=dead, tokens=100)


def test_the_verdict_says_what_happened_and_what_to_change():
    falling = curve([1 / (1 + i) for i in range(20)])
    level = curve([1.0, 0.5, *[0.3] * 18])
    assert verdict(falling, held(), 64).startswith("still falling")
    assert verdict(level, held(), 64).startswith("converged")
    assert "no latent dead" in verdict(level, held(), 64)
    assert "3 of 64 latents dead" in verdict(level, held(dead=3), 64)
    assert verdict(level, held(error=0.996), 64).startswith("nothing was learnt")
    assert "fewer latents" in verdict(level, held(dead=60), 64)
    assert verdict([], held(), 64).startswith("still falling")


def test_curves_are_drawn_of_any_run():
    lines = [
        {"step": i, "error": 2 - i / 10, "density": 0.5, "lr": 0.1}
        | ({"heldout_error": 1 - i / 20} if i % 4 == 0 else {})
        for i in range(12)
    ]
    assert draw_curves(lines, "a title").startswith(b"\x89PNG")
    assert draw_curves(lines[:1]).startswith(b"\x89PNG")


def planted(n=4000, d=16):
    torch.manual_seed(0)
    angle = 2 * torch.pi * torch.rand(n)
    plane = torch.linalg.qr(torch.randn(d, 2)).Q
    circle = torch.stack([angle.cos(), angle.sin()], 1) @ plane.T
    return circle + 0.05 * torch.randn(n, d) + 2 * torch.ones(d) / d**0.5


SHORT = TrainSettings(
    kind="vanilla", expansion=2, batch=256, lr=0.1, lr_warmup=0.0, heldout_every=8
)


def test_a_run_that_has_converged_ends_sooner_and_says_so(tmp_path):
    rows = open_activations(planted())
    settings = replace(SHORT, steps=2000, until="converged", warmup=0.02, alpha=0.0)
    record = train(RowSource(rows, settings), settings, tmp_path / "run")
    assert record["status"] == "finished"
    assert record["step"] < 1000
    assert record["verdict"].startswith("converged")
    assert (tmp_path / "run" / "curves.png").read_bytes().startswith(b"\x89PNG")
    rates = [line["lr"] for line in read_metrics(tmp_path / "run")]
    # The rate stays up until it is flat, and has come down to nothing at the end.
    assert rates[len(rates) // 3] == pytest.approx(0.1)
    assert rates[-1] < 0.01


def test_an_early_end_is_continued_bit_for_bit(tmp_path):
    rows = open_activations(planted())
    settings = replace(
        SHORT, steps=400, until="converged", warmup=0.02, alpha=0.0, checkpoint_every=16
    )
    whole = train(RowSource(rows, settings), settings, tmp_path / "whole")
    stop = Stop()

    def halfway(stage, done, *_):
        if done == whole["step"] - 10:
            stop.signal = 2

    with pytest.raises(Stopped):
        train(RowSource(rows, settings), settings, tmp_path / "cut", stop=stop, progress=halfway)
    again = train(RowSource(rows, settings), settings, tmp_path / "cut", resume=True)
    assert again["step"] == whole["step"] < 400
    both = [load_run(tmp_path / name).state_dict() for name in ("whole", "cut")]
    assert all(torch.equal(both[0][name], both[1][name]) for name in both[0])


def test_a_centred_run_knows_the_mean_of_its_rows(tmp_path):
    x = planted()
    settings = replace(SHORT, steps=4)
    train(RowSource(open_activations(x), settings), settings, tmp_path / "run")
    kept = x[: round(0.95 * len(x))]
    mean = torch.nn.functional.normalize(kept, dim=1).mean(0)
    torch.testing.assert_close(load_run(tmp_path / "run").mean, mean, atol=1e-6, rtol=0)


def test_nothing_held_out_cannot_be_judged():
    with pytest.raises(ValueError, match="judged on held-out rows"):
        TrainSettings(until="converged", heldout=0)
