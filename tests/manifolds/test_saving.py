"""A manifold comes back from its file with every field that it has."""

from dataclasses import MISSING, fields, replace

import numpy as np
import pytest
import torch

from quadric import load_manifold
from quadric.forms import BilinearForm
from quadric.gallery import Arm, Causes, Chart, Label, Part, Path, Place, Tick, write_gallery
from quadric.manifolds import Manifold


@pytest.fixture
def whole() -> Manifold:
    """One that has something else than the default in every field."""
    draw = torch.Generator().manual_seed(0)
    points = torch.randn(40, 2, generator=draw)
    factors = torch.randn(2, 3, 6, generator=draw)
    place = Place((0.0, 1.0, 0.0), "Jan", (("Feb", 0.5),), (("Mar", -0.25),))
    return Manifold(
        name="months",
        shape="closed curve",
        score=0.75,
        subspace=torch.linalg.qr(torch.randn(6, 2, generator=draw)).Q,
        points=points,
        strengths=torch.linspace(2, 1, 40),
        samples=torch.randperm(90, generator=draw)[:40],
        tokens=torch.arange(40) % 4 - 1,
        vocab=("Jan", "Feb", "Mar"),
        parts=(Part("shape", 0.5, {"PCA": 0.25}, "How clear."),),
        top=("Feb", "Jan"),
        ends=(("Jan",), ("Feb", "Mar")),
        members=torch.tensor([4, 1, 7]),
        weights=torch.tensor([0.5, -1.0, 2.0]),
        eigenvalues=torch.tensor([3.0, -1.5]),
        form=BilinearForm(torch.tensor([0.5, -1.0, 2.0]), *factors),
        moved=0.125,
        passes=True,
        beyond=2.5,
        stable=0.875,
        mean=torch.randn(6, generator=draw),
        model="a model",
        layer="model.layers.3",
        by_members=False,
        strength_map=torch.randn(2, 3, generator=draw),
        strength_power=4.0,
        support=11,
        again=0.5,
        varies={"the token": 0.75, "the token before": 0.5},
        sentence="Months, around a closed curve.",
        row_labels=torch.arange(40) % 3 - 1,
        label_texts=("cold", "warm"),
        label_name="season",
        labels=(Label("Jan", (0.0, 1.0, 0.0)),),
        chart=Chart((((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)), ((0.0, 1.0, 0.0), (1.0, 1.0, 0.5)))),
        path=Path(True, ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)), (Tick("Jan", 0.25),)),
        used=0.25,
        causes=Causes((Arm("swap", 0.5, 0.125),), (place,)),
    )


def assert_same(read: Manifold, one: Manifold) -> None:
    for part in fields(Manifold):
        there, was = getattr(read, part.name), getattr(one, part.name)
        if part.name in ("points", "strengths"):  # sixteen bits of each are kept
            torch.testing.assert_close(there, was, atol=1e-4, rtol=0, msg=part.name)
        elif part.name in ("tokens", "vocab"):  # tokens are numbered by how often they occur
            assert [read.text(i) for i in range(40)] == [one.text(i) for i in range(40)]
            assert (read.tokens is None) == (one.tokens is None)
        elif isinstance(was, torch.Tensor):
            torch.testing.assert_close(there, was, msg=part.name)
        elif isinstance(was, BilinearForm):
            x = torch.eye(6)
            torch.testing.assert_close(there(x), was(x))
        else:
            assert there == was, part.name


def test_every_field_comes_back(whole, tmp_path):
    for part in fields(Manifold):  # a new field has to be given above
        default = part.default_factory() if part.default_factory is not MISSING else part.default
        value = getattr(whole, part.name)
        assert isinstance(value, torch.Tensor) or default is MISSING or value != default, part.name
    write_gallery(tmp_path / "gallery", [whole.bundle()])
    path = whole.save(tmp_path / "months.safetensors.gz")
    for read in (load_manifold(path), load_manifold(tmp_path / "gallery", "m-0000")):
        assert_same(read, whole)
        assert_same(load_manifold(read.save(tmp_path / "again.gz")), whole)


@pytest.mark.parametrize(
    "without",
    [
        {"tokens": None, "vocab": ()},
        {"row_labels": None, "label_texts": (), "label_name": None},
        {"tokens": None, "vocab": (), "row_labels": None, "label_texts": (), "label_name": None},
        {"mean": None, "strength_map": None, "by_members": True, "strength_power": 1.0},
        {"beyond": None, "stable": None, "support": None, "again": None, "varies": {}},
        {"path": None, "chart": None, "used": None, "causes": None, "labels": (), "passes": False},
        {"top": (), "ends": (), "sentence": "", "parts": ()},
    ],
    ids=["no tokens", "no labels", "neither", "by members", "unmeasured", "plain", "unnamed"],
)
def test_what_is_absent_stays_absent(whole, without, tmp_path):
    one = replace(whole, **without)
    assert_same(load_manifold(one.save(tmp_path / "one.gz")), one)


def test_samples_of_a_gallery_without_rows_are_unknown(whole, tmp_path):
    bundle = replace(whole.bundle(), samples=None)
    write_gallery(tmp_path / "gallery", [bundle])
    read = load_manifold(tmp_path / "gallery", 0)
    np.testing.assert_array_equal(read.samples, -1)
