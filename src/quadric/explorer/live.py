"""Sentences that a visitor types, run through the model: where their tokens lie on a manifold."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from quadric.gallery import Gallery

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

    from quadric.gallery import ManifoldBundle

__all__ = ["MAX_SENTENCE_CHARACTERS", "Live"]

MAX_SENTENCE_CHARACTERS = 2000
"""Characters of a sentence: more is a text, which `quadric collect` reads."""


class Live:
    """A model beside a gallery, loaded in the background: the page is there at once."""

    def __init__(self, gallery: Gallery[ManifoldBundle], model: str) -> None:
        self.gallery = gallery
        # One thread: two sentences at a time would only slow each other down.
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="model")
        self.loaded: Future[tuple[PreTrainedModel, PreTrainedTokenizerBase]] = self.thread.submit(
            _load, model
        )

    def places(self, text: str, which: str) -> dict[str, Any]:
        """The tokens of a sentence and where each lies, in the manifold's own coordinates."""
        text = text.strip()[:MAX_SENTENCE_CHARACTERS]
        if not text:
            raise ValueError("type a sentence first")
        bundle = self.gallery.manifold(which)
        if bundle.subspace is None or bundle.layer is None:
            raise ValueError(
                f"{bundle.name!r} does not say which layer and directions it was found at: "
                "make the gallery again with `quadric find`"
            )
        model, tokenizer = self.loaded.result()
        return self.thread.submit(_places, model, tokenizer, text, bundle).result()

    def close(self) -> None:
        """Let go of the model."""
        self.thread.shutdown(wait=False, cancel_futures=True)


def _load(name: str) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    from quadric.models import load

    return load(name)


def _places(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, text: str, bundle: ManifoldBundle
) -> dict[str, Any]:
    import torch

    from quadric.activations import capture
    from quadric.autoencoders.inputs import unit_rows

    assert bundle.subspace is not None
    assert bundle.layer is not None
    captured = capture(model, tokenizer, [text], bundle.layer)
    x = captured.activations
    if x.shape[-1] != len(bundle.subspace):
        raise ValueError(
            f"the model has {x.shape[-1]} numbers a token at {bundle.layer}, the manifold "
            f"{len(bundle.subspace)}: give the model that the gallery was made with"
        )
    mean = None if bundle.mean is None else torch.from_numpy(bundle.mean)
    unit, _ = unit_rows(x, len(bundle.subspace), torch.float32, mean)
    points = unit @ torch.from_numpy(bundle.subspace).to(unit)
    tokens = [tokenizer.decode([int(i)]) for i in captured.tokens]
    return {"tokens": tokens, "points": points.tolist()}
