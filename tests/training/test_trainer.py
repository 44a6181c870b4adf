import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from quadric.recipes import PAPER_SETTINGS
from quadric.training.placement import untrained
from quadric.training.settings import TrainSettings
from quadric.training.trainer import Diverged, Trainer

GOLDEN = Path(__file__).parent / "golden.json"
"""Losses of short runs; `python tests/training/test_trainer.py` writes them anew."""

KINDS = ("vanilla", "ordered", "mixed", "combined", "topk")


def rings(seed: int, n: int = 256, d: int = 24) -> torch.Tensor:
    """Two circles in planes of their own, and noise."""
    generator = torch.Generator().manual_seed(seed)
    angle = 2 * torch.pi * torch.rand(n, generator=generator)
    plane = 2 * torch.randint(2, (n,), generator=generator)
    x = 0.1 * torch.randn(n, d, generator=generator)
    x[torch.arange(n), plane] += angle.cos()
    x[torch.arange(n), plane + 1] += angle.sin()
    return x


def losses(kind: str, **settings) -> list[float]:
    sizes = {"expansion": 3, "mix": 2, "steps": 12, "batch": 256}
    chosen = replace(PAPER_SETTINGS, **{"kind": kind, "lr": 0.02, **sizes, **settings})
    trainer = Trainer(chosen, 24)
    return [trainer.step(rings(step)).total for step in range(12)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_short_run_loses_what_it_lost_before(kind):
    assert losses(kind) == pytest.approx(json.loads(GOLDEN.read_text())[kind], rel=2e-5)


def test_losses_do_not_hang_on_the_number_of_threads():
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(1)
        one = losses("mixed")
    finally:
        torch.set_num_threads(before)
    assert one == pytest.approx(json.loads(GOLDEN.read_text())["mixed"], rel=2e-5)


def test_a_step_is_the_textbooks():
    sizes = {"expansion": 3, "steps": 8, "batch": 256}
    adam = {"kind": "vanilla", "optimizer": "adam", "lr": 0.003, "alpha": 0.5}
    settings = replace(PAPER_SETTINGS, **adam, **sizes)
    trainer = Trainer(settings, 24)
    model = untrained(settings, 24)
    optimizer = torch.optim.Adam(model.parameters())
    for step in range(8):
        done = trainer.step(rings(step))
        rate = 0.003 * (1 if step < 4 else (8 - step) / 4)
        alpha = 0.5 * min(1, step / 2)
        optimizer.param_groups[0]["lr"] = rate
        loss = model.loss(rings(step), alpha=alpha)
        optimizer.zero_grad()
        loss.total.backward()
        norm = torch.cat([p.grad.flatten() for p in model.parameters()]).norm()
        optimizer.step()
        assert (done.lr, done.alpha) == (pytest.approx(rate), pytest.approx(alpha))
        assert done.total == pytest.approx(done.error + alpha * done.density, rel=1e-6)
        assert done.gradient_norm == pytest.approx(norm.item(), rel=1e-5)
    assert torch.equal(trainer.model.left, model.left)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"momentum": 0.9},
        {"optimizer": "adam", "lr": 0.001},
        {"kind": "topk"},
        {"kind": "vanilla", "tied": False, "gate": "silu"},
        {"precision": "bfloat16", "momentum": 0.9},
    ],
    ids=["muon", "momentum", "adam", "topk", "untied", "bfloat16"],
)
def test_a_state_taken_over_continues_bit_for_bit(settings):
    chosen = TrainSettings(**{"expansion": 3, "steps": 10, "batch": 256, **settings})
    first = Trainer(chosen, 24)
    for step in range(5):
        first.step(rings(step))
    tensors, rest = first.state()
    second = Trainer(chosen, 24)
    second.load({k: t.clone() for k, t in tensors.items()}, json.loads(json.dumps(rest)))
    for step in range(5, 10):
        assert first.step(rings(step)) == second.step(rings(step))
    for a, b in zip(first.model.parameters(), second.model.parameters(), strict=True):
        assert torch.equal(a, b)


def test_a_step_that_is_not_finite_says_which_and_changes_nothing():
    trainer = Trainer(TrainSettings(kind="vanilla", expansion=3, steps=4), 24)
    trainer.step(rings(0))
    with torch.no_grad():
        trainer.model.left *= 1e30
    before = trainer.model.right.detach().clone()
    with pytest.raises(Diverged, match="NaN or infinite at step 1 "):
        trainer.step(rings(1))
    assert torch.equal(trainer.model.right, before)
    assert trainer.done == 1


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({kind: losses(kind) for kind in KINDS}, indent=1) + "\n")
