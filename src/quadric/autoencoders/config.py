"""The parts an autoencoder is composed of, and the four presets as choices of parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

__all__ = ["PRESETS", "AutoencoderConfig", "Gate", "Preset", "TopKConfig"]

Preset = Literal["vanilla", "ordered", "mixed", "combined"]
Gate = Literal["silu", "topk"]

PRESETS: dict[str, frozenset[str]] = {
    "vanilla": frozenset(),
    "ordered": frozenset({"ordering"}),
    "mixed": frozenset({"mixing"}),
    "combined": frozenset({"ordering", "mixing"}),
}
"""Preset -> the parts it adds to the encoder f = (Lx) ⊙ (Rx) and its transpose."""


@dataclass(frozen=True)
class AutoencoderConfig:
    """Everything that defines an autoencoder but its weights; impossible choices are refused."""

    d_in: int
    """Width of the activations."""
    n_latents: int
    """Number of latents (Lat); any number."""
    n_mix: int | None = None
    """Rows of the bottleneck D; None for no mixing."""
    ordered: bool = False
    """Whether latents are sorted by importance: every prefix of them reconstructs (eq:cum)."""
    bias: bool = False
    """Whether x is lifted to [x, 1]/√2, so that quadrics may sit off-centre."""
    centred: bool = False
    """Whether a stored mean is taken from x / ‖x‖, and the rest brought to norm one again."""
    symmetric: bool = False
    """Whether forms are decoded as ½(l⊗r + r⊗l) instead of the paper's l⊗r."""
    tied: bool = True
    """Whether the decoder is the encoder's transpose; if not it has factors of its own."""
    gate: Gate | None = None
    """A nonlinearity: `silu` on Lx, or `topk` on the latents. Needs `tied=False`."""
    k: int | None = None
    """How many latents of a sample the `topk` gate keeps, by magnitude."""

    def __post_init__(self) -> None:
        for name in ("d_in", "n_latents", "n_mix", "k"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or value < 1):
                raise ValueError(f"{name}={value!r} must be a whole number of at least 1")
        if self.d_in == 1 and not self.bias:
            raise ValueError(
                "d_in=1 leaves nothing to reconstruct, since every input of norm one is ±1: "
                "give inputs at least two dimensions, or set bias=True"
            )
        if self.n_mix is not None and self.n_mix > self.n_latents:
            raise ValueError(
                f"n_mix={self.n_mix} is larger than n_latents={self.n_latents}, so D would be no "
                "bottleneck: lower n_mix or raise n_latents"
            )
        if self.gate is not None and self.gate not in get_args(Gate):
            raise ValueError(f"unknown gate {self.gate!r}: choose from {', '.join(get_args(Gate))}")
        if self.gate is not None and self.tied:
            raise ValueError(
                f"gate={self.gate!r} needs tied=False: gated latents are no quadratic forms, so "
                "the encoder's transpose is not their decoder"
            )
        if (self.gate == "topk") != (self.k is not None):
            raise ValueError(f"gate={self.gate!r} with k={self.k}: give k with gate='topk' alone")
        if self.k is not None and self.k > self.n_latents:
            raise ValueError(f"k={self.k} is larger than n_latents={self.n_latents}: lower k")

    @classmethod
    def preset(
        cls,
        kind: str,
        d_in: int,
        expansion: float,
        mix: float,
        n_latents: int | None,
        n_mix: int | None,
        *,
        bias: bool = False,
        centred: bool = False,
        symmetric: bool = False,
        tied: bool = True,
        gate: Gate | None = None,
        k: int | None = None,
    ) -> AutoencoderConfig:
        """A preset sized by factors of d_in, or by `n_latents` and `n_mix` where they are given."""
        if kind not in PRESETS:
            raise ValueError(f"unknown kind {kind!r}: choose from {', '.join(PRESETS)}")
        for name, value in (("expansion", expansion), ("mix", mix)):
            if not value > 0:
                raise ValueError(f"{name}={value} must be positive")
        if n_latents is None:
            n_latents = max(1, round(expansion * d_in))
        if "mixing" not in PRESETS[kind]:
            n_mix = None
        elif n_mix is None:
            n_mix = max(1, round(mix * d_in))
            if n_mix > n_latents:
                raise ValueError(
                    f"mix={mix:g} asks for {n_mix:,} rows of D, more than the {n_latents:,} "
                    f"latents of expansion={expansion:g} at a width of {d_in:,}, so D would be "
                    "no bottleneck: lower mix= or raise expansion="
                )
        return cls(
            d_in,
            n_latents,
            n_mix,
            ordered="ordering" in PRESETS[kind],
            bias=bias,
            centred=centred,
            symmetric=symmetric,
            tied=tied,
            gate=gate,
            k=k,
        )

    @property
    def kind(self) -> str:
        """The preset that these parts make up."""
        flags = {"ordering": self.ordered, "mixing": self.n_mix is not None}
        parts = {part for part, present in flags.items() if present}
        return next(kind for kind, chosen in PRESETS.items() if chosen == parts)

    @property
    def d_factor(self) -> int:
        """Width of a factor l or r: one more than d_in if inputs are lifted."""
        return self.d_in + self.bias


@dataclass(frozen=True)
class TopKConfig:
    """The size of a TopK autoencoder."""

    d_in: int
    """Width of the activations."""
    n_latents: int
    """Number of latents."""
    k: int = 50
    """How many latents of a sample are kept."""
    centred: bool = False
    """Whether a stored mean is taken from x / ‖x‖, and the rest brought to norm one again."""

    def __post_init__(self) -> None:
        for name in ("d_in", "n_latents", "k"):
            value = getattr(self, name)
            if not isinstance(value, int) or value < 1:
                raise ValueError(f"{name}={value!r} must be a whole number of at least 1")
        if self.k > self.n_latents:
            raise ValueError(f"k={self.k} is larger than n_latents={self.n_latents}: lower k")
