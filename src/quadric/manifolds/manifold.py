"""A manifold that was found: where it is, what lies on it, and how much of one it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.autoencoders.inputs import unit_rows
from quadric.forms import BilinearForm
from quadric.forms.display import panel
from quadric.gallery import ManifoldBundle, Part, SubspaceForm

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
    """How much of a manifold it is, 0 to 1, as `scoring.score` makes it of the parts."""
    subspace: Float[Tensor, "d k"]
    """An orthonormal basis of where it is, in the model's own space: k is its rank."""
    points: Float[Tensor, "n k"]
    """Its strongest samples, normalised and projected, strongest first: `coordinates` of them."""
    strength: Float[Tensor, "n"]
    """How strongly each belongs to it."""
    samples: Int[Tensor, "n"]
    """Which rows of the activations they are, as they were given."""
    tokens: Int[Tensor, "n"] | None
    """Their token ids, where the activations have tokens; -1 for none."""
    vocab: Sequence[str] = field(repr=False)
    """The text of every token id."""
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
    mean: Float[Tensor, "d"] | None = None
    """What is taken from samples of norm one, before they are brought to norm one again."""
    model: str | None = None
    """The model that the activations are of, where that is known."""
    layer: str | None = None
    """The layer that they were taken at."""

    @property
    def rank(self) -> int:
        """How many dimensions it has."""
        return self.subspace.shape[1]

    def coordinates(self, x: Float[Tensor, "*n d"]) -> Float[Tensor, "*n k"]:
        """Where activations lie in its subspace: Uᵀx of x normalised as `points` were."""
        unit, _ = unit_rows(x, len(self.subspace), self.subspace.dtype, self.mean)
        return unit @ self.subspace.to(unit)

    @property
    def controls(self) -> dict[str, dict[str, float]]:
        """What each control gets for every part."""
        found: dict[str, dict[str, float]] = {}
        for part in self.parts:
            for label, value in part.controls.items():
                found.setdefault(label, {})[part.name] = value
        return found

    def quadric(self) -> SubspaceForm:
        """The composite in the first three axes of the subspace: q(u) = uᵀAu + bᵀu + c."""
        basis = self.subspace[:, :3].to(self.form.left)
        k = basis.shape[1]
        weights = self.form.weights
        if self.form.lifted:
            # Coordinates and the constant one -> the lifted input [x, 1]/√2.
            weights = weights / 2
            basis = torch.block_diag(basis, basis.new_ones(1, 1))
        full = (weights * (basis.T @ self.form.left.T)) @ (self.form.right @ basis)
        full = ((full + full.T) / 2).double().numpy()
        matrix, linear, constant = np.zeros((3, 3)), np.zeros(3), 0.0
        matrix[:k, :k] = full[:k, :k]
        if self.form.lifted:
            linear[:k], constant = 2 * full[:k, k], float(full[k, k])
        return SubspaceForm(matrix, linear, constant)

    def bundle(self, store: ActivationStore | None = None) -> ManifoldBundle:
        """What a gallery keeps; with the store, the text around every sample is part of it."""
        n = len(self.points)
        token, vocab = np.zeros(n, dtype=np.int64), [""]
        if self.tokens is not None:
            token, vocab = self.tokens.numpy().astype(np.int64), self.vocab
            if (token < 0).any():
                token, vocab = np.where(token < 0, len(vocab), token), [*vocab, ""]
        return ManifoldBundle(
            name=self.name,
            points=self.points.double().numpy(),
            strength=self.strength.double().numpy(),
            token=token,
            vocab=vocab,
            shape=self.shape,
            score=self.score,
            parts=self.parts,
            top=self.top,
            eigenvalues=self.eigenvalues.double().numpy(),
            members=self.members.numpy(),
            weights=self.weights.double().numpy(),
            subspace=self.subspace.float().numpy(),
            mean=None if self.mean is None else self.mean.float().numpy(),
            model=self.model,
            layer=self.layer,
            quadric=self.quadric(),
            left=self.form.left.detach().float().numpy(),
            right=self.form.right.detach().float().numpy(),
            samples=self.samples.numpy(),
            passes=self.passes,
            **({} if store is None else self._text(store)),
        )

    def _text(self, store: ActivationStore) -> dict:
        """The text around every sample, as fields of a bundle."""
        if self.tokens is None or not torch.equal(store.tokens[self.samples], self.tokens.int()):
            raise ValueError(
                f"the tokens of {self.name!r} are not those of the store's rows: give the store "
                "that it was found in"
            )
        document, position = _places(store, self.samples)
        context = store.windows(self.samples, before=12, after=6).numpy()
        return {"document": document, "position": position, "context": context, "before": 12}

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
