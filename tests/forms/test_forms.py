"""Every way to make forms, all through one suite."""

import jaxtyping
import pytest
import torch
from forms.suite import FormSuite, rand, written_out

from quadric import BilinearForm
from quadric.forms import FormStack


class TestForm(FormSuite):
    def build(self, weights, left, right):
        return BilinearForm(weights[0], left[0], right[0])

    def dense(self, weights, left, right):
        return written_out(weights[0], left[0], right[0])


class TestLiftedForm(TestForm):
    def build(self, weights, left, right):
        return BilinearForm(weights[0], left[0], right[0], lifted=True)


class TestSumOfForms(FormSuite):
    def build(self, weights, left, right):
        one, two, three = map(BilinearForm, weights, left, right)
        return one + 2 * two - three

    def dense(self, weights, left, right):
        one, two, three = map(written_out, weights, left, right)
        return one + 2 * two - three


class TestStack(FormSuite):
    def build(self, weights, left, right):
        return FormStack(weights, left, right)

    def dense(self, weights, left, right):
        return torch.stack(list(map(written_out, weights, left, right)))


class TestLiftedStack(TestStack):
    def build(self, weights, left, right):
        return FormStack(weights, left, right, lifted=True)


class TestLatents(FormSuite):
    """One factor pair each, as the latents of an autoencoder."""

    def build(self, weights, left, right):
        return FormStack.from_factors(left.flatten(0, 1), right.flatten(0, 1))

    def dense(self, weights, left, right):
        ones = torch.ones(1, dtype=left.dtype)
        pairs = zip(left.flatten(0, 1), right.flatten(0, 1), strict=True)
        return torch.stack([written_out(ones, a[None], b[None]) for a, b in pairs])


class TestComposites(FormSuite):
    """Weighted sums of latents, some of which are members twice."""

    members = torch.tensor([[0, 2, 1], [1, 1, 0]])

    def build(self, weights, left, right):
        return FormStack(weights, left, right).combine(self.members, weights[:2, :1].expand(-1, 3))

    def dense(self, weights, left, right):
        single = torch.stack(list(map(written_out, weights, left, right)))
        return weights[:2, :1, None] * single[self.members].sum(1)


class TestChosen(FormSuite):
    def build(self, weights, left, right):
        return FormStack(weights, left, right)[[2, 0]][torch.tensor([1, 0, 1])]

    def dense(self, weights, left, right):
        every = list(map(written_out, weights, left, right))
        return torch.stack([every[0], every[2], every[0]])


class TestOneOfAStack(FormSuite):
    def build(self, weights, left, right):
        return FormStack(weights, left, right)[1:][0]

    def dense(self, weights, left, right):
        return written_out(weights[1], left[1], right[1])


def stack(n, terms=2, d=6, seed=0, lifted=False):
    shapes = (n, terms), (n, terms, d), (n, terms, d)
    return FormStack(*(rand(*s, seed=seed + i) for i, s in enumerate(shapes)), lifted)


@pytest.mark.parametrize("tile", [1, 3, 7, 100])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (7, 4), (3, 10)])
def test_tiles_cover_the_gram_matrix_once(n, m, tile):
    one, two = stack(n), stack(m, terms=3, seed=5)
    whole, seen = one.gram(two), torch.zeros(n, m)
    for i, j, found in one.tiles(two, tile):
        torch.testing.assert_close(found, whole[i, j])
        assert max(found.shape) <= tile
        seen[i, j] += 1
    assert (seen == 1).all()
    torch.testing.assert_close(one.gram(), one.gram(one))


def test_multiplying_by_a_combination_of_all_forms():
    many = stack(5, terms=3)
    g, v = rand(4, 5, seed=8), rand(4, 6, seed=9)
    matrices = torch.einsum("bn,nde->bde", g, many.to_dense())
    torch.testing.assert_close(many.multiply(g, v), torch.einsum("bde,be->bd", matrices, v))


def test_one_form_against_many():
    many = stack(5)
    torch.testing.assert_close(many.inner(many[2]), many.gram()[:, 2])
    torch.testing.assert_close(many[2].cosine(many)[2], torch.ones(()).double())


def test_subspaces_of_a_stack_are_those_of_its_forms():
    for lifted in (False, True):
        many = stack(4, terms=3, d=12, lifted=lifted)
        found = many.subspaces(3)
        for i in range(4):
            assert float(found[i].overlap(many[i].subspace(3))) > 1 - 1e-10
            assert found[i].d == 12 - lifted


def test_eigh_solves_no_dense_problem_when_the_rank_is_small(monkeypatch):
    sizes = []
    exact = torch.linalg.eigh
    monkeypatch.setattr(torch.linalg, "eigh", lambda m: sizes.append(m.shape) or exact(m))
    stack(5, terms=10, d=576).eigh(3)
    stack(5, terms=10, d=12).eigh(3)
    stack(5, terms=10, d=576)[0].eigh(3)
    assert sizes == [(5, 20, 20), (5, 12, 12), (20, 20)]


def test_forms_of_different_inputs_are_refused(monkeypatch):
    for other in (stack(1, d=5), stack(1, d=6, lifted=True)):
        with pytest.raises(ValueError, match="can't be added or compared"):
            stack(2).gram(other)
        with pytest.raises(ValueError, match="can't be added or compared"):
            _ = stack(2)[0] + other[0]
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)
    with pytest.raises(ValueError, match="as many of each"):
        FormStack(torch.ones(2, 1), torch.ones(3, 1, 4), torch.ones(3, 1, 4))


def test_what_a_stack_says_of_itself():
    assert repr(stack(4, lifted=True)) == "FormStack(4 forms of 2 terms, d=6, lifted)"
    assert repr(stack(4, terms=1)[1]) == "BilinearForm(1 term, d=6)"
