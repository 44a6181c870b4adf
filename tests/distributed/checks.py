"""What every rank checks by itself against one process; `torchrun checks.py FOLDER` writes gaps."""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

from benchmarks.cost import step_cost
from quadric.activations import open_activations
from quadric.distributed import Cut, Group, RankLost, process_group
from quadric.objective import Reduction, error_and_density
from quadric.training.muon import orthogonalise
from quadric.training.placement import untrained
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource
from quadric.training.trainer import Trainer

SIZES = [(7, 5, 11, 4, 3), (63, 12, 50, 9, 16), (33, 6, 17, 17, 64), (5, 2, 3, 1, 1)]
KINDS = ("vanilla", "ordered", "mixed", "combined")
CHECKS: dict[str, Callable[[Group], float]] = {}


def gap(ours: Tensor, reference: Tensor) -> float:
    ours, reference = ours.detach(), reference.detach()
    return float((ours - reference).norm() / reference.norm().clamp(min=1e-12))


def objective(
    kind: str,
    symmetric: bool,
    size: tuple[int, ...],
    group: Group,
    products: torch.dtype | None = None,
) -> float:
    """Values and gradients, in float64, when samples are shared and when latents are.

    With narrower `products`, in float32: then all three are within rounding of each other.
    """
    n, d, lat, mix, tile = size
    make = torch.Generator().manual_seed(0)
    x = torch.randn(n, d, generator=make).double()
    x = x / x.norm(dim=1, keepdim=True)
    weights = [torch.randn(lat, d, generator=make).double() / d**0.5 for _ in range(2)]
    if kind in ("mixed", "combined"):
        weights.append(torch.randn(mix, lat, generator=make).double() / lat**0.5)
    prefix = None
    if kind in ("ordered", "combined"):
        prefix = torch.rand(lat, generator=make).double()
        prefix = prefix / prefix.sum()

    if products is not None:
        x, weights = x.float(), [weight.float() for weight in weights]

    def values(x: Tensor, parts: list[Tensor], reduction=None) -> list[Tensor]:
        parts = [part.clone().requires_grad_() for part in parts]
        options = {"prefix": prefix, "symmetric": symmetric, "tile": tile, "reduction": reduction}
        error, density = error_and_density(x, *parts, products=products, **options)
        return [error, density, *torch.autograd.grad(error + 0.3 * density, parts)]

    axes = (0, 0, 1)
    whole = values(x, weights)
    samples = values(group.take(x, 0), weights, Reduction(samples=group))
    samples[2:] = [group.all_reduce_(gradient) for gradient in samples[2:]]
    own = [group.take(w, axis) for w, axis in zip(weights, axes, strict=False)]
    latents = values(x, own, Reduction(latents=group, n_latents=lat))
    mine = [*whole[:2], *(group.take(g, a) for g, a in zip(whole[2:], axes, strict=False))]
    gaps = [gap(a, b) for a, b in zip(samples, whole, strict=True)]
    gaps += [gap(a, b) for a, b in zip(latents, mine, strict=True)]
    return max(gaps)


def untied(settings: dict, group: Group) -> float:
    """The baseline, and autoencoders with a decoder of their own."""
    model = untrained(TrainSettings(dtype="float64", expansion=3, mix=1, **settings), 6)
    make = torch.Generator().manual_seed(1)
    x = torch.randn(21, 6, generator=make, dtype=torch.float64)
    x[5] = 0
    parameters = list(model.parameters())
    whole = model.loss(x, alpha=0.3)
    gradients = torch.autograd.grad(whole.total, parameters)
    ours = model.loss(group.take(x, 0), alpha=0.3, reduction=Reduction(samples=group))
    found = [group.all_reduce_(g) for g in torch.autograd.grad(ours.total, parameters)]
    gaps = [gap(a.detach(), b.detach()) for a, b in zip(ours[:3], whole[:3], strict=True)]
    return max(gaps + [gap(a, b) for a, b in zip(found, gradients, strict=True)])


def newton_schulz(shape: tuple[int, int], group: Group) -> float:
    matrix = torch.randn(shape, generator=torch.Generator().manual_seed(2)).double()
    whole = orthogonalise(matrix)
    cuts = [Cut(group, axis, shape) for axis in (0, 1)]
    parts = (orthogonalise(cut.part(matrix), cut=cut) for cut in cuts)
    return max(gap(part, group.take(whole, a)) for a, part in enumerate(parts))


def tiny_gradients(scale: float, group: Group) -> float:
    """In float32, where squares of entries below 1e-22 vanish; the first rank's part is zero."""
    matrix = scale * torch.randn(40, 6, generator=torch.Generator().manual_seed(2))
    matrix[: group.bounds(40, 0).stop] = 0
    whole, cut = orthogonalise(matrix), Cut(group, 0, (40, 6))
    part, expected = orthogonalise(cut.part(matrix), cut=cut), group.take(whole, 0)
    assert float(whole.norm()) > 1
    return float((part - expected).abs().max())


def rings(n: int, dtype: torch.dtype) -> Tensor:
    make = torch.Generator().manual_seed(3)
    return (torch.randn(n, 4, generator=make) @ torch.randn(4, 8, generator=make)).to(dtype)


def weights_of(trainer: Trainer, group: Group) -> dict[str, Tensor]:
    tensors, _ = trainer.state()
    return {n.removeprefix("model."): t for n, t in tensors.items() if n.startswith("model.")}


def training(settings: dict, group: Group) -> float:
    """Six steps together, begun alone, continued alone: all end where six steps alone end."""
    chosen = TrainSettings(
        **{"dtype": "float64", "expansion": 3, "mix": 1, "steps": 8, "batch": 50, **settings}
    )
    alone_settings = TrainSettings(**{**chosen.as_dict(), "shard": False})
    dtype = getattr(torch, chosen.dtype)
    rows = open_activations(rings(300, dtype))

    def batches(share: tuple[int, int], start: int = 0):
        return RowSource(rows, chosen, "x", share).batches(start)

    def steps(trainer: Trainer, count: int, share: tuple[int, int] = (0, 1)) -> list[float]:
        given = batches(share, trainer.done)
        return [trainer.step(next(given)).total for _ in range(count)]

    mine = (group.rank, group.size)
    alone, together = Trainer(alone_settings, 8), Trainer(chosen, 8, group)
    reference, losses = steps(alone, 3), steps(together, 3, mine)
    # Hand over in the middle, both ways.
    tensors, rest = together.state()
    handed = Trainer(alone_settings, 8)
    if group.first:
        handed.load(tensors, rest)
    taken = Trainer(chosen, 8, group)
    tensors, rest = alone.state()
    taken.load(tensors if group.first else {}, rest)
    reference += steps(alone, 3)
    losses += steps(together, 3, mine)
    steps(taken, 3, mine)
    source = RowSource(rows, chosen)
    before = torch.tensor(alone.measure(source), dtype=torch.float64)
    gaps = [gap(torch.tensor(losses), torch.tensor(reference))]
    for trainer in (together, taken):
        gaps.append(gap(torch.tensor(trainer.measure(source), dtype=torch.float64), before))
        ours = weights_of(trainer, group)
        model = trainer.whole()
        if model is not None:
            gaps += [gap(ours[n], t) for n, t in alone.model.state_dict().items()]
            gaps += [gap(t, ours[n]) for n, t in model.state_dict().items()]
    if group.first:
        steps(handed, 3)
        ours = handed.model.state_dict()
        gaps += [gap(ours[n], t) for n, t in alone.model.state_dict().items()]
    assert together.finite()
    return max(gaps)


def product_flops(_into, a, b, *_, **__) -> int:
    return 2 * a[0] * a[1] * b[1]


def cost(settings: dict, group: Group) -> float:
    """The model's bytes are those given, and its FLOPs those done, but for uneven shares."""
    chosen = TrainSettings(**{"expansion": 6, "mix": 2, "batch": 60, "steps": 4, **settings})
    trainer = Trainer(chosen, 8, group)
    x = group.take(rings(60, torch.float32), 0)
    group.given.clear()
    # The counter knows addmm, but not that it can be done in place.
    products = {torch.ops.aten.addmm_: product_flops}
    with FlopCounterMode(display=False, custom_mapping=products) as counted:
        trainer.step(x)
    found, wanted = dict(group.given), step_cost(chosen, 8, group.size)
    assert found == wanted.given, (found, wanted.given)
    return abs(counted.get_total_flops() / wanted.flops - 1)


def exchanges(group: Group) -> float:
    """Everything else that ranks say to each other."""
    assert group.broadcast({"a": [1, None]} if group.first else "ignored") == {"a": [1, None]}
    told = group.all_gather({"rank": group.rank, "text": "x" * group.rank})
    assert [t["rank"] for t in told] == list(range(group.size))
    assert [len(t["text"]) for t in told] == list(range(group.size))
    assert group.all_reduce_max(group.rank) == group.size - 1
    assert group.together(lambda: group.rank) == group.rank
    whole = torch.arange(35.0).view(5, 7)
    for axis in (0, 1):
        part = group.take(whole, axis)
        assert torch.equal(group.all_gather_parts(part, whole.shape[axis], axis), whole)
        fetched = group.gather(part, whole.shape[axis], axis)
        assert fetched is None if group.rank else torch.equal(fetched, whole)
        dealt = group.scatter(whole if group.first else None, torch.empty_like(part), axis)
        assert torch.equal(dealt, part)
        assert torch.equal(group.reduce_scatter(whole, axis), group.size * part)
    failing = group.size - 1

    def work() -> None:
        if group.rank == failing:
            raise ValueError("no luck")

    mine = group.rank == failing
    said = "no luck" if mine else "another rank failed"
    with pytest.raises(ValueError if mine else RankLost, match=said):
        group.together(work)
    return 0.0


def memory(group: Group) -> float:
    """Growth of this process in a large sharded step, as a share of the model's estimate."""
    chosen = TrainSettings(kind="vanilla", n_latents=3072, batch=2048, steps=4, shard=True)
    trainer = Trainer(chosen, 32, group)
    make = torch.Generator().manual_seed(4)
    x = group.take(torch.randn(2048, 32, generator=make), 0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    trainer.step(x)
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    return grown / step_cost(chosen, 32, group.size).memory


for kind in KINDS:
    for symmetric in (False, True):
        for size in SIZES:
            n, d, lat, mix, tile = size
            form = "symmetric" if symmetric else "paper"
            CHECKS[f"objective {kind} {form} N{n}-d{d}-Lat{lat}-mix{mix}-T{tile}"] = (
                lambda group, a=(kind, symmetric, size): objective(*a, group)
            )
    CHECKS[f"bfloat16 {kind}"] = lambda group, k=kind: objective(
        k, False, (63, 12, 50, 9, 16), group, torch.bfloat16
    )
for name, settings in {
    "topk": {"kind": "topk"},
    "silu": {"kind": "combined", "tied": False, "gate": "silu"},
    "gated topk": {"kind": "vanilla", "tied": False, "gate": "topk"},
}.items():
    settings = {"k": 4, **settings} if "topk" in name else settings
    CHECKS[f"untied {name}"] = lambda group, s=settings: untied(s, group)
for shape in [(40, 6), (6, 40), (7, 7)]:
    CHECKS[f"newton-schulz {shape[0]}x{shape[1]}"] = lambda g, s=shape: newton_schulz(s, g)
for scale in (1e-12, 1e-20, 1e-30):
    CHECKS[f"float32 tiny gradients {scale}"] = lambda g, s=scale: tiny_gradients(s, g)
for name, settings in {
    **{kind: {"kind": kind} for kind in KINDS},
    "momentum": {"momentum": 0.9},
    "adam": {"optimizer": "adam", "lr": 0.001},
    "lifted": {"kind": "combined", "bias": True, "symmetric": True, "expansion": 3.1},
}.items():
    for shard in (False, True):
        chosen = {**settings, "shard": shard}
        mode = "sharded" if shard else "replicated"
        CHECKS[f"training {name} {mode}"] = lambda g, s=chosen: training(s, g)
        CHECKS[f"cost {name} {mode}"] = lambda g, s=chosen: cost({**s, "expansion": 6}, g)
CHECKS["training topk replicated"] = lambda group: training({"kind": "topk"}, group)
CHECKS["float32 replicated"] = lambda group: training({"dtype": "float32"}, group)
CHECKS["float32 sharded"] = lambda group: training({"dtype": "float32", "shard": True}, group)
CHECKS["exchanges"] = exchanges
CHECKS["memory"] = memory


if __name__ == "__main__":
    torch.use_deterministic_algorithms(True, warn_only=True)  # poisons what is not written
    with process_group() as group:
        assert group is not None
        found = {}
        for name, check in CHECKS.items():
            try:
                found[name] = check(group)
            except Exception as error:
                error.add_note(f"in the check {name!r}")
                raise
        Path(sys.argv[1], f"rank-{group.rank}.json").write_text(json.dumps(found))
