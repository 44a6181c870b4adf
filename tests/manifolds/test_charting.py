"""Charts of surfaces: where samples lie on them."""

import numpy as np
import pytest
import torch

from quadric.causes.target import Target
from quadric.gallery import Chart, Path
from quadric.gallery.placing import chart_place, chart_position, path_position
from quadric.manifolds.charting import chart_of

D = 5


def bent(n: int = 2000, noise: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Samples of a saddle turned into more dimensions, and the two numbers that place each."""
    draw = np.random.default_rng(0)
    uv = draw.uniform(-1, 1, (n, 2)) * [2.0, 1.0]
    flat = np.column_stack([uv, 0.3 * (uv[:, 0] ** 2 - 2 * uv[:, 1] ** 2)])
    turn = np.linalg.qr(draw.standard_normal((D, D)))[0][:3]
    return flat @ turn + 0.1 + noise * draw.standard_normal((n, D)), uv


def test_a_chart_gives_the_numbers_that_made_a_surface() -> None:
    """Each of its coordinates follows one of the two that samples were made from."""
    points, uv = bent(noise=0.02)
    chart = chart_of(points, "surface")
    assert chart is not None
    at = chart_position(chart, points)
    inside = (np.abs(uv) < [1.8, 0.9]).all(1)
    for i in (0, 1):
        assert abs(np.corrcoef(at[inside, i], uv[inside, i])[0, 1]) > 0.99


def test_the_nearest_place_is_the_nearest() -> None:
    """Held against every place of a grid a hundred times as fine."""
    points, _ = bent(60, noise=0.1)
    chart = chart_of(points, "surface")
    assert chart is not None
    mine = np.linalg.norm(points - chart_place(chart, chart_position(chart, points)), axis=1)
    steps = np.linspace(0, 1, 401)
    every = chart_place(chart, np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2))
    best = np.array([np.linalg.norm(every - p, axis=1).min() for p in points])
    assert (mine <= best + 1e-3).all()


def test_places_on_a_chart_are_found_again() -> None:
    """Also on a sphere, away from its poles and from where longitudes begin."""
    draw = np.random.default_rng(1)
    ball = draw.standard_normal((3000, 3))
    ball /= np.linalg.norm(ball, axis=1, keepdims=True)
    wanted = draw.uniform(0.2, 0.8, (50, 2))
    for points, shape in ((bent()[0], "surface"), (2 * ball + [1, 0, 3], "sphere")):
        chart = chart_of(points, shape)
        assert chart is not None
        again = chart_position(chart, chart_place(chart, wanted))
        np.testing.assert_allclose(again, wanted, atol=1e-3)


def test_a_sphere_has_its_own_centre_and_radius() -> None:
    """From a part of it too."""
    draw = np.random.default_rng(2)
    ball = draw.standard_normal((3000, 3))
    ball /= np.linalg.norm(ball, axis=1, keepdims=True)
    part = 2 * ball[ball[:, 2] > -0.5] + [1, 0, 3]
    chart = chart_of(part, "sphere")
    assert chart is not None
    grid = np.array(chart.at).reshape(-1, 3)
    np.testing.assert_allclose(np.linalg.norm(grid - [1, 0, 3], axis=1), 2, atol=1e-6)


@pytest.mark.parametrize("shape", ["cloud", "curve", "clusters"])
def test_other_shapes_have_no_chart(shape: str) -> None:
    """Nor has a plane, whose coordinates are one, nor what does not lie on a surface."""
    points, _ = bent()
    assert chart_of(points, shape) is None
    assert chart_of(points[:, :2], "surface") is None
    full = np.random.default_rng(0).standard_normal((2000, D))
    assert chart_of(full, "surface") is None


def target(path: Path | None = None, chart: Chart | None = None) -> Target:
    at = None if path is None else torch.tensor(path.at)
    return Target("one", torch.eye(8)[:, :3], path=at, chart=chart)


def test_steering_and_position_mean_the_same_place() -> None:
    """The share t of a path is one of its length, though its vertices are unevenly spaced."""
    path = Path(False, ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 5.0, 0.0), (1.0, 5.0, 0.5)))
    for t in (0.0, 0.1, 0.5, 0.97, 1.0):
        place = target(path).find(t).double().numpy()
        assert path_position(path, place[None])[0] == pytest.approx(t, abs=1e-6)
    points, _ = bent()
    chart = chart_of(points[:, :3], "surface")
    assert chart is not None
    place = target(chart=chart).find((0.3, 0.6)).double().numpy()
    np.testing.assert_allclose(chart_position(chart, place[None])[0], [0.3, 0.6], atol=1e-4)


def test_a_place_on_a_surface_needs_one() -> None:
    """And the error says so."""
    with pytest.raises(ValueError, match="two coordinates are for a surface"):
        target().find((0.5, 0.5))
