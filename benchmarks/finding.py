"""How long does it take to score every candidate of a layer from the weights alone?

Run `python -m benchmarks finding`: the weights are random, since what was learnt does not change
the cost. Ours solves a composite of m latents in the span of its 2m factors; the contender writes
it out as a d × d matrix and takes all eigenvalues of that, on a part of the composites.
"""

from __future__ import annotations

import torch

from benchmarks.kernels import race
from quadric import BilinearAutoencoder
from quadric.manifolds.candidates import Candidates, candidates

D, LATENTS, MEMBERS = 576, 9216, 10
PART = 64
"""Composites that the contender is timed on."""
ASKED = 60
"""Seconds for all candidates."""


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


def main() -> str:
    """The table."""
    torch.manual_seed(0)
    ae = BilinearAutoencoder.preset("mixed", D, n_latents=LATENTS, n_mix=2 * D)
    found = candidates(ae, members=MEMBERS)[torch.arange(PART)]
    torch.testing.assert_close(dense(ae, found), found.eigenvalues[:, :3], rtol=1e-3, atol=1e-4)
    best = race(
        {
            "ours": lambda: len(candidates(ae, members=MEMBERS)),
            "dense": lambda: len(dense(ae, found)),
        }
    )
    ours, theirs = best["ours"], best["dense"] * LATENTS / PART
    return "\n".join(
        [
            f"All {LATENTS:,} candidates of d = {D}, from the weights of a `mixed` autoencoder.",
            "",
            "| way | seconds | against ours | asked |",
            "|---|---|---|---|",
            f"| in the span of the factors (ours) | {ours:.1f} | 1.0× | {ASKED} |",
            f"| eigenvalues of d × d matrices | {theirs:.0f}, from {PART} of them | "
            f"{theirs / ours:.1f}× | |",
        ]
    )


if __name__ == "__main__":
    print(main())
