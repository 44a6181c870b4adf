"""Where every row is of the concept: what all samples lie on, and labels that all rows have."""

import numpy as np
import pytest
import torch
from manifolds.months import MONTHS, autoencoder, months

from quadric import find_manifolds, fit, locate
from quadric.forms import Subspace
from quadric.manifolds.fitting import Fitted, fit_everything


def ring(share: float, n: int = 2048, d: int = 32, seed: int = 0):
    """Rows, a share of them on a ring of twelve places; the place of every row; the plane."""
    draw = np.random.default_rng(seed)
    month = draw.integers(0, 12, n)
    plane = np.linalg.qr(draw.normal(size=(d, 2)))[0]
    angle = month * np.pi / 6
    on = draw.random((n, 1)) < share
    x = np.column_stack([np.cos(angle), np.sin(angle)]) @ plane.T * on
    x = x + 0.05 * draw.normal(size=(n, d))
    return torch.from_numpy(x).float(), month, Subspace(torch.from_numpy(plane).float())


def test_all_samples_in_a_plane_give_the_plane():
    x, _, plane = ring(1.0)
    found = fit_everything(x)
    assert found is not None
    assert found.ranks.tolist() == [2]
    assert float(Subspace(found.subspaces[0]).strict_overlap(plane)) > 0.99
    assert float(found.stable) > 0.99


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_samples_in_many_dimensions_have_nothing_that_all_lie_on(share):
    assert fit_everything(torch.nn.functional.normalize(ring(share)[0], dim=1)) is None


def test_fitted_of_different_ranks_join():
    wide = fit_everything(torch.randn(500, 40) * torch.tensor([5.0] * 4 + [0.1] * 36))
    plane = fit_everything(ring(1.0, d=40)[0])
    assert wide is not None
    assert plane is not None
    both = Fitted.joined([plane, wide])
    assert both.ranks.tolist() == [2, 4]
    torch.testing.assert_close(both.subspaces[0, :, :2], plane.subspaces[0])
    torch.testing.assert_close(both.maps[:, :, -1], torch.tensor([[1.0, 0, 0, 0]] * 2))


@pytest.mark.slow
def test_where_every_row_is_a_month_the_ring_is_found_and_named():
    x, month, plane = ring(1.0)
    labels = [MONTHS[i] for i in month]
    ae = fit(x, steps=60, batch=512)
    best = find_manifolds(ae, x, n=3, labels=labels)[0]
    assert (best.name, best.shape, best.rank) == ("months, in order", "closed curve", 2)
    assert best.passes
    assert best.score > 0.9
    assert float(Subspace(best.subspace).strict_overlap(plane)) > 0.98
    assert "explains 100%" in best.sentence
    told = next(one for one in locate(ae, x, {"months": labels}) if one.kind == "number")
    assert told.order is not None
    assert told.order > 0.98
    assert told.controls["direction"] < 0.8
    assert told.verdict.startswith("months: on one closed curve (manifold ")


@pytest.mark.slow
def test_labels_that_are_as_common_elsewhere_name_what_they_tell_apart():
    data = months()
    draw = np.random.default_rng(0)
    labels = [MONTHS[draw.integers(12)] if one == "other" else one for one in data.labels]
    found = find_manifolds(
        autoencoder(data.plane), data.x, 6, "paper", labels=labels, candidates=6, controls=2
    )
    ring = max(found, key=lambda one: float((one.subspace.T @ data.plane).square().sum()))
    assert ring.name == "months, in order"
    assert "explains 100%" in ring.sentence
    assert not {"named", "readable"} & {part.name for part in ring.parts}
