"""How fast and how large is loss + backward, against autograd and against the GEMM floor?

The floor is the fewest multiply-adds that an exact loss and backward need (kernels/README.md), done
as float32 products of 4096 × 4096 matrices: a contender like the others. Where the machine is fast
in bfloat16, ours runs in it too. Machines are noisy, so every
figure is a ratio of best times of one run, with the contenders taking turns. Threads wait
between products (GOMP_SPINCOUNT) as they do for users. Nothing else should run meanwhile.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn

from quadric.device import fast_bfloat16, product_dtype
from quadric.kernels import tiled
from quadric.kernels.tiles import pairs
from quadric.kernels.workspace import Workspace
from quadric.objective import error_and_density
from quadric.training.muon import MINIMAX, Muon

FLOOR_RACE_SECONDS = 100.0
"""Seconds for the race of ours against the floor: their times are close, and need many rounds."""
RACE_SECONDS = 20.0
"""Seconds for a race whose times are far apart."""
MIN_ROUNDS = 3
"""Rounds of a race at least: of one alone the time may be a disturbed one."""


class Size(NamedTuple):
    d: int
    lat: int
    n: int

    def __str__(self) -> str:
        return f"d={self.d}, Lat={self.lat}, N={self.n}"

    @property
    def mix(self) -> int:
        return 2 * self.d


SIZES = [Size(256, 4096, 4096), Size(512, 8192, 4096)]
MANY_TOKENS = Size(256, 4096, 16384)


def plain_floor(size: Size) -> int:
    """FLOPs: encoder 8NdLat, quadratic part 3NLat² + 6dLat²."""
    return 8 * size.n * size.d * size.lat + (3 * size.n + 6 * size.d) * size.lat**2


def mixed_floor(size: Size) -> int:
    """FLOPs: encoder 8NdLat, bottleneck 6NmLat, kernel (6d + 3m)Lat², D-sized products 8m²Lat."""
    m = size.mix
    tokens = (8 * size.d + 6 * m) * size.n * size.lat
    return tokens + (6 * size.d + 3 * m) * size.lat**2 + (8 * m * size.lat + size.n * m) * m


class Problem:
    """Unit inputs, and weights to be differentiated."""

    def __init__(self, size: Size, mixed: bool):
        torch.manual_seed(0)
        self.x = nn.functional.normalize(torch.randn(size.n, size.d), dim=1)
        shapes = [(size.lat, size.d)] * 2 + ([(size.mix, size.lat)] if mixed else [])
        self.weights = [nn.Parameter(torch.randn(*shape) / shape[1] ** 0.5) for shape in shapes]

    def step(self, loss: Callable[..., Tensor]) -> Callable[[], float]:
        """Loss and backward, gradients released first; returns the loss."""

        def run() -> float:
            for weight in self.weights:
                weight.grad = None
            value = loss(self.x, *self.weights)
            value.backward()
            return value.item()

        return run


WORKSPACE = Workspace()
"""As an autoencoder has one: its memory is used again at every step."""


def ours(x: Tensor, left: Tensor, right: Tensor, down: Tensor | None = None) -> Tensor:
    return error_and_density(x, left, right, down, workspace=WORKSPACE)[0]


def with_density(x: Tensor, left: Tensor, right: Tensor, down: Tensor | None = None) -> Tensor:
    error, density = error_and_density(x, left, right, down, workspace=WORKSPACE)
    return error + 0.1 * density


def in_bfloat16(x: Tensor, left: Tensor, right: Tensor, down: Tensor | None = None) -> Tensor:
    error, density = error_and_density(
        x, left, right, down, products=torch.bfloat16, workspace=WORKSPACE
    )
    return error + 0.1 * density


def dense(x: Tensor, left: Tensor, right: Tensor) -> Tensor:
    f = (x @ left.T) * (x @ right.T)
    kernel = (left @ left.T) * (right @ right.T)
    return ((f @ kernel * f).sum() - 2 * f.square().sum()) / len(x) + 1


def tiles(f: Tensor, left: Tensor, right: Tensor, tile: int = tiled.TILE) -> Tensor:
    """Σ fᵀKf over tile pairs i <= j, differentiated by autograd."""
    total = f.new_zeros(())
    for i, j in pairs(len(left), tile):
        kernel = (left[i] @ left[j].T) * (right[i] @ right[j].T)
        total = total + (f[:, i] @ kernel * f[:, j]).sum() * (1 if i == j else 2)
    return total


def tiled_autograd(x: Tensor, left: Tensor, right: Tensor) -> Tensor:
    f = (x @ left.T) * (x @ right.T)
    return (tiles(f, left, right) - 2 * f.square().sum()) / len(x) + 1


def mixed_dense(x: Tensor, left: Tensor, right: Tensor, down: Tensor) -> Tensor:
    h = ((x @ left.T) * (x @ right.T)) @ down.T
    kernel = down @ ((left @ left.T) * (right @ right.T)) @ down.T
    return ((h @ kernel * h).sum() - 2 * h.square().sum()) / len(x) + 1


def mixed_tokens(x: Tensor, left: Tensor, right: Tensor, down: Tensor) -> Tensor:
    """Tiles of the token-by-Lat product: g = DᵀDf, then gᵀKg."""
    h = ((x @ left.T) * (x @ right.T)) @ down.T
    return (tiles(h @ down, left, right) - 2 * h.square().sum()) / len(x) + 1


OURS = "tiled (ours)"
OWN = {OURS: ours, "ours, with density": with_density}
if fast_bfloat16("cpu"):
    OWN["ours, with density, bfloat16"] = in_bfloat16
PLAIN = {
    **OWN,
    "autograd, dense K": dense,
    "autograd, tiles": tiled_autograd,
}
MIXED = {
    **OWN,
    "autograd, dense K": mixed_dense,
    "autograd, tiles of g": mixed_tokens,
}


def products(flops: float, size: int = 4096) -> Callable[[], float]:
    """Large float32 products of this many FLOPs, as the floor would be reached."""
    a, out = torch.randn(size, size), torch.empty(size, size)
    whole, rest = divmod(flops, 2 * size**3)
    rows = round(rest / (2 * size**2))

    def run() -> float:
        for _ in range(int(whole)):
            torch.mm(a, a, out=out)
        torch.mm(a[:rows], a, out=out[:rows])
        return 0.0

    return run


def race(steps: dict[str, Callable[[], float]], seconds: float = RACE_SECONDS) -> dict[str, float]:
    """Best time of every contender, taking turns; each round another one begins."""
    best = dict.fromkeys(steps, float("inf"))
    names, turn, end = list(steps), 0, time.perf_counter() + seconds
    while turn < MIN_ROUNDS or time.perf_counter() < end:
        for name in names:
            start = time.perf_counter()
            steps[name]()
            best[name] = min(best[name], time.perf_counter() - start)
        names.append(names.pop(0))
        turn += 1
    return best


def peak_bytes(name: str, size: Size, mixed: bool) -> int:
    """Growth of the resident set over one loss + backward, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.kernels", name, json.dumps(size), str(int(mixed))]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def peak_rss() -> int:
    """The high-water mark of this process's resident set, as Linux keeps it."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def forget_peak() -> None:
    """Let the high-water mark begin anew."""
    Path("/proc/self/clear_refs").write_text("5")


def measure_peak(name: str, size: Size, mixed: bool) -> int:
    problem = Problem(size, mixed)
    step = problem.step((MIXED if mixed else PLAIN)[name])
    small = Problem(Size(8, 64, 64), mixed)
    small.step((MIXED if mixed else PLAIN)[name])()
    forget_peak()
    before = peak_rss()
    step()
    return peak_rss() - before


def rows(size: Size, mixed: bool) -> list[str]:
    contenders = MIXED if mixed else PLAIN
    problem = Problem(size, mixed)
    steps = {name: problem.step(loss) for name, loss in contenders.items()}
    values = [step() for step in steps.values()]
    assert max(values) - min(values) < 0.1 * abs(values[0]) + 0.1, "contenders disagree"
    own = {name: step for name, step in steps.items() if name in OWN}
    floor = products((mixed_floor if mixed else plain_floor)(size))
    near = race({"floor": floor, **own}, FLOOR_RACE_SECONDS)
    # The others allocate several times as much, which would slow their neighbours in a turn down.
    far = race({name: step for name, step in steps.items() if name not in own or name == OURS})
    array = 4 * size.n * size.lat
    parameters = 4 * sum(weight.numel() for weight in problem.weights)
    out = []
    for name in steps:
        times = near if name in own else far
        # What remains after the gradients, which every contender leaves behind.
        peak = peak_bytes(name, size, mixed) - parameters
        out.append(
            f"| {'mixed' if mixed else 'vanilla'} {size} | {name} | "
            f"{near['floor'] / near[OURS] * times[OURS] / times[name]:.2f} | "
            f"{times[name] / times[OURS]:.2f}× | {peak / array:.1f} |"
        )
    return out


def muon_rows() -> list[str]:
    """torch.optim.Muon against ours: by the same five steps, and by the two that we train with."""
    rows = [
        "| Muon's step on | torch.optim.Muon against ours, the same five steps in float32 "
        "| against our default, two steps |",
        "|---|---|---|",
    ]
    for shape in ((4096, 256), (9216, 576)):
        same, default, theirs = (nn.Parameter(torch.randn(*shape)) for _ in range(3))
        products = product_dtype(same)
        contenders = {
            "same": Muon([same], lr=0.01),
            "default": Muon([default], lr=0.01, momentum=0.9, steps=MINIMAX, products=products),
            "torch": torch.optim.Muon([theirs], lr=0.01, momentum=0.0, nesterov=False),
        }
        for parameter in (same, default, theirs):
            parameter.grad = torch.randn(*shape)
        best = race({name: lambda m=m: m.step() or 0.0 for name, m in contenders.items()})
        ratios = " | ".join(f"{best['torch'] / best[name]:.1f}×" for name in ("same", "default"))
        rows.append(f"| {shape[0]} × {shape[1]} | {ratios} |")
    return rows


def main() -> str:
    table = [
        "| problem | contender | of the GEMM floor | time against ours | peak, in N×Lat arrays |",
        "|---|---|---|---|---|",
    ]
    for size, mixed in [*product(SIZES, (False, True)), (MANY_TOKENS, True)]:
        table += rows(size, mixed)
        print("\n".join(table[-len(MIXED) :]), flush=True)
    table += ["", *muon_rows()]
    return "\n".join(table)


if __name__ == "__main__":
    print(measure_peak(sys.argv[1], Size(*json.loads(sys.argv[2])), bool(int(sys.argv[3]))))
