"""What occurs together is one manifold only if its parts tell something of each other."""

import pytest
import torch

from quadric.manifolds.dependence import correlation, dependent


def angles(n, seed):
    return 2 * torch.pi * torch.rand(n, generator=torch.Generator().manual_seed(seed))


def plane(angle, turns=1):
    return torch.stack([(turns * angle).cos(), (turns * angle).sin()], 1)


def test_parts_of_one_manifold_depend_on_each_other():
    one = angles(400, 0)
    circle = plane(one)
    assert correlation(circle[:, :1], circle[:, 1:]) == pytest.approx(1, abs=0.05)
    assert correlation(plane(one), plane(one, turns=2)) > 0.9


def test_two_that_only_occur_together_do_not():
    assert correlation(plane(angles(400, 0)), plane(angles(400, 1))) < 0.25


def test_only_samples_that_use_both_count():
    one, other = plane(angles(400, 0)), plane(angles(400, 1))
    fixed = torch.tensor([[0.5, 0.0]]).expand(400, 2)
    points = torch.stack([one, other, plane(angles(400, 0), turns=2), fixed])
    points[1, :390] = 0
    found = dependent(points, torch.ones(4, 4, dtype=torch.bool))
    # Ten samples say nothing; the point that is always the same belongs to what it occurs with.
    assert found[0, 1] == found[0, 2] == found[0, 3] == 1
    points[1] = other
    found = dependent(points, torch.ones(4, 4, dtype=torch.bool))
    assert found[0, 1] == found[1, 0] == 0
    assert dependent(points, torch.zeros(4, 4, dtype=torch.bool)).sum() == 0
