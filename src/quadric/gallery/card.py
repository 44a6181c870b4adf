"""A manifold's card: the entry of the table of contents that a page shows before any points."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from quadric.gallery.blocks import (
    Causes,
    Chart,
    Label,
    LayerLink,
    read_blocks,
    read_labels,
    write_blocks,
)
from quadric.gallery.blocks import Path as DrawnPath

__all__ = ["BLOCKS", "NEIGHBOURS", "Card", "read_card", "write_card"]

NEIGHBOURS = {"before": -1, "after": 1}
"""Where the neighbouring tokens stand, counted from the sample's own."""


@dataclass(frozen=True)
class Card:
    """What the gallery says of a manifold before its points are loaded."""

    id: str
    """Its place in the ranking, as in the page's address."""

    file: str
    """The file that holds it."""

    bytes: int
    """That file's size."""

    name: str
    """What people call it."""

    shape: str
    """Its shape, in one word or two."""

    score: float
    """How much of a manifold it is."""

    strength: float
    """The strength of its strongest sample."""

    points: int
    """How many samples it has."""

    tokens: list[str]
    """Its top tokens."""

    neighbours: list[list[Any]]
    """[id, overlap] of the manifolds whose subspaces are nearest: overlap = ‖UᵀV‖² / k, with k the
    smaller of the two ranks."""

    preview: str = field(repr=False)
    """A few points as base64: x, y, z and strength, one byte each."""

    tints: str = field(default="", repr=False)
    """One byte for each of these: its place on the path, or the number of its label."""

    frame: tuple[float, ...] = ()
    """The middle of the cube that the preview's bytes divide, and half its side."""

    groups: tuple[Label, ...] = field(default=(), repr=False)
    """Words of the labels and ticks once more, where their samples form a further group."""

    varies: str = ""
    """Which tokens the labels are: those "before" or "after" the samples, or "" their own."""

    rank: int = 3
    """How many dimensions it has."""

    axes: int = 3
    """How many coordinates its file keeps of every point; the page draws the first three."""

    passes: bool | None = None
    """Whether it stands out from random subspaces, where that was measured."""

    sentence: str = ""
    """What it is, in one plain sentence."""

    used: float | None = None
    """How much of what the model predicts a swap of its coordinates carries over."""

    labels: tuple[Label, ...] = field(default=(), repr=False)
    """Words where their samples lie in the picture."""

    path: DrawnPath | None = field(default=None, repr=False)
    """The curve that its samples lie along."""

    chart: Chart | None = field(default=None, repr=False)
    """The surface that its samples lie on."""

    causes: Causes | None = field(default=None, repr=False)
    """The effects of interventions, beside their controls."""

    layers: tuple[LayerLink, ...] = field(default=(), repr=False)
    """The same manifold in the galleries of other layers."""


BLOCKS = ("passes", "sentence", "used", "labels", "path", "chart", "causes", "layers")
"""What a card has only where its manifold does."""


def write_card(card: Card) -> dict[str, Any]:
    """A card as an entry of the contents."""
    some = (*BLOCKS, "groups")
    always = {f.name: getattr(card, f.name) for f in fields(card) if f.name not in some}
    groups = {"groups": [asdict(one) for one in card.groups]} if card.groups else {}
    return always | groups | write_blocks(card)


def read_card(entry: Any, index: int, path: Path) -> Card:
    """The card of an entry of the contents at `path`, checked."""
    kinds: dict[str, Any] = {
        "id": str,
        "file": str,
        "bytes": int,
        "name": str,
        "shape": str,
        "score": (int, float),
        "strength": (int, float),
        "points": int,
        "tokens": list,
        "neighbours": list,
        "preview": str,
    }
    if not isinstance(entry, dict):
        raise ValueError(f"{path}: manifold {index} is no object; copy the gallery again")
    for key, kind in kinds.items():
        if not isinstance(entry.get(key), kind):
            raise ValueError(
                f"{path}: manifold {index} has no valid {key!r}; copy the gallery again"
            )
    if Path(entry["file"]).name != entry["file"] or entry["file"].startswith("."):
        raise ValueError(f"{path}: manifold {index} names a file outside the gallery")
    found = {key: entry[key] for key in kinds}
    found |= {key: float(found[key]) for key in ("score", "strength")}
    for key in ("rank", "axes"):
        found[key] = entry.get(key, 3)
        if type(found[key]) is not int or found[key] < 1:
            raise ValueError(f"{path}: manifold {index} has no valid {key!r}")
    found["tints"] = str(entry.get("tints", ""))
    found["varies"] = entry["varies"] if entry.get("varies") in NEIGHBOURS else ""
    try:
        found["frame"] = tuple(float(v) for v in entry.get("frame", ()))
        found["groups"] = read_labels(entry, "groups")
        return Card(**found, **read_blocks(entry))
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path}: manifold {index}: {error}; copy the gallery again") from None
