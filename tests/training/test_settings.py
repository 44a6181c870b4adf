import pytest
import torch

from quadric.device import resolve_device
from quadric.recipes import paper
from quadric.training.placement import untrained
from quadric.training.settings import CHANGEABLE, TrainSettings


def test_the_papers_settings_are_the_papers():
    settings = paper().training
    sizes = (settings.steps, settings.batch, settings.expansion, settings.mix)
    assert sizes == (1024, 16384, 16, 2)
    assert (settings.optimizer, settings.lr, settings.momentum) == ("muon", 0.01, 0.0)
    assert (settings.alpha, settings.warmup, settings.cooldown) == (0.1, 0.25, 0.5)
    assert (settings.orthogonalisation, settings.lr_warmup) == ("newton-schulz", 0.0)
    assert (settings.init, settings.centred) == ("orthogonal", False)


@pytest.mark.parametrize(
    ("optimizer", "steps", "rate"),
    [
        ("muon", 9, 0.2),
        ("muon", 75, 0.2),
        ("muon", 300, 0.1),
        ("muon", 1200, 0.05),
        ("adam", 300, 0.01),
    ],
)
def test_a_rate_that_is_not_given_follows_from_the_steps(optimizer, steps, rate):
    settings = TrainSettings(optimizer=optimizer, steps=steps)
    assert settings.lr is None
    assert settings.resolved(16).lr == pytest.approx(rate)
    assert TrainSettings(lr=0.3, steps=steps).resolved(16).lr == 0.3


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"kind": "round"}, "unknown kind 'round': choose from vanilla, ordered"),
        ({"steps": 0}, "steps=0 must be at least 1"),
        ({"keep": 0}, "at least one checkpoint"),
        ({"alpha": -1.0}, "rewards dense latents"),
        ({"alpha": float("nan")}, "rewards dense latents"),
        ({"lr": 0.0}, "must be positive"),
        ({"cooldown": 1.5}, "must be a fraction"),
        ({"heldout": 1.0}, "below 1"),
        ({"gate": "silu"}, "needs tied=False"),
        ({"k": 5}, "give k with gate='topk' alone"),
        ({"kind": "topk", "bias": True}, "no part of the topk baseline"),
        ({"kind": "topk", "gate": "silu", "tied": False}, "no part of the topk baseline"),
        ({"expansion": -1}, "expansion=-1 must be positive"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_impossible_settings_are_refused_with_the_reason(wrong, reason):
    with pytest.raises(ValueError, match=reason):
        TrainSettings(**wrong)


def test_more_rows_of_the_bottleneck_than_latents_are_refused_with_what_is_known():
    settings = TrainSettings(expansion=1, mix=2)
    with pytest.raises(ValueError, match=r"2·d rows of D, .* lower mix= or raise expansion="):
        settings.check_mix()
    with pytest.raises(ValueError, match="mix=2 asks for 16 rows of D, more than the 8 latents"):
        settings.config(8)


@pytest.mark.parametrize("kind", ["vanilla", "ordered", "mixed", "combined", "topk"])
def test_the_first_weights_depend_on_the_seed_alone(kind):
    def weights(seed: int) -> list[torch.Tensor]:
        torch.rand(3)  # Whatever was drawn before must not matter.
        model = untrained(TrainSettings(kind=kind, expansion=3, seed=seed), 8)
        return [p.detach() for p in model.parameters()]

    state = torch.get_rng_state()
    first, again, other = weights(0), weights(0), weights(1)
    assert all(torch.equal(a, b) for a, b in zip(first, again, strict=True))
    assert not torch.equal(first[0], other[0])
    torch.set_rng_state(state)
    untrained(TrainSettings(kind=kind, expansion=3), 8)
    assert torch.equal(torch.get_rng_state(), state), "the caller's random numbers were used up"


def test_xavier_starts_from_other_weights_than_orthogonal():
    left = untrained(TrainSettings(expansion=4, init="xavier"), 8).left
    gram = left.T @ left
    assert not torch.allclose(gram, torch.eye(8), atol=0.05)
    left = untrained(TrainSettings(expansion=4), 8).left
    assert torch.allclose(left.T @ left, torch.eye(8), atol=1e-5)


def test_settings_survive_json_and_unknown_ones_are_refused():
    settings = TrainSettings(kind="vanilla", tied=False, gate="topk", k=3, alpha=0.2)
    assert TrainSettings.from_dict(settings.as_dict()) == settings
    with pytest.raises(ValueError, match="unknown settings colour"):
        TrainSettings.from_dict({"colour": "red"})


def test_only_what_changes_the_steps_counts_as_a_difference():
    before = TrainSettings()
    for name, value in {"keep": 5, "device": "cpu", "checkpoint_every": 3}.items():
        assert name in CHANGEABLE
        assert before.differences(TrainSettings(**{name: value})) == []
    assert before.differences(TrainSettings(lr=0.1)) == ["lr None, not 0.1"]
    assert before.differences(TrainSettings(lr=0.1), {"lr"}) == []


def test_dtype_and_sizes_reach_the_autoencoder():
    model = untrained(
        TrainSettings(kind="mixed", n_latents=21, n_mix=5, bias=True, dtype="float64"), 7
    )
    assert model.left.shape == (21, 8)
    assert model.down.shape == (5, 21)
    assert model.left.dtype == torch.float64
    assert untrained(TrainSettings(kind="topk", expansion=2), 8).config.k == 16


def test_a_device_that_is_not_here_is_refused():
    assert resolve_device("auto").type in ("cpu", "cuda")
    assert resolve_device("cpu") == torch.device("cpu")
    for name in ("nonsense", "cuda:99"):
        with pytest.raises(ValueError, match=f"no device {name} here"):
            resolve_device(name)


def test_bfloat16_products_are_refused_where_there_are_none():
    for fields in ({"kind": "topk"}, {"tied": False}, {"dtype": "float64"}):
        with pytest.raises(ValueError, match="tied bilinear autoencoders with float32 weights"):
            TrainSettings(precision="bfloat16", **fields)
        assert TrainSettings(**fields).resolved(576).precision == "float32"


def test_a_run_goes_on_in_the_precision_that_it_was_begun_in():
    assert TrainSettings().continuing("bfloat16") == TrainSettings(precision="bfloat16")
    assert TrainSettings(precision="float32").continuing("bfloat16").precision == "float32"
    assert TrainSettings().continuing(None).precision == "auto"
    old = TrainSettings().as_dict()
    del old["precision"]
    assert TrainSettings.from_dict(old).precision == "float32"
