"""scikit-learn's own checks of an estimator, as far as they apply, and what people do with one."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from quadric.adapters.sklearn import QuadricTransformer


@parametrize_with_checks(
    [
        QuadricTransformer(expansion=2, steps=3),
        QuadricTransformer("combined", expansion=2, steps=3, bias=True),
    ]
)
def test_it_is_an_estimator(estimator, check):
    check(estimator)


@pytest.fixture
def x():
    return np.random.default_rng(0).normal(size=(300, 6))


def test_it_gives_the_latents_of_what_fit_trains(x):
    import quadric

    ours = QuadricTransformer("vanilla", expansion=2, steps=8, batch=64, random_state=3)
    latents = ours.fit_transform(x)
    same = {"seed": 3, "dtype": "float64", "centred": False}
    ae = quadric.fit(x, "vanilla", expansion=2, steps=8, batch=64, **same)
    np.testing.assert_array_equal(latents, ae.encode(quadric.open_activations(x)[:]).detach())
    assert ours.score(x) == pytest.approx(
        1 - float(ae.errors(quadric.open_activations(x)[:]).mean())
    )


def test_clones_and_pipelines(x):
    first = QuadricTransformer("vanilla", expansion=6, steps=100, random_state=1)
    assert clone(first).get_params() == first.get_params()
    y = (x[:, 0] * x[:, 1] > 0).astype(int)
    chain = make_pipeline(StandardScaler(), first, LogisticRegression(max_iter=2000))
    linear = make_pipeline(StandardScaler(), LogisticRegression()).fit(x, y).score(x, y)
    # Products of two features are what latents are: no linear model of the inputs sees them.
    assert chain.fit(x, y).score(x, y) > max(0.9, linear + 0.2)
    names = chain[:-1].get_feature_names_out()
    assert list(names[:2]) == ["quadrictransformer0", "quadrictransformer1"]
    assert len(names) == 36
