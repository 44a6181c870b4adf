"""Trains what the figures need, or finds it trained: activations and runs in one folder."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from quadric import text
from quadric.activations import ActivationStore, CollectSettings, Rows, collect, open_activations
from quadric.autoencoders import BilinearAutoencoder, TopKAutoencoder
from quadric.device import resolve_device
from quadric.figures.scale import Scale, Spec
from quadric.files.stopping import Stop
from quadric.manifolds import Words
from quadric.models import ModelSource, default_dtype, load
from quadric.progress import Progress, silent, staged
from quadric.synthetic import plant
from quadric.training.folder import load_run, read_record
from quadric.training.live import LiveSource
from quadric.training.loop import train
from quadric.training.metrics import read_metrics
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource, Source, layer_store, split

__all__ = ["RunCache"]


class RunCache:
    """The runs of one scale in one folder: each is trained when it is first asked for."""

    def __init__(
        self, scale: Scale, out: Path, progress: Progress = silent, stop: Stop | None = None
    ) -> None:
        self.scale, self.out, self.progress = scale, out, progress
        self._stop = Stop() if stop is None else stop
        self._rows: dict[tuple[str, str], Rows] = {}

    def folder(self, spec: Spec) -> Path:
        """Where a run is kept."""
        return self.out / "runs" / _safe(spec.model) / _safe(spec.name)

    def train(self, specs: list[Spec]) -> None:
        """Train what is not finished yet; stopped runs go on where they were."""
        missing = [spec for spec in specs if not self._finished(spec)]
        for number, spec in enumerate(missing):
            title = f"{spec.name} ({number + 1} of {len(missing)} runs)"
            source = self._source(spec)
            with self._timed("train"):
                train(
                    source,
                    spec.settings,
                    self.folder(spec),
                    resume=True,
                    stop=self._stop,
                    progress=staged(title, self.progress),
                )

    def _finished(self, spec: Spec) -> bool:
        record = read_record(self.folder(spec))
        if record is None or record["status"] != "finished":
            return False
        before = TrainSettings.from_dict(record["settings"])
        return before == spec.settings.continuing(before.precision)

    def record(self, spec: Spec) -> dict[str, Any]:
        """The record of a run, which is trained now if it has not been."""
        self.train([spec])
        record = read_record(self.folder(spec))
        assert record is not None
        return record

    def heldout(self, spec: Spec) -> dict[str, float]:
        """Error, density, dead latents and tokens, on rows that the run never trained on."""
        return self.record(spec)["heldout"]

    def metrics(self, spec: Spec) -> list[dict[str, Any]]:
        """What every step of a run measured."""
        self.train([spec])
        return read_metrics(self.folder(spec))

    def bilinear(self, spec: Spec) -> BilinearAutoencoder:
        """A run's autoencoder."""
        self.train([spec])
        found = load_run(self.folder(spec)).requires_grad_(False)
        assert isinstance(found, BilinearAutoencoder)
        return found

    def topk(self, spec: Spec) -> TopKAutoencoder:
        """A baseline's autoencoder."""
        self.train([spec])
        found = load_run(self.folder(spec)).requires_grad_(False)
        assert isinstance(found, TopKAutoencoder)
        return found

    def heldout_rows(self, spec: Spec) -> tuple[Rows, range]:
        """Activations, and which of them no run with this seed trained on."""
        rows, settings = self.rows(spec.model, spec.layer), spec.settings
        if self.scale.live:
            # Live runs hold out the first documents, with which the store begins too; where
            # exactly they end depends on how blocks are cut, so that half of them is safe.
            share = round(settings.heldout * settings.steps * settings.batch)
            return rows, range(min(len(rows), settings.heldout_tokens // 2, share // 2))
        return rows, split(rows, settings.heldout)[1][: settings.heldout_tokens]

    def words(self) -> Words:
        """The tokens of the scale's own layer."""
        rows = self.rows(self.scale.model, self.scale.layer)
        if isinstance(rows, ActivationStore):
            return Words.of(rows, len(rows))
        seed = _planted_seed(self.scale.model, self.scale.layer)
        planted = plant(seed=seed, manifolds=24, d=24)
        tokens = planted.sample(self.scale.tokens).tokens.numpy().astype(np.int64)
        return Words(tokens, planted.vocab)

    def rows(self, model: str, layer: str) -> Rows:
        """Activations of a layer, collected at the first call; the smoke scale plants them."""
        if (model, layer) not in self._rows:
            self._rows[model, layer] = self._opened(model, layer)
        return self._rows[model, layer]

    def _opened(self, model: str, layer: str) -> Rows:
        if self.scale.name == "smoke":
            return open_activations(_planted(model, layer, self.scale.tokens))
        layers = self.scale.layers if model == self.scale.model else (layer,)
        self._collect(model, layers)
        return ActivationStore(layer_store(self._acts(model), layer))

    def _acts(self, model: str) -> Path:
        return self.out / "acts" / _safe(model)

    def _collect(self, model: str, layers: tuple[str, ...]) -> None:
        """One pass of the model for all its layers."""
        found = self._acts(model)
        if found.exists() and all(_complete(found, layer, self.scale.tokens) for layer in layers):
            return
        loaded, tokenizer, settings = self._reading(model, layers, seed=0)
        title = f"{model} reads {self.scale.text}"

        def report(stage: str, done: int, total: int | None = None, note: str = "") -> None:
            self.progress(title, min(done, self.scale.tokens), self.scale.tokens)
            if self._stop:
                raise KeyboardInterrupt

        documents = text.documents(self.scale.text, seed=0)
        with self._timed("collect"):
            collect(loaded, tokenizer, documents, found, settings, progress=report)

    @contextlib.contextmanager
    def _timed(self, work: str) -> Iterator[None]:
        """Note how long a piece of work took and how busy the machine was, also if it stops."""
        begun = time.monotonic()
        try:
            yield
        finally:
            seconds, load = round(time.monotonic() - begun, 1), round(os.getloadavg()[0], 1)
            self.out.mkdir(parents=True, exist_ok=True)
            with open(self.out / "timings.jsonl", "a") as file:
                file.write(json.dumps({"work": work, "seconds": seconds, "load": load}) + "\n")

    def _reading(self, model: str, layers: tuple[str, ...], seed: int) -> tuple[Any, Any, Any]:
        """A model, its tokenizer, and how it reads."""
        device = resolve_device(self.scale.base.device)
        loaded, tokenizer = self._load(model, device)
        settings = CollectSettings(
            layers=layers,
            tokens=self.scale.tokens,
            dtype=default_dtype(device),
            model=model,
            revision=getattr(loaded.config, "_commit_hash", None) or _revision(model),
            text=self.scale.text,
            seed=seed,
        )
        return loaded, tokenizer, settings

    @cached_property
    def _load(self) -> Callable[[str, torch.device], tuple[Any, Any]]:
        @cache
        def loaded(model: str, device: torch.device) -> tuple[Any, Any]:
            self.progress(f"loading {model}", 0)
            return load(model, device, default_dtype(device))

        return loaded

    def _source(self, spec: Spec) -> Source:
        if not self.scale.live:
            rows = self.rows(spec.model, spec.layer)
            return RowSource(rows, spec.settings, f"{spec.model}, layer {spec.layer}")

        def documents(seed: int) -> Iterator[str]:
            return text.documents(self.scale.text, seed=seed)

        settings = spec.settings
        loaded, tokenizer, collecting = self._reading(spec.model, (spec.layer,), settings.seed)
        collecting = replace(collecting, tokens=None)
        return LiveSource(loaded, tokenizer, documents, collecting, settings)


def _complete(folder: Path, layer: str, tokens: int) -> bool:
    try:
        store = ActivationStore(layer_store(folder, layer))
    except (ValueError, OSError):
        return False
    manifest = store.manifest
    return manifest["complete"] and (len(store) >= tokens or manifest["text_exhausted"])


def _revision(model: str) -> str | None:
    return ModelSource.find(model, None).revision


def _planted_seed(model: str, layer: str) -> int:
    return int(layer) + 10 * len(model)


def _planted(model: str, layer: str, tokens: int) -> Tensor:
    return plant(seed=_planted_seed(model, layer), manifolds=24, d=24).sample(tokens).x


def _safe(name: str) -> str:
    return name.replace("/", "--").replace(" ", "-")
