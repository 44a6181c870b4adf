import numpy as np
import pytest
import torch
from torch import nn

from quadric.training.muon import MINIMAX, NEWTON_SCHULZ, Muon, orthogonalise


def plain_newton_schulz(matrix, steps=NEWTON_SCHULZ):
    """The textbook iteration on the matrix itself, in float64."""
    x = matrix.double()
    x = x.T if x.shape[0] > x.shape[1] else x
    x = x / (x.norm() if steps == NEWTON_SCHULZ else (x @ x.T).norm().sqrt())
    for a, b, c in steps:
        gram = x @ x.T
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.T if matrix.shape[0] > matrix.shape[1] else x


@pytest.mark.parametrize(
    "shape", [(64, 16), (16, 64), (33, 33), (500, 1), (1, 7), (1000, 63)], ids=str
)
def test_the_gram_iteration_equals_the_textbook_one(shape):
    matrix = torch.randn(*shape, dtype=torch.float64)
    assert torch.allclose(orthogonalise(matrix), plain_newton_schulz(matrix), atol=1e-10)
    single = orthogonalise(matrix.float())
    assert torch.allclose(single.double(), plain_newton_schulz(matrix), atol=2e-4)
    values = torch.linalg.svdvals(orthogonalise(matrix))
    assert values.min() > 0.5
    assert values.max() < 1.3


@pytest.mark.parametrize("shape", [(64, 16), (16, 64), (33, 33), (1000, 63)], ids=str)
def test_the_two_minimax_steps_on_the_gram_matrix_equal_those_on_the_matrix(shape):
    torch.manual_seed(0)
    matrix = torch.randn(*shape, dtype=torch.float64)
    found = orthogonalise(matrix, MINIMAX)
    assert torch.allclose(found, plain_newton_schulz(matrix, MINIMAX), atol=1e-10)
    exact = torch.linalg.svd(matrix, full_matrices=False)
    cosine = nn.functional.cosine_similarity(found.flatten(), (exact.U @ exact.Vh).flatten(), dim=0)
    assert cosine > 0.96


def test_each_minimax_step_is_the_nearest_quintic_to_one():
    from scipy.optimize import linprog

    low, high = 0.05, 1.0
    for step in MINIMAX:
        grid = torch.linspace(low, high, 400, dtype=torch.float64)
        design = torch.stack([grid, grid**3, grid**5], 1).numpy()
        # Smallest t with |design @ c − 1| <= t, as a linear programme in (c, t).
        t = -torch.ones(400, 1, dtype=torch.float64).numpy()
        above, below = np.hstack([design, t]), np.hstack([-design, t])
        found = linprog(
            [0, 0, 0, 1],
            A_ub=np.vstack([above, below]),
            b_ub=np.hstack([np.ones(400), -np.ones(400)]),
            bounds=[(None, None)] * 3 + [(0, None)],
        )
        assert step == pytest.approx(found.x[:3], rel=1e-4)
        low, high = 1 - found.x[3], 1 + found.x[3]
    assert (low, high) == pytest.approx((0.78, 1.22), abs=0.005)


def test_nearly_dependent_columns_and_zero_gradients_stay_finite():
    column = torch.randn(200, 1)
    matrix = column + 1e-6 * torch.randn(200, 30)
    for steps in (NEWTON_SCHULZ, MINIMAX):
        assert torch.isfinite(orthogonalise(matrix, steps)).all()
        assert (orthogonalise(torch.zeros(8, 3), steps) == 0).all()


@pytest.mark.parametrize(("momentum", "nesterov"), [(0.0, False), (0.9, False), (0.95, True)])
@pytest.mark.parametrize("shape", [(96, 24), (24, 96), (40, 40)], ids=str)
def test_it_walks_in_the_direction_of_torchs_muon(shape, momentum, nesterov):
    torch.manual_seed(0)
    start, target = torch.randn(*shape), torch.randn(*shape)
    ours, theirs = nn.Parameter(start.clone()), nn.Parameter(start.clone())
    mine = Muon([ours], lr=0.02, momentum=momentum, nesterov=nesterov)
    reference = torch.optim.Muon(
        [theirs], lr=0.02, momentum=momentum, nesterov=nesterov, weight_decay=0.0
    )
    for _ in range(4):
        before = ours.detach().clone(), theirs.detach().clone()
        for parameter, optimiser in ((ours, mine), (theirs, reference)):
            parameter.grad = parameter.detach() - target
            optimiser.step()
        steps = [p.detach() - b for p, b in zip((ours, theirs), before, strict=True)]
        cosine = nn.functional.cosine_similarity(*(s.flatten() for s in steps), dim=0)
        # torch's runs in bfloat16: 8 bits of mantissa, so the directions agree, not the digits.
        assert cosine > 0.99
        assert steps[0].norm().item() == pytest.approx(steps[1].norm().item(), rel=0.05)


@pytest.mark.parametrize("steps", [NEWTON_SCHULZ, MINIMAX], ids=["newton-schulz", "minimax"])
@pytest.mark.parametrize("shape", [(300, 200), (200, 500), (128, 128), (1600, 100)], ids=str)
def test_bfloat16_products_turn_the_update_by_little(shape, steps):
    torch.manual_seed(0)
    left, values, right = torch.linalg.svd(torch.randn(*shape), full_matrices=False)
    # From full rank to singular values over four orders of magnitude, as gradients have them.
    for spread, nearest in ((values, 0.999), (torch.logspace(0, -4, len(values)), 0.99)):
        matrix = (left * spread) @ right
        exact = orthogonalise(matrix.double(), steps)
        found = orthogonalise(matrix, steps, products=torch.bfloat16)
        assert found.dtype == torch.float32
        cosine = torch.cosine_similarity(found.double().flatten(), exact.flatten(), 0)
        assert cosine > nearest
        assert found.norm().item() == pytest.approx(exact.norm().item(), rel=0.02)
        assert torch.linalg.svdvals(found).max() < 1.3


def test_biases_go_to_adam():
    torch.manual_seed(0)
    ours, theirs = (nn.Parameter(torch.ones(5)) for _ in range(2))
    mine = Muon([ours], adam_lr=0.1, adam_betas=(0.9, 0.95))
    reference = torch.optim.Adam([theirs], lr=0.1, betas=(0.9, 0.95))
    for _ in range(6):
        gradient = torch.randn(5)
        for parameter, optimiser in ((ours, mine), (theirs, reference)):
            parameter.grad = gradient.clone()
            optimiser.step()
    assert torch.allclose(ours, theirs)


def test_its_state_continues_where_it_was():
    torch.manual_seed(0)
    weights = [nn.Parameter(torch.randn(6, 4)), nn.Parameter(torch.randn(3))]
    gradients = [[torch.randn_like(w) for w in weights] for _ in range(6)]

    def run(parameters, optimiser, some):
        for step in some:
            for parameter, gradient in zip(parameters, step, strict=True):
                parameter.grad = gradient.clone()
            optimiser.step()

    whole = [nn.Parameter(w.detach().clone()) for w in weights]
    run(whole, Muon(whole, momentum=0.9), gradients)
    part = [nn.Parameter(w.detach().clone()) for w in weights]
    first = Muon(part, momentum=0.9)
    run(part, first, gradients[:3])
    second = Muon(part, momentum=0.9)
    second.load_state_dict(first.state_dict())
    run(part, second, gradients[3:])
    assert all(map(torch.equal, part, whole))


def test_impossible_settings_are_refused():
    parameter = nn.Parameter(torch.ones(2, 2))
    for settings, message in [
        ({"lr": -1}, "negative"),
        ({"momentum": 1.0}, "below 1"),
        ({"nesterov": True}, "needs momentum"),
    ]:
        with pytest.raises(ValueError, match=message):
            Muon([parameter], **settings)


@pytest.mark.parametrize("scale", [1e-12, 1e-20, 1e-30])
def test_tiny_gradients_have_the_same_update(scale):
    gradient = torch.randn(70, 40, generator=torch.Generator().manual_seed(0))
    expected = orthogonalise(gradient, MINIMAX)
    torch.testing.assert_close(orthogonalise(scale * gradient, MINIMAX), expected)
