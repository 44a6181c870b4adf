import jaxtyping
import numpy as np
import pytest

from quadric.gallery import ManifoldBundle, SubspaceForm


@pytest.fixture
def as_users_run():
    """Without the types that only tests enforce: users meet the sentences."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": np.zeros((0, 3)), "strength": np.zeros(0)}, "no points"),
        ({"strength": np.zeros(2)}, "3 points but 2 entries of strength"),
        ({"points": np.full((3, 3), np.nan)}, "9 entries of points that are not finite"),
        ({"document": np.zeros(3, dtype=int)}, "both document and position"),
        ({"context": np.zeros((3, 1), dtype=int)}, "needs document and position"),
        ({"members": np.array([1])}, "1 members, but 0 weights"),
        ({"subspace": np.eye(5)[:, :2]}, "a subspace of 2 columns, but points of 3 coordinates"),
        ({"subspace": np.ones((5, 3))}, "not orthonormal"),
        ({"subspace": np.eye(5)[:, :3], "mean": np.zeros(4)}, "mean of 4 entries for d=5"),
        ({"left": np.zeros((0, 5))}, "both left and right"),
        ({"samples": np.zeros(2, dtype=int)}, "3 points but 2 entries of samples"),
    ],
)
def test_impossible_manifolds_are_refused(change, message, as_users_run):
    fields = {"points": np.zeros((3, 3)), "strength": np.ones(3), "token": np.zeros(3, dtype=int)}
    with pytest.raises(ValueError, match=message):
        ManifoldBundle(name="bad", vocab=["a"], **{**fields, **change})


def test_a_quadric_must_be_symmetric():
    with pytest.raises(ValueError, match="symmetric"):
        SubspaceForm(np.array([[1.0, 2, 0], [0, 1, 0], [0, 0, 1]]))


def test_top_tokens_carry_the_squared_strength():
    bundle = ManifoldBundle(
        name="x",
        points=np.zeros((4, 3)),
        strength=np.array([3.0, 1, 1, 1]),
        token=np.array([0, 1, 1, 1]),
        vocab=["rare", "common"],
    )
    assert repr(bundle) == "ManifoldBundle('x', cloud, score=0.00, rank=3, 4 points)"
    assert bundle.top_tokens() == ["rare", "common"]
    np.testing.assert_allclose(bundle.token_shares()[1], [9 / 12, 3 / 12])


def test_without_strength_every_sample_counts_alike():
    bundle = ManifoldBundle("x", np.zeros((3, 3)), np.zeros(3), np.array([0, 1, 1]), ["a", "b"])
    np.testing.assert_allclose(bundle.token_shares()[1], [1 / 3, 2 / 3])
