"""Quadrics fitted to samples: exact on exact ones, and a residual that is their distance."""

import numpy as np
import pytest

from quadric.manifolds.level_set import fit_level_set
from quadric.synthetic import KINDS


def values(form, u):
    return np.einsum("ni,ij,nj->n", u, form.matrix, u) + u @ form.linear + form.constant


def ellipsoid(n, noise, seed=0):
    draw = np.random.default_rng(seed)
    ball = draw.normal(size=(n, 3))
    ball /= np.linalg.norm(ball, axis=1, keepdims=True)
    outward = 1 + noise * draw.normal(size=(n, 1))
    turn = np.linalg.qr(draw.normal(size=(3, 3)))[0]
    return (ball * outward * [2.0, 1.0, 0.5]) @ turn + [3.0, -1.0, 0.5]


def test_an_ellipsoid_anywhere_is_found_exactly():
    u = ellipsoid(500, 0.0)
    form = fit_level_set(u)
    assert form.residual < 1e-5
    slope = np.linalg.norm(2 * u @ form.matrix + form.linear, axis=1)
    assert np.abs(values(form, u) / slope).max() < 1e-4
    signs = np.sign(np.linalg.eigvalsh(form.matrix))
    assert abs(signs.sum()) == 3


def test_the_residual_is_the_distance_from_the_surface():
    draw = np.random.default_rng(1)
    ball = draw.normal(size=(4000, 3))
    ball /= np.linalg.norm(ball, axis=1, keepdims=True)
    for noise in (0.02, 0.1):
        form = fit_level_set(ball * (1 + noise * draw.normal(size=(4000, 1))))
        assert form.residual == pytest.approx(noise, rel=0.1)
    assert fit_level_set(draw.normal(size=(4000, 3))).residual > 0.25


def test_it_does_not_depend_on_where_the_points_are():
    u = ellipsoid(800, 0.05)
    turn = np.linalg.qr(np.random.default_rng(2).normal(size=(3, 3)))[0]
    here, there = fit_level_set(u), fit_level_set(7 * u @ turn + [10.0, 0.0, -4.0])
    assert here.residual == pytest.approx(there.residual, rel=1e-6)
    # The same samples are inside, whichever sign the form came with.
    inside = values(here, u) > 0
    outside = values(there, 7 * u @ turn + [10.0, 0.0, -4.0]) > 0
    assert max((inside == outside).mean(), (inside != outside).mean()) > 0.99


def test_planted_curves_lie_on_a_quadric_and_flat_or_few_points_have_none():
    draw = np.random.default_rng(0)
    for name in ("off-centre circle", "sphere"):
        assert fit_level_set(KINDS[name].draw(draw, 600)[0]).residual < 1e-3
    assert fit_level_set(draw.normal(size=(100, 2))) is None
    assert fit_level_set(draw.normal(size=(10, 3))) is None
    assert fit_level_set(np.zeros((100, 3))) is None
