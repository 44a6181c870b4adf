"""One optimiser step: loss, backward, schedule, update, and what is known of it afterwards."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from quadric.objective import Loss
from quadric.training.heldout import HeldOut, measure
from quadric.training.muon import Muon
from quadric.training.schedule import trapezoid, warmed_up
from quadric.training.settings import Autoencoder, TrainSettings
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
    """An autoencoder, its optimiser and the number of steps done: nothing else changes."""

    def __init__(self, settings: TrainSettings, d_in: int) -> None:
        self.settings = settings
        self.device = settings.resolved_device()
        self.model: Autoencoder = settings.build(d_in).to(self.device)
        self._optimise(list(self.model.parameters()))

    def _optimise(self, parameters: list[nn.Parameter], muon: Callable[..., Muon] = Muon) -> None:
        """Begin to learn these parameters."""
        settings = self.settings
        if settings.optimizer == "muon":
            # What is no matrix (the baseline's biases) goes by Adam at a tenth of Muon's rate.
            self.optimizer: torch.optim.Optimizer = muon(
                parameters,
                settings.lr,
                momentum=settings.momentum,
                adam_lr=settings.lr / 10,
            )
        else:
            self.optimizer = torch.optim.Adam(parameters, settings.lr)
        self._rates = [group["lr"] for group in self.optimizer.param_groups]
        self.done = 0

    def step(self, x: Tensor) -> StepMetrics:
        """Learn from one batch; a step that is not finite changes no weight and raises."""
        settings, step = self.settings, self.done
        fraction = trapezoid(step, settings.steps, settings.cooldown)
        alpha = settings.alpha * warmed_up(step, settings.steps, settings.warmup)
        for group, rate in zip(self.optimizer.param_groups, self._rates, strict=True):
            group["lr"] = rate * fraction
        loss = self._loss(x.to(self.device, non_blocking=True), alpha)
        loss.total.backward()
        norm = self._gradient_norm()
        # One transfer for all four: each would wait for a GPU to finish.
        values = torch.stack([loss.total, loss.error, loss.density, norm.to(loss.total)])
        total, error, density, norm = values.tolist()
        if not all(map(math.isfinite, (total, error, density, norm))):
            raise Diverged(
                f"the run turned NaN or infinite at step {step} (loss {total}, gradient norm "
                f"{norm}, lr {settings.lr})"
            )
        self._update()
        # Freed here, not before the next backward: the next forward has no use for them.
        self.optimizer.zero_grad(set_to_none=True)
        self.done += 1
        return StepMetrics(step, total, error, density, norm, settings.lr * fraction, alpha)

    def _loss(self, x: Tensor, alpha: float) -> Loss:
        return self.model.loss(x, alpha=alpha)

    def _gradient_norm(self) -> Tensor:
        gradients = [p.grad for p in self.model.parameters() if p.grad is not None]
        return torch.nn.utils.get_total_norm(gradients)

    def _update(self) -> None:
        self.optimizer.step()

    def whole(self) -> Autoencoder | None:
        """The autoencoder with all of its weights; None where another process has them."""
        return self.model

    def measure(self, source: Source) -> HeldOut | None:
        """What the model does on the held-out rows."""
        return measure(self.model, source.heldout())

    def finite(self) -> bool:
        """Whether all weights are finite numbers."""
        return all(bool(torch.isfinite(p).all()) for p in self.model.parameters())

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """Everything needed to continue: tensors by name, and the rest for JSON.

        The schedule and the order of the batches are functions of the step and the settings, and
        no step draws random numbers, so there is no more state than this.
        """
        tensors = {f"model.{name}": t for name, t in self.model.state_dict().items()}
        for index, entries in self.optimizer.state_dict()["state"].items():
            tensors |= {f"optimizer.{index}.{name}": t for name, t in entries.items()}
        # Tied decoders that were never split share memory, which safetensors refuses.
        return {name: t.detach().contiguous() for name, t in tensors.items()}, {"step": self.done}

    def load(self, tensors: dict[str, Tensor], rest: dict[str, Any]) -> None:
        """Take over the state that `state` gave."""
        model = {k.removeprefix("model."): v for k, v in tensors.items() if k.startswith("model.")}
        self.model.load_state_dict(model)
        state: dict[int, dict[str, Tensor]] = {}
        for key, tensor in tensors.items():
            if key.startswith("optimizer."):
                _, index, name = key.split(".")
                state.setdefault(int(index), {})[name] = tensor
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": state, "param_groups": groups})
        self.done = rest["step"]
