"""The memory that a run needs, and what there is: known before the first step."""

from __future__ import annotations

import math
import os
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import torch

from quadric.autoencoders import AutoencoderConfig
from quadric.device import resolve_device
from quadric.kernels.tiled import TILE
from quadric.training.settings import TrainSettings

__all__ = ["Memory", "available", "check", "estimate", "estimate_shard"]


class Memory(NamedTuple):
    """Bytes that a run holds at its peak, beyond what the program itself takes."""

    weights: int
    """The parameters, their gradients and the optimiser's state."""
    latents: int
    """Arrays of tokens by latents."""
    scratch: int
    """Kernel tiles, products of D, and the inputs in their several forms."""
    data: int
    """Buffers that batches are shuffled in."""

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self)


def estimate(settings: TrainSettings, d_in: int, buffered: int = 0) -> Memory:
    """The peak of a step, from the sizes alone.

    Tied: Lx, Rx, f and the gradient of f are four arrays of tokens by latents, and the backward
    works where they are; autograd over untied decoders keeps eleven, the TopK baseline two. The
    gradients of L, R and D exist twice, as the pass leaves them and as the optimiser takes them.
    In bfloat16 arrays and tiles take half, and L, R and D are there once more. A CPU with AVX-512
    but without its bfloat16 instructions makes such a product in float32 first.
    """
    config, item = settings.config(d_in), max(4, getattr(torch, settings.dtype).itemsize)
    n, lat = settings.batch, config.n_latents
    narrow = settings.precision == "bfloat16"
    array = 2 if narrow else item
    tile = min(TILE, lat)
    mixing = 0
    if isinstance(config, AutoencoderConfig):
        factors = (2 if config.tied else 4) * lat * config.d_factor
        mixing = (config.n_mix or 0) * lat
        latents = (4 if config.tied else 11) * lat
        tiles = (7 if config.symmetric else 4) * tile**2
    else:
        factors, latents, tiles = 2 * lat * d_in, 2 * lat, 0
    # U, V, their products with D, and h for every token.
    mixed = 4 * mixing + 3 * (mixing // lat) * n
    widened = lat * n if narrow and _widens(settings) else 0
    return Memory(
        weights=(item * (3 + _state(settings)) + 2 * narrow) * (factors + mixing),
        latents=array * latents * n,
        scratch=array * tiles + item * (mixed + 4 * n * d_in + widened),
        data=buffered,
    )


def _widens(settings: TrainSettings) -> bool:
    """Whether products in bfloat16 take a float32 array of their own."""
    cpu = resolve_device(settings.device).type == "cpu"
    wide = torch.backends.cpu.get_cpu_capability() == "AVX512"
    return cpu and wide and not torch.cpu._is_avx512_bf16_supported()


def estimate_shard(settings: TrainSettings, d_in: int, ranks: int, buffered: int = 0) -> Memory:
    """The peak of a step on the rank that has the most of a model whose latents are shared out.

    Like `estimate` with Lat/R of the latents and all N tokens; the blocks that travel round the
    ring (L, R, and D or the latents of one rank) are there twice.
    """
    config, item = settings.config(d_in), max(4, getattr(torch, settings.dtype).itemsize)
    assert isinstance(config, AutoencoderConfig)
    n, d, m = settings.batch, config.d_factor, config.n_mix or 0
    part = -(-config.n_latents // ranks)
    tile = min(TILE, part)
    scratch = (
        2 * (2 * d + (m or n)) * part
        + (7 if config.symmetric else 4) * tile**2
        + (5 * m * part + 3 * m * n if m else 0)
        + 5 * n * d
    )
    return Memory(
        weights=item * (2 * d + m) * part * (3 + _state(settings)),
        latents=item * 4 * n * part,
        scratch=item * scratch,
        data=buffered,
    )


def _state(settings: TrainSettings) -> int:
    """Numbers that the optimiser keeps for every weight."""
    return {"muon": 1 if settings.momentum else 0, "adam": 2}[settings.optimizer]


def available(device: torch.device) -> int | None:
    """Bytes that can still be had there, or None where nobody tells."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    if device.type != "cpu":
        return None
    free = math.inf
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                free = int(line.split()[1]) * 1024
        limit = Path("/sys/fs/cgroup/memory.max").read_text().strip()
        used = int(Path("/sys/fs/cgroup/memory.current").read_text())
        # Pages of files count as used there but are given back when asked for.
        stat = dict(
            line.split() for line in Path("/sys/fs/cgroup/memory.stat").read_text().splitlines()
        )
        if limit != "max":
            free = min(free, int(limit) - used + int(stat["inactive_file"]))
    except (OSError, ValueError, KeyError):
        pass
    if free is math.inf and hasattr(os, "sysconf") and "SC_AVPHYS_PAGES" in os.sysconf_names:
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None if free is math.inf else int(free)


def check(settings: TrainSettings, d_in: int, buffered: int = 0, ranks: int = 1) -> Memory:
    """The estimate for one of so many ranks, refused with the figures if the device lacks it."""
    if settings.shard and ranks > 1:
        need = estimate_shard(settings, d_in, ranks, buffered)
    else:
        need = estimate(replace(settings, batch=-(-settings.batch // ranks)), d_in, buffered)
    device = resolve_device(settings.device)
    free = available(device)
    if free is not None and device.type == "cpu":  # ranks of one machine share its memory
        free //= int(os.environ.get("LOCAL_WORLD_SIZE", "1"))
    if free is not None and need.total > free:
        lower = "batch" if need.latents > need.weights else "expansion"
        more = " or use more ranks with shard=True" if ranks > 1 else ""
        raise ValueError(
            f"training needs about {_gb(need.total)} of memory (weights {_gb(need.weights)}, "
            f"{settings.batch:,} tokens by {settings.config(d_in).n_latents:,} latents "
            f"{_gb(need.latents)}), but {device} has {_gb(free)} left: lower the {lower}{more}"
        )
    return need


def _gb(count: float) -> str:
    return f"{count / 1e9:.3g} GB"
