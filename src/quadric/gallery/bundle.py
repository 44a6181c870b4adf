"""A manifold as people look at it: points, what they are, and what they are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float, Int

from quadric.gallery.blocks import Causes, Chart, Label, LayerLink, Path

__all__ = ["ManifoldBundle", "Part", "SubspaceForm"]

COLUMNS = (
    *("strength", "token", "document", "position", "context", "predicted"),
    *("samples", "row_label"),
)
"""The fields that have one entry a sample, as the points do."""


@dataclass(frozen=True)
class SubspaceForm:
    """A quadratic form restricted to the three axes of the picture: q(u) = uᵀ A u + bᵀ u + c."""

    matrix: Float[np.ndarray, "3 3"]
    """A, symmetric."""

    linear: Float[np.ndarray, "3"] = field(default_factory=lambda: np.zeros(3))
    """b, which moves the centre away from the origin."""

    constant: float = 0.0
    """c."""

    residual: float | None = None
    """How far samples are from q = 0, over their distance from their middle; None if not fitted."""

    def __post_init__(self) -> None:
        if not np.allclose(self.matrix, self.matrix.T):
            raise ValueError("the matrix of a quadric must be symmetric: use (A + A.T) / 2")


@dataclass(frozen=True)
class Part:
    """One part of a manifold's score, beside what the same measure gives for controls."""

    name: str
    """What is measured, in a word or two."""

    value: float
    """The measure on this manifold."""

    controls: dict[str, float] = field(default_factory=dict)
    """The same measure on controls, by name: a random subspace, PCA's, shuffled labels."""

    meaning: str = ""
    """One sentence for a reader who meets the measure for the first time."""


@dataclass(frozen=True, repr=False)
class ManifoldBundle:
    """All that is shown of one manifold; what has a default may be left out."""

    name: str
    """What people call it."""

    points: Float[np.ndarray, "n k"]
    """Samples in the subspace, in any order; k is its rank, and the first three are drawn."""

    strength: Float[np.ndarray, "n"]
    """How strongly each sample belongs to the manifold."""

    token: Int[np.ndarray, "n"]
    """Each sample's token, as an index into `vocab`."""

    vocab: Sequence[str]
    """The text of every token; only those that occur are kept."""

    shape: str = "cloud"
    """Direction, clusters, curve, closed curve, surface, sphere, cloud."""

    score: float = 0.0
    """How much of a manifold it is; the gallery ranks by it."""

    parts: tuple[Part, ...] = ()
    """What the score is made of."""

    top: tuple[str, ...] = ()
    """Tokens for the card; left out, those with the largest share of the squared strength."""

    eigenvalues: Float[np.ndarray, "r"] = field(default_factory=lambda: np.zeros(0))
    """The composite's spectrum, largest magnitude first."""

    members: Int[np.ndarray, "m"] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """The latents that the composite is made of."""

    weights: Float[np.ndarray, "m"] = field(default_factory=lambda: np.zeros(0))
    """Their signed weights."""

    subspace: Float[np.ndarray, "d k"] | None = None
    """An orthonormal basis of the subspace in the model's own space."""

    mean: Float[np.ndarray, "d"] | None = None
    """What is taken from samples of norm one, before they are brought to norm one again; nothing
    if None. A sample x lies at Uᵀ of that, with U the subspace."""

    model: str | None = None
    """The model that the activations are of."""

    layer: str | None = None
    """The layer that they were taken at."""

    moved: float | None = None
    """How far the samples moved the subspace from where the weights had it, 0 to 1."""

    beyond: float | None = None
    """The least excess of its directions, over that of random sets of as many samples."""

    stable: float | None = None
    """How much subspaces from either half of its samples share, 0 to 1."""

    support: int | None = None
    """How many composites and clusters of samples lead to it."""

    again: float | None = None
    """The share of autoencoders of other seeds that find it too."""

    varies: Mapping[str, float] = field(default_factory=dict)
    """How much of where its samples lie each property explains, 0 to 1."""

    ends: tuple[tuple[str, ...], ...] = ()
    """The tokens that stand out in each stretch of the shape, in its order."""

    by_members: bool = True
    """Whether strength is the norm of the members' activations; otherwise the point tells it."""

    strength_map: Float[np.ndarray, "k l"] | None = None
    """[A | b] for a strength ‖Ac + b‖^(2 power) at the point c; ‖c‖ where there is none."""

    strength_power: float = 1.0
    """That power: the higher, the fewer samples are strong."""

    fitted: SubspaceForm | None = None
    """The quadric whose level set q = 0 lies nearest to the strong samples."""

    quadric: SubspaceForm | None = None
    """The composite form in the first three axes; gives the level surface and the axes."""

    left: Float[np.ndarray, "m e"] | None = None
    """The left factors of the composite form Σ weights_i (left_i·x)(right_i·x), one a member."""

    right: Float[np.ndarray, "m e"] | None = None
    """Its right factors; e is d, or d + 1 where the inputs are lifted."""

    samples: Int[np.ndarray, "n"] | None = None
    """The row of the activations that each sample is, in the order of document and position."""

    row_label: Int[np.ndarray, "n"] | None = None
    """The label that the user gave each sample, as an index into `label_texts`; -1 for none."""

    label_texts: Sequence[str] = ()
    """The text of every label."""

    token_is_label: bool = False
    """Whether the tokens are the labels once more: the activations had none of their own."""

    label_name: str | None = None
    """What the labels are called, as the column of a table is."""

    passes: bool | None = None
    """Whether it stands out from random subspaces."""

    sentence: str = ""
    """What it is, in one plain sentence."""

    labels: tuple[Label, ...] = ()
    """Words where their samples lie in the picture."""

    path: Path | None = None
    """The curve that the samples lie along."""

    chart: Chart | None = None
    """The surface that the samples lie on."""

    used: float | None = None
    """How much of what the model predicts a swap of the coordinates carries over."""

    causes: Causes | None = None
    """The effects of interventions, beside their controls."""

    layers: tuple[LayerLink, ...] = ()
    """The same manifold in the galleries of other layers."""

    document: Int[np.ndarray, "n"] | None = None
    """The document of each sample."""

    position: Int[np.ndarray, "n"] | None = None
    """The position of each sample in its document."""

    context: Int[np.ndarray, "n width"] | None = None
    """A window of tokens around each sample, -1 where there is none (see `context_windows`)."""

    before: int = 0
    """How many tokens of the window come before the sample's own."""

    predicted: Int[np.ndarray, "n"] | None = None
    """The token that the model (or the nearest unembedding) predicts at each sample."""

    def __post_init__(self) -> None:
        n = len(self.points)
        if n == 0 or self.points.shape[1] == 0:
            raise ValueError(f"manifold {self.name!r} has no points: a manifold needs at least one")
        for name in COLUMNS:
            column = getattr(self, name)
            if column is not None and len(column) != n:
                raise ValueError(
                    f"manifold {self.name!r} has {n} points but {len(column)} entries of {name}"
                )
        for name in ("points", "strength", "subspace", "mean", "left", "right", "strength_map"):
            column = getattr(self, name)
            bad = 0 if column is None else int((~np.isfinite(column)).sum())
            if bad:
                raise ValueError(
                    f"manifold {self.name!r} has {bad} entries of {name} that are not finite: "
                    "drop those samples"
                )
        if (self.document is None) != (self.position is None):
            raise ValueError(f"manifold {self.name!r} needs both document and position, or neither")
        if self.context is not None and self.position is None:
            raise ValueError(
                f"manifold {self.name!r} has contexts, so it needs document and position"
            )
        if len(self.members) != len(self.weights):
            raise ValueError(
                f"manifold {self.name!r} has {len(self.members)} members, "
                f"but {len(self.weights)} weights"
            )
        self._check_space()

    def _check_space(self) -> None:
        d = None if self.subspace is None else len(self.subspace)
        if self.subspace is not None:
            k = self.subspace.shape[1]
            if k != self.rank:
                raise ValueError(
                    f"manifold {self.name!r} has a subspace of {k} columns, but points of "
                    f"{self.rank} coordinates"
                )
            if not np.allclose(self.subspace.T @ self.subspace, np.eye(k), atol=1e-3):
                raise ValueError(f"manifold {self.name!r}: its subspace is not orthonormal")
        if self.mean is not None and len(self.mean) != d:
            raise ValueError(
                f"manifold {self.name!r} has a mean of {len(self.mean)} entries for d={d}"
            )
        if self.strength_map is not None and self.strength_map.shape != (self.rank, self.rank + 1):
            raise ValueError(
                f"manifold {self.name!r} has a strength map of shape {self.strength_map.shape} for "
                f"{self.rank} coordinates"
            )
        if (self.left is None) != (self.right is None):
            raise ValueError(f"manifold {self.name!r} needs both left and right, or neither")
        if self.left is not None and self.right is not None:
            shapes = {self.left.shape, self.right.shape}
            widths = {self.left.shape[1]} if d is None else {d, d + 1}
            fits = self.left.shape[1] in widths and len(self.left) == len(self.members)
            if len(shapes) != 1 or not fits:
                raise ValueError(
                    f"manifold {self.name!r} has factors of shapes {self.left.shape} and "
                    f"{self.right.shape} for {len(self.members)} members and d={d}"
                )

    def __repr__(self) -> str:
        return (
            f"ManifoldBundle({self.name!r}, {self.shape}, score={self.score:.2f}, "
            f"rank={self.rank}, {len(self.points):,} points)"
        )

    @property
    def rank(self) -> int:
        """How many dimensions it has."""
        return self.points.shape[1]

    @property
    def picture(self) -> Float[np.ndarray, "n 3"]:
        """The first three coordinates of every point, zeros where there are fewer."""
        shown = self.points[:, :3]
        return np.pad(shown, ((0, 0), (0, 3 - shown.shape[1])))

    def top_tokens(self, count: int = 8) -> list[str]:
        """The tokens for its card: `top`, or those that carry most of the squared strength."""
        if self.top:
            return list(self.top[:count])
        ids, shares = self.token_shares()
        texts = [self.vocab[int(i)] for i in ids[np.argsort(-shares, kind="stable")]]
        return [text for text in texts if text != ""][:count]

    def token_shares(self) -> tuple[Int[np.ndarray, "t"], Float[np.ndarray, "t"]]:
        """Each token that occurs, and its share of the sum of squared strengths."""
        ids, inverse = np.unique(self.token, return_inverse=True)
        energy = np.bincount(inverse, weights=self.strength.astype(np.float64) ** 2)
        total = energy.sum()
        # Without any strength every sample counts alike.
        return ids, energy / total if total > 0 else np.bincount(inverse) / len(self.token)
