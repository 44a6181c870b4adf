"""A figure's name -> its numbers as JSON and its picture as PNG and SVG."""

from __future__ import annotations

import importlib
import json
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from quadric.figures.runs import RunCache
from quadric.figures.scale import Scale, Spec
from quadric.files.writing import write_atomic

__all__ = ["FIGURES", "module", "read_numbers", "reproduce", "runs_of"]

FIGURES = {
    "pareto": "pareto",
    "sparsity": "sparsity",
    "frobenius": "frobenius",
    "permutation": "permutation",
    "layers": "layers",
    "prefixes": "prefixes",
    "activations": "activations",
    "manifolds": "manifolds",
    "random": "random_latents",
    "superposition": "superposition",
    "experiments": "experiments",
}
"""Figure -> its module, which has `runs(scale)`, `measure(cache)` and `draw(numbers, path)`."""


def module(name: str) -> ModuleType:
    """The module of a figure."""
    return importlib.import_module(f"quadric.figures.{FIGURES[name]}")


def runs_of(names: list[str], scale: Scale) -> list[Spec]:
    """The runs of some figures, each once."""
    return list(dict.fromkeys(spec for name in names for spec in module(name).runs(scale)))


def reproduce(name: str, cache: RunCache, *, overwrite: bool = False) -> Path:
    """Measure and draw one figure and return its picture.

    Numbers that were measured before on the same runs are taken as they are, and drawn again.
    """
    figure = module(name)
    path = cache.out / f"{name}.json"
    used = [f"{spec.model}/{spec.name}" for spec in figure.runs(cache.scale)]
    found = None if overwrite or not path.exists() else read_numbers(path)
    if found is not None and found["runs"] != used:
        raise ValueError(f"{path} is of other runs than {name} needs now: use overwrite=True")
    if found is None:
        cache.progress(f"measuring {name}", 0)
        begun = time.monotonic()
        measured = figure.measure(cache)
        found = {
            "figure": name,
            "scale": cache.scale.name,
            "runs": used,
            "seconds": round(time.monotonic() - begun, 1),
            "numbers": measured,
        }
        cache.out.mkdir(parents=True, exist_ok=True)
        write_atomic(path, (json.dumps(found, indent=1, allow_nan=False) + "\n").encode())
    figure.draw(found["numbers"], cache.out / name)
    return path.with_suffix(".png")


def read_numbers(path: Path) -> dict[str, Any]:
    """A figure's file of numbers."""
    try:
        found = json.loads(path.read_text())
        return {key: found[key] for key in ("figure", "scale", "runs", "seconds", "numbers")}
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(
            f"{path} holds no figure's numbers ({error}): use overwrite=True"
        ) from error
