import copy
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch

from quadric.kernels.workspace import Workspace
from quadric.objective import error_and_density


@pytest.fixture
def problem():
    torch.manual_seed(0)
    x = torch.nn.functional.normalize(torch.randn(40, 6, dtype=torch.float64), dim=1)
    return x, [torch.randn(*shape).double().requires_grad_() for shape in ((24, 6), (24, 6))]


def gradients(x, weights, workspace):
    error, density = error_and_density(x, *weights, tile=7, workspace=workspace)
    return torch.autograd.grad(error + density, weights)


def test_memory_is_used_again_and_the_gradients_stay_the_same(problem):
    x, weights = problem
    reference = gradients(x, weights, None)
    workspace = Workspace()
    seen = []
    for rows in (x, x, x[:31], x):
        now = gradients(rows, weights, workspace)
        seen.append(sorted(t.data_ptr() for t in workspace._free))
        if len(rows) == len(x):
            assert all(map(torch.equal, now, reference))
    assert seen[1] == seen[2] == seen[3]
    workspace.clear()
    assert workspace._free == []


def test_larger_batches_replace_what_is_too_small(problem):
    x, weights = problem
    workspace = Workspace()
    for rows in (x[:2], x[:9], x):
        gradients(rows, weights, workspace)
    alone = Workspace()
    gradients(x, weights, alone)
    kept, needed = (sum(t.numel() for t in w._free) for w in (workspace, alone))
    assert kept <= 1.2 * needed


def test_a_graph_whose_memory_was_lent_again_is_refused(problem):
    x, weights = problem
    workspace = Workspace()
    error, _ = error_and_density(x, *weights, workspace=workspace)
    first = torch.autograd.grad(error, weights, retain_graph=True)
    second = torch.autograd.grad(error, weights, retain_graph=True)
    assert all(map(torch.equal, first, second))
    gradients(x, weights, workspace)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        torch.autograd.grad(error, weights)


def test_two_graphs_at_once_share_nothing(problem):
    x, weights = problem
    workspace = Workspace()
    one, _ = error_and_density(x, *weights, workspace=workspace)
    two, _ = error_and_density(2 * x, *weights, workspace=workspace)
    expected = torch.autograd.grad(error_and_density(x, *weights)[0], weights)
    torch.autograd.grad(two, weights)
    assert all(map(torch.equal, torch.autograd.grad(one, weights), expected))


def test_copies_start_empty(problem):
    workspace = Workspace()
    gradients(*problem, workspace)
    assert workspace._free
    assert copy.deepcopy(workspace)._free == []


def test_threads_that_share_one_get_gradients_of_their_own(problem):
    x, weights = problem
    workspace = Workspace()
    parts = [x[:13], x[:29], x, 2 * x]
    expected = [gradients(part, weights, None) for part in parts]
    with ThreadPoolExecutor(len(parts)) as pool:
        for _ in range(5):
            found = pool.map(lambda part: gradients(part, weights, workspace), parts)
            for now, true in zip(found, expected, strict=True):
                assert all(map(torch.allclose, now, true))
