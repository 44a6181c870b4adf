"""What does each part of the default finder bring?

Run `python -m benchmarks starts`: the runs of `known_concepts` on its second layer, which nothing
was tuned on, by the finder as it is, with what the words of the samples add, without clusters to
start from (and with the support and the number of composites that were right without them), and
without whitening either. All that each finder proposes counts, up to three hundred.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

from torch import Tensor

from benchmarks.known_concepts import LAYERS, Units, proposed, run, table
from quadric.manifolds.grouping import Grouped
from quadric.manifolds.words import Words

DEFAULT = Grouped()
COMPOSITES = replace(DEFAULT, clusterings=(), composites=2400, support=3)
FINDERS = {
    "as it is": DEFAULT,
    "with words": replace(DEFAULT, classes=(64, 128, 256) * 4),
    "composites alone": COMPOSITES,
    "composites alone, not whitened": replace(COMPOSITES, knee=math.inf),
}


def finders(x: Tensor, words: Words, seed: int, folder: Path) -> dict[str, Units]:
    """All that each finder proposes on one text."""
    return {
        name: proposed(finder, x, words, seed, folder, finder.candidates)[1]
        for name, finder in FINDERS.items()
    }


def main() -> str:
    """The table of `known_concepts`, for these."""
    return f"SmolLM2, layer {LAYERS[1]}.\n\n{table(run(LAYERS[1], finders))}"


if __name__ == "__main__":
    print(main())
