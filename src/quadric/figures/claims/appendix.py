"""What the paper's appendices claim, and what ablations say."""

from __future__ import annotations

from collections.abc import Callable

from quadric.figures.claims.claim import Claim, Numbers

__all__ = ["APPENDIX"]


def _spread(rates: dict[str, float]) -> float:
    return max(rates.values()) - min(rates.values())


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


APPENDIX = (
    Claim(
        "A",
        "Muon converges 2 to 10 times faster than Adam.",
        "experiments",
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
        "experiments",
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
        "experiments",
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
        "experiments",
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
        "experiments",
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
        "experiments",
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
        "experiments",
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
        "experiments",
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
        "experiments",
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
"""Training, ablations, layers, prefixes, activations, permutations."""
