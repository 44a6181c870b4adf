"""The card of a shared autoencoder: what it is, where it is from, how good it is, a picture."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from huggingface_hub import ModelCardData

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from quadric.autoencoders.pretrained import Pretrained

__all__ = ["CARD", "Facts", "card_text", "draw_picture"]

CARD = "README.md"
CURVE, LATENTS = "training.png", "latents.png"
"""The picture beside the card: the run's curves, or the latents' norms where no run is known."""
SHOWN_SETTINGS = ("optimizer", "lr", "momentum", "alpha", "steps", "batch", "init", "seed", "dtype")
"""The settings of a run that the card tells, in this order."""


@dataclass(frozen=True)
class Facts:
    """What is known of an autoencoder beyond its weights."""

    source: Mapping[str, Any] = field(default_factory=dict)
    """Model, revision, layer, text, tokens; what it was imported from."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """How it was trained."""
    heldout: Mapping[str, Any] | None = None
    """Error, density and dead latents on tokens that it has not seen."""
    curve: Sequence[Mapping[str, Any]] = ()
    """Metrics a step."""


def card_text(
    model: Pretrained,
    facts: Facts | None,
    repo: str = "USER/NAME",
    revision: str | None = None,
    **_: Any,
) -> str:
    """The card as Markdown with the hub's metadata above it; all values are escaped."""
    facts = facts or Facts()
    name = type(model).__name__
    data = ModelCardData(
        library_name="quadric",
        tags=["quadric", "interpretability", "autoencoder"],
        base_model=_hub_id(facts.source.get("model")),
    )
    at = "" if revision is None else f', revision="{revision}"'
    tables = {
        "Trained on": _chosen(facts.source, ("model", "revision", "layer", "text", "tokens", "d"))
        | _chosen(facts.source, ("imported from",)),
        "Shape": vars(model.config),
        "Hyperparameters": _chosen(facts.settings, SHOWN_SETTINGS) or dict(facts.settings),
        "On tokens that it has not seen": _measured(facts.heldout),
    }
    picture = CURVE if _drawable(facts) else LATENTS
    shows = "Error and density while training" if picture == CURVE else "Norms of the latents"
    parts = [
        f"---\n{data.to_yaml()}\n---",
        f"# {name}",
        "An autoencoder of a language model's activations, whose latents are quadratic forms: "
        "the product of two linear ones. Made with quadric, after *Finding Manifolds With "
        "Bilinear Autoencoders*."
        if name == "BilinearAutoencoder"
        else "A TopK sparse autoencoder of a language model's activations. Made with quadric.",
        f'```python\nfrom quadric import {name}\n\nae = {name}.from_pretrained("{repo}"{at})\n'
        "latents = ae.encode(x)  # x: activations [..., d_in], brought to norm one inside\n```",
        f"![{shows}]({picture})",
    ]
    parts += [f"## {title}\n\n{_table(rows)}" for title, rows in tables.items() if rows]
    if not facts.heldout:
        parts.append("Error and density were not measured by the run that this comes from.")
    return "\n\n".join(parts) + "\n"


def draw_picture(model: Pretrained, facts: Facts | None, folder: Path) -> Path:
    """Draw the run's curves, or the latents' norms by rank, beside the card."""
    # Not by pyplot: nothing here may depend on a screen or change the caller's figures.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.2), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    if facts is not None and _drawable(facts):
        left, right = figure.subplots(1, 2)
        _curve(left, facts.curve, "error", "‖X̂ − X‖²")
        _curve(right, facts.curve, "density", "mean Hoyer density")
        right.legend(frameon=False)
        path = folder / CURVE
    else:
        axes = figure.subplots()
        axes.plot(model.term_norms().sort(descending=True).values.cpu(), color="#2456a6")  # pyright: ignore
        axes.set(xlabel="latents, largest first", ylabel="norm of what it writes")
        axes.set_ylim(bottom=0)
        path = folder / LATENTS
    figure.savefig(path)
    return path


def _curve(axes: Axes, lines: Sequence[Mapping[str, Any]], name: str, label: str) -> None:
    steps = [line["step"] for line in lines]
    axes.plot(steps, [line[name] for line in lines], color="#9db7dd", label="batch")
    held = [line for line in lines if _number(line.get(f"heldout_{name}"))]
    if held:
        values = [line[f"heldout_{name}"] for line in held]
        axes.plot([line["step"] for line in held], values, "o-", color="#2456a6", label="held out")
    axes.set(xlabel="step", ylabel=label)
    axes.set_ylim(0, 1.08 * max(line[name] for line in lines))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _drawable(facts: Facts) -> bool:
    wanted = ("step", "error", "density")
    return bool(facts.curve) and all(_number(one.get(key)) for one in facts.curve for key in wanted)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and abs(value) < float("inf")


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _measured(heldout: Mapping[str, Any] | None) -> dict[str, Any]:
    names = {
        "error": "error ‖X̂ − X‖² (‖X‖ = 1)",
        "density": "mean Hoyer density of the latents",
        "dead": "dead latents",
        "tokens": "tokens measured on",
    }
    found = _object(heldout)
    return {
        label: round(found[key], 5) if isinstance(found[key], float) else found[key]
        for key, label in names.items()
        if _number(found.get(key))
    }


def _chosen(values: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: _public(values[name]) for name in names if values.get(name) is not None}


def _public(value: Any) -> Any:
    """The last part of a path: where somebody's files are is nobody else's business."""
    return Path(value).name if isinstance(value, str) and value[:1] in "/~." else value


def _hub_id(model: Any) -> str | None:
    """The model's name if it can be one on the hub: metadata is no place for a path."""
    good = isinstance(model, str) and model.count("/") == 1 and not model.startswith((".", "/"))
    return model if good and all(c.isalnum() or c in "-_./" for c in model) else None


def _table(rows: Mapping[str, Any]) -> str:
    lines = [f"| {_cell(key)} | {_cell(value)} |" for key, value in rows.items()]
    return "\n".join(["| | |", "|---|---|", *lines])


def _cell(value: Any) -> str:
    text = html.escape(" ".join(str(value).split()), quote=False)
    for sign in "\\`*_[]|":
        text = text.replace(sign, f"\\{sign}")
    return text
