"""What a step costs a rank, from the sizes alone: memory, FLOPs, and bytes that are exchanged.

The bytes are those that `Group` counts, so that the model can be held against a real step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import torch

from quadric.autoencoders import AutoencoderConfig
from quadric.kernels.tiled import TILE
from quadric.kernels.tiles import SMALLEST_SYMMETRIC
from quadric.recipes import paper
from quadric.training import memory
from quadric.training.muon import MINIMAX, NEWTON_SCHULZ
from quadric.training.settings import TrainSettings

__all__ = ["Cost", "Crossover", "Device", "pays_from", "step_cost"]


class Cost(NamedTuple):
    """Of one rank, in one step."""

    memory: int
    """Bytes at the peak."""
    flops: float
    """Multiply-adds count twice."""
    given: dict[str, int]
    """Bytes given to each kind of exchange, as `Group.given` counts them."""
    wire: float
    """Bytes that leave the rank, by the ring algorithms that gloo and NCCL use."""


def step_cost(settings: TrainSettings, d_in: int, ranks: int) -> Cost:
    """The cost of a step of a tied autoencoder on the rank that has the most.

    N tokens, d inputs, Lat latents, m rows of D, P = (2d + m)·Lat weights and R ranks. Without
    sharding a rank has N/R tokens and all latents: about 4·N·Lat/R + 3·P numbers. It gives P
    gradients, and the P/R weights that it updated. With sharding it has N tokens and Lat/R latents:
    all of its memory falls as 1/R, and it gives L, R, and D or the latents of its own block to
    every other rank in turn.
    """
    config = settings.config(d_in)
    if not isinstance(config, AutoencoderConfig) or not config.tied:
        raise ValueError("the cost model knows tied bilinear autoencoders alone")
    item = max(4, getattr(torch, settings.dtype).itemsize)
    return (_sharded if settings.shard else _replicated)(settings, config, ranks, item)


def _replicated(s: TrainSettings, c: AutoencoderConfig, ranks: int, item: int) -> Cost:
    n, lat, d, m = -(-s.batch // ranks), c.n_latents, c.d_factor, c.n_mix or 0
    part = -(-lat // ranks)
    # Both are cut into equal parts, the last of them padded.
    given = {
        "all_reduce": 8 * (2 * lat + 1) + item + 8 + _muon_sums(s, d, m, item),
        "reduce_scatter": item * (2 * d + m) * part * ranks,
        "all_gather": item * (2 * d + m) * part,
        **_muon_maxima(s, m),
    }
    tiles = -(-lat // TILE)
    tile = lat / tiles
    pairs = tile**2 * tiles * (tiles + 1) / 2  # each tile above the diagonal stands for two
    double = 2 if c.symmetric else 1
    flops = 8 * n * d * lat + double * (4 * d * pairs + 4 * d * lat**2)
    if m:
        flops += 2 * m * (lat**2 + pairs) + _bottleneck(n, lat, m, c.ordered)
    else:
        flops += tiles * _symmetric(tile, n) + 2 * n * tile**2 * tiles * (tiles - 1) / 2
        flops += 2 * n * lat**2
    peak = memory.estimate(replace(s, batch=n), c.d_in).total
    return Cost(peak, flops + _muon(s, part, d, m), given, _wire(given, ranks))


def _sharded(s: TrainSettings, c: AutoencoderConfig, ranks: int, item: int) -> Cost:
    n, d, m = s.batch, c.d_factor, c.n_mix or 0
    part = -(-c.n_latents // ranks)
    travelling = 2 * d + (m or n)
    sums = 2 * item + 8 + _muon_sums(s, d, m, item)
    if m:
        sums += item * (m * n * (2 if c.ordered else 1) + m * m)
    given = {
        "all_reduce": sums,
        "all_gather": item * -(-n // ranks) * c.d_in,
        "ring_shift": item * travelling * part * (ranks - 1),
        **_muon_maxima(s, m),
    }
    # Every rank computes all tiles of its own rows, also those that another has transposed.
    pairs, double = part * c.n_latents, 2 if c.symmetric else 1
    flops = 8 * n * d * part + (8 * d * double + 4 * (m or n)) * pairs
    if m:
        flops += _bottleneck(n, part, m, c.ordered)
    peak = memory.estimate_shard(s, c.d_in, ranks).total
    return Cost(peak, flops + _muon(s, part, d, m), given, _wire(given, ranks))


def _symmetric(rows: float, columns: float) -> float:
    """FLOPs of `quadric.kernels.tiles.symmetric_product`."""
    if rows <= SMALLEST_SYMMETRIC:
        return 2 * rows**2 * columns
    return 2 * _symmetric(rows / 2, columns) + rows**2 / 2 * columns


def _bottleneck(n: int, lat: int, m: int, ordered: bool) -> float:
    """H, Y and the latents' gradient (twice with ordering), H Hᵀ, and what is m × m × Lat."""
    return (12 if ordered else 6) * n * m * lat + _symmetric(m, n) + 10 * m**2 * lat


def _muon(s: TrainSettings, part: int, d: int, m: int) -> float:
    """Muon's steps on L, R and D: two products with a rank's part, 4k − 3 of the short side.

    All but the last are symmetric.
    """
    if s.optimizer != "muon":
        return 0
    steps = len(MINIMAX if s.orthogonalisation == "minimax" else NEWTON_SCHULZ)
    return sum(
        _symmetric(w, part) + 2 * part * w**2 + (4 * steps - 3) * _symmetric(w, w)
        for w in (d, d, m)
    )


def _muon_sums(s: TrainSettings, d: int, m: int, item: int) -> int:
    """Bytes of the Gram matrices of L, R and D that Newton-Schulz sums."""
    if s.optimizer != "muon":
        return 0
    return item * (2 * d * d + m * m)


def _muon_maxima(s: TrainSettings, m: int) -> dict[str, int]:
    """One number a matrix: how large its largest entry is."""
    return {"all_reduce_max": 8 * (3 if m else 2)} if s.optimizer == "muon" else {}


def _wire(given: dict[str, int], ranks: int) -> float:
    """A sum goes round twice, its parts once; what is gathered or shifted leaves as it is."""
    share = (ranks - 1) / ranks
    times = {
        "all_reduce": 2 * share,
        "all_reduce_max": 2 * share,
        "reduce_scatter": share,
        "all_gather": ranks - 1,
        "ring_shift": 1,
    }
    return sum(times[kind] * count for kind, count in given.items())


class Device(NamedTuple):
    """What a rank computes on; the defaults are a large GPU on a fast network, in float32."""

    memory: float = 72e9
    """Bytes that a step may take."""
    flops: float = 60e12
    """FLOPs a second that matrix products reach."""
    bandwidth: float = 25e9
    """Bytes a second that leave a rank."""

    def seconds(self, cost: Cost) -> float:
        """Of a step in which nothing is sent while something is computed."""
        return cost.flops / self.flops + cost.wire / self.bandwidth


class Crossover(NamedTuple):
    """From how many latents on sharding pays."""

    faster: int
    """Sharded steps take less time; at most `needed`."""
    needed: int
    """A whole model no longer fits a rank."""


def pays_from(
    settings: TrainSettings, d_in: int, ranks: int, device: Device | None = None
) -> Crossover:
    """The least numbers of latents from which sharding is faster, and from which there is no other.

    Ranks that share tokens alone all compute the whole kernel, whose cost grows as Lat²; ranks that
    share the latents compute a part of it each, but send their blocks round.
    """
    device = device or Device()
    mix = getattr(settings.config(d_in), "n_mix", None)

    def cost(n_latents: int, shard: bool) -> Cost:
        sized = replace(settings, n_latents=n_latents, n_mix=mix, shard=shard)
        return step_cost(sized, d_in, ranks)

    least = max(d_in, mix or 0, ranks)
    needed = _least(lambda n: cost(n, False).memory > device.memory, least)
    faster = _least(
        lambda n: n >= needed or device.seconds(cost(n, True)) < device.seconds(cost(n, False)),
        least,
    )
    return Crossover(faster, needed)


def _least(holds: Callable[[int], bool], low: int) -> int:
    """The least number from `low` on that something holds for, if it then goes on to hold."""
    if holds(low):
        return low
    high = 2 * low
    while not holds(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def table(d_in: int = 4096, ranks: int = 8) -> str:
    """What a step of the paper's recipe costs a rank, sharded or not, as a markdown table."""
    lines = [
        "| kind | latents | memory | FLOPs | sent | memory, sharded | FLOPs | sent |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for kind in ("vanilla", "mixed"):
        for expansion in (4, 16, 64):
            settings = replace(paper(kind).training, expansion=expansion)
            cells = []
            for shard in (False, True):
                cost = step_cost(replace(settings, shard=shard), d_in, ranks)
                figures = (cost.memory / 1e9, cost.flops / 1e12, cost.wire / 1e9)
                units = ("GB", "TFLOP", "GB")
                cells += [f"{f:.3g} {u}" for f, u in zip(figures, units, strict=True)]
            lines.append(f"| {kind} | {expansion * d_in:,} | {' | '.join(cells)} |")
    return "\n".join(lines)


def crossovers(widths: tuple[int, ...] = (1024, 4096), many: tuple[int, ...] = (2, 8, 64)) -> str:
    """From how many latents on sharding pays, as a markdown table."""
    lines = ["| kind | d | ranks | faster from | needed from |", "|---|---|---|---|---|"]
    for kind in ("vanilla", "mixed"):
        for d_in in widths:
            for ranks in many:
                found = pays_from(paper(kind).training, d_in, ranks)
                cells = f"{found.faster:,} latents | {found.needed:,} latents"
                lines.append(f"| {kind} | {d_in} | {ranks} | {cells} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(), crossovers(), sep="\n\n")
