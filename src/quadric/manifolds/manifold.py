"""A manifold that was found: where it is, what lies on it, and how much of one it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from quadric.activations import ActivationStore
from quadric.autoencoders.inputs import unit_rows
from quadric.files.writing import write_atomic
from quadric.forms import BilinearForm, FormStack, Subspace
from quadric.forms.display import panel
from quadric.gallery import Causes, Chart, Label, ManifoldBundle, Part, Path, SubspaceForm
from quadric.gallery.packing import pack_manifold
from quadric.gallery.placing import chart_position, path_position
from quadric.manifolds.level_set import fit_level_set
from quadric.manifolds.scoring import strong_samples

__all__ = ["Manifold", "Nearest"]


class Nearest(NamedTuple):
    """The nearest samples of a manifold, nearest first."""

    samples: Int[Tensor, "*n count"]
    """Their rows in the activations that it was found in."""
    distance: Float[Tensor, "*n count"]
    """How far away they are, in its coordinates."""
    texts: list[list[str]]
    """Their tokens or labels, one list a row that was asked for."""


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
    strengths: Float[Tensor, "n"]
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
    beyond: float | None = None
    """The least excess of its directions, over that of random sets of as many samples."""
    stable: float | None = None
    """How much subspaces from either half of its samples share, 0 to 1."""
    mean: Float[Tensor, "d"] | None = None
    """What is taken from samples of norm one, before they are brought to norm one again."""
    model: str | None = None
    """The model that the activations are of, where that is known."""
    layer: str | None = None
    """The layer that they were taken at."""
    by_members: bool = True
    """Whether strength is the norm of the members' activations; otherwise the point tells it."""
    strength_map: Float[Tensor, "k l"] | None = None
    """[A | b] for a strength ‖Ac + b‖^(2 power) at the point c; ‖c‖ where there is none."""
    strength_power: float = 1.0
    """That power: the higher, the fewer samples are strong."""
    support: int | None = None
    """How many composites and clusters of samples lead to it."""
    again: float | None = None
    """The share of autoencoders of other seeds that find it too, where some were asked."""
    varies: Mapping[str, float] = field(default_factory=dict)
    """How much of what varies inside it the token, its neighbours and its place explain."""
    sentence: str = ""
    """What it is, in one plain sentence."""
    row_labels: Int[Tensor, "n"] | None = None
    """The label that the user gave each sample, as an index into `label_texts`; -1 for none."""
    label_texts: tuple[str, ...] = ()
    """The text of every label."""
    label_name: str | None = None
    """What the labels are called."""
    labels: tuple[Label, ...] = ()
    """Words where their samples lie, in its coordinates."""
    path: Path | None = None
    """The curve that its samples lie along, in its coordinates."""
    chart: Chart | None = None
    """The surface that its samples lie on, in its coordinates."""
    used: float | None = None
    """How much of what the model predicts a swap of its coordinates carries over."""
    causes: Causes | None = None
    """The effects of interventions, beside their controls."""

    @property
    def rank(self) -> int:
        """How many dimensions it has."""
        return self.subspace.shape[1]

    def normalize(self, x: Tensor | np.ndarray) -> Float[Tensor, "*n d"]:
        """x/‖x‖, less the mean and brought to norm one again where there is one."""
        given = torch.as_tensor(x)
        unit, _ = unit_rows(given, len(self.subspace), self.subspace.dtype, self.mean)
        return unit

    def coordinates(self, x: Tensor | np.ndarray) -> Float[Tensor, "*n k"]:
        """Where any activations lie in its subspace, Uᵀx of x normalised as its `points` were."""
        unit = self.normalize(x)
        return unit @ self.subspace.to(unit)

    def strength(self, x: Tensor | np.ndarray) -> Float[Tensor, "*n"]:
        """How strongly any activations belong to it, as `strengths` says of its samples.

        ‖Ac + b‖^(2 power) at its coordinates c, with [A | b] its `strength_map`; ‖c‖ without one;
        or, where strength is `by_members`, √Σ_j ((l_j·x)(r_j·x))² over those.
        """
        return self.strength_of_unit(self.normalize(x))

    def strength_of_unit(self, unit: Float[Tensor, "*n d"]) -> Float[Tensor, "*n"]:
        """The strength of rows that `normalize` gave."""
        if not self.by_members:
            at = unit @ self.subspace.to(unit)
            if self.strength_map is not None:
                own = self.strength_map.to(unit)
                at = at @ own[:, :-1].T + own[:, -1]
                return at.square().sum(-1) ** self.strength_power
            return at.norm(dim=-1)
        members = FormStack.from_factors(self.form.left, self.form.right, self.form.lifted)
        return members.to(unit)(unit).norm(dim=-1)

    def position(self, x: Tensor | np.ndarray) -> Float[Tensor, "*n"] | Float[Tensor, "*n 2"]:
        """How far along its path the nearest place is, 0 to 1, for any activations.

        Where it is a surface, the two coordinates of its chart, each 0 to 1.
        """
        where = self.coordinates(x)
        flat = where.detach().cpu().reshape(-1, self.rank).numpy()
        if self.path is not None:
            along = torch.from_numpy(path_position(self.path, flat)).to(where)
            return along.view(where.shape[:-1])
        if self.chart is not None:
            on = torch.from_numpy(chart_position(self.chart, flat)).to(where)
            return on.view(*where.shape[:-1], 2)
        raise ValueError(f"{self.name!r} is a {self.shape} without a path to be placed on")

    def nearest(self, x: Tensor | np.ndarray, count: int = 10) -> Nearest:
        """Its own samples that lie nearest to any activations, in its coordinates."""
        where = self.coordinates(x)
        # Differences, not ‖a‖² + ‖b‖² − 2ab, which rounds what lies close together to the same.
        apart = torch.cdist(
            where.reshape(-1, self.rank),
            self.points.to(where),
            compute_mode="donot_use_mm_for_euclid_dist",
        )
        found = apart.topk(min(count, len(self.points)), largest=False)
        shape = (*where.shape[:-1], -1)
        near = found.indices.cpu()
        texts = [[self.text(int(i)) for i in row] for row in near]
        return Nearest(self.samples[near].view(shape), found.values.view(shape), texts)

    def text(self, sample: int) -> str:
        """What one of its samples is: its token, or else its label."""
        if self.tokens is not None and self.tokens[sample] >= 0:
            return str(self.vocab[int(self.tokens[sample])])
        if self.row_labels is not None and self.row_labels[sample] >= 0:
            return self.label_texts[int(self.row_labels[sample])]
        return ""

    def save(self, path: str | FilePath, store: ActivationStore | None = None) -> FilePath:
        """Write it to one file, whole or not at all; `quadric.load_manifold` reads it again."""
        path = FilePath(path)
        write_atomic(path, pack_manifold(self.bundle(store)))
        return path

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
        shown = self.form.restrict(Subspace(self.subspace[:, :3]))
        pad = (0, 3 - shown.quadratic().d)
        matrix = torch.nn.functional.pad(shown.quadratic().to_dense(), pad * 2).double().numpy()
        linear = torch.nn.functional.pad(shown.linear(), pad).double().numpy()
        return SubspaceForm(matrix, linear, float(shown.constant()))

    def fitted(self) -> SubspaceForm | None:
        """The quadric nearest to the strong samples, in the first three axes, with its residual."""
        strong = strong_samples(self.strengths.numpy())
        return fit_level_set(self.points.numpy()[strong][:, :3])

    def bundle(self, store: ActivationStore | None = None) -> ManifoldBundle:
        """What a gallery keeps; with the store, the text around every sample is part of it."""
        n = len(self.points)
        token, vocab, token_is_label = np.full(n, -1), (), False
        if self.tokens is not None:
            token, vocab = self.tokens.numpy().astype(np.int64), self.vocab
        elif self.row_labels is not None:
            token, vocab = self.row_labels.numpy().astype(np.int64), self.label_texts
            token_is_label = True
        if (token < 0).any():
            token, vocab = np.where(token < 0, len(vocab), token), [*vocab, ""]
        return ManifoldBundle(
            name=self.name,
            points=self.points.double().numpy(),
            strength=self.strengths.double().numpy(),
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
            fitted=self.fitted(),
            left=self.form.left.detach().float().numpy(),
            right=self.form.right.detach().float().numpy(),
            samples=self.samples.numpy(),
            passes=self.passes,
            moved=self.moved,
            beyond=self.beyond,
            stable=self.stable,
            support=self.support,
            again=self.again,
            varies=self.varies,
            token_is_label=token_is_label,
            ends=self.ends,
            by_members=self.by_members,
            strength_map=None if self.strength_map is None else self.strength_map.float().numpy(),
            strength_power=self.strength_power,
            sentence=self.sentence,
            row_label=None if self.row_labels is None else self.row_labels.numpy(),
            label_texts=self.label_texts,
            label_name=self.label_name,
            labels=self.labels,
            path=self.path,
            chart=self.chart,
            used=self.used,
            causes=self.causes,
            **({} if store is None else self._text(store)),
        )

    def _text(self, store: ActivationStore) -> dict:
        """The text around every sample, as fields of a bundle."""
        if not isinstance(store, ActivationStore):
            raise ValueError(
                f"a {type(store).__name__} is no store: {self.name!r} keeps its own tokens and "
                "labels, so give the store that it was found in, or nothing"
            )
        if (
            self.tokens is None
            or int(self.samples.max()) >= len(store)
            or not torch.equal(store.tokens[self.samples], self.tokens.int())
        ):
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
        return panel(self.name, rows, _thumbnail(self.points.numpy(), self.strengths.numpy()))

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
