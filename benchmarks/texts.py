"""Which text should a gallery be made from? Speeches, the wide text of sae-probes, or both.

Run `python -m benchmarks texts --write`: the demo's training and search on as many tokens of each;
how many different concepts the first fifty manifolds hold, how many of them are above chance, and
their names. What was collected, trained and found is kept in the work folder.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from benchmarks.probe_sets import PACKAGE, Place
from benchmarks.probe_units import wide_text
from benchmarks.training import activations
from quadric import BilinearAutoencoder, find_manifolds
from quadric.manifolds import Words
from quadric.recipes import demo
from quadric.training.fit import fit

PLACE = Place()
TEXTS = ("sotu", PACKAGE, "both")
TOKENS = demo().tokens
"""Of each text; of both together half as many each."""
TRAINING = replace(demo().training, heldout_every=demo().training.steps)
"""The demo's training; the held-out error in between takes time, and changes nothing."""
MANIFOLDS, POINTS = 50, 512
LISTED_NAMES = 12
SAME_CONCEPT = 0.5
"""Manifolds of which more than this share of the top tokens is another one's are one concept."""


def rows(text: str) -> tuple[torch.Tensor, Words]:
    """Activations and words; of both texts in turns."""
    stores = {"sotu": activations, PACKAGE: lambda: wide_text(PLACE)}
    chosen = [stores[name]() for name in (stores if text == "both" else [text])]
    each = TOKENS // len(chosen)
    words = [Words.of(store, each) for store in chosen]
    # One model's tokenizer: the vocabularies are the same.
    tokens = np.concatenate([one.tokens[:each] for one in words])
    x = torch.cat([store[:each].float() for store in chosen])
    # In turns, so that what is held out has both.
    order = np.arange(len(x)).reshape(len(chosen), each).T.reshape(-1)
    return x[torch.from_numpy(order)], Words(tokens[order], words[0].vocab)


def different(tops: list[list[str]]) -> int:
    """How many manifolds share at most half of their top tokens with every one counted before."""
    counted: list[set[str]] = []
    for top in tops:
        own = {token.strip().lower() for token in top}
        if own and all(len(own & other) <= SAME_CONCEPT * len(own) for other in counted):
            counted.append(own)
    return len(counted)


def measure(text: str) -> dict[str, Any]:
    """What a gallery of this text holds, kept in a file."""
    file = PLACE.folder / "texts" / f"{text}.json"
    if not file.exists():
        x, words = rows(text)
        changed = ("steps", "seed", "heldout_tokens", "heldout_every")
        settings: dict[str, Any] = {name: getattr(TRAINING, name) for name in changed}
        ae = fit(x, TRAINING.kind, **settings)
        assert isinstance(ae, BilinearAutoencoder)
        found = find_manifolds(ae, x, MANIFOLDS, words=words, points=POINTS)
        result = {
            "manifolds": len(found),
            "different": different([list(m.top) for m in found]),
            "above": float(np.mean([m.passes for m in found])),
            "rank": float(np.mean([m.rank for m in found])),
            "score": float(np.mean([m.score for m in found[:10]])),
            "tokens": len({token.strip().lower() for m in found for token in m.top}),
            "names": [m.name for m in found],
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(result))
    return json.loads(file.read_text())


def main() -> str:
    """The table as markdown."""
    lines = [
        "| text | manifolds listed | different concepts | different top tokens | above chance | "
        "mean rank | mean score of the first ten |",
        "|---" * 7 + "|",
    ]
    names = []
    for text in TEXTS:
        found = measure(text)
        lines.append(
            f"| {text} | {found['manifolds']} | {found['different']} | {found['tokens']} | "
            f"{found['above']:.0%} | {found['rank']:.1f} | {found['score']:.2f} |"
        )
        first = "; ".join(f"`{name}`" for name in found["names"][:LISTED_NAMES])
        names.append(f"- {text}: {first}")
    said = (
        f"{PLACE}, {TOKENS:,} tokens of each text (of both: half each), the demo's training "
        f"({TRAINING.steps} steps of {TRAINING.batch:,}), one seed. Two manifolds are different "
        "concepts if they share at most half of their top tokens; above chance is a score above "
        "that of 95% of random subspaces that went through the same search. The first names:"
    )
    return "\n".join([*lines, "", said, "", *names])


if __name__ == "__main__":
    print(main())
