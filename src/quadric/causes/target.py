"""What an intervention needs to know of a manifold: where it is, and where its words are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Union

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from quadric.autoencoders.inputs import unit_rows
from quadric.gallery import Chart, ManifoldBundle
from quadric.gallery.placing import chart_place
from quadric.manifolds.loading import manifold_of
from quadric.manifolds.manifold import Manifold
from quadric.manifolds.samples import CHUNK_SAMPLES

__all__ = ["Aimable", "Goal", "Target", "targets"]

Goal = str | float | tuple[float, float] | Tensor
"""A word, how far along the path (0 to 1), where on the surface (two of these), or coordinates."""


Aimable = Union["Target", Manifold, ManifoldBundle]
"""What can be steered along and intervened on; a gallery's manifold is a bundle."""


@dataclass(frozen=True, eq=False)
class Target:
    """A subspace of a layer, and the places of words in it."""

    name: str
    """What people call it."""
    basis: Float[Tensor, "d k"]
    """B, orthonormal."""
    layer: str | None = None
    """The layer that it is in, as in a store's manifest."""
    mean: Float[Tensor, " d"] | None = None
    """μ of a centred autoencoder: what is taken from x / ‖x‖ before it is projected."""
    places: Mapping[str, Float[Tensor, " k"]] = field(default_factory=dict)
    """A word's place: the mean coordinates of its samples."""
    path: Float[Tensor, "p k"] | None = None
    """Places along the manifold's path, in its order."""
    chart: Chart | None = None
    """The surface that its samples lie on."""
    belongs: Callable[[Float[Tensor, "n d"]], Float[Tensor, " n"]] | None = None
    """How strongly activations belong to it, as it was found; distance from the mean without."""

    @classmethod
    def of(cls, manifold: Aimable) -> Target:
        """From a `Manifold`, or from one that was read from a gallery."""
        if isinstance(manifold, Target):
            return manifold
        if manifold.subspace is None:
            raise ValueError(
                f"{manifold.name!r} has no subspace: find the manifolds again with this quadric"
            )
        if isinstance(manifold, ManifoldBundle) and manifold.left is not None:
            manifold = manifold_of(manifold)
        if isinstance(manifold, ManifoldBundle):  # A subspace of one's own, without a form.
            ids, strength, belongs = manifold.token, manifold.strength, None
        else:
            ids, strength, belongs = manifold.tokens, manifold.strengths, manifold.strength
        basis, places = _float(manifold.subspace), {}
        if ids is not None:
            points = _float(manifold.points)
            places = _places(points, _float(strength), np.asarray(ids), manifold.vocab)
        rank = basis.shape[1]
        if rank <= 3:
            # A gallery keeps three coordinates of labels and paths: enough for these.
            places |= {label.text: _float(label.at)[:rank] for label in manifold.labels}
        return cls(
            name=manifold.name,
            basis=basis,
            layer=manifold.layer,
            mean=None if manifold.mean is None else _float(manifold.mean),
            places=places,
            path=_path(manifold.path, rank),
            chart=manifold.chart,
            belongs=belongs,
        )

    def __str__(self) -> str:
        return self.name

    @property
    def rank(self) -> int:
        """Its dimension k."""
        return self.basis.shape[1]

    def at(self, layer: str) -> Target:
        """The same subspace, of another layer or of one not known before."""
        return replace(self, layer=layer)

    def coordinates(self, h: Float[Tensor, "n d"]) -> Float[Tensor, "n k"]:
        """Where activations lie: Bᵀx̂ with x̂ = h / ‖h‖, centred if the manifold is."""
        unit, _ = unit_rows(h, len(self.basis), h.dtype, _like(self.mean, h))
        return unit @ self.basis.to(h)

    def strength(self, h: Float[Tensor, "n d"]) -> Float[Tensor, " n"]:
        """How strongly activations belong to it."""
        if self.belongs is not None:
            return torch.cat([self.belongs(part) for part in h.split(CHUNK_SAMPLES)])
        place = self.coordinates(h)
        return torch.linalg.vector_norm(place - place.mean(0), dim=1)

    def inner(self, h: Float[Tensor, "n d"], place: Float[Tensor, "... k"]) -> Float[Tensor, "n k"]:
        """c′ = Bᵀh′ of activations that lie at a place and are as long as h.

        Uncentred: c′ = ‖h‖ p. Centred: c′ = ‖h‖ (ρ p + Bᵀμ), ρ = ‖h / ‖h‖ − μ‖.
        """
        length = torch.linalg.vector_norm(h, dim=-1, keepdim=True)
        if self.mean is None:
            return length * place
        mean = self.mean.to(h)
        rest = torch.linalg.vector_norm(h / length.clamp(min=1e-30) - mean, dim=-1, keepdim=True)
        return length * (rest * place + mean @ self.basis.to(h))

    def find(self, place: Goal) -> Float[Tensor, " k"]:
        """The coordinates of a place."""
        if isinstance(place, Tensor):
            if place.shape != (self.rank,):
                raise ValueError(
                    f"{self.name!r} has {self.rank} dimensions and the place {tuple(place.shape)}: "
                    "give one coordinate for each"
                )
            return place.float()
        if isinstance(place, str):
            return self._word(place)
        if isinstance(place, tuple):
            if self.chart is None or len(place) != 2:
                raise ValueError(
                    f"{self.name!r} has no place {place}: two coordinates are for a surface"
                )
            at = np.clip(np.array([place], dtype=np.float64), 0, 1)
            return _float(chart_place(self.chart, at)[0, : self.rank])
        if self.path is None:
            raise ValueError(f"{self.name!r} has no path: name one of its words, or a place")
        return _along(self.path, float(place))

    def _word(self, word: str) -> Float[Tensor, " k"]:
        for same in (lambda a: a == word, lambda a: a.strip().lower() == word.strip().lower()):
            if found := [place for text, place in self.places.items() if same(text)]:
                return torch.stack(found).mean(0)
        known = ", ".join(repr(text.strip()) for text in list(self.places)[:12]) or "none"
        raise ValueError(f"{self.name!r} has no place for {word!r}: it has places for {known}")


def targets(manifolds: Aimable | Sequence[Aimable]) -> list[Target]:
    """One manifold or several, as targets."""
    several = manifolds if isinstance(manifolds, Sequence) else [manifolds]
    return [Target.of(manifold) for manifold in several]


def _path(path: Any, rank: int) -> Tensor | None:
    """Points along a path, the first again at its end if it is closed."""
    if path is None or len(path.at) < 2 or rank > len(path.at[0]):
        return None
    at = _float(path.at)[:, :rank]
    return torch.cat([at, at[:1]]) if path.closed else at


def _float(x: Any) -> Tensor:
    return torch.as_tensor(x, dtype=torch.float32)


def _places(
    points: Tensor, strength: Tensor, ids: np.ndarray, vocab: Sequence[str], most: int = 64
) -> dict[str, Tensor]:
    """The mean coordinates of the words that carry most, each over its own strong samples."""
    named = ids >= 0
    points, ids = points[torch.from_numpy(named)], ids[named]
    weight = strength[torch.from_numpy(named)].double() ** 2
    found, inverse = np.unique(ids, return_inverse=True)
    where = torch.from_numpy(inverse)
    total = torch.zeros(len(found), dtype=torch.float64).index_add_(0, where, weight)
    sums = torch.zeros(len(found), points.shape[1], dtype=torch.float64)
    sums.index_add_(0, where, weight[:, None] * points)
    means = sums / total.clamp(min=1e-30)[:, None]
    order = torch.argsort(total, descending=True)[:most].tolist()
    return {str(vocab[int(found[i])]): means[i].float() for i in order if total[i] > 0}


def _along(path: Float[Tensor, "p k"], t: float) -> Float[Tensor, " k"]:
    """The place at the share t of the path's length."""
    lengths = torch.linalg.vector_norm(path.diff(dim=0), dim=1)
    ends = lengths.cumsum(0)
    at = min(max(t, 0.0), 1.0) * ends[-1]
    low = min(int(torch.searchsorted(ends, at)), len(lengths) - 1)
    rest = 1 - (ends[low] - at) / lengths[low].clamp(min=1e-30)
    return torch.lerp(path[low], path[low + 1], rest.clamp(0, 1))


def _like(mean: Tensor | None, h: Tensor) -> Tensor | None:
    return None if mean is None else mean.to(h)
