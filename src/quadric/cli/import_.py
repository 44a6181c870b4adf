"""`quadric import`: a published checkpoint -> a folder that every other verb takes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from quadric.cli.progress import status

__all__ = ["Import"]


@dataclass(frozen=True)
class Import:
    """Import a checkpoint that the paper's authors published, from the hub or a folder.

    Nothing is unpickled, and shapes, dtypes and values are checked before anything is written.

    Example: quadric import tdooms/qwen3-0.6b-base-scope --name mixed-l18-x16-a100-b0 --out runs/l18
    """

    source: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="SOURCE")]
    """A repository on the hub, a checkpoint's folder, or a folder of several."""
    out: Path
    """The folder to write: config, weights and a card."""
    name: str | None = None
    """Which of several checkpoints; left out, they are listed."""
    revision: str | None = None
    """The repository's revision."""
    overwrite: bool = False
    """Replace an autoencoder that is there already."""

    def __call__(self) -> None:
        """Read, check, write."""
        from quadric.autoencoders.card import CARD, CURVE, LATENTS
        from quadric.autoencoders.paper_checkpoints import import_checkpoint
        from quadric.autoencoders.pretrained import CONFIG, WEIGHTS
        from quadric.files.writing import LOCK, locked, refuse_existing

        ours = {CONFIG, WEIGHTS, CARD, CURVE, LATENTS}
        with locked(self.out):
            there = {file.name for file in self.out.iterdir()} - {LOCK}
            if there - ours:
                raise FileExistsError(f"{self.out} holds something else: use another out=")
            if there and not self.overwrite:
                refuse_existing(self.out, overwrite=False)
            with status(f"importing {self.source}"):
                ae = import_checkpoint(self.source, self.name, revision=self.revision)
                for name in there:
                    (self.out / name).unlink()
                ae.save_pretrained(self.out)
        known = ae.facts.source if ae.facts else {}
        dtype = str(ae.left.dtype).removeprefix("torch.")
        at = f", layer {known['layer']}" if known.get("layer") is not None else ""
        print(f"{self.out}: {ae!r}, {dtype}, from {known.get('imported from')}{at}")
        print(f"measure it with: quadric evaluate {self.out} ACTIVATIONS")
