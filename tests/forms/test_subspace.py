"""Every way to make a subspace, against its projector written out."""

import math

import hypothesis
import hypothesis.strategies as st
import pytest
import torch
from forms.suite import rand

from quadric.forms import Subspace, SubspaceStack

SIZES = [(2, 1), (5, 2), (9, 3), (20, 6), (7, 7)]


def projector(columns):
    """A (AᵀA)⁺ Aᵀ: onto the span of any columns."""
    return columns @ torch.linalg.pinv(columns, rtol=1e-9)


@pytest.mark.parametrize(("d", "rank"), SIZES, ids=[f"d{d}-k{k}" for d, k in SIZES])
class SubspaceSuite:
    """Inherit it, and say how to build a subspace from columns and what its projector is."""

    smooth = True
    """Whether the basis is a smooth function of the columns."""

    def build(self, columns):
        raise NotImplementedError

    def dense(self, columns):
        return projector(columns)

    def pair(self, d, rank, seed=0):
        columns = rand(d, rank, seed=seed).requires_grad_(self.smooth)
        return self.build(columns), self.dense(columns), columns

    def test_projections(self, d, rank):
        space, dense, _ = self.pair(d, rank)
        x = rand(4, d, seed=5)
        assert (space.d, space.rank) == (d, round(dense.trace().item()))
        torch.testing.assert_close(space.basis @ space.basis.T, dense)
        torch.testing.assert_close(space.project(x), x @ dense)
        torch.testing.assert_close(space.coordinates(x).norm(dim=1), (x @ dense).norm(dim=1))

    @pytest.mark.parametrize("other_rank", [1, 2])
    def test_what_two_share(self, d, rank, other_rank):
        space, dense, columns = self.pair(d, rank)
        other = Subspace.span(rand(d, other_rank, seed=3))
        across = other.basis @ other.basis.T
        shared = (dense * across).sum()
        small, large = sorted([space.rank, other.rank])
        found = space.shared(other)
        torch.testing.assert_close(found, shared)
        torch.testing.assert_close(space.overlap(other), shared / max(small, 1))
        torch.testing.assert_close(space.strict_overlap(other), shared / large)
        squares = torch.linalg.eigvalsh(across @ dense @ across).flip(0)[:small].clamp(0, 1)
        torch.testing.assert_close(space.cosines(other).square(), squares)
        torch.testing.assert_close(space.angles(other), squares.sqrt().acos(), atol=1e-6, rtol=0)
        torch.testing.assert_close(other.angles(space), space.angles(other))
        nested = [space.basis[:, :k].T @ other.basis[:, :k] for k in range(1, small + 1)]
        expected = [(part.square().sum() / len(part)).item() for part in nested]
        torch.testing.assert_close(space.prefix_overlap(other).tolist(), expected)
        if columns.requires_grad:
            one, two = (torch.autograd.grad(y, columns)[0] for y in (found, shared))
            torch.testing.assert_close(one, two, rtol=1e-6, atol=1e-8)

    def test_union_and_complement(self, d, rank):
        space, dense, _ = self.pair(d, rank)
        other = Subspace.span(rand(d, 2, seed=3))
        both = projector(torch.cat([dense, other.basis @ other.basis.T], 1))
        joint = space.union(other)
        torch.testing.assert_close(joint.basis @ joint.basis.T, both)
        assert space.union(space).rank == space.rank
        rest = space.complement()
        torch.testing.assert_close(rest.basis @ rest.basis.T, torch.eye(d).double() - dense)
        assert space.shared(rest).item() < 1e-12


class TestBasis(SubspaceSuite):
    def build(self, columns):
        return Subspace(torch.linalg.qr(columns).Q)


class TestSpan(SubspaceSuite):
    def build(self, columns):
        return Subspace.span(columns)


class TestSpanOfDependentVectors(SubspaceSuite):
    smooth = False

    def build(self, columns):
        return Subspace.span(torch.cat([columns, columns.sum(1, keepdim=True), 0 * columns], 1))


class TestPrincipalComponents(SubspaceSuite):
    smooth = False

    def build(self, columns):
        strong = rand(300, columns.shape[1], seed=9) @ torch.linalg.qr(columns).Q.T
        return Subspace.principal(5 + strong - strong.mean(0), columns.shape[1])


class TestComplement(SubspaceSuite):
    smooth = False

    def build(self, columns):
        return Subspace.span(columns).complement()

    def dense(self, columns):
        return torch.eye(len(columns)).double() - projector(columns)


class TestUnion(SubspaceSuite):
    smooth = False

    def build(self, columns):
        return Subspace.span(columns[:, :1]).union(Subspace.span(columns))


class TestOneOfAStack(SubspaceSuite):
    """Padded with dimensions that are not there."""

    smooth = False

    def build(self, columns):
        padded = torch.zeros(2, *columns.shape[:1], 8, dtype=columns.dtype)
        padded[1, :, 1 : columns.shape[1] + 1] = torch.linalg.qr(columns).Q
        return SubspaceStack(padded)[1]


@hypothesis.given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.integers(0, 99))
@hypothesis.settings(max_examples=25, deadline=None)
def test_a_stack_is_its_subspaces(ranks, seed):
    single = [Subspace.span(rand(6, rank, seed=seed + i)) for i, rank in enumerate(ranks)]
    stack = SubspaceStack.of(single)
    x = rand(3, 6)
    assert stack.ranks.tolist() == ranks
    assert [space.rank for space in stack] == ranks
    assert stack.present.sum(1).tolist() == ranks
    for name in ("shared", "overlap", "strict_overlap"):
        found = getattr(stack, name)(stack)
        for i, one in enumerate(single):
            for j, two in enumerate(single):
                torch.testing.assert_close(found[i, j], getattr(one, name)(two))
    for found, one in zip(stack.coordinates(x), single, strict=True):
        torch.testing.assert_close(found[:, : one.rank], one.coordinates(x))
        assert (found[:, one.rank :] == 0).all()


def test_columns_of_another_length_are_refused():
    with pytest.raises(ValueError, match="not orthonormal"):
        SubspaceStack(2**0.5 * torch.eye(3)[None])


def test_small_angles_keep_their_digits():
    for angle in (1e-12, 1e-6, 0.3, math.pi / 2):
        turned = torch.tensor([[math.cos(angle)], [math.sin(angle)], [0.0]], dtype=torch.float64)
        found = Subspace(torch.eye(3).double()[:, :1]).angles(Subspace(turned))
        assert float(found) == pytest.approx(angle, rel=1e-9)


def test_directions_that_are_nearly_one_can_be_joined_as_one():
    turned = torch.tensor([[0.9], [math.sqrt(1 - 0.81)], [0.0]])
    one, two = Subspace(torch.eye(3)[:, :1]), Subspace(turned)
    assert one.union(two).rank == 2
    assert one.union(two, aligned=0.95).rank == 2
    assert one.union(two, aligned=0.85).rank == 1


def test_random_subspaces_share_what_chance_shares():
    stack = SubspaceStack.random(200, 40, 3, seed=1)
    shared = stack.overlap(stack)
    assert abs(float(shared.fill_diagonal_(0).sum() / (200 * 199)) - 3 / 40) < 0.002
    assert torch.equal(stack.bases, SubspaceStack.random(200, 40, 3, seed=1).bases)
    assert Subspace.random(40, 3).rank == 3


def test_distinct_keeps_the_first_of_each():
    same = SubspaceStack.random(5, 24, 3).bases.double()
    turns = torch.linalg.qr(rand(500, 3, 3)).Q
    copies = SubspaceStack(same.repeat_interleave(100, 0) @ turns)
    assert copies.distinct().tolist() == [0, 100, 200, 300, 400]
    assert copies.distinct(limit=2).tolist() == [0, 100]
    assert copies[:0].distinct().tolist() == []


def test_columns_that_are_not_orthonormal_are_refused():
    with pytest.raises(ValueError, match=r"take Subspace.span"):
        Subspace(2 * torch.eye(3))
    with pytest.raises(ValueError, match=r"take Subspace.span"):
        SubspaceStack(torch.ones(2, 3, 2))
    halved = Subspace.random(576, 6).to(torch.bfloat16)
    assert Subspace(halved.basis).rank == 6
