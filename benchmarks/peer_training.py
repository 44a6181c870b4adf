"""Train another package's autoencoder, in an environment that has it: what `peers` runs.

`python -m benchmarks.peer_training JOB.json`, where the job says which package and kind, on which
rows, how long, and where the weights go. Rows have norm one and each package scales them by its own
rule. Every kind is written in the same terms: before = (x − bias) encoderᵀ + encoder_bias, then its
k largest, or those above a threshold.
"""

from __future__ import annotations

import json
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

PREFIX_SHARES = (0.25, 0.5, 1.0)
"""Prefixes of a matryoshka autoencoder that reconstruct, as shares of its latents."""


def batches(x: Tensor, size: int, seed: int, marks: list[float]) -> Iterator[Tensor]:
    """Rows in a drawn order, for ever; when each batch was asked for."""
    draw = torch.Generator().manual_seed(seed)
    while True:
        order = torch.randperm(len(x), generator=draw)
        for at in range(0, len(x) - size + 1, size):
            marks.append(time.process_time())
            yield x[order[at : at + size]]


def sae_lens(job: dict[str, Any], x: Tensor, marks: list[float]) -> dict[str, Tensor]:
    """SAELens: its training SAEs under its own trainer."""
    from sae_lens import (  # pyright: ignore[reportMissingImports]
        MatryoshkaBatchTopKTrainingSAE,
        MatryoshkaBatchTopKTrainingSAEConfig,
        TopKTrainingSAE,
        TopKTrainingSAEConfig,
    )
    from sae_lens.config import SAETrainerConfig  # pyright: ignore[reportMissingImports]
    from sae_lens.training.sae_trainer import SAETrainer  # pyright: ignore[reportMissingImports]

    latents, steps = job["n_latents"], job["steps"]
    scaled = {"normalize_activations": "expected_average_only_in"}
    size = {"d_in": x.shape[1], "d_sae": latents, **scaled}
    sae: Any
    if job["kind"] == "TopK":
        sae = TopKTrainingSAE(TopKTrainingSAEConfig(**size, k=job["k"]))
    else:
        widths = [round(level * latents) for level in PREFIX_SHARES]
        config = MatryoshkaBatchTopKTrainingSAEConfig(
            **size, k=job["k"], matryoshka_widths=widths, topk_threshold_lr=0.05
        )
        sae = MatryoshkaBatchTopKTrainingSAE(config)
    settings = SAETrainerConfig(
        total_training_samples=steps * job["batch"],
        train_batch_size_samples=job["batch"],
        lr=job["rate"],
        lr_end=0.1 * job["rate"],
        lr_warm_up_steps=steps // 20,
        lr_decay_steps=steps // 2,
        n_batches_for_norm_estimate=10,
    )
    SAETrainer(settings, sae, batches(x, job["batch"], job["seed"], marks)).fit()
    sae = sae.eval().requires_grad_(False)
    norms = sae.W_dec.norm(dim=1) if getattr(sae.cfg, "rescale_acts_by_decoder_norm", False) else 1
    bias = sae.b_dec
    kept = bias * float(not sae.cfg.apply_b_dec_to_input)
    found = {
        "encoder": (sae.W_enc * norms).T,
        "encoder_bias": (sae.b_enc + kept @ sae.W_enc) * norms,
        "decoder": sae.W_dec / (norms[:, None] if isinstance(norms, Tensor) else 1),
        "bias": bias,
    }
    if job["kind"] == "matryoshka":
        found["threshold"] = sae.topk_threshold.float().expand(latents)
    return found


def dictionary_learning(job: dict[str, Any], x: Tensor, marks: list[float]) -> dict[str, Tensor]:
    """dictionary_learning: its trainers, each step as its own loop takes it."""
    # Imported by the package for reading models, which is not done here; it wants other versions.
    stub: Any = types.ModuleType("nnsight")
    stub.LanguageModel = object
    sys.modules.setdefault("nnsight", stub)
    from dictionary_learning.trainers.matryoshka_batch_top_k import (  # pyright: ignore[reportMissingImports]
        MatryoshkaBatchTopKTrainer,
    )
    from dictionary_learning.trainers.top_k import (  # pyright: ignore[reportMissingImports]
        TopKTrainer,
    )

    steps = job["steps"]
    common: dict[str, Any] = {
        "steps": steps,
        "activation_dim": x.shape[1],
        "dict_size": job["n_latents"],
        "k": job["k"],
        "layer": 0,
        "lm_name": "",
        "lr": job["rate"],
        "warmup_steps": steps // 20,
        "decay_start": steps // 2,
        "threshold_start_step": steps // 2,
        "threshold_beta": 0.95,
        "seed": job["seed"],
        "device": "cpu",
    }
    if job["kind"] == "TopK":
        trainer: Any = TopKTrainer(**common)
    else:
        shares = [
            high - low for low, high in zip((0.0, *PREFIX_SHARES), PREFIX_SHARES, strict=False)
        ]
        trainer = MatryoshkaBatchTopKTrainer(**common, group_fractions=shares)
    for step, rows in enumerate(batches(x, job["batch"], job["seed"], marks)):
        if step == steps:
            break
        trainer.update(step, rows)
    ae = trainer.ae.requires_grad_(False)
    if job["kind"] == "TopK":
        found = {"encoder": ae.encoder.weight, "encoder_bias": ae.encoder.bias}
        return {**found, "decoder": ae.decoder.weight.T, "bias": ae.b_dec}
    return {
        "encoder": ae.W_enc.T,
        "encoder_bias": ae.b_enc,
        "decoder": ae.W_dec,
        "bias": ae.b_dec,
        "threshold": ae.threshold.expand(job["n_latents"]),
    }


def encode(weights: dict[str, Tensor], k: int, x: Tensor) -> Tensor:
    """The latents of rows of norm one."""
    before = (x - weights["bias"]) @ weights["encoder"].T + weights["encoder_bias"]
    if "threshold" in weights:
        return before.relu() * (before > weights["threshold"])
    values, indices = before.topk(k, dim=-1)
    return torch.zeros_like(before).scatter(-1, indices, values.relu())


def error(weights: dict[str, Tensor], k: int, x: Tensor) -> float:
    """Mean ‖x − x̂‖² of rows of norm one."""
    guess = encode(weights, k, x) @ weights["decoder"] + weights["bias"]
    return float((x - guess).square().sum(1).mean())


TRAINERS = {"SAELens": sae_lens, "dictionary_learning": dictionary_learning}


def run(job: dict[str, Any]) -> None:
    """Train at the best of the rates after a few steps, and keep the weights and figures."""
    x = load_file(job["rows"])["x"]
    held = len(x) // 20
    best, errors = job["rates"][0], {}
    if len(job["rates"]) > 1:
        for rate in job["rates"]:
            weights, _ = trained(job | {"rate": rate, "steps": job["short"]}, x[:-held])
            errors[rate] = error(weights, job["k"], x[-held:])
        best = min(errors, key=lambda rate: errors[rate])
    weights, speed = trained(job | {"rate": best}, x[:-held])
    active = (encode(weights, job["k"], x[-held:]) > 0).float().sum(1).mean()
    figures = {
        "rate": best,
        "errors after a few steps": list(errors.values()),
        "error": error(weights, job["k"], x[-held:]),
        "active": float(active),
        "tokens a second": speed,
    }
    save_file(weights, job["out"])
    Path(job["out"]).with_suffix(".json").write_text(json.dumps(job | figures))


def trained(job: dict[str, Any], x: Tensor) -> tuple[dict[str, Tensor], float]:
    """The weights, and the tokens a second of the median step."""
    torch.manual_seed(job["seed"])
    marks: list[float] = []
    weights = TRAINERS[job["package"]](job, x, marks)
    marks.append(time.process_time())
    step = float(torch.tensor(marks).double().diff()[-job["steps"] :].median())
    kept = {name: value.detach().float().contiguous() for name, value in weights.items()}
    return kept, job["batch"] / step


if __name__ == "__main__":
    run(json.loads(Path(sys.argv[1]).read_text()))
