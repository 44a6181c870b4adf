"""What the paper claims before its appendices."""

from __future__ import annotations

from typing import Any

import numpy as np

from quadric.figures.claims.claim import Claim, Numbers
from quadric.figures.manifolds import CANDIDATES

__all__ = ["MAIN_TEXT"]


def _at(found: Numbers, kind: str, alpha: float, name: str) -> float:
    return found["kinds"][kind][name][found["alphas"].index(alpha)]


def _alphas(found: Numbers, kind: str, name: str) -> str:
    pairs = zip(found["alphas"], found["kinds"][kind][name], strict=True)
    return ", ".join(f"{value:.3f} at α = {alpha:g}" for alpha, value in pairs)


def _middle(found: Numbers) -> float:
    """The default penalty, or the nearest that was trained."""
    return min(found["alphas"], key=lambda alpha: abs(alpha - 0.1))


def _both_reach(found: Numbers) -> list[tuple[float, float, float]]:
    """A density that a run of either has and both reach, mixed's error there, and vanilla's."""
    lines = []
    for kind in ("mixed", "vanilla"):
        one = found["kinds"][kind]
        lines.append(np.array(sorted(zip(one["density"], one["error"], strict=True))).T)
    low, high = max(line[0][0] for line in lines), min(line[0][-1] for line in lines)
    at = sorted(d for line in lines for d in line[0] if low <= d <= high)
    mixed, vanilla = lines
    return [(float(d), float(np.interp(d, *mixed)), float(np.interp(d, *vanilla))) for d in at]


def _run(found: Numbers, kind: str, last: bool) -> dict[str, Any]:
    mine = [run for run in found["runs"] if run["kind"] == kind]
    return max(mine, key=lambda run: run["alpha"] if last else -run["alpha"])


def _neighbours(matrix: list[list[float]]) -> float:
    return min(matrix[i][i + 1] for i in range(len(matrix) - 1))


MAIN_TEXT = (
    Claim(
        "4.1, fig. pareto",
        "Density falls from 0.6 to 0.2 as α goes from 0 to 0.1, at no cost to reconstruction.",
        "pareto",
        lambda n: (
            f"vanilla: density {_alphas(n, 'vanilla', 'density')}; "
            f"error {_alphas(n, 'vanilla', 'error')}"
        ),
        lambda n: (
            _at(n, "vanilla", _middle(n), "density") <= 0.5 * _at(n, "vanilla", 0, "density")
            and _at(n, "vanilla", _middle(n), "error") <= 1.02 * _at(n, "vanilla", 0, "error")
        ),
        "density at least halved at α = 0.1, error up by at most 2%",
        "α acts for a fraction of the paper's steps, and its warm-up takes a quarter of those.",
    ),
    Claim(
        "4.1",
        "Beyond α = 0.1 errors increase.",
        "pareto",
        lambda n: f"vanilla: error {_alphas(n, 'vanilla', 'error')}",
        lambda n: n["kinds"]["vanilla"]["error"][-1] > _at(n, "vanilla", _middle(n), "error"),
        "error at the largest α above that at 0.1",
    ),
    Claim(
        "4.1",
        "Mixing improves the trade-off of error and density.",
        "pareto",
        lambda n: (
            f"at α = {_middle(n):g} mixed has error {_at(n, 'mixed', _middle(n), 'error'):.3f} and "
            f"density {_at(n, 'mixed', _middle(n), 'density'):.3f}, vanilla "
            f"{_at(n, 'vanilla', _middle(n), 'error'):.3f} and "
            f"{_at(n, 'vanilla', _middle(n), 'density'):.3f}; at the same density "
            + ", ".join(
                f"{mine:.3f} against {other:.3f} (at {density:.2f})"
                for density, mine, other in _both_reach(n)
            )
        ),
        lambda n: bool(_both_reach(n)) and all(mine < other for _, mine, other in _both_reach(n)),
        "a lower error at every density that a run of either has, on straight lines between the α",
        "At each α mixed reconstructs better but is denser, and the two lines cross; between α far "
        "apart, straight lines overstate the error of either.",
    ),
    Claim(
        "4.1",
        "Ordering degrades the trade-off.",
        "pareto",
        lambda n: (
            f"at α = {_middle(n):g} ordered has error {_at(n, 'ordered', _middle(n), 'error'):.3f}"
            f", vanilla {_at(n, 'vanilla', _middle(n), 'error'):.3f}"
        ),
        lambda n: _at(n, "ordered", _middle(n), "error") > _at(n, "vanilla", _middle(n), "error"),
        "ordered's error above vanilla's at α = 0.1",
    ),
    Claim(
        "4.1",
        "Density penalties sometimes improve reconstruction.",
        "pareto",
        lambda n: "; ".join(
            f"{kind}: best error at α = {n['alphas'][lines['error'].index(min(lines['error']))]:g}"
            for kind, lines in n["kinds"].items()
        ),
        lambda n: any(lines["error"].index(min(lines["error"])) for lines in n["kinds"].values()),
        "some kind has its lowest error at an α above 0",
    ),
    Claim(
        "3.1",
        "The penalty is scale-invariant, so that latents do not die.",
        "pareto",
        lambda n: (
            "dead latents of vanilla: "
            + ", ".join(
                f"{dead} at α = {alpha:g}"
                for alpha, dead in zip(n["alphas"], n["kinds"]["vanilla"]["dead"], strict=True)
            )
        ),
        lambda n: max(n["kinds"]["vanilla"]["dead"][1:]) <= n["kinds"]["vanilla"]["dead"][0],
        "no more dead latents with any penalty than with none",
    ),
    Claim(
        "3.1",
        "Gaussian values have a density of 0.8.",
        "experiments",
        lambda n: f"{n['hoyer']['gaussian']:.3f} for {n['hoyer']['n']:,} of them",
        lambda n: abs(n["hoyer"]["gaussian"] - 0.8) < 0.01,
        "within 0.01",
    ),
    Claim(
        "3.1",
        "A k-sparse vector has a density of at most k/Lat.",
        "experiments",
        lambda n: (
            f"{n['hoyer']['sparse']:.3f} for {n['hoyer']['k']} equal values among "
            f"{n['hoyer']['n']:,}, where k/Lat would be {n['hoyer']['k'] / n['hoyer']['n']:g}"
        ),
        lambda n: n["hoyer"]["sparse"] <= n["hoyer"]["k"] / n["hoyer"]["n"],
        "at most k/n",
        "By the formula itself the maximum is (√k − 1)/(√n − 1).",
    ),
    Claim(
        "4.1, fig. sparsity",
        "About 2% of latents activate densely despite the penalty (α = 1).",
        "sparsity",
        lambda n: (
            ", ".join(
                f"{kind} {_run(n, kind, True)['dense_share']:.1%}"
                for kind in ("vanilla", "ordered")
            )
            + f" above a density of {n['dense_from']:g}"
        ),
        lambda n: 0.005 <= _run(n, "vanilla", True)["dense_share"] <= 0.05,
        "between 0.5% and 5% of vanilla's latents",
        "What is still dense shrinks while α acts, and it acts for few steps here.",
    ),
    Claim(
        "4.1",
        "Ordering pushes the dense latents to the front, whatever the penalty.",
        "sparsity",
        lambda n: "; ".join(
            f"α = {run['alpha']:g}: mean density {run['first_tenth']:.3f} in the first tenth, "
            f"{run['others']:.3f} after it"
            for run in n["runs"]
            if run["kind"] == "ordered"
        ),
        lambda n: all(r["first_tenth"] > r["others"] for r in n["runs"] if r["kind"] == "ordered"),
        "the first tenth denser than the rest, at both ends of α",
        "Which latents become dense is decided by the first weights, which are vanilla's: in so "
        "few steps ordering has hardly moved them. The last latents, which the prefixes weigh "
        "least, are dense because little has trained them.",
    ),
    Claim(
        "4.2",
        f"Of about {CANDIDATES} candidates roughly half show nonlinear structure.",
        "manifolds",
        lambda n: (
            f"{n['nonlinear']} of {n['candidates']} are curves, surfaces or spheres by our measure "
            f"({', '.join(f'{count} {shape}' for shape, count in n['shapes'].items())}); "
            f"{n['above_chance']} score above 95% of random subspaces"
        ),
        lambda n: 0.3 <= n["nonlinear"] / n["candidates"] <= 0.7,
        "between 30% and 70%",
        "The authors judged by eye; ours is a classifier of shapes on held-out points.",
    ),
    Claim(
        "4.3, fig. frobenius",
        "Autoencoders of comparable sparsity are near-identical: 98% for vanilla and ordered.",
        "frobenius",
        lambda n: (
            "least similarity of neighbouring α: "
            + ", ".join(f"{kind} {_neighbours(matrix):.3f}" for kind, matrix in n["kinds"].items())
        ),
        lambda n: min(_neighbours(n["kinds"][kind]) for kind in ("vanilla", "ordered")) >= 0.97,
        "vanilla and ordered at least 0.97 for every two neighbouring α",
        "Few α that lie far apart are hardly of comparable sparsity, and short runs are further "
        "from converged: directions that the data hardly use keep what they started with.",
    ),
    Claim(
        "4.3",
        "The similarity drops significantly between the densest and the sparsest.",
        "frobenius",
        lambda n: ", ".join(f"{kind} {m[0][-1]:.3f}" for kind, m in n["kinds"].items()),
        lambda n: all(m[0][-1] < _neighbours(m) for m in n["kinds"].values()),
        "the ends of α less alike than any neighbours, for every kind",
    ),
    Claim(
        "4.3",
        "A vanilla autoencoder is more than 99% similar across seeds.",
        "experiments",
        lambda n: "; ".join(
            f"{kind} {one['frobenius']:.3f} (untrained {one['untrained']:.3f})"
            for kind, one in n["seeds"].items()
        ),
        lambda n: n["seeds"]["vanilla"]["frobenius"] > 0.99,
        "vanilla above 0.99",
        "Directions that the data hardly use keep their first, random weights in so few steps.",
    ),
)
"""In the order of the paper."""
