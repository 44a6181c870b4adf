"""A layer's name, in HF's or TransformerLens' words -> the module, and which side of it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle
from transformers import PreTrainedModel

__all__ = ["Layer", "block_path", "layer"]

Side = Literal["input", "output"]
Hooks = dict[str, tuple[str, Side]]
Change = Callable[[Tensor], Tensor | None]

_FAMILIES: tuple[Hooks, ...] = (
    {  # BERT: normalises after adding, and TransformerLens names the stream before that
        "hook_attn_out": ("attention.output.dense", "output"),
        "hook_resid_mid": ("attention.output.LayerNorm", "input"),
        "hook_mlp_out": ("output.dense", "output"),
        "hook_resid_post": ("output.LayerNorm", "input"),
        "hook_normalized_resid_post": ("", "output"),
    },
    {  # Gemma 2 and later: what is added to the stream is normalised first
        "hook_attn_out": ("post_attention_layernorm", "output"),
        "hook_resid_mid": ("pre_feedforward_layernorm", "input"),
        "hook_mlp_out": ("post_feedforward_layernorm", "output"),
    },
    {  # Llama, Qwen, SmolLM, Mistral, the first Gemma
        "hook_attn_out": ("self_attn", "output"),
        "hook_resid_mid": ("post_attention_layernorm", "input"),
        "hook_mlp_out": ("mlp", "output"),
    },
    {  # GPT-2
        "hook_attn_out": ("attn", "output"),
        "hook_resid_mid": ("ln_2", "input"),
        "hook_mlp_out": ("mlp", "output"),
    },
    {  # GPT-NeoX: attention and MLP read the same stream, so there is no middle
        "hook_attn_out": ("attention", "output"),
        "hook_mlp_out": ("mlp", "output"),
    },
)
"""Hook -> where it is inside a block; a family is the first whose parts a block has."""


@dataclass(frozen=True)
class Layer:
    """One place in a model: a module, and the tensor that goes in or comes out of it."""

    name: str
    """The canonical name: the HF path, with `:output` or `:input` where that is not the default."""
    path: str
    """The module's path in the model."""
    side: Side
    """Whether the module's input or its output is meant."""

    def __str__(self) -> str:
        return self.name

    def hook(self, model: nn.Module, see: Change) -> RemovableHandle:
        """Call `see` with the tensor at each forward; a tensor that it returns takes its place."""
        module = model.get_submodule(self.path)
        if self.side == "output":
            return module.register_forward_hook(
                lambda _module, _args, output: _replaced(output, see)
            )

        def before(_module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]):
            if args:
                changed = see(args[0])
                return None if changed is None else ((changed, *args[1:]), kwargs)
            changed = see(kwargs["hidden_states"])
            return None if changed is None else (args, {**kwargs, "hidden_states": changed})

        return module.register_forward_pre_hook(before, with_kwargs=True)


def _replaced(output: Any, see: Change) -> Any:
    if isinstance(output, tuple):
        changed = see(output[0])
        return None if changed is None else (changed, *output[1:])
    return see(output)


def block_path(model: PreTrainedModel) -> str:
    """The path of the list of blocks, e.g. `model.layers`, `transformer.h`, `encoder.layer`."""
    depth = model.config.get_text_config().num_hidden_layers
    lists = [
        path
        for path, module in model.named_modules()
        if isinstance(module, nn.ModuleList) and len(module) == depth and "vision" not in path
    ]
    if not lists:
        kind = type(model).__name__
        raise ValueError(f"{kind} has no list of {depth} blocks: name the layer by its full path")
    return min(lists, key=lambda path: path.count("."))


def layer(model: PreTrainedModel, name: str | int | Layer) -> Layer:
    """Find a layer by HF path, number or TransformerLens name.

    A block (`model.layers.18`, `layers.18`, `18`) means the stream that enters it; any other
    module (`model.layers.18.mlp`) its output. `:input` or `:output` behind a path chooses.
    """
    if isinstance(name, Layer):
        return name
    name = str(name)
    blocks = block_path(model)
    lens = re.fullmatch(r"blocks\.(\d+)\.(hook_\w+)", name)
    if lens and _has_block(model, blocks, lens[1]):
        hooks = _lens_hooks(model.get_submodule(f"{blocks}.{lens[1]}"))
        if lens[2] in hooks:
            inner, side = hooks[lens[2]]
            return _canonical(blocks, f"{blocks}.{lens[1]}.{inner}".rstrip("."), side)
    if name.isdecimal() and _has_block(model, blocks, name):
        return _canonical(blocks, f"{blocks}.{int(name)}", "input")
    path, _, side = name.partition(":")
    full = _paths(model, blocks).get(path)
    if full is not None and side in ("", "input", "output"):
        return _canonical(blocks, full, side or _default_side(blocks, full))
    raise ValueError(_nearest(model, blocks, name))


def _default_side(blocks: str, path: str) -> Side:
    is_block = re.fullmatch(re.escape(blocks) + r"\.\d+", path)
    return "input" if is_block else "output"


def _canonical(blocks: str, path: str, side: Any) -> Layer:
    suffix = "" if side == _default_side(blocks, path) else f":{side}"
    return Layer(path + suffix, path, side)


def _has_block(model: nn.Module, blocks: str, number: str) -> bool:
    return int(number) < len(model.get_submodule(blocks))  # pyright: ignore[reportArgumentType]


def _lens_hooks(block: nn.Module) -> Hooks:
    parts = {path for path, _ in block.named_modules()}
    family: Hooks = next((f for f in _FAMILIES if all(p in parts for p, _ in f.values())), {})
    stream: Hooks = {
        "hook_resid_pre": ("", "input"),
        "hook_resid_post": ("", "output"),
    }
    return stream | family


def _paths(model: PreTrainedModel, blocks: str) -> dict[str, str]:
    """Every way to write a module's path: with or without the base model's prefix, from the
    list of blocks on.
    """
    prefix, short = f"{model.base_model_prefix}.", blocks.rpartition(".")[2]
    found: dict[str, str] = {}
    modules = [path for path, _ in model.named_modules() if path]
    for path in modules:
        aliases = [path, path.removeprefix(prefix), prefix + path]
        if path.startswith(f"{blocks}."):
            aliases.append(short + path[len(blocks) :])
        for alias in aliases:
            found.setdefault(alias, path)
    return found | {path: path for path in modules}


def _nearest(model: PreTrainedModel, blocks: str, name: str) -> str:
    count = len(model.get_submodule(blocks))  # pyright: ignore[reportArgumentType]
    known = [path for path, _ in model.named_modules() if path]
    known += [
        f"blocks.{i}.{hook}"
        for i in range(count)
        for hook in _lens_hooks(model.get_submodule(f"{blocks}.{i}"))
    ]
    near = difflib.get_close_matches(name, known, n=4, cutoff=0.5)
    near = near or [f"{blocks}.0", f"{blocks}.{count - 1}", "blocks.0.hook_resid_pre"]
    return f"no layer {name}: the model has blocks 0 to {count - 1}; near: {', '.join(near)}"
