"""What every kind of form has to do: values and gradients as those of the matrix, written out."""

import math

import pytest
import torch

from quadric.forms import Subspace

SIZES = [(1, 2), (1, 9), (3, 20), (5, 10), (10, 7), (40, 11)]


def rand(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


def written_out(weights, left, right):
    """Σ_t w_t ½(l_t r_tᵀ + r_t l_tᵀ), one outer product after the other."""
    total = torch.zeros(left.shape[-1], left.shape[-1], dtype=left.dtype)
    for w, a, b in zip(weights, left, right, strict=True):
        total = total + w * (torch.outer(a, b) + torch.outer(b, a)) / 2
    return total


def inner(a, b):
    """⟨A_i, B_j⟩ for any leading axes."""
    return torch.tensordot(a, b, dims=([-2, -1], [-2, -1]))


def norm(a):
    return a.square().sum((-2, -1)).sqrt()


@pytest.mark.parametrize(("terms", "d"), SIZES, ids=[f"t{t}-d{d}" for t, d in SIZES])
class FormSuite:
    """Inherit it, and say how to build forms from factor pairs and what they are, written out."""

    count = 3
    """Factor pairs come as [count, terms, d]."""

    def build(self, weights, left, right):
        raise NotImplementedError

    def dense(self, weights, left, right):
        raise NotImplementedError

    def pair(self, terms, d, seed=0):
        """The forms, their matrices, and the factors that both are made of."""
        shapes = (self.count, terms), (self.count, terms, d), (self.count, terms, d)
        leaves = [rand(*shape, seed=seed + i).requires_grad_() for i, shape in enumerate(shapes)]
        return self.build(*leaves), self.dense(*leaves), leaves

    def same(self, fast, naive, leaves):
        """Equal values, and equal gradients of a random combination of them."""
        assert fast.shape == naive.shape
        torch.testing.assert_close(fast, naive, rtol=1e-8, atol=1e-10)
        direction = rand(*fast.shape, seed=99)
        one, two = (
            torch.autograd.grad(
                (result * direction).sum(), leaves, retain_graph=True, materialize_grads=True
            )
            for result in (fast, naive)
        )
        torch.testing.assert_close(one, two, rtol=1e-6, atol=1e-8)

    def test_the_matrix(self, terms, d):
        form, dense, leaves = self.pair(terms, d)
        assert form.d == dense.shape[-1]
        self.same(form.to_dense(), dense, leaves)
        self.same((-2 * form).to_dense(), -2 * dense, leaves)
        self.same((-form).to_dense(), -dense, leaves)
        assert form.to(torch.float32).to_dense().dtype == torch.float32

    def test_its_values(self, terms, d):
        form, dense, leaves = self.pair(terms, d)
        x = rand(2, 3, form.d - form.lifted, seed=7)
        lifted = torch.cat([x, torch.ones(2, 3, 1)], -1) / math.sqrt(2) if form.lifted else x
        values = torch.tensordot(lifted[..., None] * lifted[..., None, :], dense, ([-2, -1],) * 2)
        self.same(form(x), values, leaves)
        with pytest.raises(ValueError, match="last dimension must be"):
            form(rand(3, form.d + 1))

    def test_inner_products(self, terms, d):
        form, dense, leaves = self.pair(terms, d)
        other, other_dense, other_leaves = self.pair(terms, d, seed=10)
        leaves = leaves + other_leaves
        self.same(form.inner(other), inner(dense, other_dense), leaves)
        self.same(form.paired(other), (dense * other_dense).sum((-2, -1)), leaves)
        self.same(form.norm(), norm(dense), leaves)
        torch.testing.assert_close(form.unit().norm(), torch.ones_like(norm(dense)))
        scale = torch.tensordot(norm(dense)[..., None], norm(other_dense)[..., None], ([-1], [-1]))
        self.same(form.cosine(other), inner(dense, other_dense) / scale, leaves)
        assert (0 * form).cosine(other).eq(0).all()

    def test_swapping_the_factors_changes_nothing(self, terms, d):
        shapes = (self.count, terms), (self.count, terms, d), (self.count, terms, d)
        weights, left, right = (rand(*shape, seed=i) for i, shape in enumerate(shapes))
        form, swapped = self.build(weights, left, right), self.build(weights, right, left)
        torch.testing.assert_close(form.inner(form), swapped.inner(form))

    def test_eigenpairs(self, terms, d):
        form, dense, leaves = self.pair(terms, d)
        values, vectors = form.eigh()
        assert values.shape[-1] == min(2 * form.terms, form.d)
        assert (values.abs().diff(dim=-1) <= 1e-12).all()
        identity = torch.eye(values.shape[-1], dtype=torch.float64)
        torch.testing.assert_close(
            (vectors.mT @ vectors).detach(), identity.expand(*values.shape[:-1], -1, -1)
        )
        again = vectors @ torch.diag_embed(values) @ vectors.mT
        torch.testing.assert_close(again, dense, rtol=1e-8, atol=1e-10)
        exact = torch.linalg.eigvalsh(dense)
        order = exact.abs().argsort(-1, descending=True)[..., : min(3, values.shape[-1])]
        self.same(form.eigh(3).values, exact.gather(-1, order), leaves)

    def test_on_a_subspace(self, terms, d):
        form, dense, leaves = self.pair(terms, d)
        rank = min(3, form.d - form.lifted)
        subspace = Subspace.random(form.d - form.lifted, rank).to(torch.float64)
        basis = subspace.basis
        if form.lifted:
            basis = torch.block_diag(basis, torch.ones(1, 1))
        restricted = form.restrict(subspace)
        self.same(restricted.to_dense(), basis.T @ dense @ basis, leaves)
        c = rand(5, rank, seed=3)
        torch.testing.assert_close(restricted(c), form(c @ subspace.basis.T))

    def test_the_quadratic_part(self, terms, d):
        form, dense, leaves = self.pair(terms, d)
        part = dense[..., :-1, :-1] / 2 if form.lifted else dense
        self.same(form.quadratic().to_dense(), part, leaves)
        assert not form.quadratic().lifted
        x = rand(4, form.d - form.lifted, seed=6)
        parts = (
            form.quadratic()(x) + torch.tensordot(x, form.linear(), ([-1], [-1])) + form.constant()
        )
        self.same(form(x), parts, leaves)
        if form.lifted:
            self.same(form.linear(), dense[..., :-1, -1], leaves)
            self.same(form.constant(), dense[..., -1, -1] / 2, leaves)
