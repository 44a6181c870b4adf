"""The same manifold in the galleries of other layers: the one that shares most strong samples.

Two manifolds of one text are alike as far as the same tokens of it are strong in both: the Jaccard
index |A ∩ B| / |A ∪ B| of their sets of strong samples. Spaces of different layers cannot be
compared by their directions; their samples can.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Int
from scipy.sparse import csr_array

from quadric.gallery.blocks import LayerLink
from quadric.gallery.bundle import ManifoldBundle
from quadric.gallery.folder import Gallery
from quadric.gallery.preview import strong_count
from quadric.gallery.writing import update_gallery
from quadric.progress import Progress, silent

__all__ = ["MIN_SHARED_SAMPLES", "chance_of_best", "link_galleries", "shared_samples"]

MIN_SHARED_SAMPLES = 0.1
"""Manifolds that share less than this of their samples are not called the same."""
RANDOM_SETS = 1000
"""Random sets that a link is held against."""


class _Samples(NamedTuple):
    """The samples of a gallery's manifolds, each as the number of its token in the text."""

    strong: list[Int[np.ndarray, "s"]]
    """The strong samples of each manifold."""
    every: Int[np.ndarray, "n"]
    """All samples that any of them keeps."""


def link_galleries(
    galleries: Sequence[Gallery[ManifoldBundle]], progress: Progress = silent
) -> list[dict[str, tuple[LayerLink, ...]]]:
    """Find for every manifold the one of each other gallery that shares most strong samples.

    The links are written into the galleries, which must be of the same text, and stand beside each
    other so that pages can lead from one to the next. Each says what the best of as many random
    sets would share (`chance_of_best`). A link that is no better, or below
    `MIN_SHARED_SAMPLES`, is left out.
    """
    _check(galleries)
    samples = [_samples(gallery, progress) for gallery in galleries]
    # A gallery may have looked at more of the text than another: only what both saw counts.
    last = min(int(one.every[-1]) for one in samples)
    samples = [
        _Samples([s[s <= last] for s in one.strong], one.every[one.every <= last])
        for one in samples
    ]
    text = np.unique(np.concatenate([one.every for one in samples]))
    found: list[dict[str, tuple[LayerLink, ...]]] = []
    for gallery, here in zip(galleries, samples, strict=True):
        links: dict[str, list[LayerLink]] = {card.id: [] for card in gallery.cards}
        for other, there in zip(galleries, samples, strict=True):
            if other is gallery:
                continue
            shared = shared_samples(here.strong, there.strong)
            sizes = np.array([len(s) for s in there.strong])
            for card, row, mine in zip(gallery.cards, shared, here.strong, strict=True):
                best = int(row.argmax())
                chance = chance_of_best(len(mine), sizes, len(text))
                if row[best] >= max(MIN_SHARED_SAMPLES, chance):
                    card_there = other.cards[best]
                    links[card.id].append(
                        LayerLink(
                            layer=_layer(other, galleries),
                            link=f"../{other.folder.resolve().name}/#/m/{card_there.id}",
                            overlap=round(float(row[best]), 4),
                            chance=round(chance, 4),
                            name=card_there.name,
                        )
                    )
        found.append({which: tuple(one) for which, one in links.items()})
    for done, (gallery, own) in enumerate(zip(galleries, found, strict=True)):
        progress("writing links", done, len(galleries))
        update_gallery(gallery.folder, {which: {"layers": one} for which, one in own.items()})
    progress("writing links", len(galleries), len(galleries))
    return found


def shared_samples(
    a: Sequence[Int[np.ndarray, "_"]], b: Sequence[Int[np.ndarray, "_"]]
) -> Float[np.ndarray, "a b"]:
    """The Jaccard index of every set of `a` with every set of `b`; 0 for two empty ones."""
    every = np.unique(np.concatenate([*a, *b])) if len(a) and len(b) else np.zeros(0)

    def incidence(sets: Sequence[np.ndarray]) -> csr_array:
        at = [np.searchsorted(every, one) for one in sets]
        starts = np.cumsum([0, *map(len, sets)])
        columns = np.concatenate([*at, np.zeros(0, dtype=np.int64)])
        return csr_array((np.ones(len(columns)), columns, starts), shape=(len(sets), len(every)))

    both = (incidence(a) @ incidence(b).T).toarray()
    sizes = [np.array([len(one) for one in sets], dtype=np.float64) for sets in (a, b)]
    return both / np.maximum(sizes[0][:, None] + sizes[1][None] - both, 1)


def chance_of_best(size: int, others: Int[np.ndarray, "m"], samples: int, seed: int = 0) -> float:
    """The Jaccard index that 95% of random sets stay below, each with the best of other sets.

    A random set of `size` of all `samples` has a hypergeometric number of samples in common with
    each of the `others`, which are taken as independent of each other.
    """
    draw = np.random.default_rng(seed)
    both = draw.hypergeometric(others, samples - others, size, size=(RANDOM_SETS, len(others)))
    return float(np.quantile((both / np.maximum(size + others - both, 1)).max(1), 0.95))


def _samples(gallery: Gallery[ManifoldBundle], progress: Progress) -> _Samples:
    strong, every = [], np.zeros(0, dtype=np.int64)
    for done, card in enumerate(gallery.cards, start=1):
        bundle = gallery.manifold(card.id)
        if bundle.document is None or bundle.position is None:
            raise ValueError(
                f"{gallery.folder}: {bundle.name!r} does not say where in the text its samples "
                "are: find it in an activation store that `quadric collect` wrote"
            )
        place = (bundle.document.astype(np.int64) << 32) + bundle.position
        order = np.argsort(-bundle.strength, kind="stable")
        strong.append(np.sort(place[order[: strong_count(bundle.strength)]]))
        every = np.union1d(every, place)
        progress(f"reading {gallery.folder.name}", done, len(gallery))
    return _Samples(strong, every)


def _layer(gallery: Gallery, galleries: Sequence[Gallery]) -> str:
    """The layer, or the folder where two are of the same one or it is not known."""
    layers = [one.about.get("layer") for one in galleries]
    own = gallery.about.get("layer")
    return own if own is not None and layers.count(own) == 1 else gallery.folder.resolve().name


def _check(galleries: Sequence[Gallery]) -> None:
    if len(galleries) < 2:
        raise ValueError("links need two galleries or more: name their folders")
    first, *others = galleries
    folders = [gallery.folder.resolve() for gallery in galleries]
    for folder in folders:
        if folder.parent != folders[0].parent or folders.count(folder) > 1:
            raise ValueError(
                f"{folder} does not stand beside {folders[0]}: put different galleries into one "
                "folder, so that pages can lead from one to the next"
            )
    for gallery in galleries:
        if not len(gallery):
            raise ValueError(f"{gallery.folder} holds no manifold: leave it out")
    for other in others:
        for key in ("text", "seed"):
            if other.about.get(key) != first.about.get(key):
                raise ValueError(
                    f"{other.folder} is of another text than {first.folder} ({key} "
                    f"{other.about.get(key)}, not {first.about.get(key)}): collect all layers "
                    "in one go, so that they read the same"
                )
