"""What a manifold is held against: each arm turns the step from h to another vector into an edit.

The step is other − h (a donor's activation, or a mean). The manifold's arm keeps the part inside
its subspace, B Bᵀ(other − h); the others say what the same would do elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor

from quadric.forms import Subspace, SubspaceStack

__all__ = ["Arm", "arms", "matched_subspaces"]

Role = Literal["manifold", "control", "rival", "reference"]

RANDOM_SUBSPACES = 8
"""Random subspaces of each kind; pairs take turns."""


@dataclass(frozen=True)
class Arm:
    """One way to turn steps into edits."""

    name: str
    """What it is, in a few words."""
    role: Role
    """The manifold; a control, chosen without its samples, which should do nothing; a rival, chosen
    from the same samples in another way; or a reference, which says how much there is to do."""
    edit: Callable[[Float[Tensor, "n d"]], Float[Tensor, "n d"]]
    """Steps -> edits, row by row."""
    variance: float
    """The share of the strong samples' variance that its edits keep."""


def arms(
    basis: Float[Tensor, "d k"],
    strong: Float[Tensor, "s d"],
    layer_pca: Float[Tensor, "d _"],
    others: Sequence[Float[Tensor, "d _"]] = (),
    topk: Float[Tensor, "d _"] | None = None,
    seed: int = 0,
) -> list[Arm]:
    """All arms for a subspace: the manifold, controls, rivals and references.

    `strong` are the activations that the pairs are drawn from, `layer_pca` the layer's leading
    directions, `others` the bases of other manifolds, `topk` that of a TopK autoencoder's latents.
    """
    draw = torch.Generator().manual_seed(seed)
    d, k = basis.shape
    own_pca = Subspace.principal(strong.double(), k).basis.float()
    matched = matched_subspaces(basis, strong, RANDOM_SUBSPACES, draw)
    anywhere = _random_direction(basis, draw)
    randoms = SubspaceStack.random(RANDOM_SUBSPACES, d, k, draw).bases
    held = _held(strong)
    own = held([basis])

    def inside(name: str, role: Role, bases: Sequence[Tensor] | Tensor) -> Arm:
        return Arm(name, role, _inside(bases), held(bases))

    found = [
        inside("manifold", "manifold", [basis]),
        Arm("random direction, same norm", "control", anywhere, own),
        inside("random subspace", "control", randoms),
        inside("PCA of the layer", "control", [layer_pca[:, :k]]),
    ]
    if others:
        found.append(inside("another manifold", "control", others))
    found.append(inside("same variance, elsewhere", "rival", matched))
    found.append(inside("PCA of its samples", "rival", [own_pca]))
    if topk is not None:
        found.append(inside("TopK latents", "rival", [topk]))
    return [
        *found,
        Arm("everything else", "reference", lambda step: step - (step @ basis) @ basis.T, 1 - own),
        Arm("whole vector", "reference", lambda step: step, 1.0),
    ]


def _held(x: Float[Tensor, "s d"]) -> Callable[[Sequence[Tensor] | Tensor], float]:
    """The share of the samples' variance that subspaces hold, in the mean over them."""
    centred = x - x.mean(0)
    total = max(float(centred.square().sum()), 1e-30)

    def held(bases: Sequence[Tensor] | Tensor) -> float:
        parts = [float((centred @ basis.to(centred)).square().sum()) for basis in bases]
        return sum(parts) / len(parts) / total

    return held


def _inside(bases: Sequence[Tensor] | Tensor) -> Callable[[Tensor], Tensor]:
    """Steps projected into subspaces, which the rows take in turn."""

    def edit(step: Tensor) -> Tensor:
        out = torch.empty_like(step)
        for i, basis in enumerate(bases):
            rows = step[i :: len(bases)]
            out[i :: len(bases)] = (rows @ basis.to(step)) @ basis.to(step).T
        return out

    return edit


def _random_direction(basis: Tensor, draw: torch.Generator) -> Callable[[Tensor], Tensor]:
    """As far as the manifold's edit goes, but anywhere."""
    fixed = torch.randint(1 << 62, (), generator=draw).item()

    def edit(step: Tensor) -> Tensor:
        own = torch.Generator().manual_seed(int(fixed))
        where = torch.randn(step.shape, generator=own, dtype=torch.float64).to(step)
        length = torch.linalg.vector_norm(step @ basis.to(step), dim=1, keepdim=True)
        return where * (length / torch.linalg.vector_norm(where, dim=1, keepdim=True))

    return edit


def matched_subspaces(
    basis: Float[Tensor, "d k"],
    strong: Float[Tensor, "s d"],
    count: int,
    draw: torch.Generator,
) -> list[Float[Tensor, "d k"]]:
    """Random subspaces beside B that hold as much of the samples' variance as B, where they can.

    With C the samples' covariance outside B, the span of C^(γ/2) G for Gaussian G goes from the
    last directions (γ < 0) over uniformly random ones (0) to the leading ones (γ → ∞); γ is found
    by halving. Where even the leading directions outside B hold less, those are taken.
    """
    d, k = basis.shape
    x = strong.double() - strong.double().mean(0)
    own = float((x @ basis.double()).square().sum())
    outside = x - (x @ basis.double()) @ basis.double().T
    values, vectors = torch.linalg.eigh(outside.T @ outside)
    # Directions that no sample has are left a sliver, so that every power is finite.
    values = (values / values[-1].clamp(min=1e-300)).clamp(min=1e-12)
    noise = torch.randn(count, d, k, generator=draw, dtype=torch.float64)
    noise = noise - basis.double() @ (basis.double().T @ noise)
    rotated = vectors.T @ noise
    found = []
    for start in rotated:
        low, high = -2.0, 16.0
        for _ in range(24):
            middle = (low + high) / 2
            held = float((outside @ _span(vectors, values, middle, start)).square().sum())
            low, high = (middle, high) if held < own else (low, middle)
        found.append(_span(vectors, values, high, start).float())
    return found


def _span(vectors: Tensor, values: Tensor, power: float, start: Tensor) -> Tensor:
    return torch.linalg.qr(vectors @ (values[:, None] ** (power / 2) * start)).Q
