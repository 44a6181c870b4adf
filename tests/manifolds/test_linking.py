"""Pieces of one manifold become one, of its own rank; separate manifolds stay separate."""

import torch

from quadric.autoencoders.inputs import unit_rows
from quadric.manifolds.linking import chance_overlap, link
from quadric.manifolds.refining import Refined, Refining
from quadric.synthetic import plant

RANKS = ("line", "circle", "sphere", "loop in 4", "loop in 5", "loop in 6")


def test_random_subspaces_do_not_reach_the_chance_overlap():
    draw = torch.Generator().manual_seed(0)
    a, b = (torch.linalg.qr(torch.randn(2000, 32, k, generator=draw)).Q for k in (2, 3))
    shared = (a.mT @ b).square().sum((1, 2))
    level = chance_overlap(torch.tensor(2), torch.tensor(3), 32)
    assert shared.max() < level < 4 * shared.mean() + shared.std() * 6
    torch.testing.assert_close(shared.mean(), torch.tensor(2 * 3 / 32), rtol=0.05, atol=0)


def test_pieces_become_the_planted_manifolds():
    planted = plant(12, d=64, kinds=RANKS, active=2, noise=0.02)
    x, _ = unit_rows(planted.sample(6000, seed=1).x, 64, torch.float32)
    draw = torch.Generator().manual_seed(0)
    pieces, owner = [], []
    for j, basis in enumerate(planted.bases):
        rank = basis.shape[1]
        # A manifold of more than three dimensions comes in overlapping planes.
        for _ in range(1 if rank <= 3 else rank):
            size = rank if rank <= 3 else 2
            turned = basis @ torch.linalg.qr(torch.randn(rank, size, generator=draw)).Q
            pieces.append(torch.nn.functional.pad(turned, (0, 3 - size)))
            owner.append(j)
    stack = torch.stack(pieces)
    ones = torch.ones(len(stack))
    found = link(
        Refined(stack, torch.ones(len(stack), 3), ones, torch.arange(len(stack)), 1.0),
        x,
        Refining(),
    )
    assert len(found.subspaces) == 12
    assert [owner[i] for i in found.start.tolist()] == list(range(12))
    for found_one, basis in zip(found.subspaces, planted.bases, strict=True):
        rank = int(found_one.square().sum().round())
        assert rank == basis.shape[1]
        assert (found_one.T @ basis).square().sum() > 0.97 * rank
