"""What the paper claims, and how our numbers say whether it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from quadric.figures.manifolds import CANDIDATES

__all__ = ["CLAIMS", "Claim"]

Numbers = Any
Saying = Callable[[Numbers], str]
Judging = Callable[[Numbers], bool]


@dataclass(frozen=True)
class Claim:
    """One claim, judged by one figure's numbers."""

    where: str
    """Where the paper makes it."""
    claim: str
    """What it says, with its own numbers."""
    figure: str
    """The figure whose numbers judge it."""
    ours: Saying
    """Our numbers in words."""
    holds: Judging
    """Whether it holds for us."""
    rule: str
    """What `holds` asks, in words."""
    why: str = ""
    """Why we think it differs, where it does."""


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


def _spread(rates: dict[str, float]) -> float:
    return max(rates.values()) - min(rates.values())


def _run(found: Numbers, kind: str, last: bool) -> dict[str, Any]:
    mine = [run for run in found["runs"] if run["kind"] == kind]
    return max(mine, key=lambda run: run["alpha"] if last else -run["alpha"])


def _share_of(found: Numbers, better: Callable[[int], bool]) -> tuple[int, int]:
    places = range(len(found["layers"]))
    return sum(better(i) for i in places), len(places)


def _beats_topk(found: Numbers) -> tuple[int, int]:
    exact = found["topk"]["exact"]
    won = [error < exact[i] for errors in found["kinds"].values() for i, error in enumerate(errors)]
    return sum(won), len(won)


def _off(found: Numbers) -> list[float]:
    """Errors of the estimate 2s − s²/2, relative."""
    pairs = zip(found["topk"]["doubled"], found["topk"]["exact"], strict=True)
    return [abs(doubled - exact) / exact for doubled, exact in pairs]


def _neighbours(matrix: list[list[float]]) -> float:
    return min(matrix[i][i + 1] for i in range(len(matrix) - 1))


CLAIMS = (
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
        "claims",
        lambda n: f"{n['hoyer']['gaussian']:.3f} for {n['hoyer']['n']:,} of them",
        lambda n: abs(n["hoyer"]["gaussian"] - 0.8) < 0.01,
        "within 0.01",
    ),
    Claim(
        "3.1",
        "A k-sparse vector has a density of at most k/Lat.",
        "claims",
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
        "claims",
        lambda n: "; ".join(
            f"{kind} {one['frobenius']:.3f} (untrained {one['untrained']:.3f})"
            for kind, one in n["seeds"].items()
        ),
        lambda n: n["seeds"]["vanilla"]["frobenius"] > 0.99,
        "vanilla above 0.99",
        "Directions that the data hardly use keep their first, random weights in so few steps.",
    ),
    Claim(
        "A",
        "Muon converges 2 to 10 times faster than Adam.",
        "claims",
        lambda n: "; ".join(
            f"{kind}: Muon's error {one['muon']['error']:.3f} (density "
            f"{one['muon']['density']:.3f}), Adam's {one['adam']['error']:.3f} (density "
            f"{one['adam']['density']:.3f}), "
            + (
                "Muon never has Adam's last error"
                if one["fewer_steps"] is None
                else f"{one['fewer_steps']:.1f} times fewer steps to Adam's last error"
            )
            for kind, one in n["optimisers"].items()
        ),
        lambda n: all((one["fewer_steps"] or 0) >= 2 for one in n["optimisers"].values()),
        "at least 2 times fewer steps for both kinds, each optimiser at its best rate",
        "Muon moves all directions alike, also those without signal; in a run this short Adam's "
        "larger steps along the few strong ones count for more.",
    ),
    Claim(
        "E",
        "Muon is much more tolerant to hyperparameters than Adam.",
        "claims",
        lambda n: "; ".join(
            f"{kind}: errors over the learning rates "
            + ", ".join(
                f"{name.title()} "
                + "/".join(f"{error:.3f}" for error in one[name]["by_rate"].values())
                for name in ("muon", "adam")
            )
            for kind, one in n["optimisers"].items()
        ),
        lambda n: all(
            _spread(one["muon"]["by_rate"]) < _spread(one["adam"]["by_rate"])
            for one in n["optimisers"].values()
        ),
        "errors spread less over the learning rates tried, for both kinds",
    ),
    Claim(
        "A",
        "Orthogonal initialisation is sparser than Xavier at a minute cost in reconstruction.",
        "claims",
        lambda n: "; ".join(
            f"{label}: error {n['ablations'][name]['error']:.3f}, density "
            f"{n['ablations'][name]['density']:.3f}"
            for label, name in (("orthogonal", "as the paper"), ("Xavier", "Xavier"))
        ),
        lambda n: (
            n["ablations"]["as the paper"]["density"] < n["ablations"]["Xavier"]["density"]
            and n["ablations"]["as the paper"]["error"] <= n["ablations"]["Xavier"]["error"] + 0.02
        ),
        "less dense, and error at most 0.02 higher",
        "Xavier's weights are smaller by a factor of about √(expansion + 1), so it starts "
        "elsewhere on a road of few steps.",
    ),
    Claim(
        "2.1",
        "Untying the decoder has negligible impact.",
        "claims",
        lambda n: (
            f"error {n['ablations']['as the paper']['error']:.3f} tied, "
            f"{n['ablations']['untied']['error']:.3f} untied"
        ),
        lambda n: (
            abs(n["ablations"]["as the paper"]["error"] - n["ablations"]["untied"]["error"]) <= 0.02
        ),
        "errors at most 0.02 apart",
        "Two decoder matrices move besides the encoder's, so that the same rate takes larger "
        "steps.",
    ),
    Claim(
        "E",
        "A gate slightly lowers density but worsens reconstruction: a higher loss overall.",
        "claims",
        lambda n: "; ".join(
            f"{name}: error {n['ablations'][name]['error']:.3f}, density "
            f"{n['ablations'][name]['density']:.3f}, loss {n['ablations'][name]['loss']:.3f}"
            for name in ("untied", "SiLU gate")
        ),
        lambda n: n["ablations"]["SiLU gate"]["loss"] > n["ablations"]["untied"]["loss"],
        "a higher loss with the SiLU gate than without",
    ),
    Claim(
        "E",
        "A TopK gate needs k > 500 to be competitive.",
        "claims",
        lambda n: "; ".join(
            f"{name}: error {one['error']:.3f}"
            for name, one in n["ablations"].items()
            if name.startswith("TopK") or name == "untied"
        ),
        lambda n: (
            min(one["error"] for name, one in n["ablations"].items() if name.startswith("TopK"))
            > 1.05 * n["ablations"]["untied"]["error"]
        ),
        "every k tried (none above 500) leaves an error more than 5% above no gate",
        "Our autoencoders have far fewer latents, so the same k is a larger share of them.",
    ),
    Claim(
        "E",
        "The error stays below the best that is possible on random inputs (up to 64x).",
        "claims",
        lambda n: ", ".join(
            f"{size:g}x: {error:.3f} against {bound:.3f}"
            for size, error, bound in zip(
                n["bound"]["expansions"], n["bound"]["errors"], n["bound"]["bounds"], strict=True
            )
        ),
        lambda n: all(
            error < bound
            for error, bound in zip(n["bound"]["errors"], n["bound"]["bounds"], strict=True)
        ),
        "below the bound at every size",
    ),
    Claim(
        "E",
        "It works on other models too; older ones have errors about 20% higher.",
        "claims",
        lambda n: "; ".join(
            f"{model} (d = {one['d']}): vanilla {one['vanilla']['error']:.3f}, mixed "
            f"{one['mixed']['error']:.3f}"
            for model, one in n["models"].items()
        ),
        lambda n: all(
            one["vanilla"]["error"] <= 1.3 * next(iter(n["models"].values()))["vanilla"]["error"]
            for one in n["models"].values()
        ),
        "every other model's vanilla error at most 1.3 times that of the main one",
        "MiniLM encodes sentences and is no older language model of the same kind; it is learnt "
        "all the same, by the same settings.",
    ),
    Claim(
        "E",
        "While the rate cools down, an ordered autoencoder's error rises and its loss falls.",
        "claims",
        lambda n: (
            f"error {n['ordering']['error_change']:+.3f}, loss "
            f"{n['ordering']['loss_change']:+.3f} over the cool-down"
        ),
        lambda n: n["ordering"]["error_change"] > 0 > n["ordering"]["loss_change"],
        "error up, loss down",
        "Our runs still learn when the cool-down begins; the paper's have converged by then.",
    ),
    Claim(
        "D, fig. layers",
        "Bilinear autoencoders reconstruct the product space better than TopK in most layers.",
        "layers",
        lambda n: (
            "better than TopK's exact error in {} of {} cases of kind and layer".format(
                *_beats_topk(n)
            )
            + "; TopK, exact: "
            + ", ".join(
                f"{error:.3f} (layer {at})"
                for at, error in zip(n["layers"], n["topk"]["exact"], strict=True)
            )
            + "; vanilla: "
            + ", ".join(f"{error:.3f}" for error in n["kinds"]["vanilla"])
        ),
        lambda n: _beats_topk(n)[0] > _beats_topk(n)[1] / 2,
        "in more than half of the cases",
        "With latents twice the width, k = 50 is a mild limit for TopK, and a small bottleneck on "
        "the product space a hard one for us: the paper has eight times as many latents.",
    ),
    Claim(
        "D",
        "TopK's error in the product space is about 2s − s²/2.",
        "layers",
        lambda n: "off by " + ", ".join(f"{off:.1%}" for off in _off(n)),
        lambda n: max(_off(n)) < 0.1,
        "within 10% on every layer",
        "The estimate takes ‖x̂‖ = 1, but x̂ is shorter by what it fails to reconstruct.",
    ),
    Claim(
        "D",
        "Mixed beats vanilla everywhere but in the first layers.",
        "layers",
        lambda n: "; ".join(
            f"layer {at}: vanilla {n['kinds']['vanilla'][i]:.3f}, mixed "
            f"{n['kinds']['mixed'][i]:.3f}"
            for i, at in enumerate(n["layers"])
        ),
        lambda n: (
            _share_of(n, lambda i: n["kinds"]["mixed"][i] < n["kinds"]["vanilla"][i])[0]
            >= len(n["layers"]) - 1
        ),
        "lower on all layers, the first aside",
        "Our bottleneck is half the width of the activations, where the paper's is twice it.",
    ),
    Claim(
        "F, fig. prefixes",
        "Ordered autoencoders reach low errors with far fewer latents, also than vanilla reordered "
        "greedily.",
        "prefixes",
        lambda n: (
            "mean error over all prefixes: "
            + ", ".join(f"{name} {value:.3f}" for name, value in n["mean_over_prefixes"].items())
            + "; at a tenth of the latents: "
            + ", ".join(f"{name} {value:.3f}" for name, value in n["tenth"].items())
        ),
        lambda n: (
            n["mean_over_prefixes"]["ordered"] < n["mean_over_prefixes"]["reordered"]
            and n["tenth"]["ordered"] < n["tenth"]["reordered"]
        ),
        "ordered below vanilla reordered, at a tenth and on average",
        "Ordered's prefixes are far better than vanilla's as they stand, but a latent has had "
        "little time to move to its place; and the greedy order is chosen on the very rows that it "
        "is measured on.",
    ),
    Claim(
        "G, fig. activations",
        "99% of a latent's activations are near zero: below 2e-5.",
        "activations",
        lambda n: "; ".join(
            f"α = {run['alpha']:g}: 99% below {run['below_99']:.1e}, {run['near_zero']:.1%} of its "
            f"peak (median over all latents {run['near_zero_of_all'][1]:.1%})"
            for run in n["runs"]
        ),
        lambda n: n["runs"][0]["near_zero_of_all"][1] < 0.1,
        "99% below a tenth of the peak, for the median latent at the largest α: the scale of a "
        "latent is free, its share is not",
        "So few steps of a penalty leave latents denser than the paper's.",
    ),
    Claim(
        "I, fig. permutation",
        "Permutation self-similarity falls from 0.8 (dense) to 0.65 (sparse).",
        "permutation",
        lambda n: "self: " + ", ".join(f"{value:.3f}" for value in n["self"]),
        lambda n: all(0.6 <= value <= 0.85 for value in n["self"]) and n["self"][0] > n["self"][-1],
        "between 0.6 and 0.85, and falling",
        "Two latents for every input overlap less than the paper's sixteen.",
    ),
    Claim(
        "I",
        "Permutation cross-similarity lies between 0.5 and 0.6.",
        "permutation",
        lambda n: f"cross: {n['cross'][0]:.3f} to {n['cross'][1]:.3f}",
        lambda n: n["cross"][0] >= 0.45 and n["cross"][1] <= 0.65,
        "between 0.45 and 0.65",
        "The runs of one seed start from the same weights and keep much of them in few steps.",
    ),
)
"""Every claim that a figure's numbers can judge."""
