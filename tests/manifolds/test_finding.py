"""The whole way from weights and samples to ranked, named manifolds, on planted data."""

import numpy as np
import pytest
import torch

from quadric import BilinearAutoencoder
from quadric.forms import Subspace, SubspaceStack
from quadric.manifolds import Words, find_manifolds
from quadric.manifolds.grouping import Grouped
from quadric.manifolds.projecting import member_strength, project, strongest
from quadric.manifolds.ranking import _different_first
from quadric.manifolds.refining import Refining
from quadric.manifolds.samples import Samples
from quadric.manifolds.sets import strong_sets
from quadric.recipes import PAPER_SETTINGS
from quadric.synthetic import plant
from quadric.synthetic.planting import MANIFOLD_TOKENS
from quadric.training.fit import fit

pytestmark = pytest.mark.slow

QUICK = {"samples": 12_000, "controls": 6, "candidates": 4}


@pytest.fixture(scope="module")
def planted():
    return plant(10, d=24, active=2, noise=0.02)


@pytest.fixture(scope="module")
def drawn(planted):
    return planted.sample(12_000, seed=1)


@pytest.fixture(scope="module")
def ae(drawn):
    settings = PAPER_SETTINGS.as_dict()
    recipe = {name: settings[name] for name in ("momentum", "orthogonalisation", "cooldown")}
    trained = fit(
        drawn.x,
        "mixed",
        expansion=8,
        mix=2,
        steps=250,
        batch=1024,
        lr=0.02,
        lr_warmup=0,
        centred=False,
        **recipe,
    )
    assert isinstance(trained, BilinearAutoencoder)
    return trained


@pytest.fixture(scope="module")
def words(planted, drawn):
    return Words(drawn.tokens.numpy(), planted.vocab)


def test_competing_manifolds_are_the_planted_ones(planted, drawn, ae, words):
    method = Grouped(agreement=2.0, refining=Refining(rounds=36, batch=2048))
    settings = {**QUICK, "candidates": 24, "directions": True}
    found = find_manifolds(ae, drawn.x, n=12, method=method, words=words, **settings)
    assert 10 <= len(found) <= 12
    right = 0
    for j, (basis, kind) in enumerate(zip(planted.bases, planted.kinds, strict=True)):
        inside = [float((m.subspace.T @ basis).square().sum()) / basis.shape[1] for m in found]
        best = int(np.argmax(inside))
        assert inside[best] > 0.95
        assert found[best].rank == basis.shape[1]
        right += found[best].shape == kind.shape
        own = set(planted.vocab[j * MANIFOLD_TOKENS : (j + 1) * MANIFOLD_TOKENS])
        assert len(own & set(found[best].top[:4])) >= 3
    assert right >= 8
    assert sum(manifold.passes for manifold in found) >= 6
    assert all(0 <= manifold.moved <= 1 for manifold in found)
    order = [(m.rank == 1, -m.score) for m in found]
    assert order == sorted(order)


def test_paper_takes_the_subspace_and_strength_from_the_weights(drawn, ae, words):
    found = find_manifolds(ae, drawn.x, n=4, method="paper", words=words, points=3000, **QUICK)
    assert len(found) == 4
    for manifold in found:
        assert manifold.moved == 0
        form = ae.composite(manifold.members, manifold.weights)
        assert float(Subspace(manifold.subspace).overlap(form.subspace(3))) > 0.999
        x = torch.nn.functional.normalize(drawn.x[manifold.samples[:50]], dim=1)
        torch.testing.assert_close(manifold.points[:50], x @ manifold.subspace, atol=1e-5, rtol=0)
        strength = ae.encode(x)[:, manifold.members].norm(dim=1)
        torch.testing.assert_close(manifold.strengths[:50], strength, atol=1e-5, rtol=1e-4)
        assert len(manifold.points) == 3000
        assert (manifold.strengths.diff() <= 0).all()
        assert torch.equal(manifold.tokens, drawn.tokens[manifold.samples])
    assert {"random subspace", "PCA", "shuffled tokens"} <= set(found[0].controls)


def test_grouped_finds_forms_that_their_strong_samples_give_again(drawn, ae, words):
    method = Grouped(agreement=0.0)
    settings = {**QUICK, "candidates": 8, "directions": True}
    found = find_manifolds(ae, drawn.x, n=8, method=method, words=words, **settings)
    x = torch.nn.functional.normalize(drawn.x[:9000], dim=1).double()
    centred = x - x.mean(0)
    again = []
    for manifold in found:
        strong = centred[strong_sets(manifold.strength(drawn.x[:9000])[None]).inside[0]]
        difference = strong.T @ strong / len(strong) - centred.T @ centred / len(x)
        true = torch.linalg.eigh(difference)[1][:, -manifold.rank :].float()
        again.append(float((manifold.subspace.T @ true).square().sum() / manifold.rank))
        assert 1 <= manifold.rank <= 8
        assert manifold.beyond is not None
        assert manifold.beyond > 0
        assert manifold.stable is not None
        assert 0 <= manifold.stable <= 1.001
        assert manifold.support is not None
        assert manifold.support >= 1
        form = ae.composite(manifold.members, manifold.weights).subspace(3)
        kept = form.overlap(Subspace(manifold.subspace))
        assert abs(manifold.moved - (1 - float(kept))) < 1e-3
    assert np.median(again) > 0.9
    stack = SubspaceStack.of([Subspace(m.subspace) for m in found])
    alike = stack.strict_overlap(stack) - torch.eye(len(found))
    assert alike.max() < 0.95


def test_directions_are_left_out_unless_asked_for(drawn, ae):
    method = Grouped(agreement=0.0)
    few = find_manifolds(ae, drawn.x, n=8, method=method, **{**QUICK, "candidates": 60})
    assert len({manifold.rank > 1 for manifold in few}) == 1


def test_other_seeds_say_what_they_find_again(drawn, ae, words):
    settings = {**QUICK, "candidates": 8, "directions": True, "method": Grouped(agreement=0.0)}
    same = find_manifolds(ae, drawn.x, n=8, seeds=[ae], words=words, **settings)
    assert all(manifold.again == 1 for manifold in same)
    assert "100% of the other seeds find it again" in same[0].sentence
    torch.manual_seed(3)
    other = BilinearAutoencoder.preset("mixed", d_in=drawn.x.shape[1], expansion=8)
    found = find_manifolds(ae, drawn.x, n=8, seeds=[ae, other], words=words, **settings)
    assert [(m.name, m.score) for m in found] == [(m.name, m.score) for m in same]
    assert {manifold.again for manifold in found} <= {0.5, 1.0}
    with pytest.raises(ValueError, match="reads activations of width 4"):
        find_manifolds(ae, drawn.x, seeds=[BilinearAutoencoder.preset("mixed", d_in=4)])


def test_the_directions_of_a_topk_autoencoder_are_a_start(drawn):
    topk = fit(drawn.x, "topk", expansion=2, k=4, steps=30, batch=512)
    settings = {**QUICK, "candidates": 8, "directions": True}
    found = find_manifolds(topk, drawn.x, n=3, method=Grouped(agreement=0.0), **settings)
    assert found
    one = found[0]
    rows = torch.nn.functional.normalize(topk.decoder.detach(), dim=1)[one.members]
    torch.testing.assert_close(one.form.left, rows)
    x = drawn.x[one.samples[:20]]
    torch.testing.assert_close(one.strength(x), one.strengths[:20], atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("bias", [False, True], ids=["plain", "lifted"])
def test_the_quadric_is_the_form_on_the_subspace(bias):
    torch.manual_seed(0)
    ae = BilinearAutoencoder.preset("mixed", d_in=12, expansion=4, bias=bias)
    (manifold,) = find_manifolds(
        ae, torch.randn(400, 12), n=1, method="paper", controls=2, candidates=1
    )
    surface = manifold.quadric()
    point = np.random.default_rng(0).normal(size=3)
    direct = point @ surface.matrix @ point + surface.linear @ point + surface.constant
    inside = manifold.subspace @ torch.from_numpy(point).float()
    assert abs(direct - float(manifold.form(inside))) < 1e-4


def test_projecting_streams_what_encoding_says(drawn, ae):
    from quadric.activations import open_activations
    from quadric.manifolds.candidates import candidates

    some = candidates(ae)[torch.tensor([0, 5, 9])]
    extra = torch.linalg.qr(torch.randn(1, 24, 3)).Q
    every = torch.cat([some.subspaces, extra])
    samples = Samples(open_activations(drawn.x[:9000]), 9000, 9000)
    seen = project(samples, every, member_strength(ae, some.members, every))
    x = torch.nn.functional.normalize(drawn.x[:9000], dim=1)
    for i in range(3):
        expected = ae.encode(x)[:, some.members[i]].norm(dim=1)
        torch.testing.assert_close(seen.strength[i], expected, atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(seen.strength[3], (x @ extra[0]).norm(dim=1))
    assert (
        strongest(seen.strength[0], 5).tolist()
        == seen.strength[0].argsort(descending=True)[:5].tolist()
    )


def test_a_function_may_name_them(drawn, ae, words):
    namer = lambda known: known.tokens[0].upper()  # noqa: E731
    (manifold,) = find_manifolds(
        ae, drawn.x, n=1, method="paper", words=words, namer=namer, **QUICK
    )
    assert manifold.name == manifold.top[0].upper()


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (torch.randn(500, 7), "width 24, these have 7"),
        (torch.randn(20, 24), "20 samples are too few"),
    ],
)
def test_what_cannot_be_searched_is_refused(ae, x, message):
    with pytest.raises(ValueError, match=message):
        find_manifolds(ae, x)


def test_exclusive_points_are_what_a_pursuit_leaves_to_each(planted, drawn):
    from quadric.manifolds.pursuit import exclusive_points, pursue

    x = torch.nn.functional.normalize(drawn.x[:200], dim=1)
    bases = torch.linalg.qr(torch.randn(9, 24, 3, generator=torch.Generator().manual_seed(0))).Q
    points = exclusive_points(x, bases, 6, active=3)
    alone, every = pursue(x, bases[:6], 3), pursue(x, bases, 3)
    for found, part in ((alone, range(6)), (every, range(6, 9))):
        for i in part:
            expected = (found.coordinates * (found.chosen == i)[..., None]).sum(1)
            torch.testing.assert_close(points[i], expected)
    rebuilt = torch.einsum("cnk,cdk->nd", points[:6], bases[:6]) + alone.residual
    torch.testing.assert_close(rebuilt, x, atol=1e-5, rtol=0)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n": 0}, "n=0 must be at least 1"),
        ({"n": 5, "candidates": 4}, "n=5 manifolds out of candidates=4: raise candidates"),
        ({"heldout": 1.0}, "between 0 and 1"),
        ({"method": "best"}, "choose from grouped, paper"),
    ],
)
def test_impossible_settings_are_refused(ae, settings, message):
    with pytest.raises(ValueError, match=message):
        find_manifolds(ae, torch.randn(500, 24), **settings)


def test_words_need_their_texts():
    with pytest.raises(ValueError, match="the vocabulary has 1"):
        Words(np.array([0, 3]), ["a"])


def test_different_concepts_come_before_others_of_the_same_samples():
    strong = torch.zeros(5, 1000, dtype=torch.bool)
    strong[0, :100] = True
    strong[1, 40:120] = True  # three quarters of it are samples of the first
    strong[2, :15] = True  # inside the first, but a small part of it
    strong[3, 500:600] = True
    strong[4, 560:700] = True  # 40 of 100 are shared with the one before
    none: list[set[str]] = [set()] * 5
    assert _different_first([0, 1, 2, 3, 4], strong, none) == [0, 2, 3, 4, 1]
    assert _different_first([1, 4, 0], strong, none) == [1, 4, 0]
    # Other samples, but more than half of its tokens are another one's.
    named = [{"a", "an"}, {"b"}, {"a", "an", "the"}, {"a", "of"}, set()]
    assert _different_first([0, 2, 3, 4], strong, named) == [0, 3, 4, 2]
