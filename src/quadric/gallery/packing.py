"""The one compact file that holds a manifold.

Points are kept by strength, strongest first, so that any number of the strongest is a prefix.
Each coordinate and each strength takes sixteen bits; tokens are numbered by how often they occur in
this manifold, so that their numbers compress. `docs/formats.md` describes every field of the file.
"""

import math
from typing import Any

import numpy as np

from quadric.gallery.blocks import read_blocks, write_blocks
from quadric.gallery.bundle import ManifoldBundle, Part, SubspaceForm
from quadric.gallery.columns import pack, unpack
from quadric.gallery.context import Text, join_windows

__all__ = ["pack_manifold", "unpack_manifold"]

UINT16_MAX = 65535
"""Coordinates and strengths are kept as that many steps of their range, in two bytes each."""

FLOAT_ARRAYS = ("subspace", "mean", "left", "right", "strength_map")
"""What is kept as it is, in single precision, where there is any."""

MAX_FILE_BYTES, MAX_POINT_BYTES = 1_100_000, 17
"""A file holds at most the first, or the second for each point if that is more. Contexts are
narrowed until it does: 64k points then stay under 1.5 MB even as the text of a static site."""


def pack_manifold(bundle: ManifoldBundle) -> bytes:
    """Encode a manifold as the bytes of its file, with contexts as wide as the room allows."""
    room = max(MAX_FILE_BYTES, MAX_POINT_BYTES * len(bundle.points))
    after = 0 if bundle.context is None else bundle.context.shape[1] - 1 - bundle.before
    before = bundle.before
    while True:
        data = _encode(bundle, before, after)
        if len(data) <= room or before == after == 0:
            return data
        before, after = before // 2, after // 2


def _encode(bundle: ManifoldBundle, before: int, after: int) -> bytes:
    order = np.argsort(-bundle.strength, kind="stable")
    text = _text(bundle, order, before, after)
    predicted = None if bundle.predicted is None else bundle.predicted[order]
    used = text.tokens if predicted is None else np.concatenate([text.tokens, predicted])
    ids, inverse, counts = np.unique(used, return_inverse=True, return_counts=True)
    if ids[0] < 0 or ids[-1] >= len(bundle.vocab):
        wrong = int(ids[0] if ids[0] < 0 else ids[-1])
        raise ValueError(
            f"manifold {bundle.name!r} uses token {wrong}, but its vocab has {len(bundle.vocab)}"
        )
    by_count = np.argsort(-counts, kind="stable")
    rank = np.empty(len(ids), dtype=np.int64)
    rank[by_count] = np.arange(len(ids))
    coded = _small(rank[inverse])
    points, low, high = _quantise(bundle.points[order])
    strength, weakest, strongest = _quantise(bundle.strength[order])
    columns = {
        "points": points,
        "strength": strength,
        "text": coded[: len(text.tokens)],
        "offset": text.offsets.astype(np.uint32),
        "segment_start": text.starts.astype(np.uint32),
        "segment_document": text.documents.astype(np.uint32),
        "segment_position": text.positions.astype(np.uint32),
    }
    if predicted is not None:
        columns["predicted"] = coded[len(text.tokens) :]
    for name in FLOAT_ARRAYS:
        if getattr(bundle, name) is not None:
            columns[name] = getattr(bundle, name).astype(np.float32)
    if bundle.samples is not None:
        columns["sample_gap"] = _gaps(bundle, bundle.samples[order], text.offsets)
    if bundle.row_label is not None:
        columns["row_label"] = (_labels(bundle)[order] + 1).astype(np.uint16)
    about = {
        "name": bundle.name,
        "shape": bundle.shape,
        "score": float(bundle.score),
        "parts": [vars(part) for part in bundle.parts],
        "top": list(bundle.top),
        "eigenvalues": bundle.eigenvalues.tolist(),
        "members": bundle.members.tolist(),
        "weights": bundle.weights.tolist(),
        "quadric": _describe(bundle.quadric),
        "fitted": _describe(bundle.fitted),
        "low": low.tolist(),
        "high": high.tolist(),
        "weakest": float(weakest),
        "strongest": float(strongest),
        "located": bundle.position is not None,
        "before": before,
        "after": after,
        "vocab": [str(bundle.vocab[i]) for i in ids[by_count]],
        "model": bundle.model,
        "layer": bundle.layer,
        "label_texts": [str(text) for text in bundle.label_texts],
        "label_name": bundle.label_name,
        "moved": None if bundle.moved is None else float(bundle.moved),
        "beyond": bundle.beyond,
        "stable": bundle.stable,
        "support": bundle.support,
        "again": bundle.again,
        "varies": dict(bundle.varies),
        "token_is_label": bundle.token_is_label,
        "ends": [list(end) for end in bundle.ends],
        "by_members": bundle.by_members,
        "strength_power": bundle.strength_power,
    }
    return pack(columns, about | write_blocks(bundle))


def _text(bundle: ManifoldBundle, order: np.ndarray, before: int, after: int) -> Text:
    if bundle.document is None or bundle.position is None:
        zero, steps = np.zeros(1, dtype=np.int64), np.arange(len(order))
        if bundle.samples is not None:
            # The tokens then stand as in the activations, as those of a text do.
            steps = np.argsort(np.argsort(bundle.samples, kind="stable"), kind="stable")[order]
        tokens = np.empty_like(bundle.token)
        tokens[steps] = bundle.token[order]
        return Text(tokens, zero, zero, zero, steps)
    if bundle.context is None:
        windows = bundle.token[:, None]
    else:
        windows = bundle.context[:, bundle.before - before : bundle.before + after + 1]
        if (windows[:, before] != bundle.token).any():
            raise ValueError(
                f"manifold {bundle.name!r}: contexts must hold the token itself at `before`"
            )
    return join_windows(windows[order], before, bundle.document[order], bundle.position[order])


def _gaps(bundle: ManifoldBundle, samples: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """The samples' numbers as differences in the order of the text, which compress."""
    gaps = np.diff(samples[np.argsort(offsets, kind="stable")].astype(np.int64), prepend=-1)
    if gaps.min() < 1 or samples.max() >= 1 << 32:
        raise ValueError(
            f"manifold {bundle.name!r}: its samples must be different rows of the activations, in "
            "the order of their documents and positions"
        )
    return gaps.astype(np.uint32)


def _labels(bundle: ManifoldBundle) -> np.ndarray:
    labels, count = bundle.row_label, len(bundle.label_texts)
    assert labels is not None
    if labels.min() < -1 or labels.max() >= count or count >= UINT16_MAX:
        raise ValueError(
            f"manifold {bundle.name!r} has labels from {labels.min()} to {labels.max()}, but "
            f"{count} texts of labels (at most {UINT16_MAX - 1})"
        )
    return labels


def _small(numbers: np.ndarray) -> np.ndarray:
    return numbers.astype(np.uint16 if numbers.max(initial=0) <= UINT16_MAX else np.uint32)


def _quantise(values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    values = values.astype(np.float64)
    low, high = values.min(axis=0), values.max(axis=0)
    scaled = (values - low) / np.where(high > low, high - low, 1.0)
    return np.rint(scaled * UINT16_MAX).astype(np.uint16), np.asarray(low), np.asarray(high)


def _describe(quadric: SubspaceForm | None) -> dict[str, Any] | None:
    if quadric is None:
        return None
    # The principal axes travel along, so that the page needs no eigensolver.
    values, vectors = np.linalg.eigh(quadric.matrix.astype(np.float64))
    order = np.argsort(-np.abs(values), kind="stable")
    return {
        "matrix": quadric.matrix.tolist(),
        "linear": quadric.linear.tolist(),
        "constant": float(quadric.constant),
        "axes": vectors[:, order].T.tolist(),
        "values": values[order].tolist(),
        **({} if quadric.residual is None else {"residual": quadric.residual}),
    }


def _form(about: dict[str, Any] | None) -> SubspaceForm | None:
    if about is None:
        return None
    residual = about.get("residual")
    return SubspaceForm(
        np.array(about["matrix"]),
        np.array(about["linear"]),
        float(about["constant"]),
        None if residual is None else float(residual),
    )


def unpack_manifold(data: bytes, source: str) -> ManifoldBundle:
    """Decode a manifold's file; every length and index is checked, and errors name `source`."""
    columns, about = unpack(data, source)
    try:
        n = len(columns["points"])
        if columns["points"].ndim != 2:
            raise ValueError(f"points has shape {columns['points'].shape} where [n, k] was due")
        for name, shape in {"strength": (n,), "offset": (n,)}.items():
            if columns[name].shape != shape:
                raise ValueError(f"{name} has shape {columns[name].shape} where {shape} was due")
        starts = columns["segment_start"].astype(np.int64)
        text = Text(
            columns["text"].astype(np.int64),
            starts,
            columns["segment_document"].astype(np.int64),
            columns["segment_position"].astype(np.int64),
            columns["offset"].astype(np.int64),
        )
        if not len(starts) == len(text.documents) == len(text.positions) or starts[0] != 0:
            raise ValueError("the segments of its text do not fit together")
        if (np.diff(starts) <= 0).any() or starts[-1] >= len(text.tokens):
            raise ValueError("the segments of its text are out of order")
        if text.offsets.max() >= len(text.tokens):
            raise ValueError("a point's offset lies beyond the text")
        predicted = columns.get("predicted")
        largest = max(text.tokens.max(), 0 if predicted is None else predicted.max(initial=0))
        if largest >= len(about["vocab"]):
            raise ValueError(f"token {largest} is used, but there are {len(about['vocab'])}")
        document, position = text.locate() if about["located"] else (None, None)
        before, after = int(about["before"]), int(about["after"])
        low, high = np.asarray(about["low"], float), np.asarray(about["high"], float)
        weakest, strongest = float(about["weakest"]), float(about["strongest"])
        if not all(map(math.isfinite, (*low, *high, weakest, strongest))):
            raise ValueError("the range of its points is not finite")
        if low.shape != (columns["points"].shape[1],) or low.shape != high.shape:
            raise ValueError("the range of its points does not fit their coordinates")
        return ManifoldBundle(
            name=str(about["name"]),
            points=low + columns["points"] / UINT16_MAX * (high - low),
            strength=weakest + columns["strength"] / UINT16_MAX * (strongest - weakest),
            token=text.tokens[text.offsets],
            vocab=[str(token) for token in about["vocab"]],
            shape=str(about["shape"]),
            score=float(about["score"]),
            parts=tuple(map(_part, about["parts"])),
            top=tuple(str(token) for token in about["top"]),
            eigenvalues=np.asarray(about["eigenvalues"], float),
            members=np.asarray(about["members"], np.int64),
            weights=np.asarray(about["weights"], float),
            **{name: _floats(columns, name) for name in FLOAT_ARRAYS},
            model=_name(about.get("model")),
            layer=_name(about.get("layer")),
            samples=_samples(columns.get("sample_gap"), text.offsets),
            row_label=_row_label(columns.get("row_label"), about.get("label_texts", [])),
            label_texts=tuple(str(text) for text in about.get("label_texts", [])),
            label_name=_name(about.get("label_name")),
            **{name: _number(about.get(name)) for name in ("moved", "beyond", "stable", "again")},
            support=None if about.get("support") is None else int(about["support"]),
            varies={str(name): float(value) for name, value in about.get("varies", {}).items()},
            token_is_label=bool(about.get("token_is_label", False)),
            ends=tuple(tuple(map(str, end)) for end in about.get("ends", [])),
            by_members=bool(about.get("by_members", True)),
            strength_power=float(about.get("strength_power", 1.0)),
            **read_blocks(about),
            quadric=_form(about["quadric"]),
            fitted=_form(about.get("fitted")),
            document=document,
            position=position,
            context=text.windows(before, after) if about["located"] and before + after else None,
            before=before,
            predicted=None if predicted is None else predicted.astype(np.int64),
        )
    except KeyError as error:
        raise ValueError(f"{source} lacks {error}: write the gallery again") from None
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise ValueError(f"{source} is not a manifold: {error}") from None


def _part(entry: dict[str, Any]) -> Part:
    controls = {str(name): float(value) for name, value in entry["controls"].items()}
    return Part(str(entry["name"]), float(entry["value"]), controls, str(entry["meaning"]))


def _floats(columns: dict[str, np.ndarray], name: str) -> np.ndarray | None:
    column = columns.get(name)
    if column is not None and (column.dtype != np.float32 or column.ndim != 1 + (name != "mean")):
        raise ValueError(f"{name} is {column.dtype} of shape {column.shape}")
    return column


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _name(value: Any) -> str | None:
    return None if value is None else str(value)


def _samples(gaps: np.ndarray | None, offsets: np.ndarray) -> np.ndarray | None:
    if gaps is None:
        return None
    samples = np.empty(len(offsets), dtype=np.int64)
    samples[np.argsort(offsets, kind="stable")] = np.cumsum(gaps.astype(np.int64)) - 1
    return samples


def _row_label(codes: np.ndarray | None, texts: list) -> np.ndarray | None:
    if codes is None:
        return None
    if codes.max(initial=0) > len(texts):
        raise ValueError(f"label {codes.max() - 1} is used, but there are {len(texts)}")
    return codes.astype(np.int64) - 1
