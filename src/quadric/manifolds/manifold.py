"""A manifold that was found: where it is, what lies on it, and how much of one it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from jaxtyping import Float, Int
from torch import Tensor

from quadric.forms import BilinearForm
from quadric.forms.display import panel
from quadric.gallery.bundle import ManifoldBundle, Part, SubspaceForm

if TYPE_CHECKING:
    from quadric.activations import ActivationStore

__all__ = ["Manifold"]


@dataclass(frozen=True, eq=False)
class Manifold:
    """One manifold; `find_manifolds` returns them best first."""

    name: str
    """From its tokens, or its members where there are none."""
    shape: str
    """Direction, clusters, curve, closed curve, surface, sphere or cloud."""
    score: float
    """How much of a manifold it is, 0 to 1: the mean of its parts above their controls."""
    subspace: Float[Tensor, "d 3"]
    """An orthonormal basis of where it is, in the model's own space."""
    points: Float[Tensor, "n 3"]
    """Its strongest samples, brought to norm one and projected, strongest first."""
    strength: Float[Tensor, "n"]
    """How strongly each belongs to it."""
    samples: Int[Tensor, "n"]
    """Which rows of the activations they are."""
    tokens: Int[Tensor, "n"] | None
    """Their token ids, where the activations have tokens."""
    rank: int
    """How many of the three directions carry it."""
    parts: tuple[Part, ...]
    """What the score is made of, each part beside its controls."""
    top: tuple[str, ...]
    """The tokens that are most over-represented among its strong samples."""
    ends: tuple[tuple[str, ...], ...]
    """The same for each stretch of the shape, in its order."""
    members: Int[Tensor, "m"]
    """The latents of the composite that proposed it."""
    weights: Float[Tensor, "m"]
    """Their signed weights."""
    eigenvalues: Float[Tensor, "r"]
    """The composite's spectrum, largest magnitude first."""
    form: BilinearForm
    """The composite."""
    moved: float
    """How far the data moved the subspace that the weights proposed: 1 − ‖UᵀV‖² / rank."""
    passes: bool
    """Whether its score is above that of 95% of random subspaces."""

    @property
    def controls(self) -> dict[str, dict[str, float]]:
        """What each control gets for every part."""
        found: dict[str, dict[str, float]] = {}
        for part in self.parts:
            for label, value in part.controls.items():
                found.setdefault(label, {})[part.name] = value
        return found

    def quadric(self) -> SubspaceForm:
        """The composite restricted to the subspace: q(u) = uᵀAu + bᵀu + c."""
        basis = self.subspace.to(self.form.left)
        if not self.form.lifted:
            half = (self.form.weights * (basis.T @ self.form.left.T)) @ (self.form.right @ basis)
            return SubspaceForm(((half + half.T) / 2).double().numpy())
        weights = self.form.weights / 2
        left, right = self.form.left @ _lifted(basis), self.form.right @ _lifted(basis)
        full = (weights[:, None] * left).T @ right
        full = ((full + full.T) / 2).double().numpy()
        return SubspaceForm(full[:3, :3], 2 * full[:3, 3], float(full[3, 3]))

    def bundle(self, vocab: Sequence[str], store: ActivationStore | None = None) -> ManifoldBundle:
        """What the explorer shows; with a store, the text around every sample is part of it."""
        token = np.zeros(len(self.points), dtype=np.int64)
        if self.tokens is not None:
            token = self.tokens.numpy().astype(np.int64)
        text: dict = {}
        if store is not None:
            document, position = _places(store, self.samples)
            text = {
                "document": document,
                "position": position,
                "context": store.windows(self.samples, before=12, after=6).numpy(),
                "before": 12,
            }
        return ManifoldBundle(
            name=self.name,
            points=self.points.numpy().astype(np.float64),
            strength=self.strength.numpy().astype(np.float64),
            token=token,
            vocab=vocab if self.tokens is not None else [""],
            shape=self.shape,
            score=self.score,
            parts=self.parts,
            top=self.top,
            eigenvalues=self.eigenvalues.double().numpy(),
            members=self.members.numpy(),
            weights=self.weights.double().numpy(),
            subspace=self.subspace.float().numpy(),
            quadric=self.quadric(),
            **text,
        )

    def _repr_html_(self) -> str:
        rows = {
            "looks like": self.shape,
            "score": f"{self.score:.2f}" + ("" if self.passes else ", which chance reaches too"),
            "tokens": " ".join(self.top[:12]) or "none",
            "samples": f"{len(self.points):,}",
            "latents": ", ".join(map(str, self.members[:8].tolist())),
        } | {part.name: f"{part.value:.2f}" for part in self.parts}
        return panel(self.name, rows, _thumbnail(self.points.numpy(), self.strength.numpy()))

    def __repr__(self) -> str:
        return f"Manifold({self.name!r}, {self.shape}, score={self.score:.2f})"


def _places(store: ActivationStore, samples: Tensor) -> tuple[np.ndarray, np.ndarray]:
    """The samples' documents, and positions counted through all blocks of a document."""
    documents, positions = (
        c[:].numpy().astype(np.int64) for c in (store.documents, store.positions)
    )
    blocks = np.append(0, np.cumsum(np.diff(positions) <= 0))
    _, first, own = np.unique(documents, return_index=True, return_inverse=True)
    through = (blocks - blocks[first][own]) * store.manifest["context"] + positions
    return documents[samples.numpy()], through[samples.numpy()]


def _thumbnail(points: np.ndarray, strength: np.ndarray, size: int = 160, most: int = 400) -> str:
    """The strongest samples as dots of an SVG, seen along the axis in which they spread least."""
    points = points[:most].astype(np.float64)
    centred = points - points.mean(0)
    seen = centred @ np.linalg.svd(centred, full_matrices=False)[2][:2].T
    if seen.shape[1] < 2:
        seen = np.pad(seen, ((0, 0), (0, 2 - seen.shape[1])))
    scale = max(float(np.abs(seen).max()), 1e-12)
    places = (seen / scale * 0.46 + 0.5) * size
    level = strength[:most] / max(float(strength[:most].max()), 1e-12)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.8" fill="#2456a6" '
        f'fill-opacity="{0.2 + 0.7 * s:.2f}"/>'
        for (x, y), s in zip(places, level, strict=True)
    )
    return f'<svg width="{size}" height="{size}" viewBox="0 0 {size} {size}">{dots}</svg>'


def _lifted(basis: Tensor) -> Tensor:
    """Coordinates and the constant one -> the lifted input, without its 1/√2."""
    lifted = basis.new_zeros(len(basis) + 1, 4)
    lifted[:-1, :3] = basis
    lifted[-1, 3] = 1
    return lifted
