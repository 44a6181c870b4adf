"""A manifold and a model -> what the model does with it: swap, ablate, move, dose, places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, overload

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from quadric import gallery
from quadric.activations import ActivationStore
from quadric.autoencoders import TopKAutoencoder
from quadric.causes.ablating import Ablation, ablate
from quadric.causes.arms import arms
from quadric.causes.dosing import Dose, dose
from quadric.causes.groups import groups
from quadric.causes.moving import Move, move
from quadric.causes.places import Place, places
from quadric.causes.samples import Samples, Text, cut, pairs, sample
from quadric.causes.statistics import holm
from quadric.causes.swapping import Swap, swap
from quadric.causes.target import Aimable, Target, targets
from quadric.forms import Subspace
from quadric.models import Layer
from quadric.models import layer as find_layer
from quadric.progress import Progress, silent

__all__ = ["Causes", "InterveneSettings", "corrected", "intervene", "interventions"]

Test = Literal["ablate", "move", "dose", "places"]
Spans = Callable[[Int[Tensor, " s"], int], Float[Tensor, "d k"]]
"""Some samples and a rank -> a subspace of that rank."""


@dataclass(frozen=True)
class InterveneSettings:
    """How much is measured."""

    pairs: int = 24
    """Pairs of samples that are swapped, each both ways."""
    tokens: int = 16_384
    """Tokens of text that are read."""
    context: int = 128
    """Tokens that the model reads at once, where the text is not cut into blocks already."""
    tests: tuple[Test, ...] = ("ablate", "move", "dose", "places")
    """What is measured besides the swap."""
    seed: int = 0
    """For the pairs and the random arms."""

    def __post_init__(self) -> None:
        if self.pairs < 2:
            raise ValueError(f"{self.pairs} pairs give no standard error: ask for at least 2")


@dataclass(frozen=True)
class Causes:
    """What a model does with one manifold."""

    name: str
    """The manifold."""
    swap: Swap
    """Swapping its coordinates between samples."""
    ablations: tuple[Ablation, ...] = ()
    """Setting them to a mean."""
    moves: tuple[Move, ...] = ()
    """Moving samples along it."""
    doses: tuple[Dose, ...] = ()
    """Swaps of other sizes."""
    places: tuple[Place, ...] = ()
    """Tokens that gain and lose at places of it."""
    p: float = 1.0
    """That it is no better than its controls, corrected for how many manifolds were tested."""

    @property
    def used(self) -> float:
        """The share of the whole swap's effect that its subspace has, less the best control's."""
        return self.swap.used

    def block(self) -> gallery.Causes:
        """What a gallery keeps: the swap's figures, and the tokens that gain and lose."""
        return gallery.Causes(
            arms=tuple(
                gallery.Arm(arm.name, arm.value, arm.se, arm.changed) for arm in self.swap.arms
            ),
            places=tuple(
                gallery.Place(_drawn(place.at), place.text, place.gain, place.lose)
                for place in self.places
            ),
            apart=self.swap.apart,
            p=self.p,
        )


def _drawn(at: Sequence[float]) -> tuple[float, ...]:
    """All coordinates, and zeros where there are fewer than three: the page shows any three."""
    return (*at, *[0.0] * (3 - len(at)))


@overload
def intervene(
    manifolds: Aimable,
    model: PreTrainedModel,
    text: Text,
    *,
    tokenizer: PreTrainedTokenizerBase | None = ...,
    layer: str | int | None = ...,
    rows: range | None = ...,
    others: Sequence[Aimable] = ...,
    topk: TopKAutoencoder | None = ...,
    settings: InterveneSettings | None = ...,
    progress: Progress = ...,
) -> Causes: ...


@overload
def intervene(
    manifolds: Sequence[Aimable],
    model: PreTrainedModel,
    text: Text,
    *,
    tokenizer: PreTrainedTokenizerBase | None = ...,
    layer: str | int | None = ...,
    rows: range | None = ...,
    others: Sequence[Aimable] = ...,
    topk: TopKAutoencoder | None = ...,
    settings: InterveneSettings | None = ...,
    progress: Progress = ...,
) -> list[Causes]: ...


def intervene(
    manifolds: Aimable | Sequence[Aimable],
    model: PreTrainedModel,
    text: Text,
    *,
    tokenizer: PreTrainedTokenizerBase | None = None,
    layer: str | int | None = None,
    rows: range | None = None,
    others: Sequence[Aimable] = (),
    topk: TopKAutoencoder | None = None,
    settings: InterveneSettings | None = None,
    progress: Progress = silent,
) -> Causes | list[Causes]:
    """What the model does with a manifold, or with each of several: `Causes`, one for each.

    `text` and the rest as `interventions` takes them.
    """
    found = interventions(
        manifolds,
        model,
        text,
        tokenizer=tokenizer,
        layer=layer,
        rows=rows,
        others=others,
        topk=topk,
        settings=settings,
        progress=progress,
    )
    every = corrected(list(found))
    return every if isinstance(manifolds, Sequence) else every[0]


def interventions(
    manifolds: Aimable | Sequence[Aimable],
    model: PreTrainedModel,
    text: Text,
    *,
    tokenizer: PreTrainedTokenizerBase | None = None,
    layer: str | int | None = None,
    rows: range | None = None,
    others: Sequence[Aimable] = (),
    topk: TopKAutoencoder | None = None,
    settings: InterveneSettings | None = None,
    progress: Progress = silent,
) -> Iterator[Causes]:
    """`Causes` of one manifold after the other, still without the correction for how many.

    `text` is a store, documents (with the tokenizer) or token ids [blocks, length], and has to be
    text that the manifolds were not found in: of a store, `rows` says which. `layer` is where the
    manifolds are, if they do not say so themselves. `others` are further manifolds of the layer:
    each is held against all others there are.
    """
    settings = settings or InterveneSettings()
    if isinstance(text, ActivationStore):
        tokenizer = tokenizer or text.tokenizer
        layer = layer if layer is not None else text.manifest["layer"]
    texts = None if tokenizer is None else _texts(tokenizer, model)
    found, rest = targets(manifolds), targets(list(others))
    if not found:
        raise ValueError("no manifold to intervene on: give at least one")
    at = _where([*found, *rest], layer, model)
    ids, keep = cut(text, settings.tokens, settings.context, tokenizer, rows)
    samples = sample(model, at, ids, keep, progress)
    _check([*found, *rest], samples)
    widest = max(target.rank for target in found)
    pca = Subspace.principal(samples.x.double(), widest).basis.float()
    spans = None if topk is None else _topk_spans(topk, samples)
    for i, target in enumerate(found):
        beside = [other.basis for other in (*found[:i], *found[i + 1 :], *rest)]
        yield _causes(target, samples, pca, beside, spans, texts, settings, i)
        progress("intervening", i + 1, len(found))


def corrected(found: Sequence[Causes]) -> list[Causes]:
    """The same with their p-values corrected for how many there are."""
    p = holm([causes.swap.p for causes in found])
    return [replace(causes, p=value) for causes, value in zip(found, p, strict=True)]


def _causes(
    target: Target,
    samples: Samples,
    pca: Float[Tensor, "d _"],
    others: Sequence[Tensor],
    spans: Spans | None,
    texts: Sequence[str] | None,
    settings: InterveneSettings,
    number: int,
) -> Causes:
    draw = torch.Generator().manual_seed(settings.seed * 100_003 + number)
    strong, weak = samples.strong(target)
    chosen = pairs(samples.token, strong, settings.pairs, draw)
    if len(chosen) < 2:
        raise ValueError(
            f"{target.name!r} has {len(chosen)} pairs of strong samples in this text: give more"
        )
    basis = target.basis.to(samples.x)
    arm = arms(
        basis,
        samples.x[strong],
        pca.to(samples.x),
        [other.to(samples.x) for other in others],
        None if spans is None else spans(strong, target.rank),
        seed=int(torch.randint(1 << 31, (), generator=draw)),
    )
    swapped, unchanged = swap(samples, chosen, arm, settings.seed)
    causes = Causes(target.name, swapped)
    if "ablate" in settings.tests:
        half = len(chosen)
        elsewhere = weak[torch.randperm(len(weak), generator=draw)[:half]]
        lost = ablate(samples, chosen[:, 0], unchanged[:half], strong, elsewhere, arm)
        causes = replace(causes, ablations=lost)
    if "dose" in settings.tests:
        causes = replace(causes, doses=dose(samples, chosen, arm[0], arm[1], unchanged))
    if {"move", "places"} & set(settings.tests):
        known = groups(samples, target, strong, texts)
        if "move" in settings.tests and len(known) >= 3:
            causes = replace(causes, moves=move(samples, target, known)[0])
        if "places" in settings.tests:
            causes = replace(causes, places=places(samples, target, known, strong, texts))
    return causes


@torch.no_grad()
def _topk_spans(topk: TopKAutoencoder, samples: Samples) -> Spans:
    """Gives the decoder directions of the k latents that tell some samples best from all others."""
    latents = topk.encode(samples.x)
    mean, scale = latents.mean(0), latents.std(0).clamp(min=1e-6)

    @torch.no_grad()
    def span(strong: Int[Tensor, " s"], k: int) -> Float[Tensor, "d k"]:
        best = ((latents[strong].mean(0) - mean) / scale).topk(k).indices
        alone = nn.functional.one_hot(best, len(mean)).to(latents)
        directions = topk.decode(alone) - topk.decode(torch.zeros_like(alone[:1]))
        return torch.linalg.qr(directions.T.to(samples.x)).Q

    return span


def _where(found: Sequence[Target], layer: str | int | None, model: PreTrainedModel) -> Layer:
    """The one layer that all manifolds are in."""
    names: list[str | int] = [target.layer for target in found if target.layer is not None]
    if layer is not None:
        names.append(layer)
    if not names:
        raise ValueError("the manifolds do not say which layer they are in: pass layer=")
    places = {find_layer(model, name).name: find_layer(model, name) for name in set(names)}
    if len(places) > 1:
        known = ", ".join(sorted(places))
        raise ValueError(f"the manifolds are in {known}: intervene on one layer")
    return places.popitem()[1]


def _check(found: Sequence[Target], samples: Samples) -> None:
    d = samples.x.shape[1]
    for target in found:
        if len(target.basis) != d:
            raise ValueError(
                f"{target.name!r} lies in {len(target.basis)} dimensions and the layer has {d}: "
                "give the model and layer that it was found in"
            )


def _texts(tokenizer: PreTrainedTokenizerBase, model: PreTrainedModel) -> list[str]:
    size = max(len(tokenizer), model.config.get_text_config().vocab_size)
    return tokenizer.batch_decode([[i] for i in range(size)])
