import pytest
import torch

from quadric import BilinearForm


def make(terms, d, seed=0, lifted=False):
    generator = torch.Generator().manual_seed(seed)
    weights, left, right = (
        torch.randn(*shape, generator=generator, dtype=torch.float64)
        for shape in ((terms,), (terms, d), (terms, d))
    )
    return BilinearForm(weights, left, right, lifted)


sizes = pytest.mark.parametrize(
    ("terms", "d"), [(1, 2), (1, 9), (3, 20), (5, 10), (10, 7), (40, 11)], ids=lambda v: str(v)
)


@sizes
def test_the_signature_counts_the_signs_of_the_eigenvalues(terms, d):
    form = make(terms, d)
    exact = torch.linalg.eigvalsh(form.to_dense())
    signature = form.signature()
    assert signature.positive == int((exact > 1e-10).sum())
    assert signature.negative == int((exact < -1e-10).sum())
    assert sum(signature) == d


def test_a_planted_ellipsoid_gives_back_its_centre_axes_and_level():
    d = 7
    centre = torch.randn(d, dtype=torch.float64)
    axes = torch.linalg.qr(torch.randn(d, 3, dtype=torch.float64)).Q
    radii = torch.tensor([0.5, 1.0, 2.0], dtype=torch.float64)
    # Σ_i ((a_i·(x − c))/ρ_i)² as lifted factors: each is an affine function squared.
    affine = torch.cat([axes.T, -(axes.T @ centre)[:, None]], 1) / radii[:, None]
    form = BilinearForm(2 * torch.ones(3).double(), affine, affine, lifted=True)
    quadric = form.quadric()
    inside = axes @ axes.T
    assert torch.allclose(quadric.centre, inside @ centre)
    assert torch.allclose(quadric.curvatures, 1 / radii**2)
    assert torch.allclose(quadric.semi_axes(1.0), radii)
    assert torch.allclose(quadric.axes @ quadric.axes.T, inside)
    assert quadric.constant.abs() < 1e-12
    assert torch.allclose(quadric.linear, torch.zeros(d).double(), atol=1e-12)
    x = torch.randn(20, d, dtype=torch.float64)
    assert torch.allclose(quadric(x), form(x))


@pytest.mark.parametrize("terms", [1, 2, 30])
@pytest.mark.parametrize("lifted", [False, True])
def test_the_quadric_is_the_form(terms, lifted):
    form = make(terms, 9, lifted=lifted)
    quadric = form.quadric()
    x = torch.randn(20, 9 - lifted, dtype=torch.float64)
    assert torch.allclose(quadric(x), form(x))
    assert torch.allclose(quadric(quadric.centre[None]), quadric.constant)
    if not lifted:
        assert (quadric.centre == 0).all()


def test_a_level_that_an_axis_never_reaches_is_infinitely_far():
    form = BilinearForm(torch.tensor([1.0, -1.0]), torch.eye(2), torch.eye(2))
    assert sorted(form.quadric().semi_axes(4.0).tolist()) == [2.0, float("inf")]
