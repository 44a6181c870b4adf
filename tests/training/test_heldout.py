import pytest
import torch

from quadric import BilinearAutoencoder, TopKAutoencoder, hoyer_density
from quadric.analysis.densities import densities
from quadric.training.heldout import measure


@pytest.fixture
def x() -> torch.Tensor:
    return torch.randn(300, 8, generator=torch.Generator().manual_seed(0), dtype=torch.float64)


@pytest.mark.parametrize("kind", ["vanilla", "combined", "topk"])
@pytest.mark.parametrize("chunk", [300, 70], ids=["whole", "chunks"])
def test_error_and_density_are_those_of_all_rows_together(x, kind, chunk):
    torch.manual_seed(0)
    if kind == "topk":
        model = TopKAutoencoder.sized(8, 3, k=4).double()
    else:
        model = BilinearAutoencoder.preset(kind, 8, expansion=3).double()
    found = measure(model, x.split(chunk))
    assert found.tokens == 300
    assert found.error == pytest.approx(model.errors(x).mean().item(), rel=1e-12)
    assert found.density == pytest.approx(hoyer_density(model.encode(x)).mean().item(), rel=1e-12)


@pytest.mark.parametrize("kind", ["vanilla", "mixed", "topk", "untied"])
def test_latents_that_write_nothing_are_dead_by_the_evaluations_own_measure(x, kind):
    torch.manual_seed(0)
    if kind == "topk":
        model = TopKAutoencoder.sized(8, 3, k=4).double()
        factor = model.decoder
    else:
        untied = kind == "untied"
        preset = "vanilla" if untied else kind
        model = BilinearAutoencoder.preset(preset, 8, expansion=3, tied=not untied).double()
        factor = model.decoder_left if untied else model.left
    with torch.no_grad():
        factor *= 5
        assert measure(model, [x]).dead == 0
        factor[:5] *= 1e-6
    found = measure(model, x.split(90)).dead
    assert found == 5
    assert found == int(densities(model, x).dead().sum())


def test_rows_of_zeros_do_not_count(x):
    torch.manual_seed(0)
    model = BilinearAutoencoder.preset("vanilla", 8, expansion=3).double()
    padded = torch.cat([x, torch.zeros(50, 8, dtype=torch.float64)])
    assert measure(model, [padded]) == pytest.approx(measure(model, [x]), rel=1e-12)


def test_no_rows_have_no_measure():
    assert measure(BilinearAutoencoder.preset("vanilla", 8), []) is None
