"""Streamed densities and dead latents against the whole set of latents at once."""

import pytest
import torch
from analysis.dense import KINDS, PARTS, build

from quadric import TopKAutoencoder, TopKConfig, hoyer_density
from quadric.analysis.densities import densities, histogram_line


def samples(n=50, d=4):
    return torch.randn(n, d, generator=torch.Generator().manual_seed(0), dtype=torch.float64)


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("kind", KINDS)
def test_density_and_peak_equal_the_whole_at_once(kind, parts):
    ae, x = build(kind, parts), samples()
    found = densities(ae, torch.cat([x, torch.zeros(4, 4).double()]))
    f = ae.encode(x)
    g = f if ae.down is None else f @ ae.down.T @ ae.down
    tied = ae.config.tied
    left, right = (ae.left, ae.right) if tied else (ae.decoder_left, ae.decoder_right)
    forms = torch.einsum("ja,jb->jab", left, right)
    terms = torch.einsum("nj,jab->njab", g, (forms + forms.mT) / 2).flatten(2).norm(dim=2)
    assert found.samples == 50
    torch.testing.assert_close(found.density, hoyer_density(f).detach())
    torch.testing.assert_close(found.peak, terms.amax(0).detach())


def test_chunks_add_up():
    ae, x = build("mixed"), samples()
    whole, parts = densities(ae, x), densities(ae, x, chunk=7)
    torch.testing.assert_close(parts.density, whole.density)
    torch.testing.assert_close(parts.peak, whole.peak)


def test_dead_latents_do_not_depend_on_how_weights_are_scaled():
    ae, x = build("mixed", lat=8), samples()
    with torch.no_grad():
        ae.left[2] = 0
        ae.down[:, 5] = 0
    expected = [j in (2, 5) for j in range(8)]
    found = densities(ae, x)
    assert found.dead().tolist() == expected
    with torch.no_grad():
        ae.left.mul_(100)
        ae.right.div_(10)
        ae.down.div_(10)
    rescaled = densities(ae, x)
    torch.testing.assert_close(rescaled.peak, found.peak)
    torch.testing.assert_close(rescaled.density, found.density)


def test_topk_latents_that_are_never_kept_are_dead():
    torch.manual_seed(0)
    ae, x = TopKAutoencoder(TopKConfig(4, 12, 2)).double(), samples()
    ae.encoder_bias.data[3] = -100
    found = densities(ae, x)
    kept = (ae.encode(x) > 0).any(0)
    assert not kept[3]
    assert torch.equal(found.dead(1e-12), ~kept)


def test_histogram_counts_every_latent_and_is_drawn():
    found = densities(build(lat=30), samples())
    counts = found.histogram(10)
    assert int(counts.sum()) == 30
    assert int(counts[4]) == int(((found.density >= 0.4) & (found.density < 0.5)).sum())
    assert len(histogram_line(counts)) == 10
    assert histogram_line([0, 1, 800]) == " ▁█"
    assert histogram_line([0, 0]) == "  "


def test_zeros_alone_are_refused():
    with pytest.raises(ValueError, match="all samples are zero"):
        densities(build(), torch.zeros(5, 4).double())
