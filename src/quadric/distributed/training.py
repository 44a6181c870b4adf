"""A trainer whose steps several ranks do together, and whose state is that of one process."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from quadric.autoencoders import AutoencoderConfig, BilinearAutoencoder
from quadric.distributed.group import Group
from quadric.distributed.heldout import measure_shard
from quadric.distributed.shards import Cut, LatentShard, ShardedMuon
from quadric.distributed.sharing import SharedLatents, SharedSamples, shared_loss
from quadric.objective import Loss
from quadric.training.heldout import HeldOut, measure
from quadric.training.settings import Autoencoder, TrainSettings
from quadric.training.sources import Source
from quadric.training.trainer import Trainer

__all__ = ["ParallelTrainer"]


class ParallelTrainer(Trainer):
    """Every rank steps on its own part of the batch, and updates its own part of the weights.

    Without `settings.shard` each rank has the whole model: gradients are summed, each rank keeps
    the optimiser's state of its own latents and updates those, and the parts are joined again.
    With it a rank has the weights of its own latents alone, and the samples are joined instead.
    `state`, `load`, `whole` and `measure` are called by all ranks; the state is the first's.
    """

    def __init__(self, settings: TrainSettings, d_in: int, group: Group) -> None:
        self.settings, self.group = settings, group
        self.device = settings.resolved_device()
        if self.device.type == "cuda" and self.device.index is None:
            self.device = torch.device("cuda", torch.cuda.current_device())
        # Only the first rank ever holds a whole model that is sharded, and not on its device.
        built = settings.build(d_in) if group.first or not settings.shard else None
        config = settings.config(d_in)
        self._across: SharedLatents | SharedSamples = SharedSamples(group)
        if settings.shard:
            assert isinstance(config, AutoencoderConfig)
            self.shard = LatentShard(config, group, getattr(torch, settings.dtype))
            self._across = SharedLatents(group, config.n_latents)
            self.shard.to(self.device)
            self._parts = dict(self.shard.named_parameters())
        else:
            assert built is not None
            self.shard, self.model = None, built.to(self.device)
            parameters = self.model.named_parameters()
            self._parts = {name: nn.Parameter(torch.empty(0)) for name, _ in parameters}
        self._cuts = {name: Cut.of(name, shape) for name, shape in self._shapes(config).items()}
        if built is not None and settings.shard:
            self._deal({name: p.detach() for name, p in built.named_parameters()})
        elif settings.shard:
            self._deal(None)
        else:
            for name, parameter in self.model.named_parameters():
                part = group.take(parameter.detach(), self._cuts[name].axis).clone()
                self._parts[name] = nn.Parameter(part)
        muon = partial(ShardedMuon, cuts=list(self._cuts.values()), group=group)
        self._optimise(list(self._parts.values()), muon)

    def _shapes(self, config: Any) -> dict[str, tuple[int, ...]]:
        if self.shard is None:
            return {name: tuple(p.shape) for name, p in self.model.named_parameters()}
        factor = (config.n_latents, config.d_factor)
        mixing = {} if config.n_mix is None else {"down": (config.n_mix, config.n_latents)}
        return {"left": factor, "right": factor, **mixing}

    @torch.no_grad()
    def _deal(self, whole: dict[str, Tensor] | None) -> None:
        """Give every rank its part of weights that the first has."""
        for name, part in self._parts.items():
            self.group.deal(None if whole is None else whole[name], part, self._cuts[name].axis)

    def _loss(self, x: Tensor, alpha: float) -> Loss:
        if self.shard is None:
            return shared_loss(self.model, x, alpha, self._across)
        x = self.group.join(x, self.settings.batch, 0)
        return shared_loss(self.shard, x, alpha, self._across)

    def _gradient_norm(self) -> Tensor:
        squares = torch.zeros((), dtype=torch.float64, device=self.device)
        whole = dict(self.model.named_parameters()) if self.shard is None else {}
        for name, part in self._parts.items():
            if name in whole:
                gradient, whole[name].grad = whole[name].grad, None
                assert gradient is not None
                part.grad = self.group.sum_parts(gradient, self._cuts[name].axis)
            assert part.grad is not None
            squares += part.grad.double().square().sum()
        return self.group.sum_(squares).sqrt()

    def _update(self) -> None:
        super()._update()
        if self.shard is None:
            self._join()

    @torch.no_grad()
    def _join(self) -> None:
        """Bring every rank's part of the weights into the whole model that each has."""
        for name, parameter in self.model.named_parameters():
            cut = self._cuts[name]
            parameter.copy_(self.group.join(self._parts[name].detach(), cut.length, cut.axis))

    def whole(self) -> Autoencoder | None:
        """The autoencoder with all of its weights, on the first rank."""
        if self.shard is None:
            return self.model if self.group.first else None
        weights = {name: self._fetch(name, part) for name, part in self._parts.items()}
        if not self.group.first:
            return None
        # Built empty: initial weights would take time and be thrown away.
        with torch.device("meta"):
            model = BilinearAutoencoder(self.shard.config)
        model.prefix = self.shard.prefix
        model.load_state_dict({n: t for n, t in weights.items() if t is not None}, assign=True)
        return model

    def _fetch(self, name: str, part: Tensor) -> Tensor | None:
        cut = self._cuts[name]
        return self.group.fetch(part, cut.length, cut.axis)

    def measure(self, source: Source) -> HeldOut | None:
        """What the model does on the held-out rows, on every rank."""
        if self.shard is not None:
            return measure_shard(self.shard, source.heldout(), self.group)
        model, first = self.model, self.group.first
        found = self.group.together(lambda: measure(model, source.heldout()) if first else None)
        found = self.group.say(None if found is None else found._asdict())
        return None if found is None else HeldOut(**found)

    def finite(self) -> bool:
        """Whether all weights of all ranks are finite numbers."""
        here = all(bool(torch.isfinite(p).all()) for p in self._parts.values())
        return self.group.largest(0 if here else 1) == 0

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """What one process would write: whole tensors on the first rank, none on the others."""
        found = {f"model.{name}": self._fetch(name, part) for name, part in self._parts.items()}
        names = list(self._parts)
        for index, entries in self.optimizer.state_dict()["state"].items():
            name = names[self._order[index]]
            for key, tensor in entries.items():
                whole = self._fetch(name, tensor) if tensor.ndim else tensor.clone()
                found[f"optimizer.{index}.{key}"] = whole
        kept = {k: t for k, t in found.items() if t is not None} if self.group.first else {}
        return kept, {"step": self.done}

    @property
    def _order(self) -> list[int]:
        """The optimiser's numbering of the parameters -> ours."""
        ours = {id(part): i for i, part in enumerate(self._parts.values())}
        return [ours[id(p)] for g in self.optimizer.param_groups for p in g["params"]]

    @torch.no_grad()
    def load(self, tensors: dict[str, Tensor], rest: dict[str, Any]) -> None:
        """Take over a state of any number of ranks, which the first rank has; all have `rest`."""
        first, names = self.group.first, list(self._parts)
        self._deal({n: tensors[f"model.{n}"] for n in names} if first else None)
        listed = {k: list(t.shape) for k, t in tensors.items() if k.startswith("optimizer.")}
        state: dict[int, dict[str, Tensor]] = {}
        for key, shape in self.group.say(listed).items():
            _, index, entry = key.split(".")
            name = names[self._order[int(index)]]
            part = self._parts[name]
            if shape:
                out = torch.empty_like(part)
                self.group.deal(tensors[key] if first else None, out, self._cuts[name].axis)
            else:
                out = torch.tensor(self.group.say(tensors[key].item() if first else None))
            state.setdefault(int(index), {})[entry] = out
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": state, "param_groups": groups})
        self.done = rest["step"]
        if self.shard is None:
            self._join()
