"""`quadric demo`: from a real model and real text to a gallery of manifolds, offline."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from quadric import recipes

__all__ = ["Demo"]

RECIPE_MINUTES = 8
"""What the recipe takes at most on two cores; other budgets have tokens and steps in proportion."""

FLOAT32_SHARE = 0.4
"""The share of tokens and steps for a CPU without bfloat16, which takes longer for each."""

LEAST_TOKENS, LEAST_STEPS = 20_000, 20
"""However small the budget is: below, there is no manifold to see."""

TESTED_MANIFOLDS = 20
"""Manifolds whose use by the model is measured: the first ones."""


@dataclass(frozen=True)
class Demo:
    """Collect a layer's activations, train on them, find the manifolds and open the explorer.

    Each stage keeps its result in a folder named after the settings, so that a second run starts
    where the first one ended. Without a terminal (CI) it ends by itself and says how to go on.

    Example: quadric demo --layer 9 --minutes 4
    """

    model: str = recipes.demo().model
    """A model as for quadric collect; the default is SmolLM2-135M from its package."""
    layer: str = recipes.demo().layer
    """The layer, as for quadric collect."""
    text: str = recipes.demo().text
    """The text, as for quadric collect; the default is every State of the Union speech."""
    minutes: float = RECIPE_MINUTES
    """Roughly how long the first run may take on two cores: it decides tokens and steps, of which a
    CPU without bfloat16 gets fewer."""
    out: Path = Path("demo")
    """Where the results go."""
    seed: int = 0
    """Decides the text's order, the first weights and the samples shown."""
    browser: bool = True
    """Open the explorer at the end, where there is a terminal."""

    def __post_init__(self) -> None:
        if not self.minutes > 0:
            raise ValueError(f"--minutes {self.minutes}: give it at least a fraction of a minute")

    def __call__(self) -> None:
        """Run the stages that have not been run yet, then show the gallery."""
        from quadric.cli.collect import Collect
        from quadric.cli.explore import Explore
        from quadric.cli.find import Find
        from quadric.cli.intervene import Intervene
        from quadric.cli.train import Train
        from quadric.device import resolve_device, resolve_precision
        from quadric.gallery import read_gallery
        from quadric.training.folder import read_record

        recipe, part = recipes.demo(self.seed), self.minutes / RECIPE_MINUTES
        if resolve_precision("auto", resolve_device("auto")) == "float32":
            part *= FLOAT32_SHARE
        tokens = max(LEAST_TOKENS, round(recipe.tokens * part))
        steps = max(LEAST_STEPS, round(recipe.training.steps * part))
        names = (self.model, self.layer, self.text, f"{tokens}", f"{steps}", f"{self.seed}")
        folder = self.out / "-".join(re.sub(r"[^\w.]+", "_", name).strip("_") for name in names)
        acts, run, gallery = folder / "acts", folder / "run", folder / "gallery"

        print(f"1/4  {self.model} reads {self.text}: {tokens:,} activations of layer {self.layer}")
        Collect(
            self.model,
            layer=self.layer,
            text=self.text,
            tokens=tokens,
            out=acts,
            seed=self.seed,
        )()
        print(f"2/4  a mixed autoencoder learns them in {steps} steps")
        record = read_record(run)
        if record is not None and record["status"] == "finished":
            print(f"{run} is finished already.")
        else:
            settings = replace(recipe.training, steps=steps)
            Train.of(settings, source=str(acts), out=run, resume=record is not None)()
        print("3/4  its manifolds are found, ranked and named")
        if (gallery / "gallery.json").exists():
            print(f"{gallery} is there already.")
        else:
            Find(run, acts, out=gallery, seed=self.seed)()
        print(f"4/4  {self.model} is asked what it does with the first {TESTED_MANIFOLDS}")
        if any(card.used is not None for card in read_gallery(gallery).cards):
            print(f"{gallery} says so already.")
        else:
            Intervene(gallery, self.model, n=TESTED_MANIFOLDS, quick=True, seed=self.seed)()
        if not self.browser or not sys.stdout.isatty() or os.environ.get("CI"):
            print(f"Open it with: quadric explore {gallery}")
            return
        Explore(gallery)()
