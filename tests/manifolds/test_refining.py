"""The refinement finds planted subspaces exactly, each once, with its own rank."""

import pytest
import torch

from quadric.autoencoders.inputs import unit_rows
from quadric.manifolds.pursuit import pursue
from quadric.manifolds.refining import Refining, refine, rounds
from quadric.synthetic import plant


def padded(basis):
    return torch.cat([basis, torch.zeros(len(basis), 3 - basis.shape[1])], 1)


@pytest.fixture(scope="module")
def planted():
    return plant(8, d=32, active=2, noise=0.01)


def test_pursuit_with_the_true_subspaces_explains_everything(planted):
    drawn = planted.sample(400, seed=1)
    x, _ = unit_rows(drawn.x, 32, torch.float32)
    found = pursue(x, torch.stack([padded(basis) for basis in planted.bases]), active=4)
    assert found.residual.square().sum() < 0.02 * x.square().sum()
    used = [set(c[u].tolist()) for c, u in zip(found.chosen, found.coordinates.any(2), strict=True)]
    right = [mine == set(true.tolist()) for mine, true in zip(used, drawn.active, strict=True)]
    assert sum(right) / len(right) > 0.95
    rebuilt = found.residual.clone()
    bases = torch.stack([padded(basis) for basis in planted.bases])
    for slot in range(4):
        rebuilt += torch.einsum(
            "ndk,nk->nd", bases[found.chosen[:, slot]], found.coordinates[:, slot]
        )
    torch.testing.assert_close(rebuilt, x, atol=1e-5, rtol=0)


@pytest.mark.slow
def test_a_blurred_start_becomes_the_planted_subspaces(planted):
    x, _ = unit_rows(planted.sample(8000, seed=1).x, 32, torch.float32)
    draw = torch.Generator().manual_seed(0)
    blurred = torch.stack([padded(basis) for basis in planted.bases]).repeat(3, 1, 1)
    start = torch.linalg.qr(blurred + 0.12 * torch.randn(blurred.shape, generator=draw)).Q
    found = refine(start, x, Refining(rounds=24, batch=2048))
    assert len(found) == 8
    for basis in planted.bases:
        shared = (found.subspaces.mT @ basis).square().sum((1, 2))
        exact = shared / torch.maximum(found.ranks, torch.tensor(basis.shape[1]))
        assert exact.max() > 0.97
    assert found.explained > 0.97
    assert ((found.share > 0.15) & (found.share < 0.4)).all()


def test_noise_alone_is_said_to_be_noise():
    draw = torch.Generator().manual_seed(0)
    x = torch.nn.functional.normalize(torch.randn(2000, 400, generator=draw), dim=1)
    start = torch.linalg.qr(torch.randn(20, 400, 3, generator=draw)).Q
    with pytest.raises(ValueError, match="no subspace explains"):
        refine(start, x, Refining(rounds=3, batch=500))


def rarely(share, n=6000, d=96):
    """Half of the samples lie to three tenths in one plane, a share of them wholly in another."""
    draw = torch.Generator().manual_seed(0)

    def sphere(dimensions):
        return torch.nn.functional.normalize(torch.randn(n, dimensions, generator=draw), dim=1)

    noise = torch.cat([torch.zeros(n, 4), sphere(d - 4)], 1)
    plane = torch.cat([sphere(2), torch.zeros(n, d - 2)], 1)
    often = (torch.arange(n) < n // 2)[:, None]
    rare = (torch.arange(n) >= n - round(share * n))[:, None]
    x = torch.where(often, 0.3**0.5 * plane + 0.7**0.5 * noise, noise)
    x = torch.where(rare, plane.roll(2, dims=1), x)
    basis = torch.eye(d)
    return x, torch.stack([basis[:, [0, 1, 20]], basis[:, [2, 3, 21]]])


@pytest.mark.slow
@pytest.mark.parametrize(("share", "early"), [(0.004, 0), (0.02, 1)])
def test_what_is_rare_is_let_in_but_not_at_first(share, early):
    """The least share is 0.2%: below four times that, a newcomer waits a quarter of the rounds."""
    x, start = rarely(share)
    seen = []
    for now in rounds(start, x, Refining(rounds=16, batch=len(x), price=0.05)):
        inside = (now.subspaces.mT @ start[1, :, :2]).square().sum((1, 2))
        seen.append(int((inside > 1.5).sum()))
    assert seen[:4] == [early] * 4
    assert seen[-1] == 1


def test_what_is_rare_and_strong_comes_before_what_is_common_and_weak():
    x, start = rarely(0.08)
    found = refine(start, x, Refining(rounds=12, price=0.05))
    inside = (found.subspaces.mT @ start[1, :, :2]).square().sum((1, 2))
    assert inside[0] > 1.9
    assert found.share[0] < 0.1
    assert found.share[1] > 0.3
    explained = found.energy.sum(1) * found.share
    assert explained[1] > explained[0]
