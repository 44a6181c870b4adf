"""The paper's scale is the paper's, number by number."""

import pytest

from quadric import recipes
from quadric.figures.reproducing import FIGURES, runs_of
from quadric.figures.scale import KINDS, SCALES

PAPER = SCALES["paper"]


def test_the_papers_hyperparameters():
    base = PAPER.base
    assert PAPER.model == "Qwen/Qwen3-0.6B-Base"
    assert PAPER.layer == "18"
    assert base.batch == 32 * 2 * 256
    assert base.steps == 2**10
    assert base.steps * base.batch == pytest.approx(16e6, rel=0.05)
    assert (base.optimizer, base.momentum, base.lr) == ("muon", 0.0, 0.01)
    assert base.cooldown == 0.5
    assert base.warmup * base.steps == 256
    assert base.init == "orthogonal"
    assert (base.expansion, base.mix, base.alpha) == (16, 2, 0.1)
    assert (base.tied, base.gate, base.bias, base.symmetric) == (True, None, False, False)
    config = base.config(1024)
    assert (config.n_latents, config.n_mix) == (16 * 1024, 2 * 1024)
    assert PAPER.run("topk").settings.config(1024).k == 50
    assert PAPER.tokens == 256 * 1024
    assert PAPER.points == 64 * 1024
    assert (PAPER.alphas[0], PAPER.alphas[-1]) == (0, 1)
    assert PAPER.expansions[-1] == 64
    assert 500 in PAPER.gate_k


def test_the_runs_of_every_figure_differ_from_the_paper_only_where_they_say_so():
    free = {"heldout_tokens"}
    for spec in runs_of(list(FIGURES), PAPER):
        for name, value in spec.settings.as_dict().items():
            swept = name in {"kind", "expansion", "alpha", "seed"}
            if value != getattr(PAPER.base, name) and not swept:
                assert f"{name}={value}" in spec.name
    assert set(PAPER.base.differences(recipes.paper().training)) <= free


def test_all_kinds_and_penalties_are_trained():
    specs = runs_of(["pareto"], PAPER)
    asked = {(spec.settings.kind, spec.settings.alpha) for spec in specs}
    assert asked == {(kind, alpha) for kind in KINDS for alpha in PAPER.alphas}


@pytest.mark.parametrize("scale", SCALES.values(), ids=SCALES)
def test_no_two_runs_share_a_folder(scale):
    specs = runs_of(list(FIGURES), scale)
    assert len({(spec.model, spec.name) for spec in specs}) == len(specs)


def test_the_cpu_scale_stays_within_its_cost():
    """FLOPs of the exact loss (kernels/README.md) at 50 GFLOP/s end well within 90 minutes."""
    total = 0.0
    for spec in runs_of(list(FIGURES), SCALES["cpu"]):
        settings, d = spec.settings, 576
        lat = settings.expansion * d
        step = 8 * settings.batch * d * lat + 3 * settings.batch * lat**2 + 6 * d * lat**2
        total += step * settings.steps
    assert total / 50e9 < 45 * 60
