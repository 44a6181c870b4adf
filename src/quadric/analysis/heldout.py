"""Which rows of some activations a run has never trained on."""

from __future__ import annotations

from typing import Any, NamedTuple

from quadric.activations import ActivationStore, Rows
from quadric.training.settings import TrainSettings
from quadric.training.sources import split

__all__ = ["HeldOutRows", "check_source", "heldout_rows"]

_PLACE = ("model", "revision", "layer")
_TEXT = ("text", "seed", "context", "packed", "left_out")


class HeldOutRows(NamedTuple):
    """Rows to measure on."""

    rows: range
    """The rows."""
    why: str
    """How it is known that the run has not trained on them."""
    same: bool
    """Whether these are the activations that the run was trained on."""


def heldout_rows(
    record: dict[str, Any] | None, source: Rows, name: str = "the activations"
) -> HeldOutRows:
    """The rows that a run with this record (`train.json`; None if there is none) never saw.

    The rest of the activations it was trained on, or all of others. Without a record, and after
    training live, as much of whole documents as a run holds out by default.
    """
    known = None if record is None else record["source"]
    if known is None or "trained_on" not in known:
        share = TrainSettings.heldout
        rows = split(source, share)[1] or range(len(source))
        why = f"the last {share:.0%}, since what the run trained on is not on record"
        return HeldOutRows(rows, why, False)
    check_source(record, source, name)
    if not _same(known, source):
        return HeldOutRows(
            range(len(source)), "all rows, since the run was trained on others", False
        )
    rows = range(known["trained_on"][1], len(source))
    if not rows:
        raise ValueError(
            f"the run was trained on every row of {name}: give other activations of the layer, or "
            "train with a part held out"
        )
    return HeldOutRows(rows, "held out by the run", True)


def check_source(record: dict[str, Any] | None, source: Rows, name: str) -> None:
    """Refuse activations of another model or layer than the run was trained on."""
    if record is None or not isinstance(source, ActivationStore):
        return
    for key in ("model", "layer"):
        mine, theirs = record["source"].get(key), source.manifest[key]
        if mine is not None and mine != theirs:
            raise ValueError(
                f"the run was trained on {key} {mine}, and {name} holds {key} {theirs}: give "
                "activations of the same model and layer"
            )


def _same(known: dict[str, Any], source: Rows) -> bool:
    """Whether the run was trained on the beginning of these rows: stores may have grown since."""
    if not isinstance(source, ActivationStore):
        return known["tokens"] == len(source) and "text" not in known
    keys = (*_PLACE, *_TEXT)
    return known["tokens"] <= len(source) and all(
        known.get(key) == source.manifest.get(key) for key in keys
    )
