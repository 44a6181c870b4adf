"""From an autoencoder and activations to a ranked list of manifolds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

import numpy as np
import torch
from torch import Tensor

from quadric.activations import ActivationStore, Rows, open_activations
from quadric.activations.finite import KeptRows
from quadric.autoencoders import BilinearAutoencoder, TopKAutoencoder
from quadric.manifolds.labels import Labels, labels_of
from quadric.manifolds.manifold import Manifold
from quadric.manifolds.methods import METHODS, Method
from quadric.manifolds.naming import Namer, plain_name
from quadric.manifolds.ranking import Search
from quadric.manifolds.samples import Samples
from quadric.manifolds.words import Words
from quadric.progress import Progress, silent

__all__ = ["find_manifolds", "first_rows", "method_of", "samples_of", "squares"]

MIN_SAMPLES = 200
"""Samples below which nothing can be said."""


def find_manifolds(
    ae: BilinearAutoencoder | TopKAutoencoder,
    X: Rows | Tensor | np.ndarray | str | FilePath,
    n: int = 50,
    method: str | Method = "grouped",
    *,
    directions: bool = False,
    seeds: Sequence[BilinearAutoencoder | TopKAutoencoder] = (),
    labels: Any = None,
    words: Words | Sequence[str] | np.ndarray | Tensor | None = None,
    namer: Namer = plain_name,
    samples: int = 262_144,
    points: int = 65_536,
    candidates: int | None = None,
    heldout: float = 0.25,
    controls: int = 24,
    seed: int = 0,
    dtype: torch.dtype = torch.float32,
    progress: Progress = silent,
) -> list[Manifold]:
    """Find, measure, name and rank the manifolds that an autoencoder's weights propose.

    X holds activations [samples, d]; a store brings its tokens along, an array may have `words`,
    one a row. `labels` are what you know of each row (see `Labels.of`; a mapping or a table gives
    several columns): they name the manifolds that they fit, before tokens do.

    The best `n` of `candidates` subspaces (as many as the method proposes, if not given) are
    returned, best first but different concepts before others of the same samples, each with its
    strongest `points`. Of the first `samples` rows the last share `heldout` is for measuring alone,
    beside as many random subspaces as `controls`. What has one dimension is a direction, which
    linear tools find too: `directions` lists those after the manifolds; where there is no manifold,
    they are listed anyway. `seeds` are autoencoders trained with other seeds: what they find too is
    marked. A TopK autoencoder takes part with the squares of its directions. The work is done on
    the autoencoder's device.

    >>> ae = BilinearAutoencoder.preset("mixed", d_in=8, expansion=4)
    >>> x = torch.randn(400, 8)
    >>> found = find_manifolds(ae, x, n=2, method="paper", candidates=4, controls=2)
    >>> len(found), found[0].subspace.shape
    (2, torch.Size([8, 3]))
    """
    sizes = {"n": n, "samples": samples, "points": points, "controls": controls}
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{name}={size} must be at least 1")
    chosen_method = method_of(method)
    candidates = chosen_method.candidates if candidates is None else candidates
    if n > candidates:
        raise ValueError(f"n={n} manifolds out of candidates={candidates}: raise candidates")
    ae, *more = (squares(one) if isinstance(one, TopKAutoencoder) else one for one in (ae, *seeds))
    chosen = samples_of([ae, *more], X, samples, heldout, dtype)
    rows, count = chosen.rows, len(chosen)
    search = Search(
        ae,
        replace(chosen, words=_words(words, rows, count)),
        _columns(labels, rows, count),
        namer,
        chosen_method,
        points,
        seed,
        progress,
        directions,
        tuple(more),
    )
    return search.run(candidates, controls, n)


def samples_of(
    aes: Sequence[BilinearAutoencoder],
    X: Rows | Tensor | np.ndarray | str | FilePath,
    most: int,
    heldout: float,
    dtype: torch.dtype,
) -> Samples:
    """The first rows of activations as the first autoencoder reads them, the last share held out.

    Refused if they are too few, or not of the width that every autoencoder reads.
    """
    if not 0 < heldout < 1:
        raise ValueError(f"heldout={heldout} must lie between 0 and 1")
    rows = open_activations(X)
    for one in aes:
        if rows.d != one.config.d_in:
            raise ValueError(
                f"the autoencoder reads activations of width {one.config.d_in}, these have "
                f"{rows.d}: give those of the layer that it was trained on"
            )
    count = min(most, len(rows))
    if count < MIN_SAMPLES:
        raise ValueError(
            f"{count} samples are too few to find a manifold: give {MIN_SAMPLES} at least"
        )
    split = count - int(heldout * count)
    return Samples(rows, count, split, aes[0].mean, aes[0].left.device, dtype)


def squares(ae: TopKAutoencoder) -> BilinearAutoencoder:
    """An autoencoder whose latents are the squares of a TopK autoencoder's directions."""
    latents, d = ae.decoder.shape
    centred = ae.mean is not None
    made = BilinearAutoencoder.preset("vanilla", d_in=d, n_latents=latents, centred=centred)
    if ae.mean is not None:
        made.set_mean(ae.mean.cpu())
    rows = torch.nn.functional.normalize(ae.decoder.detach().float(), dim=1)
    with torch.no_grad():
        made.left.copy_(rows)
        made.right.copy_(rows)
    return made.to(ae.decoder.device).eval()


def method_of(method: str | Method) -> Method:
    """A method, or the one of this name."""
    if not isinstance(method, str):
        return method
    if method not in METHODS:
        raise ValueError(f"method={method!r}: choose from {', '.join(METHODS)}")
    return METHODS[method]


def _words(words: Any, rows: Rows, count: int) -> Words | None:
    """The words of the first `count` rows: given, one for each row that was given, or a store's."""
    if words is None:
        return Words.of(rows, count) if isinstance(rows, ActivationStore) else None
    words = words if isinstance(words, Words) else Words.from_rows(words)
    return words.select(first_rows(rows, count, len(words.tokens), "words"))


def _columns(labels: Any, rows: Rows, count: int) -> tuple[Labels, ...]:
    """The labels of the first `count` rows, of which each row that was given has one."""
    return tuple(
        column.select(first_rows(rows, count, len(column), "labels"))
        for column in labels_of(labels)
    )


def first_rows(rows: Rows, count: int, entries: int, what: str) -> np.ndarray | slice:
    """Which entries, one for each row that was given, belong to the first `count` finite rows."""
    given = rows.given if isinstance(rows, KeptRows) else len(rows)
    if entries != given:
        raise ValueError(f"{entries:,} {what} for {given:,} rows of activations: give one a row")
    return rows.kept[:count] if isinstance(rows, KeptRows) else slice(count)
