"""Sets of strong samples: split as one at a time, at every height, and the same ones grouped."""

import numpy as np
import pytest
import torch

from quadric.manifolds.scoring import strong_samples
from quadric.manifolds.sets import (
    agreement,
    alike_pairs,
    consensus,
    grouped,
    jaccard,
    otsu,
    sizes,
    sparse,
    strong_sets,
)


def marks(*sets, n=100):
    inside = torch.zeros(len(sets), n, dtype=torch.bool)
    for row, mine in zip(inside, sets, strict=True):
        row[list(mine)] = True
    return inside


def jaccard_of(one, other):
    either = int((one | other).sum())
    return int((one & other).sum()) / either if either else 0.0


def median_agreement(inside):
    return agreement(jaccard(sparse(inside), sparse(inside)))


def naive_split(strength, least, most):
    """Every split in turn; of equals, the first are strong."""
    order = sorted(range(len(strength)), key=lambda i: -strength[i])
    ranked = strength[order]

    def between(count):
        share = count / len(ranked)
        return share * (1 - share) * (ranked[:count].mean() - ranked[count:].mean()) ** 2

    best = max(range(least, max(least + 1, int(most * len(ranked)) + 1)), key=between)
    return set(order[:best]), between(best) / strength.var()


@pytest.mark.parametrize("power", [1.0, 2.0, 3.0, 4.0])
@pytest.mark.parametrize("n", [40, 500, 1001])
def test_the_split_is_the_best_of_all(n, power):
    strength = torch.rand(7, n, generator=torch.Generator().manual_seed(n)).double() ** 4
    strength[0, : n - 10] = 0.0  # fewer samples than must be strong have any strength
    strength[1] = (strength[1] * 8).round()  # many equals
    found = strong_sets(strength, least=16, power=power)
    for row, inside, clarity in zip(strength.numpy(), *found, strict=True):
        true, clear = naive_split(row**power, 16, 0.5 / power)
        assert set(inside.nonzero()[:, 0].tolist()) == true
        assert float(clarity) == pytest.approx(clear)
        if power == 1.0:
            assert set(strong_samples(row, least=16, most=0.5).tolist()) == true


def sorted_split(strength, least, most):
    """The best split of all strengths, sorted, in float64."""
    order = np.argsort(-strength, kind="stable")
    ranked, n = strength[order].astype(np.float64), len(strength)
    count = np.arange(least, max(least, int(most * n)) + 1)
    above = np.cumsum(ranked)[count - 1] / count
    below = (ranked.sum() - above * count) / (n - count)
    return set(order[: count[np.argmax(count * (n - count) * (above - below) ** 2)]].tolist())


@pytest.mark.parametrize("power", [1.0, 2.0, 4.0])
@pytest.mark.parametrize("tail", ["light", "heavy", "one outlier", "few values", "two groups"])
def test_only_samples_near_the_split_need_to_be_sorted(tail, power):
    draw = np.random.default_rng(0)
    strength = np.square(draw.standard_normal((3, 9001)))
    if tail == "heavy":
        strength **= 3
    if tail == "one outlier":
        strength[:, 70] = 1e6
    if tail == "few values":
        strength = np.round(strength)
    if tail == "two groups":
        strength[:, :900] += 30
    for row in strength.astype(np.float32):
        for least, most in ((32, 0.5), (64, 0.25), (1, 0.75), (2000, 0.1)):
            true = sorted_split(row.astype(np.float64) ** power, least, most)
            assert set(np.flatnonzero(otsu(row, least, most, power).strong).tolist()) == true


def test_a_clean_split_is_clear():
    strength = torch.zeros(2, 1000).double()
    strength[0, :100] = 1.0
    strength[1] = torch.linspace(0, 1, 1000)
    found = strong_sets(strength)
    assert found.inside[0].nonzero()[:, 0].tolist() == list(range(100))
    assert found.clarity[0] > 0.999
    assert found.clarity[1] < 0.8


def test_jaccard_is_that_of_the_sets():
    draw = np.random.default_rng(0)
    sets = [set(draw.choice(100, 30, replace=False).tolist()) for _ in range(6)]
    inside = marks(*sets)
    true = [[len(a & b) / len(a | b) for b in sets] for a in sets]
    found = jaccard(sparse(inside), sparse(inside)).toarray()
    np.testing.assert_allclose(found, true, rtol=1e-6)


def test_the_clearest_set_leads_its_group():
    inside = marks(range(20), range(2, 20), range(50, 70), range(1, 19))
    pairs = alike_pairs(jaccard(sparse(inside), sparse(inside)), 0.5)
    groups = grouped(pairs, np.array([0.7, 0.9, 0.8, 0.6]))
    assert [group.tolist() for group in groups] == [[1, 0, 3], [2]]
    both = consensus(sparse(inside), groups)
    assert both[0].nonzero()[:, 0].tolist() == list(range(1, 20))
    # The one that none is like, {50, ...}, is not the median.
    assert median_agreement(inside) == pytest.approx(0.9)
    assert median_agreement(marks({1}, {2}, {3})) == 0
    assert median_agreement(inside[:1]) == 1


def test_a_higher_power_of_the_strength_finds_what_stands_above_the_rest():
    strength = torch.zeros(1, 4000).double()
    strength[0, :800] = 1.0
    strength[0, :60] = 3.0
    broad, narrow = (strong_sets(strength, power=power).inside[0] for power in (1.0, 4.0))
    assert broad.nonzero()[:, 0].tolist() == list(range(800))
    assert narrow.nonzero()[:, 0].tolist() == list(range(60))


def test_pairs_that_are_alike_are_those_of_the_whole_table():
    draw = np.random.default_rng(0)
    blocks = draw.random((30, 200)) < draw.choice([0.02, 0.3, 0.6], (30, 1))
    a = torch.from_numpy(np.concatenate([blocks, blocks ^ (draw.random((30, 200)) < 0.03)]))
    b = torch.from_numpy(draw.random((7, 200)) < 0.4)
    for one, other in ((a, a), (a, b)):
        naive = np.array([[jaccard_of(x, y) for y in other] for x in one])
        table = jaccard(sparse(one), sparse(other))
        np.testing.assert_allclose(table.toarray(), naive, rtol=1e-6)
        for threshold in (0.25, 0.5, 0.7):
            found = alike_pairs(table, threshold).toarray()
            assert (found == (naive >= threshold)).all()
            assert found.any() or other is b
        np.testing.assert_allclose(table.toarray(), naive, rtol=1e-6)


def test_sets_at_the_very_threshold_are_alike_and_empty_ones_are_not():
    inside = marks(range(9), range(10), range(18), range(20), (), ())
    assert torch.equal(sizes(inside), inside.sum(1))
    found = alike_pairs(jaccard(sparse(inside), sparse(inside)), 0.9).toarray()
    naive = np.array([[jaccard_of(x, y) >= 0.9 for y in inside] for x in inside])
    assert (found == naive).all()
    assert found[0, 1]
    assert found[2, 3]
    assert not found[4, 5]


def test_a_consensus_is_what_half_of_a_group_have():
    draw = np.random.default_rng(1)
    inside = torch.from_numpy(draw.random((9, 50)) < 0.5)
    groups = [np.array([3, 0, 8]), np.array([5]), np.array([1, 2, 4, 6])]
    naive = torch.stack([inside[group].double().mean(0) >= 0.5 for group in groups])
    assert torch.equal(consensus(sparse(inside), groups), naive)
