"""What is found does not depend on the device: tensors of the CPU and of another one never meet."""

import pytest
import torch
from manifolds.elsewhere import another_device
from manifolds.months import autoencoder, months

from quadric import find_manifolds, locate
from quadric.manifolds.grouping import Grouped
from quadric.manifolds.linking import link
from quadric.manifolds.methods import Paper
from quadric.manifolds.pieces import Refined, Refining, drop, split
from quadric.manifolds.refining import refine
from quadric.synthetic import plant

METHODS = {
    "paper": Paper(),
    "sets": Grouped(agreement=0.0, clusterings=(8, 16)),
    "compete": Grouped(agreement=2.0, refining=Refining(rounds=4, batch=256)),
}


def orthonormal(*shape: int, seed: int = 0):
    draw = torch.Generator().manual_seed(seed)
    return torch.linalg.qr(torch.randn(*shape, generator=draw)).Q


def same(found: Refined, other: Refined) -> bool:
    """Whether both are the same, bit for bit, wherever they are."""
    names = ("subspaces", "energy", "share")
    return all(torch.equal(getattr(found, n).cpu(), getattr(other, n).cpu()) for n in names)


def test_the_other_device_refuses_what_a_gpu_refuses():
    with another_device() as device:
        x, at = torch.arange(6.0), torch.tensor([0, 2])
        there = x.to(device)
        assert there.device == device
        assert there[at].tolist() == there[[0, 2]].tolist() == [0, 2]
        assert (there * torch.tensor(2.0)).device == device
        assert torch.tensor([1.0], device=device).device == device
        with pytest.raises(TypeError):
            there.numpy()
        for mixed in (
            lambda: there + x,
            lambda: x[at.to(device)],
            lambda: torch.cat([there, x]),
            lambda: there @ x,
            lambda: torch.stack([there[0], x[0]]),
        ):
            with pytest.raises(RuntimeError, match="expected all tensors"):
                mixed()


def test_subspaces_are_refined_and_linked_on_any_device():
    planted = plant(4, d=16, active=2, noise=0.02)
    x = torch.nn.functional.normalize(planted.sample(600, seed=1).x, dim=1)
    start, settings = orthonormal(12, 16, 3), Refining(rounds=6, batch=300, grow=3)
    here = refine(start, x, settings)
    linked = link(here, x, settings)
    with another_device() as device:
        there = refine(start.to(device), x.to(device), settings)
        linked_there = link(there, x.to(device), settings)
    assert there.share.device == device
    assert same(here, there)
    assert torch.equal(linked, linked_there.cpu())


def test_two_lines_in_one_subspace_are_split_on_any_device():
    draw = torch.Generator().manual_seed(0)
    first = torch.rand(400, generator=draw) < 0.5
    point = torch.randn(400, 1, generator=draw) * torch.stack([first, ~first], 1)
    point = torch.nn.functional.pad(point, (0, 1))
    basis, energy = orthonormal(8, 3), torch.tensor([0.5, 0.5, 0.0])
    here = split(point, basis, energy, 0.45)
    assert len(here) == 2
    with another_device() as device:
        there = split(point.to(device), basis.to(device), energy.to(device), 0.45)
        for (basis, energy, count), (own, strength, size) in zip(here, there, strict=True):
            assert torch.equal(basis, own.cpu())
            assert torch.equal(energy, strength.cpu())
            assert count == size


def test_pieces_of_others_are_dropped_on_any_device():
    plane = torch.nn.functional.pad(orthonormal(8, 2), (0, 1))
    line = plane * torch.tensor([1.0, 0.0, 0.0])
    both, energy, share = torch.stack([line, plane]), torch.ones(2, 3), torch.full((2,), 0.5)
    here = drop(Refined(both, energy, share, 1.0), Refining())
    assert len(here) == 1
    with another_device() as device:
        there = Refined(both.to(device), energy.to(device), share.to(device), 1.0)
        assert same(here, drop(there, Refining()))


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_manifolds_are_found_on_any_device(method):
    data = months(1000)
    settings = {"n": 3, "candidates": 6, "controls": 2, "labels": data.labels.tolist()}
    ae = autoencoder(data.plane)
    here = find_manifolds(ae, data.x, method=METHODS[method], **settings)
    with another_device() as device:
        there = find_manifolds(ae.to(device), data.x, method=METHODS[method], **settings)
        for one, other in zip(here, there, strict=True):
            assert (one.score, one.sentence) == (other.score, other.sentence)
            assert torch.equal(one.points, other.points)
            assert torch.equal(one.subspace, other.subspace)
            x = data.x[one.samples[:20]]
            assert torch.equal(one.strength(x), other.strength(x.to(device)).cpu())


@pytest.mark.slow
def test_samples_seeds_and_known_concepts_may_be_on_different_devices():
    data = months(1000)
    labels = data.labels.tolist()
    ae, other = autoencoder(data.plane), autoencoder(data.plane)
    settings = {"candidates": 6, "controls": 2, "method": "paper"}
    (here,) = find_manifolds(ae, data.x, n=1, seeds=[other], **settings)
    told = locate(ae, data.x, labels, method="paper")
    with another_device() as device:
        ae, x = ae.to(device), data.x.to(device)
        (there,) = find_manifolds(ae, x, n=1, seeds=[other], **settings)
        assert (there.score, there.again) == (here.score, here.again)
        assert locate(ae, x, labels, method="paper") == told
        assert locate(ae, data.x, labels, manifolds=[there])
