"""The probing benchmarks on planted answers, and the sets that they take from the real package."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from benchmarks import probe_sets, probing, quantities
from benchmarks.probe_sets import ProbeSet, half_of, set_names
from quadric.text.sets import KNOWN


def planted(target: np.ndarray, columns: dict[int, np.ndarray]) -> ProbeSet:
    x = np.random.default_rng(0).normal(size=(len(target), 39))
    for column, values in columns.items():
        x[:, column] = values
    return ProbeSet("planted", torch.from_numpy(x).float(), target, len(target))


def test_the_unit_that_tells_the_classes_apart_is_found_first():
    target = np.tile([0.0, 1.0], 150)
    noise = np.random.default_rng(1).normal(size=300)
    one = planted(target, {7: noise + 3 * target})
    x = one.x.numpy()[:, :, None]
    assert all(probing.ranked(x, target, ranking)[0] == 7 for ranking in probing.RANKINGS)
    units = {"single": lambda x: x, "threes": lambda x: x.view(len(x), 13, 3)}
    found = probing.probed(one, units)
    assert all(value > 0.9 for value in found.values()), found
    assert "threes|deviation|1" not in found
    blind = probing.probed(planted(target, {}), units)
    assert 0.3 < blind["single|deviation|1"] < 0.7


def test_a_circle_tells_its_angle_by_a_quadratic_in_one_subspace():
    angle = np.random.default_rng(2).uniform(0, 6, 300)
    one = planted(angle, {3: np.cos(angle), 4: np.sin(angle)})
    units = dict.fromkeys(quantities.CONTENDERS, lambda x: x)
    units["fitted subspaces"] = lambda x: x.view(len(x), 13, 3)
    found = quantities.told(one, units)
    assert found["fitted subspaces|quadratic"] > 0.8
    assert found["fitted subspaces|quadratic"] > found["fitted subspaces|linear"] + 0.1
    assert all(value < 0.15 for name, value in found.items() if "shuffled" in name)


@pytest.mark.parametrize(("kind", "count"), [("binary", 107), ("continuous", 22)])
def test_every_set_is_in_one_half_and_none_is_hateful(kind, count):
    tune, test = (set(set_names(kind, half)) for half in ("tune", "test"))
    assert len(tune | test) == count
    assert not tune & test
    assert not (tune | test) & set(KNOWN["sae-probes"].left_out)
    assert half_of("117_us_state_FL") == half_of("14_us_timezone")


@pytest.mark.slow
def test_from_the_real_model_to_both_tables_and_nothing_twice(tmp_path, monkeypatch):
    sizes = {"expansion": 1, "steps": 2, "batch": 256}
    small = {kind: replace(one, **sizes) for kind, one in probe_sets.RECIPES.items()}
    settings = {"TOKENS": 1000, "MANIFOLDS": 6, "ROWS": 40, "FEWEST": 30, "RECIPES": small}
    for name, value in (settings | {"SIZES": sizes, "WORK": tmp_path}).items():
        monkeypatch.setattr(probe_sets, name, value)
    names = {"binary": ["5_hist_fig_ismale", "87_glue_cola"], "continuous": ["19_world_longitude"]}
    for module in (probe_sets, probing, quantities):
        monkeypatch.setattr(module, "set_names", lambda kind, half: names[kind])
        monkeypatch.setattr(module, "WORK", tmp_path)
    tables = probing.main(layer=2), quantities.main(layer=2)
    assert "| all dimensions |" in tables[0]
    assert "2 of 2 binary sets" in tables[0]
    assert "sign test" in tables[0]
    assert "| 19_world_longitude |" in tables[1]
    assert "nan" not in "".join(tables)
    monkeypatch.setattr(probe_sets, "model", None)
    assert (probing.main(layer=2), quantities.main(layer=2)) == tables
