"""What may stand beside points: labels, a path, a chart, causal effects; checked when read."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

__all__ = [
    "Arm",
    "Causes",
    "Chart",
    "Label",
    "LayerLink",
    "Path",
    "Place",
    "Tick",
    "finite_only",
    "read_blocks",
    "read_labels",
    "write_blocks",
]

MAX_LIST_ENTRIES = 10_000
"""Entries of a list beyond which a file is refused: no page could show them."""

Point = tuple[float, ...]
"""A place in the manifold's own coordinates: at least three, zeros where it has fewer."""


def finite_only(constant: str) -> None:
    """Refuse the NaN and Infinity that Python would read in JSON."""
    raise ValueError(f"{constant} is not a number of JSON")


@dataclass(frozen=True)
class Label:
    """A word where its samples lie in the picture."""

    text: str
    at: Point


@dataclass(frozen=True)
class Tick:
    """A word at a share t of the path's length, 0 to 1."""

    text: str
    t: float


@dataclass(frozen=True)
class Path:
    """The curve that the samples lie along, as points in the picture."""

    closed: bool
    at: tuple[Point, ...]
    ticks: tuple[Tick, ...] = ()


@dataclass(frozen=True)
class Chart:
    """The surface that the samples lie on: its places at even steps of two coordinates, 0 to 1."""

    at: tuple[tuple[Point, ...], ...]
    """One row for each step of the first coordinate; along a row the second one grows."""


@dataclass(frozen=True)
class Arm:
    """The effect of one intervention or control, with its standard error."""

    name: str
    value: float
    se: float
    changed: float | None = None
    """How far the prediction moved at all, KL(base ‖ patched) in nats."""


@dataclass(frozen=True)
class Place:
    """What the model predicts more and less when moved here: (token, change of its log-odds)."""

    at: Point
    text: str
    gain: tuple[tuple[str, float], ...] = ()
    lose: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Causes:
    """What the model does with a manifold."""

    arms: tuple[Arm, ...]
    places: tuple[Place, ...] = ()
    apart: float | None = None
    """How far the predictions of a swap's two samples are apart, KL(donor ‖ base) in nats."""
    p: float | None = None
    """That the manifold is no better than its controls, corrected for how many were tested."""


@dataclass(frozen=True)
class LayerLink:
    """The same manifold in another layer's gallery."""

    layer: str
    link: str
    """Its address: "#/m/0003" on this page, "../layer-8/#/m/0003" on one beside it."""
    overlap: float
    """The share of their strong samples that the two have in common, 0 to 1 (Jaccard)."""
    chance: float = 0.0
    """What the best of as many random sets has in common with this one."""
    name: str = ""
    """What it is called there."""


def write_blocks(bundle: Any) -> dict[str, Any]:
    """The blocks of a bundle or a card as JSON; what is absent has no key."""
    found: dict[str, Any] = {}
    for key in ("passes", "used"):
        value = getattr(bundle, key)
        if value is not None:
            found[key] = value if isinstance(value, bool) else float(value)
    for key in ("sentence", "labels", "path", "chart", "causes", "layers"):
        value = getattr(bundle, key)
        if value:
            found[key] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value
    return [asdict(one) for one in value] if isinstance(value, tuple) else asdict(value)


def read_blocks(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Check the optional keys of a card or a file and give them as arguments of either."""
    readers: dict[str, Callable[[Any], Any]] = {
        "passes": _flag,
        "used": _number,
        "sentence": _text,
        "labels": _labels,
        "path": _path,
        "chart": _chart,
        "causes": _causes,
        "layers": lambda value: _each(value, _layer),
    }
    keys = [key for key in readers if entry.get(key) is not None]
    return {key: _checked(entry, key, readers[key]) for key in keys}


def read_labels(entry: Mapping[str, Any], key: str) -> tuple[Label, ...]:
    """Check the words at their places that an entry has under this key; it may have none."""
    return () if entry.get(key) is None else _checked(entry, key, _labels)


def _checked(entry: Mapping[str, Any], key: str, read: Callable[[Any], Any]) -> Any:
    try:
        return read(entry[key])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"its {key!r} is not valid ({error})") from None


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("neither true nor false")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{str(value)[:40]!r} is not a finite number")
    return float(value)


def _maybe(value: Any) -> float | None:
    return None if value is None else _number(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{str(value)[:40]!r} is not text")
    return value


def _each(value: Any, read: Callable[[Any], Any]) -> tuple[Any, ...]:
    if not isinstance(value, list) or len(value) > MAX_LIST_ENTRIES:
        raise ValueError(f"not a list of at most {MAX_LIST_ENTRIES:,} entries")
    return tuple(read(one) for one in value)


def _point(value: Any) -> Point:
    if not isinstance(value, list) or not 3 <= len(value) <= MAX_LIST_ENTRIES:
        raise ValueError("a place needs three coordinates or more")
    return tuple(map(_number, value))


def _labels(value: Any) -> tuple[Label, ...]:
    return _each(value, lambda one: Label(_text(one["text"]), _point(one["at"])))


def _path(value: Any) -> Path:
    at = _each(value["at"], _point)
    if len(at) < 2 or len({len(point) for point in at}) > 1:
        raise ValueError("a path needs two places or more, each with as many coordinates")
    return Path(_flag(value["closed"]), at, _each(value.get("ticks", []), _tick))


def _chart(value: Any) -> Chart:
    at = _each(value["at"], lambda row: _each(row, _point))
    widths = {len(row) for row in at}
    sizes = {len(point) for row in at for point in row}
    if len(at) < 2 or len(widths) > 1 or min(widths) < 2 or len(sizes) > 1:
        raise ValueError("a chart needs two rows or more of as many places, two or more")
    return Chart(at)


def _tick(value: Any) -> Tick:
    t = _number(value["t"])
    if not 0 <= t <= 1:
        raise ValueError(f"a tick at {t:g}, not between 0 and 1")
    return Tick(_text(value["text"]), t)


def _causes(value: Any) -> Causes:
    def arm(one: Any) -> Arm:
        figures = _number(one["value"]), _number(one["se"])
        return Arm(_text(one["name"]), *figures, _maybe(one.get("changed")))

    def place(one: Any) -> Place:
        gain, lose = (_each(one.get(key, []), _change) for key in ("gain", "lose"))
        return Place(_point(one["at"]), _text(one["text"]), gain, lose)

    return Causes(
        _each(value["arms"], arm),
        _each(value.get("places", []), place),
        _maybe(value.get("apart")),
        _maybe(value.get("p")),
    )


def _layer(value: Any) -> LayerLink:
    return LayerLink(
        _text(value["layer"]),
        _text(value["link"]),
        _number(value["overlap"]),
        _number(value.get("chance", 0.0)),
        _text(value.get("name", "")),
    )


def _change(value: Any) -> tuple[str, float]:
    token, change = value
    return _text(token), _number(change)
