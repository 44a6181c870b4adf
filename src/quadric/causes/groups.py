"""Groups of a manifold's samples by their word, in an order, with a path through their means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from scipy.interpolate import CubicSpline
from torch import Tensor

from quadric.causes.samples import Samples
from quadric.causes.target import Target
from quadric.manifolds.along import shortest_way, varies_by
from quadric.manifolds.lexicon import known_order, plain_word

__all__ = ["Groups", "groups", "spline"]

MAX_GROUPS = 8
"""Groups of a manifold without a known order: those with most samples."""
MIN_GROUP_SAMPLES = 3
"""Samples below which a word makes no group."""
MIN_APART = 0.02
"""Words nearer than this share of the mean distance from the middle lie at one place."""


@dataclass(frozen=True, eq=False)
class Groups:
    """Words of a manifold in their order along it."""

    words: tuple[str, ...]
    """The words."""
    rows: tuple[Int[Tensor, " _"], ...]
    """The samples of each."""
    places: Float[Tensor, "g k"]
    """The mean coordinates of each."""
    known: bool
    """Whether the order is that of a known sequence, or the shortest way through the places."""

    def __len__(self) -> int:
        return len(self.words)


def groups(
    samples: Samples, target: Target, strong: Int[Tensor, " s"], texts: Sequence[str] | None
) -> Groups:
    """The words with most strong samples, ordered; `texts` are those of all token ids.

    In the order of the manifold's path if it has one, of a known sequence (digits, months, ...), or
    else of the shortest way through their mean places. Samples of a manifold of one word are
    grouped by the token beside them that tells more of where they lie: "of …" are those after
    "of", "… of" those before it.
    """
    found = _by_word(samples.token[strong], strong, texts)
    if len(found) < 2:
        coordinates = target.coordinates(samples.x[strong]).double().cpu().numpy()
        beside = {"{} …": samples.before[strong], "… {}": samples.following[strong]}
        told = varies_by(coordinates, {form: ids.numpy() for form, ids in beside.items()})
        form = max(told, key=lambda one: told[one])
        words = _by_word(beside[form], strong, texts)
        found = {form.format(word): rows for word, rows in words.items()}
    large = sorted(found, key=lambda name: -len(found[name]))
    where = {n: target.coordinates(samples.x[torch.tensor(found[n])]).mean(0) for n in large}
    chosen = _apart(large, where)[:MAX_GROUPS]
    sequence = known_order(chosen)
    if sequence is not None:
        chosen = [word for word in sequence[0].words if word in large]
    rows = [torch.tensor(found[name]) for name in chosen]
    if not rows:
        return Groups((), (), target.basis.new_empty(0, target.rank), False)
    places = torch.stack([where[name] for name in chosen])
    if sequence is not None:
        order = list(range(len(rows)))
    elif target.path is not None:
        order = _along(places, target.path)
    else:
        order = shortest_way(places.double().cpu().numpy())
    return Groups(
        tuple(chosen[i] for i in order),
        tuple(rows[i] for i in order),
        places[order],
        sequence is not None,
    )


def _by_word(
    tokens: Int[Tensor, " s"], rows: Int[Tensor, " s"], texts: Sequence[str] | None
) -> dict[str, list[int]]:
    """The samples of each word that has enough of them."""
    found: dict[str, list[int]] = {}
    for i, row in zip(tokens.tolist(), rows.tolist(), strict=True):
        name = f"token {i}" if texts is None else plain_word(texts[int(i)])
        found.setdefault(name, []).append(row)
    return {name: own for name, own in found.items() if name and len(own) >= MIN_GROUP_SAMPLES}


def _apart(names: list[str], where: dict[str, Tensor]) -> list[str]:
    """Words at one place have no order between them: the first of them stands for all."""
    if not names:
        return []
    every = torch.stack([where[name] for name in names])
    least = MIN_APART * torch.linalg.vector_norm(every - every.mean(0), dim=1).mean()
    kept: list[str] = []
    for name in names:
        if all(torch.linalg.vector_norm(where[name] - where[one]) > least for one in kept):
            kept.append(name)
    return kept


def _along(places: Tensor, path: Tensor) -> list[int]:
    return torch.cdist(places.float(), path.float()).argmin(1).argsort(stable=True).tolist()


def spline(points: Float[np.ndarray, "g k"], at: Float[np.ndarray, " w"]) -> np.ndarray:
    """A natural cubic spline through points, at positions counted in points from 0."""
    return CubicSpline(np.arange(len(points)), points, bc_type="natural")(at)
