"""Where the weights of a run are: all in one process, copied to every rank, or shared out.

A `Trainer` is given one of three placements. Each has the autoencoder `model` whose loss is
taken, and the parameters `learnt` that this process's optimiser updates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, runtime_checkable

import torch
from torch import Tensor, nn

from quadric.autoencoders import (
    Autoencoder,
    AutoencoderConfig,
    BilinearAutoencoder,
    TopKAutoencoder,
    TopKConfig,
)
from quadric.distributed import Cut, Group, OneProcess
from quadric.objective import Loss, Reduction
from quadric.threads import one_thread
from quadric.training.heldout import HeldOut, measure, measure_shards
from quadric.training.settings import TrainSettings

__all__ = ["DataParallel", "LatentShards", "Placement", "WholeModel", "place", "untrained"]


@runtime_checkable
class Placement(Protocol):
    """What a `Trainer` needs to know of where its weights are."""

    @property
    def group(self) -> Group | OneProcess:
        """The processes that train together; all call the same methods in the same order."""
        ...

    @property
    def model(self) -> Autoencoder:
        """What the loss is taken of: the whole model, or the part of it that is here."""
        ...

    @property
    def learnt(self) -> Mapping[str, nn.Parameter]:
        """Name -> what this process updates of it."""
        ...

    @property
    def cuts(self) -> Mapping[str, Cut] | None:
        """Name -> how it is shared out; None where one process has it all."""
        ...

    def loss(self, x: Tensor, alpha: float) -> Loss:
        """The loss of all ranks' samples, of which `x` are this one's."""
        ...

    def gradient_norm(self) -> Tensor:
        """Bring the gradients to what is learnt here; the norm of all of them together."""
        ...

    def updated(self) -> None:
        """Bring what was learnt here to where the next loss needs it."""
        ...

    def whole(self) -> Autoencoder | None:
        """The autoencoder with all of its weights; None where another process has them."""
        ...

    def measure(self, chunks: Iterable[Tensor]) -> HeldOut | None:
        """What the whole model does on these rows, on every rank."""
        ...

    def gather(self, name: str, part: Tensor) -> Tensor | None:
        """All of a tensor that is placed like parameter `name`; None where another has it."""
        ...

    def scatter(self, name: str, whole: Tensor | None, out: Tensor) -> None:
        """Fill `out` with what belongs here of a tensor that the first process has."""
        ...


def place(
    settings: TrainSettings, d_in: int, device: torch.device, group: Group | None
) -> Placement:
    """An untrained autoencoder, placed as the settings and the number of processes ask."""
    if group is None:
        return WholeModel(settings, d_in, device)
    return (LatentShards if settings.shard else DataParallel)(settings, d_in, device, group)


def untrained(settings: TrainSettings, d_in: int) -> Autoencoder:
    """An autoencoder for activations of width d_in, whose weights depend on `seed` alone."""
    config = settings.config(d_in)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        if isinstance(config, TopKConfig):
            model = TopKAutoencoder(config)
        else:
            model = BilinearAutoencoder(config)
            if settings.init == "xavier":
                for parameter in model.parameters():
                    torch.nn.init.xavier_uniform_(parameter)
    return model.to(getattr(torch, settings.dtype))


class WholeModel:
    """One process has it all."""

    cuts = None

    def __init__(self, settings: TrainSettings, d_in: int, device: torch.device) -> None:
        self.group = OneProcess()
        self.model = untrained(settings, d_in).to(device)
        self.learnt = dict(self.model.named_parameters())

    def loss(self, x: Tensor, alpha: float) -> Loss:
        """The loss of the batch."""
        return self.model.loss(x, alpha=alpha)

    def gradient_norm(self) -> Tensor:
        """Of all parameters together."""
        gradients = [p.grad for p in self.model.parameters() if p.grad is not None]
        with one_thread():
            return torch.nn.utils.get_total_norm(gradients)

    def updated(self) -> None:
        """Nothing: the model learns itself."""

    def whole(self) -> Autoencoder:
        """The model."""
        return self.model

    def measure(self, chunks: Iterable[Tensor]) -> HeldOut | None:
        """What the model does on these rows."""
        return measure(self.model, chunks)

    def gather(self, name: str, part: Tensor) -> Tensor:
        """The tensor itself."""
        return part.detach().contiguous()

    def scatter(self, name: str, whole: Tensor | None, out: Tensor) -> None:
        """Copy it."""
        assert whole is not None
        out.copy_(whole)


class DataParallel:
    """Every rank has the whole model and a part of the batch, and updates a part of the weights.

    Gradients are summed, each rank keeps the optimiser's state of its own latents and updates
    those, and the parts are gathered again.
    """

    def __init__(
        self, settings: TrainSettings, d_in: int, device: torch.device, group: Group
    ) -> None:
        self.group = group
        self.model = untrained(settings, d_in).to(device)
        self.cuts = _cuts(self.model, group)
        self.learnt = {
            name: nn.Parameter(self.cuts[name].part(parameter.detach()).clone())
            for name, parameter in self.model.named_parameters()
        }

    def loss(self, x: Tensor, alpha: float) -> Loss:
        """The loss of all ranks' samples."""
        return self.model.loss(x, alpha=alpha, reduction=Reduction(samples=self.group))

    def gradient_norm(self) -> Tensor:
        """Sum the gradients, of which each rank takes its part."""
        for name, parameter in self.model.named_parameters():
            assert parameter.grad is not None
            self.learnt[name].grad = self.cuts[name].reduce_scatter(parameter.grad)
            parameter.grad = None
        return _norm(self.learnt, self.group)

    @torch.no_grad()
    def updated(self) -> None:
        """Bring every rank's part into the whole model that each has."""
        for name, parameter in self.model.named_parameters():
            parameter.copy_(self.cuts[name].all_gather(self.learnt[name].detach()))

    def whole(self) -> Autoencoder | None:
        """The model, on the first rank."""
        return self.model if self.group.first else None

    def measure(self, chunks: Iterable[Tensor]) -> HeldOut | None:
        """The first rank measures, and tells."""
        model, first = self.model, self.group.first
        found = self.group.together(lambda: measure(model, chunks) if first else None)
        found = self.group.broadcast(None if found is None else found._asdict())
        return None if found is None else HeldOut(**found)

    def gather(self, name: str, part: Tensor) -> Tensor | None:
        """All parts, on the first rank."""
        return self.cuts[name].gather(part)

    def scatter(self, name: str, whole: Tensor | None, out: Tensor) -> None:
        """The rank's own part."""
        self.cuts[name].scatter(whole, out)


class LatentShards:
    """Every rank has all samples and the weights of its own latents alone.

    These are rows of L and R and columns of D. It is for models that fit no one device.
    """

    def __init__(
        self, settings: TrainSettings, d_in: int, device: torch.device, group: Group
    ) -> None:
        self.group, self._batch = group, settings.batch
        config = settings.config(d_in)
        assert isinstance(config, AutoencoderConfig)
        if not config.tied:
            raise ValueError("latents of an autoencoder with tied=False cannot be sharded")
        if config.n_latents < group.size:
            raise ValueError(
                f"{config.n_latents} latents cannot be shared by {group.size} ranks: use fewer"
            )
        self._reduction = Reduction(latents=group, n_latents=config.n_latents)
        dtype = getattr(torch, settings.dtype)
        self.model = _empty(config, dtype)
        self.cuts = _cuts(self.model, group)
        for name, cut in self.cuts.items():
            setattr(self.model, name, nn.Parameter(torch.empty(cut.part_shape, dtype=dtype)))
        self.model.to(device)
        self.learnt = dict(self.model.named_parameters())
        # Only the first rank ever holds the whole model, and not on its device.
        weights = dict(untrained(settings, d_in).named_parameters()) if group.first else None
        for name, part in self.learnt.items():
            whole = None if weights is None else weights[name].detach()
            self.scatter(name, whole, part.detach())

    def loss(self, x: Tensor, alpha: float) -> Loss:
        """The loss of all ranks' samples, which every rank is given."""
        x = self.group.all_gather_parts(x, self._batch, 0)
        return self.model.loss(x, alpha=alpha, reduction=self._reduction)

    def gradient_norm(self) -> Tensor:
        """Of all ranks' latents together: each has the gradients of its own."""
        return _norm(self.learnt, self.group)

    def updated(self) -> None:
        """Nothing: what is here is all that is needed here."""

    def whole(self) -> Autoencoder | None:
        """All latents, on the first rank."""
        weights = {name: self.gather(name, part) for name, part in self.learnt.items()}
        if not self.group.first:
            return None
        model = _empty(self.model.config, self.model.left.dtype)
        weights |= {name: buffer.cpu() for name, buffer in self.model.named_buffers()}
        model.load_state_dict({n: t for n, t in weights.items() if t is not None}, assign=True)
        return model

    def gather(self, name: str, part: Tensor) -> Tensor | None:
        """All parts, on the first rank."""
        return self.cuts[name].gather(part)

    def scatter(self, name: str, whole: Tensor | None, out: Tensor) -> None:
        """The rank's own part."""
        self.cuts[name].scatter(whole, out)

    def measure(self, chunks: Iterable[Tensor]) -> HeldOut | None:
        """What all latents do on these rows, which every rank gives."""
        return measure_shards(self.model, chunks, self.group)


def _cuts(model: Autoencoder, group: Group) -> dict[str, Cut]:
    """D has its latents in columns, all others in rows."""
    return {
        name: Cut(group, 1 if name == "down" else 0, tuple(parameter.shape))
        for name, parameter in model.named_parameters()
    }


def _norm(parameters: Mapping[str, nn.Parameter], group: Group) -> Tensor:
    """The norm of the gradients of all ranks' parameters together."""
    gradients = [p.grad for p in parameters.values() if p.grad is not None]
    with one_thread():
        squares = torch.stack([gradient.double().square().sum() for gradient in gradients]).sum()
    return group.all_reduce_(squares).sqrt()


def _empty(config: AutoencoderConfig, dtype: torch.dtype) -> BilinearAutoencoder:
    """An autoencoder whose parameters have a shape but no memory: others are about to come."""
    with torch.device("meta"):
        model = BilinearAutoencoder(config)
    for name, buffer in model.named_buffers():
        setattr(model, name, torch.zeros(buffer.shape, dtype=dtype))
    if model.prefix is not None:
        model.prefix = torch.full((config.n_latents,), 1 / config.n_latents, dtype=torch.float64)
    return model
