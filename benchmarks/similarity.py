"""What does exact similarity cost? Tiles against the formula written out, time and memory.

Run `python -m benchmarks.similarity`: each row compares two autoencoders of random weights (what
they learnt does not change the cost) as quadric does it and as the equations are printed, in one
dtype and one run. The naive twins hold the whole Lat × Lat' kernel, or the d² × d² tensors A.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import torch

from benchmarks.kernels import forget_peak, peak_rss
from quadric import BilinearAutoencoder
from quadric.analysis.matching import best_matches
from quadric.analysis.similarity import inner

__all__ = ["main"]

SIZES = {
    "vanilla-d256-Lat4096": ("vanilla", 256, 4096),
    "mixed-d256-Lat4096": ("mixed", 256, 4096),
    "mixed-d576-Lat4608": ("mixed", 576, 4608),
}
TENSORS = ("vanilla", 48, 768)
"""Small enough that the 4-order tensors, d⁴ numbers each, fit."""

REPEATS = 3


def pair(kind: str, d: int, lat: int) -> list[BilinearAutoencoder]:
    torch.manual_seed(0)
    return [BilinearAutoencoder.preset(kind, d, n_latents=lat, n_mix=2 * d) for _ in range(2)]


@torch.no_grad()
def whole_kernel(a: BilinearAutoencoder, b: BilinearAutoencoder) -> float:
    """‖D K D'ᵀ‖² with K in memory at once."""
    kernel = a.forms.gram(b.forms)
    if a.down is not None and b.down is not None:
        kernel = a.down @ kernel @ b.down.T
    return float(kernel.square().sum(dtype=torch.float64))


@torch.no_grad()
def tensors(a: BilinearAutoencoder, b: BilinearAutoencoder) -> float:
    """⟨A, A'⟩ with A = BᵀB written out, as eq:frobenius has it."""
    written = []
    for ae in (a, b):
        forms = torch.einsum("ja,jb->jab", ae.left, ae.right)
        forms = ((forms + forms.mT) / 2).flatten(1)
        written.append(forms.T @ forms)
    return float((written[0] * written[1]).sum(dtype=torch.float64))


@torch.no_grad()
def all_cosines(a: BilinearAutoencoder, b: BilinearAutoencoder) -> float:
    """Best matches with all cosines in memory at once."""
    return float(a.forms.cosine(b.forms).abs().max(1).values.sum())


def tiled_matches(a: BilinearAutoencoder, b: BilinearAutoencoder) -> float:
    return float(best_matches(a, b).cosine.abs().sum())


WAYS: dict[str, Callable[[BilinearAutoencoder, BilinearAutoencoder], float]] = {
    "tiled": inner,
    "kernel": whole_kernel,
    "tensors": tensors,
    "matches": tiled_matches,
    "cosines": all_cosines,
}


def memory(way: str, kind: str, d: int, lat: int) -> float:
    """Megabytes beyond the weights that one call needs at its peak."""
    made = pair(kind, d, lat)
    WAYS[way](*pair(kind, 8, 32))
    forget_peak()
    before = peak_rss()
    WAYS[way](*made)
    return (peak_rss() - before) / 1e6


def memory_alone(way: str, kind: str, d: int, lat: int) -> float:
    """The same in a process of its own: a peak of memory can't be lowered again."""
    command = [sys.executable, "-m", "benchmarks.similarity", way, kind, str(d), str(lat)]
    return float(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def seconds(ours: str, naive: str, kind: str, d: int, lat: int) -> tuple[float, float, float]:
    """The best times of both ways, taken in turns, and how far their values are apart."""
    made = pair(kind, d, lat)
    times: dict[str, list[float]] = {ours: [], naive: []}
    values = {}
    for _ in range(REPEATS):
        for way, taken in times.items():
            started = time.perf_counter()
            values[way] = WAYS[way](*made)
            taken.append(time.perf_counter() - started)
    gap = abs(values[ours] - values[naive]) / abs(values[naive])
    return min(times[ours]), min(times[naive]), gap


def main() -> str:
    """The table."""
    questions = [(name, "tiled", "kernel", size) for name, size in SIZES.items()]
    questions.append(("vanilla-d48-Lat768, tensors A", "tiled", "tensors", TENSORS))
    name, size = next(iter(SIZES.items()))
    questions.append((f"{name}, best matches", "matches", "cosines", size))
    lines = [
        "| what | time, naive / ours | memory, naive / ours | our memory | values differ by |",
        "|---|---|---|---|---|",
    ]
    for title, ours, naive, size in questions:
        quick, slow, gap = seconds(ours, naive, *size)
        small, large = memory_alone(ours, *size), memory_alone(naive, *size)
        ratio = f"{large / max(small, 1):.0f}"
        lines.append(f"| {title} | {slow / quick:.2f} | {ratio} | {small:.0f} MB | {gap:.0e} |")
    return "\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) == 5:
        print(memory(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
    else:
        print(main())
