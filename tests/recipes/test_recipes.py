import pytest
import torch

from quadric import recipes
from quadric.activations import open_activations
from quadric.training.loop import train
from quadric.training.sources import RowSource


def test_the_papers_recipe_takes_what_it_is_told():
    training = recipes.paper("vanilla", alpha=0.0, seed=2).training
    assert (training.kind, training.alpha, training.seed) == ("vanilla", 0.0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["vanilla", "ordered", "mixed", "combined", "topk"])
def test_smoke_runs_from_end_to_end(kind, tmp_path):
    settings = recipes.smoke(kind).training
    x = torch.randn(270, 8, generator=torch.Generator().manual_seed(0))
    record = train(RowSource(open_activations(x), settings), settings, tmp_path)
    assert record["status"] == "finished"


def test_the_demo_fits_two_cores():
    settings = recipes.demo().training
    assert settings.steps * settings.batch < 500_000
