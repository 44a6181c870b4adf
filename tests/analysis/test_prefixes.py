"""Errors of all prefixes, random and greedy orders, against one materialised pass for each."""

import itertools

import pytest
import torch
from analysis.dense import KINDS, PARTS, build
from analysis.largest import Largest

from quadric.analysis.interactions import Interactions
from quadric.analysis.prefixes import greedy_order, prefix_errors
from quadric.autoencoders import AutoencoderConfig, BilinearAutoencoder


def samples(n=40, d=4, seed=0):
    return torch.randn(n, d, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@torch.no_grad()
def error_of(ae, x, subset):
    """The mean error of X̂ from the codes of some latents alone, materialised."""
    unit = x / x.norm(dim=1, keepdim=True)
    if ae.config.bias:
        unit = torch.cat([unit, torch.ones(len(x), 1).double()], 1) / 2**0.5
    f = ae.encode(x)
    g = f if ae.down is None else f @ ae.down.T @ ae.down
    tied = ae.config.tied
    left, right = (ae.left, ae.right) if tied else (ae.decoder_left, ae.decoder_right)
    subset = list(subset)
    decoded = torch.einsum("nj,ja,jb->nab", g[:, subset], left[subset], right[subset])
    if ae.config.symmetric:
        decoded = (decoded + decoded.mT) / 2
    truth = torch.einsum("na,nb->nab", unit, unit)
    return float((decoded - truth).square().sum((1, 2)).mean())


@pytest.mark.parametrize("tile", [3, 64], ids=lambda t: f"T{t}")
@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_prefix_equals_its_own_materialised_pass(kind, parts, tile):
    ae, x = build(kind, parts), samples()
    ours = prefix_errors(ae, x, tile=tile).errors
    expected = torch.tensor([error_of(ae, x, range(k)) for k in range(1, 12)]).double()
    torch.testing.assert_close(ours, expected)
    torch.testing.assert_close(ours[-1], ae.errors(x).mean())


def test_all_latents_of_an_ordered_one_average_to_its_loss():
    ae, x = build("combined"), samples()
    loss = ae.loss(x, alpha=0.0)
    torch.testing.assert_close(prefix_errors(ae, x).errors.mean(), loss.error.detach())


def test_gated_latents_have_prefixes_too():
    config = AutoencoderConfig(4, 6, tied=False, gate="topk", k=2)
    ae, x = BilinearAutoencoder(config).double(), samples()
    expected = torch.tensor([error_of(ae, x, range(k)) for k in range(1, 7)]).double()
    torch.testing.assert_close(prefix_errors(ae, x).errors, expected)


@pytest.mark.parametrize("kind", ["vanilla", "mixed"])
def test_random_order_is_the_mean_over_all_orders(kind):
    ae, x = build(kind, lat=5), samples(12)
    subsets = [list(itertools.combinations(range(5), k)) for k in range(1, 6)]
    expected = [sum(error_of(ae, x, s) for s in group) / len(group) for group in subsets]
    ours = prefix_errors(ae, x, tile=2).random
    torch.testing.assert_close(ours, torch.tensor(expected).double())


@pytest.mark.parametrize("kind", ["vanilla", "mixed"])
def test_greedy_takes_the_latent_that_lowers_the_error_most(kind):
    ae, x = build(kind, lat=9), samples()
    ours = greedy_order(ae, x, tile=4)
    chosen: list[int] = []
    for k in range(9):
        rest = [j for j in range(9) if j not in chosen]
        chosen.append(min(rest, key=lambda j: error_of(ae, x, [*chosen, j])))
        assert ours.order[k] == chosen[-1]
        assert abs(float(ours.errors[k]) - error_of(ae, x, chosen)) < 1e-12
    assert sorted(ours.order.tolist()) == list(range(9))


def test_samples_of_zeros_do_not_count_and_rows_are_chosen():
    ae, x = build(), samples()
    padded = torch.cat([samples(7, seed=5), x, torch.zeros(3, 4).double()])
    found = Interactions(ae, padded, range(7, 50))
    assert found.samples == 40
    torch.testing.assert_close(prefix_errors(ae, found).errors, prefix_errors(ae, x).errors)


@pytest.mark.parametrize("kind", ["vanilla", "mixed"])
def test_chunks_add_up(kind):
    ae, x = build(kind), samples()
    parts = Interactions(ae, x, chunk=7)
    torch.testing.assert_close(prefix_errors(ae, parts).errors, prefix_errors(ae, x).errors)


def test_no_samples_are_refused():
    ae = build()
    with pytest.raises(ValueError, match="no row"):
        prefix_errors(ae, samples(), rows=range(0))
    with pytest.raises(ValueError, match="all samples are zero"):
        prefix_errors(ae, torch.zeros(5, 4).double())


@pytest.mark.parametrize("kind", KINDS)
def test_prefixes_need_samples_times_latents_at_most(kind):
    ae, x = build(kind, lat=120), samples(50)
    with Largest() as seen:
        prefix_errors(ae, x, tile=12)
    assert 0 < seen.numel <= 50 * 120
