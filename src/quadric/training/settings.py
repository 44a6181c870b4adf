"""Everything that decides what a training run computes, refused with the reason if impossible."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal

from quadric.autoencoders.config import PRESETS, AutoencoderConfig, TopKConfig

__all__ = ["CHANGEABLE", "TrainSettings", "default_rate"]

CHANGEABLE = frozenset(
    {"checkpoint_every", "keep", "heldout_every", "heldout_tokens", "device", "shard"}
)
"""Settings that may change when a run is continued: the steps compute the same without them."""
AT_300_STEPS = {"muon": 0.1, "adam": 0.01}
"""The best of a grid (docs/training.md)."""
MAX_RATE_FACTOR = 2.0
"""Times that: runs of fewer than 75 steps go no faster."""


@dataclass(frozen=True)
class TrainSettings:
    """One training run; the defaults are our recipe, and `recipes.paper` has the paper's."""

    kind: str = "mixed"
    """A preset (vanilla, ordered, mixed, combined), or topk for the baseline."""
    expansion: float = 4
    """Latents, as a multiple of the activations' width."""
    mix: float = 1
    """Rows of the bottleneck D, as a multiple of the activations' width (mixed, combined)."""
    n_latents: int | None = None
    """Latents outright, instead of by expansion."""
    n_mix: int | None = None
    """Rows of the bottleneck outright, instead of by mix."""
    alpha: float = 0.1
    """Weight of the density penalty, reached after the warm-up."""
    steps: int = 1000
    """Optimiser steps."""
    batch: int = 2048
    """Tokens a step."""
    lr: float | None = None
    """Learning rate at its highest; left out, it follows from the optimiser and the steps."""
    optimizer: Literal["muon", "adam"] = "muon"
    """Muon, or Adam for comparison."""
    momentum: float = 0.9
    """Muon's momentum."""
    orthogonalisation: Literal["minimax", "newton-schulz"] = "minimax"
    """Muon's polynomials: two steps that cost less than half of the original's five, or those."""
    lr_warmup: float = 0.05
    """First fraction of the steps, over which the learning rate rises linearly."""
    cooldown: float = 1.0
    """Last fraction of the steps, over which the learning rate falls linearly to zero."""
    warmup: float = 0.25
    """First fraction of the steps, over which alpha rises linearly from zero."""
    init: Literal["orthogonal", "xavier"] = "orthogonal"
    """How L, R and D start; Xavier is the ablation."""
    symmetric: bool = False
    """Decode forms as ½(l⊗r + r⊗l)."""
    centred: bool = True
    """Take the mean from the activations at norm one, and bring the rest to norm one again."""
    bias: bool = False
    """Lift inputs to [x, 1]/√2, so that quadrics may sit off-centre."""
    tied: bool = True
    """Decode with the encoder's transpose."""
    gate: Literal["silu", "topk"] | None = None
    """A nonlinearity on the latents (ablation); needs tied=False."""
    k: int | None = None
    """Latents that a sample keeps, for the kind topk (50 if not given) or the gate topk."""
    until: Literal["converged"] | None = None
    """End sooner if the held-out error stops falling: `steps` are then the most."""
    heldout: float = 0.05
    """Fraction of the rows, the last ones, that is never trained on."""
    heldout_tokens: int = 16384
    """The most rows that the held-out error is measured on."""
    heldout_every: int = 64
    """Steps between held-out measurements; there is always one before and one after."""
    checkpoint_every: int = 64
    """Steps between checkpoints."""
    keep: int = 2
    """How many of the last checkpoints stay."""
    seed: int = 0
    """Decides the initial weights and the order of the batches."""
    device: str = "auto"
    """Where to train; auto takes a GPU if there is one."""
    dtype: Literal["float32", "float64", "bfloat16"] = "float32"
    """Of the weights; the loss is computed in at least float32."""
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    """Of the large matrix products; auto takes bfloat16 where the machine is faster in it."""
    shard: bool = False
    """With several ranks: share the latents out among them, for models that fit no one device."""

    def __post_init__(self) -> None:
        if self.kind not in (*PRESETS, "topk"):
            raise ValueError(f"unknown kind {self.kind!r}: choose from {', '.join(PRESETS)}, topk")
        for name in ("steps", "batch", "heldout_tokens", "heldout_every", "checkpoint_every"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)} must be at least 1")
        if self.keep < 1:
            raise ValueError(f"keep={self.keep}: at least one checkpoint must stay")
        if not self.alpha >= 0:
            raise ValueError(f"alpha={self.alpha} must not be negative: it rewards dense latents")
        if self.lr is not None and not self.lr > 0:
            raise ValueError(f"lr={self.lr} must be positive: nothing would be learnt")
        for name in ("cooldown", "warmup", "lr_warmup"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name}={getattr(self, name)} must be a fraction, from 0 to 1")
        if not 0 <= self.heldout < 1:
            raise ValueError(f"heldout={self.heldout} must be at least 0 and below 1")
        for field, kinds in (("optimizer", ("muon", "adam")), ("init", ("orthogonal", "xavier"))):
            if getattr(self, field) not in kinds:
                raise ValueError(
                    f"{field}={getattr(self, field)!r}: choose from {', '.join(kinds)}"
                )
        if self.until and not self.heldout:
            raise ValueError("until='converged' is judged on held-out rows: set heldout above 0")
        if self.precision not in ("auto", "float32", "bfloat16"):
            raise ValueError(f"precision={self.precision!r}: choose from auto, float32, bfloat16")
        if self.precision == "bfloat16" and not self._narrows:
            raise ValueError(
                "precision='bfloat16' is for tied bilinear autoencoders with float32 weights: "
                "use float32 or auto"
            )
        if self.shard and (self.kind == "topk" or not self.tied):
            raise ValueError(
                "shard=True shares the latents of tied bilinear autoencoders alone: leave it out"
            )
        if self.kind == "topk":
            for name, plain in (("symmetric", False), ("bias", False), ("tied", True)):
                if getattr(self, name) != plain:
                    raise ValueError(f"{name}={not plain} is no part of the topk baseline")
            if self.gate is not None or self.init != "orthogonal":
                raise ValueError("gate and init belong to bilinear autoencoders, not to topk")
        # Wide enough that only what no width allows is refused here. `config` compares rows of D
        # with latents and tells their true numbers.
        self._config(1 << 20, 1 if self.mixes and self.n_mix is None else self.n_mix)

    def check_mix(self) -> None:
        """Refuse more rows of D than latents before the width is known, such as by a model."""
        by_factors = self.n_latents is None and self.n_mix is None
        if by_factors and self.mixes and self.mix > self.expansion:
            raise ValueError(
                f"mix={self.mix:g} asks for {self.mix:g}·d rows of D, more than the "
                f"{self.expansion:g}·d latents of expansion={self.expansion:g}, so D would be no "
                "bottleneck: lower mix= or raise expansion="
            )

    @property
    def mixes(self) -> bool:
        """Whether there is a bottleneck D."""
        return "mixing" in PRESETS.get(self.kind, ())

    @property
    def _narrows(self) -> bool:
        """Whether there are products that may be computed in bfloat16."""
        return self.kind != "topk" and self.tied and self.dtype != "float64"

    def _resolved_precision(self, d_in: int) -> Literal["float32", "bfloat16"]:
        """The precision that `auto` stands for on this machine, for activations of this width."""
        from quadric.device import resolve_device, resolve_precision

        if not self._narrows:
            return "float32"
        return resolve_precision(self.precision, resolve_device(self.device), d_in)

    def continuing(self, begun: str | None) -> TrainSettings:
        """The same settings; `auto` is the precision that a run was begun in, if it was."""
        auto = self.precision == "auto" and begun is not None
        return replace(self, precision=begun) if auto else self

    def config(self, d_in: int) -> AutoencoderConfig | TopKConfig:
        """The autoencoder's own configuration, for activations of width d_in."""
        return self._config(d_in, self.n_mix)

    def _config(self, d_in: int, n_mix: int | None) -> AutoencoderConfig | TopKConfig:
        if self.kind == "topk":
            n_latents = self.n_latents or max(1, round(self.expansion * d_in))
            return TopKConfig(d_in, n_latents, self.k or min(TopKConfig.k, n_latents), self.centred)
        return AutoencoderConfig.preset(
            self.kind,
            d_in,
            self.expansion,
            self.mix,
            self.n_latents,
            n_mix,
            centred=self.centred,
            symmetric=self.symmetric,
            bias=self.bias,
            tied=self.tied,
            gate=self.gate,
            k=self.k,
        )

    def resolved(self, d_in: int) -> TrainSettings:
        """The same settings with the rate and precision that they stand for at this width."""
        lr = default_rate(self.optimizer, self.steps) if self.lr is None else self.lr
        return replace(self, lr=lr, precision=self._resolved_precision(d_in))

    def as_dict(self) -> dict[str, Any]:
        """Every setting by name, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, settings: dict[str, Any]) -> TrainSettings:
        """The settings that `as_dict` wrote; unknown names are refused."""
        known = {field.name for field in fields(cls)}
        if unknown := set(settings) - known:
            raise ValueError(f"unknown settings {', '.join(sorted(unknown))}")
        # Runs of before there was a choice were computed in float32.
        return cls(**{"precision": "float32", **settings})

    def differences(
        self, other: TrainSettings, allowed: Collection[str] = frozenset()
    ) -> list[str]:
        """What would make a continued run compute something else, as `name a, not b`."""
        mine, theirs = self.as_dict(), other.as_dict()
        return [
            f"{name} {mine[name]}, not {theirs[name]}"
            for name in mine
            if name not in CHANGEABLE | set(allowed) and mine[name] != theirs[name]
        ]


def default_rate(optimizer: str, steps: int) -> float:
    """The rate at its highest: min(0.2, 0.1 · √(300 / steps)) with Muon, a tenth with Adam.

    Muon's updates have singular values of about one whatever the sizes, so that its rate does not
    depend on them; short runs have to go further in a step.

    >>> default_rate("muon", 60), round(default_rate("muon", 1200), 3)
    (0.2, 0.05)
    """
    return AT_300_STEPS[optimizer] * min(MAX_RATE_FACTOR, math.sqrt(300 / steps))
