import hypothesis
import hypothesis.strategies as st
import jaxtyping
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
def test_everything_equals_the_dense_matrix(terms, d):
    form, other = make(terms, d), make(terms + 1, d, seed=1)
    dense = sum(
        w * (torch.outer(a, b) + torch.outer(b, a)) / 2
        for w, a, b in zip(form.weights, form.left, form.right, strict=True)
    )
    assert torch.allclose(form.to_dense(), dense)
    x = torch.randn(6, 3, d, dtype=torch.float64)
    assert torch.allclose(form(x), torch.einsum("...a,ab,...b->...", x, dense, x))
    assert torch.allclose(form.inner(other), (dense * other.to_dense()).sum())
    assert torch.allclose(form.norm(), dense.norm())
    assert torch.allclose((form + other).to_dense(), dense + other.to_dense())
    assert torch.allclose((2 * form - other).to_dense(), 2 * dense - other.to_dense())
    assert torch.allclose((-form).to_dense(), -dense)


@sizes
def test_eigenpairs_equal_the_dense_ones(terms, d):
    form = make(terms, d)
    values, vectors = form.eigh()
    assert len(values) == min(2 * terms, d)
    assert torch.allclose(vectors.T @ vectors, torch.eye(len(values)).double(), atol=1e-12)
    assert torch.allclose(vectors @ values.diag() @ vectors.T, form.to_dense(), atol=1e-12)
    assert (values.abs().diff() <= 1e-12).all()
    top = form.eigh(k=3)
    assert torch.allclose(top.values, values[:3])
    exact = torch.linalg.eigvalsh(form.to_dense())
    signature = form.signature()
    assert signature.positive == int((exact > 1e-10).sum())
    assert signature.negative == int((exact < -1e-10).sum())
    assert sum(signature) == d


def test_eigh_solves_no_dense_problem_when_the_rank_is_small(monkeypatch):
    sizes = []
    exact = torch.linalg.eigh
    monkeypatch.setattr(torch.linalg, "eigh", lambda m: sizes.append(len(m)) or exact(m))
    make(10, 576).eigh(3)
    make(10, 12).eigh(3)
    assert sizes == [20, 12]


@hypothesis.given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 999), st.booleans())
@hypothesis.settings(max_examples=40, deadline=None)
def test_sums_are_linear_and_swaps_change_nothing(terms, d, seed, lifted):
    d += lifted
    form, other = make(terms, d, seed, lifted), make(3, d, seed + 1, lifted)
    x = torch.randn(4, d - lifted, dtype=torch.float64)
    assert torch.allclose((3 * form + other)(x), 3 * form(x) + other(x))
    swapped = BilinearForm(form.weights, form.right, form.left, lifted)
    assert torch.allclose(swapped.inner(other), form.inner(other))
    assert torch.allclose(form.similarity(swapped), torch.ones(()).double())


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


def test_forms_of_different_inputs_are_refused(monkeypatch):
    with pytest.raises(ValueError, match="can't be added"):
        make(1, 4) + make(1, 5)
    with pytest.raises(ValueError, match="can't be added"):
        make(1, 4) + make(1, 4, lifted=True)
    with pytest.raises(ValueError, match="last dimension must be 4"):
        make(1, 4)(torch.randn(3, 5, dtype=torch.float64))
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)
    with pytest.raises(ValueError, match="as many of each"):
        BilinearForm(torch.ones(2), torch.ones(3, 4), torch.ones(3, 4))
