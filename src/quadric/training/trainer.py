"""One optimiser step: loss, backward, schedule, update, and what is known of it afterwards."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch
from torch import Tensor

from quadric.autoencoders import Autoencoder, BilinearAutoencoder
from quadric.device import resolve_device
from quadric.distributed import Group
from quadric.training.heldout import HeldOut
from quadric.training.muon import MINIMAX, NEWTON_SCHULZ, Muon
from quadric.training.placement import place
from quadric.training.settings import TrainSettings
from quadric.training.sources import Source

__all__ = ["Diverged", "StepMetrics", "Trainer"]


class Diverged(RuntimeError):
    """A loss, gradient or weight is no longer a finite number."""


class StepMetrics(NamedTuple):
    """What one step measured on its own batch."""

    step: int
    """Counted from 0."""
    total: float
    """The loss: error + alpha · density."""
    error: float
    """The reconstruction error, of all prefixes for the ordered kinds."""
    density: float
    """The mean Hoyer density of the latents."""
    gradient_norm: float
    """Of all parameters together."""
    lr: float
    """As this step used it."""
    alpha: float
    """As this step used it."""


class Trainer:
    """A placed autoencoder, its optimiser and the number of steps done: nothing else changes.

    With a `group`, all of its ranks call the same methods: each gives its own part of a batch, and
    `whole` and `state` answer on the first.
    """

    def __init__(self, settings: TrainSettings, d_in: int, group: Group | None = None) -> None:
        self.settings = settings = settings.resolved(d_in)
        self._lr = settings.lr or 0.0
        self.device = resolve_device(settings.device)
        self.placement = place(settings, d_in, self.device, group)
        learnt, cuts = self.placement.learnt, self.placement.cuts
        products = torch.bfloat16 if settings.precision == "bfloat16" else None
        if isinstance(self.model, BilinearAutoencoder):
            self.model.products = products
        if settings.optimizer == "muon":
            # What is no matrix (the baseline's biases) goes by Adam at a tenth of Muon's rate.
            self.optimizer: torch.optim.Optimizer = Muon(
                learnt.values(),
                self._lr,
                momentum=settings.momentum,
                steps=MINIMAX if settings.orthogonalisation == "minimax" else NEWTON_SCHULZ,
                adam_lr=self._lr / 10,
                cuts=None if cuts is None else cuts.values(),
                products=products,
            )
        else:
            self.optimizer = torch.optim.Adam(learnt.values(), self._lr)
        self._rates = [group["lr"] for group in self.optimizer.param_groups]
        self.done = 0
        self.steps = settings.steps
        """How many there will be; fewer than asked for once `cool_down` was called."""
        # A run that ends when it has converged needs a part at the full rate to converge in.
        self._cooldown = min(settings.cooldown, 0.5) if settings.until else settings.cooldown

    def cool_down(self) -> None:
        """Cool down from now on, over the same part of the run as was asked for."""
        self.steps = min(self.steps, math.ceil(self.done / (1 - self._cooldown)))

    @property
    def model(self) -> Autoencoder:
        """The autoencoder; of shared latents, the part that is here."""
        return self.placement.model

    def step(self, x: Tensor) -> StepMetrics:
        """Learn from one batch; a step that is not finite changes no weight and raises."""
        settings, step = self.settings, self.done
        fraction = trapezoid(step, self.steps, self._cooldown, settings.lr_warmup)
        alpha = settings.alpha * warmed_up(step, settings.steps, settings.warmup)
        for group, rate in zip(self.optimizer.param_groups, self._rates, strict=True):
            group["lr"] = rate * fraction
        loss = self.placement.loss(x.to(self.device, non_blocking=True), alpha)
        loss.total.backward()
        norm = self.placement.gradient_norm()
        # One transfer for all four: each would wait for a GPU to finish.
        values = torch.stack([loss.total, loss.error, loss.density, norm.to(loss.total)])
        total, error, density, norm = values.tolist()
        if not all(map(math.isfinite, (total, error, density, norm))):
            raise Diverged(
                f"the run turned NaN or infinite at step {step} (loss {total}, gradient norm "
                f"{norm}, lr {self._lr})"
            )
        self.optimizer.step()
        # Freed here, not before the next backward: the next forward has no use for them.
        self.optimizer.zero_grad(set_to_none=True)
        self.placement.updated()
        self.done += 1
        return StepMetrics(step, total, error, density, norm, self._lr * fraction, alpha)

    def whole(self) -> Autoencoder | None:
        """The autoencoder with all of its weights; None where another process has them."""
        return self.placement.whole()

    def measure(self, source: Source) -> HeldOut | None:
        """What the model does on the held-out rows."""
        return self.placement.measure(source.heldout())

    def finite(self) -> bool:
        """Whether all weights of all ranks are finite numbers."""
        here = all(bool(torch.isfinite(p).all()) for p in self.placement.learnt.values())
        return self.placement.group.all_reduce_max(0 if here else 1) == 0

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """Everything needed to continue: tensors by name, and the rest for JSON.

        The schedule and the order of the batches are functions of the step and the settings, and
        no step draws random numbers, so there is no more state than this. It is the same for any
        number of ranks: whole tensors on the first, none on the others.
        """
        place = self.placement
        found = {f"model.{name}": place.gather(name, part) for name, part in place.learnt.items()}
        found |= {f"model.{name}": buffer.cpu() for name, buffer in self.model.named_buffers()}
        names = self._names()
        for index, entries in self.optimizer.state_dict()["state"].items():
            for key, tensor in entries.items():
                whole = place.gather(names[index], tensor) if tensor.ndim else tensor.clone()
                found[f"optimizer.{index}.{key}"] = whole
        first = place.group.first
        tensors = {name: tensor for name, tensor in found.items() if first and tensor is not None}
        return tensors, {"step": self.done, "steps": self.steps}

    def _names(self) -> list[str]:
        """The parameters' names in the optimiser's order."""
        names = {id(part): name for name, part in self.placement.learnt.items()}
        return [names[id(p)] for group in self.optimizer.param_groups for p in group["params"]]

    @torch.no_grad()
    def load(self, tensors: dict[str, Tensor], rest: dict[str, Any]) -> None:
        """Take over the state that `state` gave the first rank; all have `rest`."""
        place, names = self.placement, self._names()
        if place.group.first:
            self._check(tensors)
        for name, part in place.learnt.items():
            place.scatter(name, tensors.get(f"model.{name}"), part)
        for name, buffer in self.model.named_buffers():
            whole = tensors.get(f"model.{name}")
            numbers = place.group.broadcast(_listed(whole))
            buffer.copy_(torch.tensor(numbers, dtype=torch.float64))
        shapes = {key: list(t.shape) for key, t in tensors.items() if key.startswith("optimizer.")}
        state: dict[int, dict[str, Tensor]] = {}
        for key, shape in place.group.broadcast(shapes).items():
            _, index, entry = key.split(".")
            name, whole = names[int(index)], tensors.get(key)
            if shape:
                out = torch.empty_like(place.learnt[name])
                place.scatter(name, whole, out)
            else:
                out = torch.tensor(place.group.broadcast(_listed(whole)))
            state.setdefault(int(index), {})[entry] = out
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": state, "param_groups": groups})
        place.updated()
        self.done, self.steps = rest["step"], rest.get("steps", self.settings.steps)

    def _check(self, tensors: dict[str, Tensor]) -> None:
        """Refuse a state of other shapes than this trainer's."""
        cuts, learnt, names = self.placement.cuts, self.placement.learnt, self._names()
        shapes = {n: tuple(p.shape) if cuts is None else cuts[n].shape for n, p in learnt.items()}
        wanted: dict[str, tuple[int, ...] | None] = {
            f"model.{name}": shape for name, shape in shapes.items()
        }
        wanted |= {f"model.{name}": tuple(b.shape) for name, b in self.model.named_buffers()}
        found = {name: tuple(tensor.shape) for name, tensor in tensors.items()}
        for key in [key for key, shape in found.items() if key.startswith("optimizer.") and shape]:
            index = key.split(".")[1]
            known = index.isdecimal() and int(index) < len(names)
            wanted[key] = shapes[names[int(index)]] if known else None
        for name, shape in wanted.items():
            if found.get(name) != shape:
                raise ValueError(
                    f"the checkpoint's {name} has shape {found.get(name)} where {shape} was due: "
                    "start anew with overwrite=True"
                )


def _listed(tensor: Tensor | None) -> Any:
    """A small tensor as numbers, to be sent as JSON."""
    return None if tensor is None else tensor.tolist()


def trapezoid(step: int, steps: int, cooldown: float, warmup: float = 0.0) -> float:
    """The fraction of the learning rate at a step: up to 1, then linearly to 0 at `steps`.

    >>> [trapezoid(step, steps=8, cooldown=0.5) for step in range(8)]
    [1.0, 1.0, 1.0, 1.0, 1.0, 0.75, 0.5, 0.25]
    >>> [trapezoid(step, steps=8, cooldown=0.5, warmup=0.25) for step in range(4)]
    [0.5, 1.0, 1.0, 1.0]
    """
    up, down = warmup * steps, cooldown * steps
    rising = 1.0 if up == 0 else min(1.0, (step + 1) / up)
    return rising * (1.0 if down == 0 else min(1.0, (steps - step) / down))


def warmed_up(step: int, steps: int, warmup: float) -> float:
    """The fraction of alpha at a step: linearly from 0 to 1 over the first part.

    >>> [warmed_up(step, steps=8, warmup=0.5) for step in range(6)]
    [0.0, 0.25, 0.5, 0.75, 1.0, 1.0]
    """
    length = warmup * steps
    return 1.0 if length == 0 else min(1.0, step / length)
