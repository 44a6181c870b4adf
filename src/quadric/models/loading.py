"""A name, folder or GGUF file -> a model and its tokenizer, ready to read activations from."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import torch
from torch import nn
from transformers import (
    AutoConfig,
    AutoModel,
    AutoModelForCausalLM,
    AutoTokenizer,
    PretrainedConfig,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)
from transformers.utils import logging as transformers_logging

from quadric.device import MIN_BFLOAT16_DIMENSIONS, Precision, resolve_precision
from quadric.models.gguf import converted
from quadric.models.source import ModelSource

__all__ = ["default_dtype", "forward_dtype", "load"]


def default_dtype(device: str | torch.device) -> torch.dtype:
    """As activations are kept: float32 on a CPU, bf16 or fp16 on a GPU."""
    if torch.device(device).type == "cpu":
        return torch.float32
    if torch.device(device).type == "cuda" and not torch.cuda.is_bf16_supported():
        return torch.float16
    return torch.bfloat16


def forward_dtype(
    precision: Precision, device: str | torch.device, width: int = MIN_BFLOAT16_DIMENSIONS
) -> torch.dtype:
    """What a model of this width computes in; `auto` is as fast as the device allows."""
    if precision == "auto" and torch.device(device).type == "cuda":
        return default_dtype(device)
    return getattr(torch, resolve_precision(precision, device, width))


def load(
    name: str,
    device: str | torch.device = "cpu",
    dtype: torch.dtype | None = None,
    revision: str | None = None,
    *,
    precision: Precision | None = None,
) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """Load a hub id, a folder, a `.gguf` file or an installed package that carries weights.

    It computes in `dtype`, or in the `precision` that suits its width and the device. Only
    safetensors and GGUF are read and no code that comes with a model is run. A GGUF file is
    converted once and kept in the user's cache folder.
    """
    source = ModelSource.find(name, revision)
    with _quiet():
        try:
            location = str(converted(source.gguf)) if source.gguf else source.location
            on_hub = {"revision": revision} if location == source.name and revision else {}
            config = AutoConfig.from_pretrained(location, **on_hub)
            if precision is not None and dtype is None:
                width = getattr(config, "hidden_size", None) or MIN_BFLOAT16_DIMENSIONS
                dtype = forward_dtype(precision, device, width)
            family = AutoModelForCausalLM if _generates(config) else AutoModel
            model: PreTrainedModel = family.from_pretrained(
                location,
                config=config,
                dtype=dtype or default_dtype(device),
                use_safetensors=True,
                **on_hub,
            )
            tokenizer = AutoTokenizer.from_pretrained(location, **on_hub)
        except (OSError, ValueError) as error:
            raise ValueError(_why(source, error)) from error
    nn.Module.to(model, device)
    model.requires_grad_(False)
    return model.eval(), tokenizer


def _generates(config: PretrainedConfig) -> bool:
    names = config.architectures or []
    return any(name.endswith(("ForCausalLM", "LMHeadModel")) for name in names)


def _why(source: ModelSource, error: Exception) -> str:
    reason = str(error).strip().splitlines()[0].rstrip(".")
    start = f"cannot load the model {source.name}"
    if source.location != source.name:
        return f"{start} ({reason}): check that its files are whole"
    if "/" in source.name:
        return f"{start} from the hub ({reason}): check the name and the network"
    kinds = "a folder, a .gguf file, an installed package that carries weights or a hub id"
    return f"{start} ({reason}): give {kinds}"


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Our callers draw the progress: transformers' own bars would break their lines."""
    shown = transformers_logging.is_progress_bar_enabled()
    transformers_logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            transformers_logging.enable_progress_bar()
