"""How much of a quantity lies on one manifold? Years, ages, latitudes from few units.

Run `python -m benchmarks quantities --write`. Each set of sae-probes with a continuous target is
told from one found subspace, from one of as many random subspaces of the same ranks, from three
latents of ours and of TopK, three principal components or three random directions, chosen on the
training rows: R² on the other rows of a ridge regression, and of one in their squares and products
too. The plots go to docs/images.
"""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path

import numpy as np
import torch
from scipy.stats import rankdata
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import cross_val_score

from benchmarks.probe_sets import (
    COPIES,
    Place,
    ProbeSet,
    Result,
    described,
    measured,
    paired_sets,
)
from benchmarks.probe_units import Units, contenders
from benchmarks.probe_units import described as units_described

OUT = Path("docs/images")
PENALTIES = np.logspace(-3, 4, 8)
ALL_PENALTIES = np.logspace(0, 6, 13)
QUADRATIC_UNITS = 12
"""Subspaces that the training rows put first by their linear fit, of which folds choose one."""
UNITS = 3
CONTENDERS = (
    "found subspaces",
    "random subspaces",
    "our latents",
    "our latents, absolute",
    "our latents' eigenvectors",
    "TopK latents",
    "PCA",
    "random directions",
)
EVERYTHING = "all dimensions"
FORMS = ("linear", "quadratic")
MAPS = {"world": ("18_world_latitude", "19_world_longitude")}
"""Not of the US: there all dimensions together tell nothing (11_us_lat, 12_us_long)."""


def expanded(x: np.ndarray, form: str) -> np.ndarray:
    """Columns, and for a quadratic form their squares and products."""
    if form == "linear":
        return x
    i, j = np.triu_indices(x.shape[1])
    return np.hstack([x, x[:, i] * x[:, j]])


def scaled(x: np.ndarray, one: ProbeSet) -> np.ndarray:
    """Columns of mean zero and deviation one over the training rows."""
    deviation = x[one.train].std(0)
    return (x - x[one.train].mean(0)) / np.where(deviation > 1e-12, deviation, 1)


def guessed(x: np.ndarray, y: np.ndarray, one: ProbeSet, penalties: np.ndarray) -> np.ndarray:
    """What a ridge regression on the training rows says of the other rows."""
    return RidgeCV(penalties).fit(x[one.train], y[one.train]).predict(x[one.test])


def r2(guess: np.ndarray, truth: np.ndarray) -> float:
    """1 − Σ(guess − truth)² / Σ(truth − its mean)²; below 0 for worse than a constant."""
    return float(1 - np.square(guess - truth).sum() / np.square(truth - truth.mean()).sum())


def correlations(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """|correlation| of each column with y; 0 for a column that does not vary."""
    x, y = x - x.mean(0), y - y.mean()
    norms = np.linalg.norm(x, axis=0) * np.linalg.norm(y)
    return np.abs(np.divide(y @ x, norms, out=np.zeros(x.shape[1]), where=norms > 1e-12))


def best_subspace(x: np.ndarray, y: np.ndarray, one: ProbeSet) -> np.ndarray:
    """The coordinates [n, 3] of the subspace that tells most of y on the training rows."""
    y = (y[one.train] - y[one.train].mean(0)) / y[one.train].std(0)
    linear = []
    for i in range(x.shape[1]):
        columns = np.column_stack([np.ones(len(y)), x[one.train, i]])
        left = y - columns @ np.linalg.lstsq(columns, y, rcond=None)[0]
        linear.append(np.square(left).sum(0).mean())
    scores = {}
    for i in np.argsort(linear, kind="stable")[:QUADRATIC_UNITS]:
        columns = expanded(scaled(x[:, i], one), "quadratic")[one.train]
        scores[i] = cross_val_score(RidgeCV(PENALTIES), columns, y, cv=5).mean()
    return x[:, max(scores, key=lambda i: scores[i])]


def chosen(x: np.ndarray, y: np.ndarray, one: ProbeSet) -> np.ndarray:
    """Three numbers a row: the best subspace's, or those of the three units most correlated."""
    if x.ndim == 3:
        return best_subspace(x, y, one)
    order = np.argsort(-correlations(x[one.train], y[one.train]), kind="stable")
    return x[:, order[:UNITS]]


def ranks_of(one: ProbeSet) -> np.ndarray:
    """The target by its rank, from 0 to 1, so that outliers don't decide."""
    return rankdata(one.target) / len(one.target)


def told(one: ProbeSet, units: Units) -> dict[str, float]:
    """R² of a contender by form, with the true targets and with shuffled ones."""
    y = ranks_of(one)
    with torch.no_grad():
        x = units(one.x).numpy().astype(np.float64)
    found = {}
    shuffled = np.random.default_rng(0).permutation(y)
    for label, values in (("", y), ("shuffled ", shuffled)):
        three = chosen(x, values, one)
        for form in FORMS:
            columns = scaled(expanded(scaled(three, one), form), one)
            guess = guessed(columns, values, one, PENALTIES)
            found[f"{label}{form}"] = r2(guess, values[one.test])
    return found


def ceiling(one: ProbeSet) -> dict[str, float]:
    """R² from all dimensions, linearly."""
    y, x = ranks_of(one), scaled(one.x.numpy().astype(np.float64), one)
    return {"linear": r2(guessed(x, y, one, ALL_PENALTIES), y[one.test])}


def measure(half: str, place: Place) -> list[Result]:
    """Every set of a half, with what is known of it read from the work folder."""
    units = cache(lambda: contenders(place))

    def work(name: str, one: ProbeSet) -> dict[str, float]:
        return ceiling(one) if name == EVERYTHING else told(one, units()[name])

    return measured("continuous", half, place, "quantities", [*CONTENDERS, EVERYTHING], work)


def table(results: list[Result], half: str, place: Place) -> str:
    """Every set's R² of the quadratic fit, and the means of both."""
    head = [str(place), *CONTENDERS, "all dimensions, linear"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]

    def line(title: str, form: str, some: list[Result], every: bool = True) -> str:
        means = [np.mean([one.figures[name][form] for one in some]) for name in CONTENDERS]
        if every:
            means.append(np.mean([one.figures[EVERYTHING]["linear"] for one in some]))
        cells = [f"{mean:.2f}" for mean in means] + [""] * (not every)
        return f"| {title} | {' | '.join(cells)} |"

    lines += [line(one.name, "quadratic", [one]) for one in results]
    for form in FORMS:
        lines.append(line(f"**mean, {form}**", form, results))
        lines.append(line(f"mean, {form}, shuffled targets", f"shuffled {form}", results, False))
    ours = [one.figures["found subspaces"]["quadratic"] for one in results]
    told = []
    others = {name: f"three of {name}" for name in ("PCA", "random directions", "TopK latents")}
    for other, title in {"random subspaces": "one random subspace", **others}.items():
        theirs = [one.figures[other]["quadratic"] for one in results]
        gaps = np.subtract(ours, theirs)
        error = gaps.std(ddof=1) / len(gaps) ** 0.5 if len(gaps) > 1 else 0.0
        wins = int((gaps > 0).sum())
        told.append(
            f"- one found subspace against {title} (R² of a quantity): {gaps.mean():+.3f} "
            f"± {error:.3f}, better on {wins} of {len(gaps)} sets, {place}"
        )
    return "\n".join([*lines, "", *told, "", described("continuous", half, results)])


def plot(results: list[Result], place: Place, path: Path) -> None:
    """How much of each quantity lies on one manifold, between chance and all dimensions."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    results = sorted(results, key=lambda one: one.figures[EVERYTHING]["linear"])
    rows = np.arange(len(results))
    figure, axis = plt.subplots(figsize=(8, 0.32 * len(results) + 1.4))
    every = [max(0.0, one.figures[EVERYTHING]["linear"]) for one in results]
    axis.barh(rows, every, color="#e3e6ea", label="all dimensions, linear")
    styles = {"PCA": ("#888888", "|"), "random directions": ("#888888", "x")}
    styles |= {"TopK latents": ("#d98c2b", "s"), "our latents": ("#7fb0e6", "D")}
    styles["random subspaces"] = ("#888888", "o")
    styles["found subspaces"] = ("#1f5fb4", "o")
    for name, (color, marker) in styles.items():
        values = [max(0.0, one.figures[name]["quadratic"]) for one in results]
        label = f"one of the {name}" if "subspaces" in name else f"three of {name}"
        axis.scatter(values, rows, color=color, marker=marker, s=34, label=label, zorder=3)
    titles = [one.name.split("_", 1)[1].replace("_", " ") for one in results]
    axis.set_yticks(rows, titles, fontsize=8)
    axis.set(xlabel=f"R² on held-out rows ({place})", xlim=(0, None))
    axis.legend(fontsize=7, loc="lower right")
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, dpi=140)
    plt.close(figure)


def draw_maps(place: Place, path: Path) -> str:
    """Places where they are, and where one subspace and all dimensions put them; with the R²."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    units, lines = contenders(place)["found subspaces"], []
    figure, axes = plt.subplots(len(MAPS), 3, figsize=(11, 3.4 * len(MAPS)), squeeze=False)
    for row, (title, names) in zip(axes, MAPS.items(), strict=True):
        one = paired_sets(names, place)
        with torch.no_grad():
            x = units(one.x).numpy().astype(np.float64)
        three = scaled(expanded(scaled(chosen(x, one.target, one), one), "quadratic"), one)
        every = scaled(one.x.numpy().astype(np.float64), one)
        truth = one.target[one.test]
        guesses = [truth, guessed(three, one.target, one, PENALTIES)]
        guesses.append(guessed(every, one.target, one, ALL_PENALTIES))
        kinds = ("true", "from one found subspace", "from all dimensions")
        for axis, guess, kind in zip(row, guesses, kinds, strict=True):
            scores = [r2(guess[:, i], truth[:, i]) for i in range(2)]
            axis.scatter(guess[:, 1], guess[:, 0], c=truth[:, 1], cmap="turbo", s=9)
            axis.set_title(f"{title}, {kind}", fontsize=9)
            axis.set(xlim=_limits(truth[:, 1]), ylim=_limits(truth[:, 0]))
            if kind != "true":
                lines.append(
                    f"{title}, {len(truth)} held-out places {kind}: latitude {scores[0]:.2f}, "
                    f"longitude {scores[1]:.2f}"
                )
    figure.tight_layout()
    figure.savefig(path, dpi=140)
    plt.close(figure)
    return "R² of the maps (one subspace for both coordinates). " + "; ".join(lines) + "."


def _limits(values: np.ndarray) -> tuple[float, float]:
    margin = 0.05 * (values.max() - values.min())
    return values.min() - margin, values.max() + margin


def main(half: str = "all", place: Place | None = None) -> str:
    """The table of a half; all sets by default, as nothing was tuned on these."""
    place = place or Place()
    results = measure(half, place)
    maps = ""
    if half == "all":
        OUT.mkdir(parents=True, exist_ok=True)
        plot(results, place, OUT / "quantities.png")
        maps = draw_maps(place, OUT / "quantities-maps.png")
    said = (
        "R² on held-out rows from three numbers (one subspace, or three units), of the target's "
        f"rank among the set's. Left out as copies of other sets: {', '.join(COPIES)}. "
    )
    pictures = (
        "![How much of each quantity lies on one manifold](images/quantities.png)\n\n"
        "![Places from one subspace](images/quantities-maps.png)"
    )
    return f"{table(results, half, place)}\n\n{said}{units_described()} {maps}\n\n{pictures}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quantities", description=__doc__)
    parser.add_argument("--half", choices=["tune", "test", "all"], default="tune")
    parser.add_argument("--layer", type=int, default=Place().layer)
    options = parser.parse_args()
    print(main(options.half, Place(layer=options.layer)))
