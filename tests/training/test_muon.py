import pytest
import torch
from torch import nn

from quadric import Muon
from quadric.training.muon import COEFFICIENTS, orthogonalise


def plain_newton_schulz(matrix, steps=5):
    """The textbook iteration on the matrix itself, in float64."""
    a, b, c = COEFFICIENTS
    x = matrix.double()
    x = x.T if x.shape[0] > x.shape[1] else x
    x = x / x.norm()
    for _ in range(steps):
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


def test_nearly_dependent_columns_and_zero_gradients_stay_finite():
    column = torch.randn(200, 1)
    matrix = column + 1e-6 * torch.randn(200, 30)
    assert torch.isfinite(orthogonalise(matrix)).all()
    assert (orthogonalise(torch.zeros(8, 3)) == 0).all()


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
