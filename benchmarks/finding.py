"""How long does it take to find the manifolds of a layer?

Run `python -m benchmarks finding`. First the candidates from the weights alone, which are random,
since what was learnt does not change the cost: ours solves a composite of m latents in the span of
its 2m factors; the contender writes it out as a d × d matrix and takes all eigenvalues of that, on
a part of the composites. Then all of `find` on a real layer, by its stages; the autoencoder is
trained once and kept in the user's cache folder.
"""

from __future__ import annotations

import time

import torch

from benchmarks.kernels import race
from benchmarks.training import CACHE, activations
from quadric import BilinearAutoencoder
from quadric.manifolds import find_manifolds
from quadric.manifolds.candidates import Candidates, candidates
from quadric.training.fit import fit

D, LATENTS, MEMBERS = 576, 9216, 10
DENSE_COMPOSITES = 64
"""Composites that the contender is timed on."""
CANDIDATE_SECONDS = 60
"""Seconds for all candidates."""
MANIFOLDS, SAMPLES, STEPS = 50, 161_000, 200
FIND_SECONDS = 25
"""Seconds for all of `find`."""


@torch.no_grad()
def dense(ae: BilinearAutoencoder, found: Candidates) -> torch.Tensor:
    """The leading eigenvalues of composites that are written out."""
    values = []
    for members, weights in zip(found.members, found.weights, strict=True):
        form = (ae.left[members].T * weights) @ ae.right[members]
        values.append(torch.linalg.eigvalsh((form + form.T) / 2))
    every = torch.stack(values)
    order = every.abs().argsort(dim=1, descending=True)[:, :3]
    return every.gather(1, order)


def whole() -> list[str]:
    """The seconds of `find` on a real layer, by its stages."""
    rows, kept = activations(), CACHE / "finding"
    if not kept.exists():
        ae = fit(rows, "mixed", steps=STEPS)
        assert isinstance(ae, BilinearAutoencoder)
        ae.save_pretrained(kept)
    ae = BilinearAutoencoder.from_pretrained(kept)
    spent: dict[str, float] = {}
    now: tuple[str, float] = ("starting", time.perf_counter())

    def note(stage: str, *_: object) -> None:
        nonlocal now
        if stage != now[0]:
            moment = time.perf_counter()
            spent[now[0]] = spent.get(now[0], 0.0) + moment - now[1]
            now = (stage, moment)

    count = min(SAMPLES, len(rows))
    found = find_manifolds(ae, rows, MANIFOLDS, samples=count, progress=note)
    note("end")
    every = sum(spent.values())
    return [
        f"All of `find`: {len(found)} manifolds from {count:,} samples of SmolLM2's layer 15, 4x.",
        "",
        "| stage | seconds |",
        "|---|---|",
        *(f"| {stage} | {seconds:.1f} |" for stage, seconds in spent.items()),
        f"| all (asked: {FIND_SECONDS}) | {every:.1f} |",
    ]


def main() -> str:
    """Both tables."""
    torch.manual_seed(0)
    ae = BilinearAutoencoder.preset("mixed", D, n_latents=LATENTS, n_mix=2 * D)
    found = candidates(ae, members=MEMBERS)[torch.arange(DENSE_COMPOSITES)]
    torch.testing.assert_close(dense(ae, found), found.eigenvalues[:, :3], rtol=1e-3, atol=1e-4)
    best = race(
        {
            "ours": lambda: len(candidates(ae, members=MEMBERS)),
            "dense": lambda: len(dense(ae, found)),
        }
    )
    ours, theirs = best["ours"], best["dense"] * LATENTS / DENSE_COMPOSITES
    return "\n".join(
        [
            f"All {LATENTS:,} candidates of d = {D}, from the weights of a `mixed` autoencoder.",
            "",
            "| way | seconds | against ours | asked |",
            "|---|---|---|---|",
            f"| in the span of the factors (ours) | {ours:.1f} | 1.0× | {CANDIDATE_SECONDS} |",
            f"| eigenvalues of d × d matrices | {theirs:.0f}, from {DENSE_COMPOSITES} of them | "
            f"{theirs / ours:.1f}× | |",
            "",
            *whole(),
        ]
    )


if __name__ == "__main__":
    print(main())
