"""How much of a quantity lies on one manifold? Years, ages, latitudes from few units.

Run `python -m benchmarks quantities --write`. Each set of sae-probes with a continuous target is
told from one fitted subspace, from three latents of ours and of TopK, from three principal
components and from three random directions, chosen on the training rows: R² on the other rows of a
ridge regression, and of one in their squares and products too.
"""

from __future__ import annotations

import argparse
import json

import numpy as np
import torch
from scipy.stats import rankdata
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import cross_val_score

from benchmarks.probe_sets import WORK, ProbeSet, contenders, described, probe_set, set_names

LAYER = 15
PENALTIES = np.logspace(-3, 4, 8)
LOOKED_AT = 12
"""Subspaces that the training rows put first by their linear fit, of which folds choose one."""
CONTENDERS = (
    "fitted subspaces",
    "our latents",
    "our latents, absolute",
    "TopK latents",
    "PCA",
    "random directions",
)
FORMS = ("linear", "quadratic")


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


def r2(x: np.ndarray, y: np.ndarray, one: ProbeSet) -> float:
    """Of a ridge regression on the held-out rows; less than a constant tells counts as it is."""
    fitted = RidgeCV(PENALTIES).fit(x[one.train], y[one.train])
    return float(fitted.score(x[one.test], y[one.test]))


def correlations(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """|correlation| of each column with y; 0 for a column that does not vary."""
    x, y = x - x.mean(0), y - y.mean()
    norms = np.linalg.norm(x, axis=0) * np.linalg.norm(y)
    return np.abs(np.divide(y @ x, norms, out=np.zeros(x.shape[1]), where=norms > 1e-12))


def best_subspace(x: np.ndarray, y: np.ndarray, one: ProbeSet) -> np.ndarray:
    """The three coordinates [n, 3] of the subspace that tells most of y on the training rows."""
    y = y[one.train]
    linear = []
    for i in range(x.shape[1]):
        columns = np.column_stack([np.ones(len(y)), x[one.train, i]])
        left = y - columns @ np.linalg.lstsq(columns, y, rcond=None)[0]
        linear.append(left @ left)
    scores = {}
    for i in np.argsort(linear, kind="stable")[:LOOKED_AT]:
        columns = expanded(scaled(x[:, i], one), "quadratic")[one.train]
        scores[i] = cross_val_score(RidgeCV(PENALTIES), columns, y, cv=5).mean()
    return x[:, max(scores, key=lambda i: scores[i])]


def told(one: ProbeSet, units: dict) -> dict[str, float]:
    """R² by contender and form; the target enters by its rank, so that outliers don't decide."""
    y = rankdata(one.target) / len(one.target)
    shuffled = np.random.default_rng(0).permutation(y)
    found = {"all dimensions|linear": r2(scaled(one.x.numpy(), one), y, one)}
    for name in CONTENDERS:
        with torch.no_grad():
            x = units[name](one.x).numpy()
        for label, values in (("", y), (", shuffled", shuffled)):
            if x.ndim == 3:
                three = best_subspace(x, values, one)
            else:
                order = np.argsort(-correlations(x[one.train], values[one.train]), kind="stable")
                three = x[:, order[:3]]
            for form in FORMS:
                columns = expanded(scaled(three, one), form)
                found[f"{name}{label}|{form}"] = r2(columns, values, one)
    return found


def measure(half: str, layer: int) -> tuple[list[ProbeSet], list[dict[str, float]]]:
    """All sets of a half, those measured before read from the work folder."""
    units, sets, results = None, [], []
    for name in set_names("continuous", half):
        one = probe_set(name, "continuous", layer)
        if one is None:
            continue
        file = WORK / f"layer{layer}" / "quantities" / f"{name}.json"
        if not file.exists():
            units = units or contenders(layer)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.with_suffix(".tmp").write_text(json.dumps(told(one, units)))
            file.with_suffix(".tmp").rename(file)
            print(f"{name}: {len(one.target)} rows", flush=True)
        sets.append(one)
        results.append(json.loads(file.read_text()))
    return sets, results


def table(sets: list[ProbeSet], results: list[dict[str, float]], half: str, layer: int) -> str:
    """Every set's R² of the quadratic fit, and the means of both."""
    head = ["set", *CONTENDERS, "all dimensions, linear"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]

    def line(title: str, keys: list[str], chosen: list[dict[str, float]]) -> str:
        cells = [f"{np.mean([row[key] for row in chosen]):.2f}" for key in keys]
        return f"| {title} | {' | '.join(cells)} |"

    every = ["all dimensions|linear"]
    for one, row in zip(sets, results, strict=True):
        lines.append(line(one.name, [f"{c}|quadratic" for c in CONTENDERS] + every, [row]))
    for form in FORMS:
        keys = [f"{c}|{form}" for c in CONTENDERS] + every
        lines.append(line(f"**mean, {form}**", keys, results))
        floor = [f"{c}, shuffled|{form}" for c in CONTENDERS]
        lines.append(line(f"mean, {form}, shuffled targets", floor, results)[:-1] + "|  |")
    said = (
        "R² on held-out rows from three numbers (one subspace, or three units), of the target's "
        "rank among the set's. "
    )
    return "\n".join(lines) + "\n\n" + said + described(layer, "continuous", half, sets)


def main(half: str = "test", layer: int = LAYER) -> str:
    """The table of a half."""
    return table(*measure(half, layer), half, layer)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quantities", description=__doc__)
    parser.add_argument("--half", choices=["tune", "test", "all"], default="tune")
    parser.add_argument("--layer", type=int, default=LAYER)
    options = parser.parse_args()
    print(main(options.half, options.layer))
