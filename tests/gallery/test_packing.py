import gzip

import numpy as np
import pytest

from quadric.gallery import ManifoldBundle, Part, SubspaceForm, context_windows
from quadric.gallery.columns import pack, unpack
from quadric.gallery.packing import pack_manifold, unpack_manifold


def manifold(n: int = 500, seed: int = 0, apart: int = 1, vocab: int = 40) -> ManifoldBundle:
    """A manifold of n samples that stand `apart` tokens from each other."""
    draw = np.random.default_rng(seed)
    tokens = draw.integers(0, vocab, n * apart)
    document = np.arange(n * apart) // 1000
    position = np.arange(n * apart) % 1000
    samples = np.arange(n) * apart
    return ManifoldBundle(
        name="a ring",
        shape="closed curve",
        score=0.75,
        parts=(Part("loops", 0.9, {"random": 0.1}, "Holes that persist."),),
        points=draw.normal(size=(n, 3)),
        strength=draw.random(n),
        token=tokens[samples],
        vocab=[f" w{i}" for i in range(vocab)],
        eigenvalues=np.array([2.0, -1.0, 0.5, 0.1]),
        members=np.array([7, 3]),
        weights=np.array([0.9, -0.4]),
        subspace=np.linalg.qr(draw.normal(size=(16, 3)))[0],
        quadric=SubspaceForm(np.diag([2.0, -1.0, 0.5]), np.array([0.1, 0.0, 0.0]), 0.3),
        document=document[samples],
        position=position[samples],
        context=context_windows(tokens, document, samples),
        before=8,
        predicted=draw.integers(0, vocab, n),
    )


def test_a_file_gives_back_what_it_was_given_strongest_first():
    given = manifold()
    read = unpack_manifold(pack_manifold(given), "ring")
    order = np.argsort(-given.strength, kind="stable")
    span = np.ptp(given.points, axis=0)
    assert np.abs(read.points - given.points[order]).max() <= (span / 65535).max()
    assert np.abs(read.strength - given.strength[order]).max() <= np.ptp(given.strength) / 65535
    assert (np.diff(read.strength) <= 0).all()
    words = [given.vocab[i] for i in given.token[order]]
    assert [read.vocab[i] for i in read.token] == words
    assert given.predicted is not None
    assert read.predicted is not None
    assert [read.vocab[i] for i in read.predicted] == [
        given.vocab[i] for i in given.predicted[order]
    ]
    for name in ("document", "position"):
        np.testing.assert_array_equal(getattr(read, name), getattr(given, name)[order])
    for name in ("name", "shape", "score", "parts", "before"):
        assert getattr(read, name) == getattr(given, name)
    for name in ("eigenvalues", "members", "weights"):
        np.testing.assert_array_equal(getattr(read, name), getattr(given, name))
    np.testing.assert_allclose(read.subspace, given.subspace, atol=1e-6)  # pyright: ignore
    assert read.quadric is not None
    assert given.quadric is not None
    np.testing.assert_array_equal(read.quadric.matrix, given.quadric.matrix)
    np.testing.assert_array_equal(read.quadric.linear, given.quadric.linear)
    assert read.quadric.constant == given.quadric.constant


def test_contexts_read_as_they_were_written():
    given = manifold(n=60, apart=30)
    read = unpack_manifold(pack_manifold(given), "ring")
    order = np.argsort(-given.strength, kind="stable")
    assert given.context is not None
    assert read.context is not None
    for before, after in zip(given.context[order], read.context, strict=True):
        assert [given.vocab[i] for i in before if i >= 0] == [
            read.vocab[i] for i in after if i >= 0
        ]


@pytest.mark.slow
@pytest.mark.parametrize("apart", [4, 40], ids=["contexts overlap", "contexts stand apart"])
def test_64k_points_stay_small_and_keep_their_own_token(apart):
    given = manifold(n=65536, apart=apart, vocab=30000)
    data = pack_manifold(given)
    assert len(data) * 4 / 3 < 1.5e6
    read = unpack_manifold(data, "ring")
    assert read.vocab[read.token[0]] == given.vocab[given.token[given.strength.argmax()]]


def test_a_manifold_needs_no_more_than_points_and_tokens():
    given = ManifoldBundle(
        name="bare",
        points=np.zeros((3, 3)),
        strength=np.ones(3),
        token=np.array([0, 1, 0]),
        vocab=["a", "b"],
    )
    read = unpack_manifold(pack_manifold(given), "bare")
    assert [read.vocab[i] for i in read.token] == ["a", "b", "a"]
    assert read.quadric is None
    assert read.context is None
    assert read.document is None
    np.testing.assert_array_equal(read.points, given.points)


def test_packing_is_the_same_each_time():
    assert pack_manifold(manifold()) == pack_manifold(manifold())


def test_tokens_outside_the_vocab_are_refused():
    given = ManifoldBundle("bad", np.zeros((1, 3)), np.ones(1), np.array([5]), ["a"])
    with pytest.raises(ValueError, match="token 5, but its vocab has 1"):
        pack_manifold(given)


def test_damage_is_named():
    data = pack_manifold(manifold(n=50))
    with pytest.raises(ValueError, match=r"0007\.gz is truncated after 100 bytes"):
        unpack_manifold(data[:100], "0007.gz")
    with pytest.raises(ValueError, match=r"0007\.gz is damaged"):
        unpack_manifold(data[:300] + b"\0\1\2" + data[303:], "0007.gz")
    with pytest.raises(ValueError, match="holds no quadric columns"):
        unpack_manifold(gzip.compress(b"anything else"), "0007.gz")


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("offset", np.full(50, 10**6, dtype=np.uint32), "offset lies beyond the text"),
        ("text", np.full(50, 999, dtype=np.uint16), "token 999 is used"),
        ("strength", np.zeros(3, dtype=np.uint16), "strength has shape"),
        ("segment_start", np.array([5], dtype=np.uint32), "segments"),
    ],
)
def test_wrong_columns_are_named(column, value, message):
    columns, about = unpack(pack_manifold(manifold(n=50)), "x")
    with pytest.raises(ValueError, match=message):
        unpack_manifold(pack({**columns, column: value}, about), "0001.gz")


def test_a_missing_column_is_named():
    columns, about = unpack(pack_manifold(manifold(n=50)), "x")
    del columns["text"]
    with pytest.raises(ValueError, match=r"0001\.gz lacks 'text'"):
        unpack_manifold(pack(columns, about), "0001.gz")
