"""Pieces of one manifold become one, of its own rank; separate manifolds stay separate."""

import pytest
import torch

from quadric.autoencoders.inputs import unit_rows
from quadric.manifolds.linking import chance_overlap, link
from quadric.manifolds.refining import Refined, Refining
from quadric.synthetic import plant

RANKS = ("line", "circle", "sphere", "loop in 4", "loop in 5", "loop in 6")


@pytest.mark.parametrize(("k", "m"), [(1, 1), (2, 3), (1, 3)])
def test_random_subspaces_do_not_reach_the_chance_overlap(k, m):
    draw = torch.Generator().manual_seed(0)
    a, b = (torch.linalg.qr(torch.randn(20_000, 64, r, generator=draw)).Q for r in (k, m))
    shared = (a.mT @ b).square().sum((1, 2))
    torch.testing.assert_close(shared.mean(), torch.tensor(k * m / 64), rtol=0.05, atol=0)
    # 201 subspaces are about as many pairs as were drawn: their closest two seldom reach it.
    level = chance_overlap(torch.tensor(k), torch.tensor(m), 64, 201)
    assert shared.max() < level < 1.6 * shared.max()
    # One pair alone reaches its own level one time in a hundred.
    alone = (shared > chance_overlap(torch.tensor(k), torch.tensor(m), 64, 2)).float().mean()
    assert 0.005 < alone < 0.02


def test_pieces_become_the_planted_manifolds():
    planted = plant(12, d=64, kinds=RANKS, active=2, noise=0.02)
    x, _ = unit_rows(planted.sample(6000, seed=1).x, 64, torch.float32)
    draw = torch.Generator().manual_seed(0)
    pieces = []
    for basis in planted.bases:
        rank = basis.shape[1]
        # A manifold of more than three dimensions comes in overlapping planes.
        for _ in range(1 if rank <= 3 else rank):
            size = rank if rank <= 3 else 2
            turned = basis @ torch.linalg.qr(torch.randn(rank, size, generator=draw)).Q
            pieces.append(torch.nn.functional.pad(turned, (0, 3 - size)))
    stack = torch.stack(pieces)
    ones = torch.ones(len(stack))
    found = link(
        Refined(stack, torch.ones(len(stack), 3), ones, 1.0),
        x,
        Refining(),
    )
    assert len(found) == 12
    for found_one, basis in zip(found, planted.bases, strict=True):
        rank = int(found_one.square().sum().round())
        assert rank == basis.shape[1]
        assert (found_one.T @ basis).square().sum() > 0.97 * rank


def test_two_circles_that_occur_together_stay_two():
    draw = torch.Generator().manual_seed(0)
    angle = 2 * torch.pi * torch.rand(2, 6000, generator=draw)
    there = torch.rand(6000, generator=draw) < 0.2
    points = torch.stack([angle.cos(), angle.sin()], 2) * there[:, None]
    x = torch.cat([points[0], points[1], torch.zeros(6000, 12)], 1)
    x, _ = unit_rows(x + 0.05 * torch.randn(x.shape, generator=draw), 16, torch.float32)
    planes = torch.nn.functional.pad(torch.eye(16)[:4].reshape(2, 2, 16).mT, (0, 1))
    two = Refined(planes, torch.ones(2, 3), torch.ones(2), 1.0)
    assert len(link(two, x, Refining())) == 2
