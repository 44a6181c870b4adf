"""How much does one unit tell? Sparse probing of binary sets, beside TopK, PCA and chance.

Run `python -m benchmarks.probing --half tune` to choose settings and `python -m benchmarks probing
--write` for the table on the other half. For each set and contender the units that differ most
between the classes are taken (on the training rows), a logistic regression with the C of the best
of 6 folds is fitted to them, and its AUC is measured on the other rows.
"""

from __future__ import annotations

import argparse
import json

import numpy as np
import torch
from scipy.stats import binomtest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV

from benchmarks.probe_sets import WORK, ProbeSet, contenders, described, probe_set, set_names

LAYER = 15
UNITS = (1, 5, 16)
"""How many numbers a probe gets; a subspace counts as three."""
STRENGTHS = (0.01, 0.1, 1.0, 10.0, 100.0)
"""Values of C to choose from."""
RANKINGS = {"deviation": np.std, "magnitude": lambda x, axis: np.abs(x).mean(axis)}
"""What the difference of the class means is divided by."""


def ranked(x: np.ndarray, target: np.ndarray, ranking: str) -> np.ndarray:
    """Units by |difference of class means| over their scale, largest first; x is [n, u, c]."""
    gap = np.abs(x[target == 1].mean(0) - x[target == 0].mean(0))
    scale = RANKINGS[ranking](x, axis=0)
    share = np.divide(gap, scale, out=np.zeros_like(gap), where=scale > 1e-12)
    return np.argsort(-np.linalg.norm(share, axis=1), kind="stable")


def auc(x: np.ndarray, one: ProbeSet) -> float:
    """Of a logistic regression on the columns of x."""
    scale = x[one.train].std(0)
    x = (x - x[one.train].mean(0)) / np.where(scale > 1e-12, scale, 1)
    fitted = LogisticRegression(max_iter=2000).fit(x[one.train], one.target[one.train])
    if x.shape[1] > 1:  # One column is ranked the same way by every C.
        search = GridSearchCV(
            LogisticRegression(max_iter=2000), {"C": STRENGTHS}, cv=6, scoring="roc_auc"
        )
        fitted = search.fit(x[one.train], one.target[one.train])
    return float(roc_auc_score(one.target[one.test], fitted.decision_function(x[one.test])))


def probed(one: ProbeSet, units: dict) -> dict[str, float]:
    """Every contender's AUC on a set: `name|ranking|k`."""
    found = {"all dimensions|deviation|16": auc(one.x.numpy(), one)}
    for name, function in units.items():
        with torch.no_grad():
            x = function(one.x).numpy()
        x = x if x.ndim == 3 else x[:, :, None]
        for ranking in RANKINGS:
            order = ranked(x[one.train], one.target[one.train], ranking)
            for k in UNITS if ranking == "deviation" else UNITS[:1]:
                if count := k // x.shape[2]:
                    chosen = x[:, order[:count]].reshape(len(x), -1)
                    found[f"{name}|{ranking}|{k}"] = auc(chosen, one)
    return found


def measure(half: str, layer: int) -> tuple[list[ProbeSet], list[dict[str, float]]]:
    """All sets of a half, those measured before read from the work folder."""
    units, sets, results = None, [], []
    for name in set_names("binary", half):
        one = probe_set(name, "binary", layer)
        if one is None:
            continue
        file = WORK / f"layer{layer}" / "probed" / f"{name}.json"
        if not file.exists():
            units = units or contenders(layer)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.with_suffix(".tmp").write_text(json.dumps(probed(one, units)))
            file.with_suffix(".tmp").rename(file)
            print(f"{name}: {len(one.target)} rows", flush=True)
        sets.append(one)
        results.append(json.loads(file.read_text()))
    return sets, results


def versus(results: list[dict[str, float]], a: str, b: str) -> str:
    """The mean difference of two contenders with one unit each, and its sign test."""
    gaps = [row[f"{a}|deviation|1"] - row[f"{b}|deviation|1"] for row in results]
    wins, losses = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    p = binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    error = np.std(gaps, ddof=1) / len(gaps) ** 0.5
    return (
        f"{a} against {b}, one unit: {np.mean(gaps):+.3f} ± {error:.3f}, better on {wins} sets and "
        f"worse on {losses} (sign test p = {p:.2g})."
    )


def table(sets: list[ProbeSet], results: list[dict[str, float]], half: str, layer: int) -> str:
    """Mean AUC and its standard error over sets."""
    names = list(dict.fromkeys(key.split("|")[0] for row in results for key in row))
    columns = [("deviation", k) for k in UNITS] + [("magnitude", 1)]
    lines = ["| units | 1 unit | 5 units | 16 units | 1 unit, ranked by magnitude |"]
    lines.append("|---" * (1 + len(columns)) + "|")
    for name in [*names[1:], names[0]]:
        cells = []
        for ranking, k in columns:
            key = f"{name}|{ranking}|{k}"
            values = [row[key] for row in results if key in row]
            error = np.std(values, ddof=1) / len(values) ** 0.5 if len(values) > 1 else 0.0
            cells.append(f"{np.mean(values):.3f} ± {error:.3f}" if values else "")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    pairs = [("our latents", other) for other in ("TopK latents", "random directions", "PCA")]
    told = "\n\n".join(versus(results, *pair) for pair in pairs)
    said = "Mean test AUC ± standard error over sets. " + described(layer, "binary", half, sets)
    return "\n".join(lines) + f"\n\n{told}\n\n{said}"


def main(half: str = "test", layer: int = LAYER) -> str:
    """The table of a half."""
    return table(*measure(half, layer), half, layer)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.probing", description=__doc__)
    parser.add_argument("--half", choices=["tune", "test", "all"], default="tune")
    parser.add_argument("--layer", type=int, default=LAYER)
    options = parser.parse_args()
    print(main(options.half, options.layer))
