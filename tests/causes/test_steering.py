"""Steering: every family, generate with its cache, padding, several manifolds, and no traces."""

import copy
import math

import pytest
import torch
from causes.planted import ANGLES, KINDS, LAYER, planted

import quadric
from quadric.causes.steering import steer
from quadric.causes.target import Target
from quadric.models import layer

CAUSAL = ["llama", "qwen3", "gpt2", "neox", "gemma3", "gemma4"]


def subspace(d, k, seed):
    return torch.linalg.qr(torch.randn(d, k, generator=torch.Generator().manual_seed(seed))).Q


def seen(model, at, ids, **options):
    found = []
    hook = layer(model, at).hook(model, lambda x: found.append(x.clone()))
    model(ids, **options)
    hook.remove()
    return found[0]


@pytest.fixture
def ids():
    return torch.randint(0, 256, (3, 12), generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize("family", CAUSAL)
def test_coordinates_reach_the_place_and_nothing_else_moves(tiny, family, ids):
    model = tiny(family)[0]
    target = Target("it", subspace(32, 3, 0), layer="2")
    place = torch.tensor([0.3, -0.2, 0.5])
    h = seen(model, 2, ids)
    with steer(model, target, to=place):
        new = seen(model, 2, ids)
    assert torch.equal(new[:, 0], h[:, 0])
    length = h[:, 1:].norm(dim=-1, keepdim=True)
    torch.testing.assert_close(new[:, 1:] @ target.basis, length * place)
    outside = torch.eye(32) - target.basis @ target.basis.T
    torch.testing.assert_close(new @ outside, h @ outside, atol=1e-5, rtol=0)
    with steer(model, target, to=place, strength=0.0):
        torch.testing.assert_close(seen(model, 2, ids), h)
    assert torch.equal(seen(model, 2, ids), h)


@pytest.mark.parametrize("family", CAUSAL)
def test_generating_with_the_cache_equals_generating_without(tiny, family, ids):
    model = tiny(family)[0]
    target = Target("it", subspace(32, 3, 0), layer="2")
    options = {"max_new_tokens": 6, "do_sample": False, "pad_token_id": 258, "eos_token_id": None}
    free = model.generate(ids, **options)
    with steer(model, target, to=torch.tensor([3.0, -2.0, 4.0])):
        cached = model.generate(ids, **options)
        plain = model.generate(ids, use_cache=False, **options)
    assert torch.equal(cached, plain)
    assert not torch.equal(cached, free)
    assert torch.equal(model.generate(ids, **options), free)


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("family", ["llama", "gpt2", "gemma3"])
def test_padding_changes_nothing(tiny, family, side, ids):
    model = tiny(family)[0]
    target = Target("it", subspace(32, 3, 0), layer="2")
    pad = torch.full((3, 4), 258)
    mask = torch.cat([torch.zeros(3, 4), torch.ones(3, 12)], 1).long()
    padded, where = torch.cat([pad, ids], 1), slice(4, None)
    if side == "right":
        padded, mask, where = torch.cat([ids, pad], 1), mask.flip(1), slice(0, 12)
    places = (mask.cumsum(1) - 1).clamp(min=0)
    with steer(model, target, to=torch.tensor([1.0, 0.0, 2.0]), positions=[1, 3, 4]):
        alone = model(ids).logits
        among = model(padded, attention_mask=mask, position_ids=places).logits[:, where]
    torch.testing.assert_close(among, alone, atol=2e-4, rtol=1e-3)


@pytest.mark.parametrize("family", CAUSAL)
def test_generating_in_a_padded_batch_equals_generating_alone(tiny, family, ids):
    model = copy.deepcopy(tiny(family)[0]).double()
    target = Target("it", subspace(32, 3, 0), layer="2")
    lengths = (12, 9, 5)
    texts = [row[:n] for row, n in zip(ids, lengths, strict=True)]
    padded = torch.stack([torch.nn.functional.pad(t, (12 - len(t), 0), value=258) for t in texts])
    mask = torch.stack([torch.arange(12) >= 12 - n for n in lengths]).long()
    options = {"max_new_tokens": 5, "do_sample": False, "pad_token_id": 258, "eos_token_id": None}
    for positions in (None, slice(4, None), [3, 13]):
        with steer(model, target, to=torch.tensor([3.0, -2.0, 4.0]), positions=positions):
            alone = [model.generate(text[None], **options)[0, len(text) :] for text in texts]
            for cache in ("dynamic", "static"):
                rows = {"attention_mask": mask, "cache_implementation": cache}
                among = model.generate(padded, **rows, **options)[:, 12:]
                assert torch.equal(among, torch.stack(alone)), (positions, cache)


def test_chosen_positions_count_through_the_cache(tiny, ids):
    model = tiny("llama")[0]
    target = Target("it", subspace(32, 3, 0), layer="2")
    place = torch.tensor([1.0, 0.0, 2.0])
    full = seen(model, 2, ids)
    for positions in (slice(8, None), slice(0, 3), [0, 11], slice(1, 10, 3)):
        with steer(model, target, to=place, positions=positions):
            new = seen(model, 2, ids)
            past = model(ids[:, :7], use_cache=True).past_key_values
            rest = seen(model, 2, ids[:, 7:], past_key_values=past)
        wanted = list(range(12))[positions] if isinstance(positions, slice) else positions
        changed = (new != full).any(-1).all(0).nonzero()[:, 0].tolist()
        assert changed == sorted(wanted)
        torch.testing.assert_close(rest, new[:, 7:], atol=1e-5, rtol=1e-4)


def test_several_manifolds_are_reached_at_once(tiny, ids):
    model = tiny("llama")[0]
    a, b = Target("a", subspace(32, 2, 0), layer="2"), Target("b", subspace(32, 3, 1), layer="2")
    other = Target("c", subspace(32, 2, 2), layer="1")
    goals = [torch.tensor([0.3, 0.1]), torch.tensor([-0.2, 0.4, 0.0]), torch.tensor([0.5, 0.5])]
    h = seen(model, 2, ids)
    with steer(model, [a, b], to=goals[:2]):
        new = seen(model, 2, ids)
    length = h[:, 1:].norm(dim=-1, keepdim=True)
    torch.testing.assert_close(new[:, 1:] @ a.basis, length * goals[0], atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(new[:, 1:] @ b.basis, length * goals[1], atol=1e-5, rtol=1e-4)
    with steer(model, [a, b, other], to=goals):
        first = seen(model, 1, ids)
    old = seen(model, 1, ids)
    torch.testing.assert_close(
        first[:, 1:] @ other.basis, old[:, 1:].norm(dim=-1, keepdim=True) * goals[2]
    )


def test_hooks_leave_also_after_an_exception(tiny, ids):
    model = copy.deepcopy(tiny("llama")[0])
    target = Target("it", subspace(32, 3, 0), layer="2")

    def hooks():
        return sum(len(m._forward_hooks) + len(m._forward_pre_hooks) for m in model.modules())

    before, logits = hooks(), model(ids).logits
    with pytest.raises(RuntimeError), steer(model, target, to=torch.ones(3)):
        model(ids[:, :, None])  # refused by the embedding
    with (
        pytest.raises(ValueError, match="no layer"),
        steer(model, target.at("9"), to=torch.ones(3)),
    ):
        pass
    assert hooks() == before
    assert torch.equal(model(ids).logits, logits)


def test_a_centred_manifold_lies_where_it_says(tiny, ids):
    model = tiny("llama")[0]
    h = seen(model, 2, ids)[:, 1:].flatten(0, 1)
    mean = (h / h.norm(dim=1, keepdim=True)).mean(0)
    target = Target("it", subspace(32, 3, 0), layer="2", mean=mean)
    place = target.coordinates(h)
    torch.testing.assert_close(target.inner(h, place), h @ target.basis)


def test_words_of_the_planted_circle_steer_what_is_said():
    known = planted()
    turn = torch.arange(ANGLES) * 2 * math.pi / ANGLES
    places = {
        f" token{i}": torch.stack([turn[i].cos(), turn[i].sin()]) * 1e-3 for i in range(ANGLES)
    }
    target = Target("circle", known.read, layer=str(LAYER), places=places)
    ids = known.ids[:4] % (ANGLES * KINDS)
    for i in (0, 5, 11):
        with quadric.steer(known.model, target, to=f"Token{i}"):
            said = known.model.generate(ids, max_new_tokens=3, do_sample=False, pad_token_id=2)
        assert (said[:, ids.shape[1] :] == i).all()
    with (
        pytest.raises(ValueError, match="no place for 'May'"),
        steer(known.model, target, to="May"),
    ):
        pass
    with pytest.raises(ValueError, match="no path"), steer(known.model, target, to=0.5):
        pass
    with pytest.raises(ValueError, match="2 dimensions"), steer(known.model, target, torch.ones(3)):
        pass
    with (
        pytest.raises(ValueError, match="one for each"),
        steer(known.model, [target], to=["a", "b"]),
    ):
        pass


def test_a_manifold_brings_its_words_labels_and_path():
    from types import SimpleNamespace

    from quadric.gallery import Label, Path

    manifold = SimpleNamespace(
        name="it",
        subspace=subspace(8, 2, 0),
        points=torch.tensor([[0.0, 1.0], [0.0, 3.0], [5.0, 5.0], [9.0, 9.0]]),
        strengths=torch.tensor([1.0, 1.0, 2.0, 9.0]),
        tokens=torch.tensor([3, 3, 4, -1]),
        vocab=["", "", "", " one", " two"],
        layer="2",
        mean=None,
        strength=lambda h: h[:, 0],
        labels=(Label("Monday", (1.0, 2.0, 0.0)),),
        path=Path(True, ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0))),
        chart=None,
    )
    target = Target.of(manifold)
    assert target.find("one").tolist() == [0.0, 2.0]
    assert target.find(" two").tolist() == [5.0, 5.0]
    assert target.find("monday").tolist() == [1.0, 2.0]
    assert target.find(0.375).tolist() == [1.0, 0.5]
    assert target.find(1.0).tolist() == target.find(0.0).tolist() == [0.0, 0.0]
    assert target.strength(torch.tensor([[3.0] + 7 * [1.0]])).tolist() == [3.0]
    assert Target.of(target) is target
