"""Manifolds read back from files and galleries, to be used without the run they came from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from quadric.forms import BilinearForm
from quadric.gallery import Gallery, ManifoldBundle, read_gallery
from quadric.gallery.packing import unpack_manifold
from quadric.manifolds.manifold import Manifold

__all__ = ["load_gallery", "load_manifold", "manifold_of"]


def load_manifold(source: str | Path | Gallery, which: int | str | None = None) -> Manifold:
    """Read a manifold: a file that `Manifold.save` wrote, or one of a gallery by number or id.

    `load_manifold("months.safetensors.gz")`, `load_manifold("gallery/", "0003")`.
    """
    if isinstance(source, Gallery) or Path(source).is_dir():
        folder = source.folder if isinstance(source, Gallery) else Path(source)
        if which is None:
            raise ValueError(f'{folder} is a gallery: say which of its manifolds, as "0003"')
        return load_gallery(folder)[which]
    if not Path(source).is_file():
        raise ValueError(f"no manifold at {source}: give its file, or a gallery and an id")
    if which is not None:
        raise ValueError(f"{source} holds one manifold: leave {which!r} out")
    return _unpack(Path(source).read_bytes(), str(source))


def load_gallery(folder: str | Path) -> Gallery[Manifold]:
    """Open a gallery of manifolds to compute with: gallery["0003"].coordinates(x)."""
    found = read_gallery(Path(folder))
    return Gallery(found.folder, found.title, found.about, found.cards, _unpack)


def _unpack(data: bytes, source: str) -> Manifold:
    return manifold_of(unpack_manifold(data, source), source)


def manifold_of(bundle: ManifoldBundle, source: str = "the bundle") -> Manifold:
    """The manifold that a bundle was made of; its points have sixteen bits each."""
    if bundle.subspace is None or bundle.left is None or bundle.right is None:
        raise ValueError(
            f"{source} keeps a picture of {bundle.name!r} without its subspace and form: find it "
            "again with this version of quadric"
        )
    weights = torch.from_numpy(bundle.weights).float()
    left, right = torch.from_numpy(bundle.left), torch.from_numpy(bundle.right)
    lifted = left.shape[1] > len(bundle.subspace)
    samples = np.full(len(bundle.points), -1) if bundle.samples is None else bundle.samples
    text = bundle.vocab != [""] and not bundle.token_is_label
    # A file has a token for every sample: the empty one stands for none.
    there = np.array([token != "" for token in bundle.vocab])
    tokens = np.where(there[bundle.token], bundle.token, -1)
    return Manifold(
        name=bundle.name,
        shape=bundle.shape,
        score=bundle.score,
        subspace=torch.from_numpy(bundle.subspace),
        points=torch.from_numpy(bundle.points).float(),
        strengths=torch.from_numpy(bundle.strength).float(),
        samples=torch.from_numpy(samples),
        tokens=torch.from_numpy(tokens) if text else None,
        vocab=bundle.vocab if text else (),
        parts=bundle.parts,
        top=bundle.top,
        ends=bundle.ends,
        members=torch.from_numpy(bundle.members),
        weights=weights,
        eigenvalues=torch.from_numpy(bundle.eigenvalues).float(),
        form=BilinearForm(weights, left, right, lifted),
        moved=0.0 if bundle.moved is None else bundle.moved,
        passes=bool(bundle.passes),
        beyond=bundle.beyond,
        stable=bundle.stable,
        mean=_tensor(bundle.mean),
        model=bundle.model,
        layer=bundle.layer,
        by_members=bundle.by_members,
        strength_map=_tensor(bundle.strength_map),
        strength_power=bundle.strength_power,
        support=bundle.support,
        again=bundle.again,
        varies=bundle.varies,
        sentence=bundle.sentence,
        row_labels=_tensor(bundle.row_label),
        label_texts=tuple(bundle.label_texts),
        label_name=bundle.label_name,
        labels=bundle.labels,
        path=bundle.path,
        chart=bundle.chart,
        used=bundle.used,
        causes=bundle.causes,
    )


def _tensor(array: np.ndarray | None) -> Tensor | None:
    return None if array is None else torch.from_numpy(array)
