"""Are shapes called by their right word, when they lie in superposition?

Run `python -m benchmarks shapes`: shapes of one to six dimensions are planted in one space, where
each sample is the sum of several and of noise. In the true subspace of each, the strong samples are
classified as `find` does it. How many neighbours are averaged was chosen on another draw (11).
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from quadric.manifolds.scoring import measure, strong_samples
from quadric.synthetic import KINDS, plant

WORDS = ("direction", "clusters", "curve", "closed curve", "surface", "sphere", "cloud")
D, EACH, SAMPLES, SEEDS = 128, 2, 12_000, (12, 13)
SETTINGS = ((1, 0.03), (1, 0.1), (4, 0.03), (4, 0.1), (4, 0.2))
"""How many are active in a sample, and the noise of a coordinate."""


def words(active: int, noise: float, seed: int) -> list[tuple[str, str]]:
    """The kind of every planted manifold, and what its samples are called."""
    kinds = tuple(KINDS)
    planted = plant(EACH * len(kinds), D, kinds=kinds, active=active, noise=noise, seed=seed)
    x = planted.sample(SAMPLES, seed).x
    found = []
    for kind, basis in zip(planted.kinds, planted.bases, strict=True):
        points = (x @ basis).numpy()
        strength = np.linalg.norm(points, axis=1)
        shape = measure(points, strength, strong_samples(strength), seed, own_rank=True).shape
        found.append((kind.name, shape.word))
    return found


def main() -> str:
    """Both tables as markdown."""
    every: Counter[tuple[str, str]] = Counter()
    right = []
    for active, noise in SETTINGS:
        pairs = [pair for seed in SEEDS for pair in words(active, noise, seed)]
        every.update(pairs)
        hits = {
            dims: [
                word == KINDS[kind].shape
                for kind, word in pairs
                if (KINDS[kind].dimensions > 3) == dims
            ]
            for dims in (False, True)
        }
        shares = " | ".join(f"{np.mean(hits[dims]):.2f}" for dims in (False, True))
        right.append(f"| {active} | {noise} | {shares} |")
    rows = [f"| planted | dimensions | {' | '.join(WORDS)} |", "|---|---|" + "---|" * len(WORDS)]
    for name, kind in KINDS.items():
        counts = [every[name, word] for word in WORDS]
        total = max(sum(counts), 1)
        cells = [
            f"**{count / total:.2f}**" if word == kind.shape else f"{count / total:.2f}"
            for word, count in zip(WORDS, counts, strict=True)
        ]
        rows.append(f"| {name} | {kind.dimensions} | {' | '.join(cells)} |")
    return "\n".join(
        [
            "What each planted kind is called, as shares of all settings; the right word is bold.",
            "",
            *rows,
            "",
            "| active in a sample | noise | right, up to 3 dimensions | right, 4 to 6 |",
            "|---|---|---|---|",
            *right,
            "",
            f"{EACH * len(SEEDS)} of each kind a setting, d = {D}, {SAMPLES:,} samples, in "
            "the true subspace; shapes have size one, and noise is that of each coordinate.",
        ]
    )


if __name__ == "__main__":
    print(main())
