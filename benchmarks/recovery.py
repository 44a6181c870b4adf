"""Do the methods find what was planted? Recall, precision, shapes and names, against alternatives.

Run `python -m benchmarks recovery`; the numbers go to docs/images/recovery.json, the plot beside
them. What is in the file already is not run again: remove it to measure anew.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder, TopKAutoencoder
from quadric.autoencoders.inputs import unit_rows
from quadric.manifolds import Manifold, Words, find_manifolds
from quadric.manifolds.candidates import candidates
from quadric.manifolds.controls import pca_subspaces, random_subspaces
from quadric.manifolds.fitting import fit_subspaces
from quadric.manifolds.overlap import distinct
from quadric.manifolds.projecting import activity
from quadric.manifolds.refining import Refined, refine
from quadric.synthetic import Planted, plant
from quadric.synthetic.planting import WORDS
from quadric.training.fit import fit

OUT = Path("docs/images")
SAMPLES = 65_536
FOUND = 0.9
MIXED_RATE, TOPK_RATE = 0.05, 0.2
"""Learning rates: of the few tried for either, the best for its own subspaces at the central
setting. For TopK so are Muon, beside Adam, and three latents a sample for each active manifold."""


@dataclass(frozen=True)
class Setting:
    """What is planted."""

    manifolds: int = 48
    active: int = 4
    noise: float = 0.03
    correlation: float = 0.0
    seed: int = 0

    def plant(self) -> Planted:
        return plant(
            self.manifolds,
            active=self.active,
            noise=self.noise,
            correlation=self.correlation,
            seed=self.seed,
        )


SWEEPS: dict[str, list[Setting]] = {
    "manifolds": [Setting(m, seed=s) for s in range(3) for m in (48, 96, 24, 192)],
    "noise": [Setting(noise=v) for v in (0.1, 0.2)],
    "active": [Setting(active=v) for v in (2, 8)],
    "correlation": [Setting(correlation=v) for v in (0.5, 0.9)],
}


PLAIN = ("noise", "active", "correlation")
"""The sweeps around the central setting."""


def containment(found: Tensor, planted: Planted) -> Tensor:
    """[planted, found]: how much of each planted subspace lies in each found one."""
    flat = found.mT.flatten(0, 1)
    rows = [
        (flat @ basis).square().view(len(found), -1).sum(1) / basis.shape[1]
        for basis in planted.bases
    ]
    return torch.stack(rows)


def grade(found: Tensor, planted: Planted) -> dict[str, float]:
    """Overlap and recall of all that is found; precision of as many as were planted.

    Each planted manifold counts once, and a subspace that holds two of them is a mixture: no hit.
    """
    inside = containment(found, planted)
    best = inside.max(1).values
    hits, seen = 0, set()
    for column in inside[:, : len(planted)].T:
        holds = (column > FOUND).nonzero()[:, 0].tolist()
        if len(holds) == 1 and holds[0] not in seen:
            hits += 1
            seen.add(holds[0])
    return {
        "overlap": float(best.mean()),
        "recall": float((best > FOUND).float().mean()),
        "precision": hits / len(planted),
        "reported": len(found),
    }


def bases(found: list[Manifold]) -> Tensor:
    """The directions that carry each manifold; zeros for those that do not."""
    kept = [m.subspace * (torch.arange(3) < m.rank) for m in found]
    return torch.stack(kept)


def grade_manifolds(found: list[Manifold], planted: Planted) -> dict[str, float]:
    """The same for ranked, named manifolds, with shape accuracy and purity of the names."""
    subspaces = bases(found)
    grades = grade(subspaces, planted)
    inside = containment(subspaces, planted)
    shapes, purity = [], []
    for j in range(len(planted)):
        i = int(inside[j].argmax())
        if inside[j, i] > FOUND:
            shapes.append(found[i].shape == planted.kinds[j].shape)
            own = set(planted.vocab[j * WORDS : (j + 1) * WORDS])
            purity.append(sum(token in own for token in found[i].top) / max(len(found[i].top), 1))
    if shapes:
        grades["shape accuracy"] = sum(shapes) / len(shapes)
        grades["name purity"] = sum(purity) / len(purity)
    return grades


def topk_clusters(ae: TopKAutoencoder, count: int) -> Tensor:
    """Subspaces of the decoder's cosine neighbourhoods, as Engels et al. cluster them."""
    rows = torch.nn.functional.normalize(ae.decoder.detach().float(), dim=1)
    cosine = (rows @ rows.T).abs()
    near = cosine.topk(6, dim=1)
    order = near.values[:, 1:].mean(1).argsort(descending=True)
    groups = rows[near.indices[order]] * near.values[order][..., None]
    spans = torch.linalg.svd(groups, full_matrices=False).Vh[:, :3].mT
    return spans[distinct(spans, 0.5, count)]


def ica(x: Tensor, rounds: int = 60) -> Tensor:
    """Directions of symmetric FastICA (tanh), one a row."""
    centred = x - x.mean(0)
    values, axes = torch.linalg.eigh(centred.T @ centred / len(x))
    white = centred @ axes / values.clamp(min=1e-9).sqrt()
    torch.manual_seed(0)
    turn = torch.linalg.qr(torch.randn(x.shape[1], x.shape[1])).Q
    for _ in range(rounds):
        y = white @ turn.T
        bent = y.tanh()
        turn = bent.T @ white / len(x) - (1 - bent.square()).mean(0)[:, None] * turn
        u, _, v = torch.linalg.svd(turn)
        turn = u @ v
    mixing = axes * values.clamp(min=1e-9).sqrt()
    return torch.nn.functional.normalize((mixing @ turn.T).T, dim=1)


def ica_lines(x: Tensor) -> Tensor:
    rows = ica(x)
    padded = torch.zeros(len(rows), x.shape[1], 3)
    padded[:, :, 0] = rows
    return padded


def isa(x: Tensor) -> Tensor:
    """Independent subspaces: ICA's directions in threes whose energies go together."""
    rows = ica(x)
    energy = (x @ rows.T).square()
    tied = torch.corrcoef(energy.T)
    near = tied.topk(3, dim=1).indices
    return torch.linalg.qr(rows[near].mT).Q


Curve = list[tuple[float, float]]
"""Seconds, with those that the start took, and recall: after every round of a refinement."""


def run(setting: Setting) -> tuple[dict[str, Any], dict[str, Curve]]:
    """Every method on one planted data set, and how refinements from other starts went on."""
    planted = setting.plant()
    data = planted.sample(SAMPLES, seed=setting.seed + 1)
    unit, _ = unit_rows(data.x, data.x.shape[1], torch.float32)
    m, results = setting.manifolds, dict[str, Any]()
    curves: dict[str, Curve] = {}

    def timed(name: str, work: Callable[[], dict[str, float]], before: float = 0.0) -> None:
        begun = time.monotonic()
        results[name] = {**work(), "seconds": before + time.monotonic() - begun}
        shown = {key: round(value, 3) for key, value in results[name].items()}
        print(f"  {name:22s} {shown}", flush=True)

    def refined(name: str, start: Tensor, before: float) -> dict[str, float]:
        begun, curve = time.monotonic(), curves.setdefault(name, [(before, 0.0)])

        def follow(_: int, now: Refined) -> None:
            seconds = before + time.monotonic() - begun
            curve.append((round(seconds, 2), grade(now.subspaces, planted)["recall"]))

        return grade(refine(start, unit, None, setting.seed, follow).subspaces, planted)

    begun = time.monotonic()
    ae = fit(data.x, "mixed", lr=MIXED_RATE, seed=setting.seed)
    assert isinstance(ae, BilinearAutoencoder)
    trained = time.monotonic() - begun
    words = Words(data.tokens.numpy(), planted.vocab)

    def find(method: Any, pool: int) -> Callable[[], dict[str, float]]:
        return lambda: grade_manifolds(
            find_manifolds(
                ae,
                data.x,
                n=m,
                method=method,
                words=words,
                candidates=pool * m,
                controls=8,
                seed=setting.seed,
            ),
            planted,
        )

    every = candidates(ae)
    timed("refined", find("refined", 1), trained)
    timed("paper", lambda: grade(every.subspaces[distinct(every.subspaces, 0.5)], planted), trained)
    few = candidates(ae, members=4)
    few = few[distinct(few.subspaces, 0.5)]

    def fitted() -> dict[str, float]:
        placed = fit_subspaces(few.subspaces, unit, activity(ae, few.members))
        return grade(placed[distinct(placed, 0.5)], planted)

    timed("fitted", fitted, trained)
    # The other starts once for every number planted.
    once = setting == Setting(m)
    if once:
        start = every.subspaces[distinct(every.subspaces, 0.5, max(4 * m, 200))]
        refined("composites", start, trained)
        chance = random_subspaces(4 * m, unit.shape[1], setting.seed)
        timed("refined from random", lambda: refined("random", chance, 0.0))
    begun = time.monotonic()
    topk = fit(data.x, "topk", k=3 * setting.active, lr=TOPK_RATE, seed=setting.seed)
    assert isinstance(topk, TopKAutoencoder)
    trained = time.monotonic() - begun
    clusters = topk_clusters(topk, 4 * m)
    timed("TopK, clustered", lambda: grade(clusters, planted), trained)
    if once:
        timed("refined from TopK", lambda: refined("TopK", clusters, trained), trained)
    timed("PCA", lambda: grade(pca_subspaces(unit, unit.shape[1] // 3), planted))
    timed("ICA", lambda: grade(ica_lines(unit[:16384]), planted))
    timed("ISA", lambda: grade(isa(unit[:16384]), planted))
    timed("random", lambda: grade(random_subspaces(m, unit.shape[1]), planted))
    return results, curves


def plot(results: list[dict[str, Any]], path: Path) -> None:
    """Recall and precision over the number planted, and recall at 48 over the other settings."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    panels = [name for name in SWEEPS if any(result["sweep"] == name for result in results)]
    figure, axes = plt.subplots(1, len(panels), figsize=(4.2 * len(panels), 3.6), squeeze=False)
    for axis, sweep in zip(axes[0], panels, strict=True):
        chosen = [r for r in results if sweep == r["sweep"] or (r["central"] and sweep in PLAIN)]
        xs: list[float] = []
        for method in results[0]["methods"]:
            values: dict[float, list[float]] = {}
            for result in chosen:
                if method in result["methods"]:
                    at = result["setting"][sweep]
                    values.setdefault(at, []).append(result["methods"][method]["recall"])
            xs = sorted(values)
            means = [sum(values[x]) / len(values[x]) for x in xs]
            axis.plot(xs, means, marker="o", label=method, lw=2 if method == "refined" else 1)
            axis.fill_between(
                xs, [min(values[x]) for x in xs], [max(values[x]) for x in xs], alpha=0.12
            )
        axis.set(xlabel=sweep, ylim=(-0.03, 1.03))
        if sweep == "manifolds":
            axis.set_xscale("log", base=2)
            axis.set_xticks(xs, [f"{x:g}" for x in xs])
    axes[0][0].set_ylabel("recall at overlap 0.9")
    axes[0][-1].legend(fontsize=7, loc="center left", bbox_to_anchor=(1.02, 0.5))
    figure.tight_layout()
    figure.savefig(path, dpi=140)
    plt.close(figure)


def table(results: list[dict[str, Any]]) -> str:
    """The means over seeds for each number of manifolds planted."""
    keys = ("recall", "precision", "overlap", "shape accuracy", "name purity")
    lines = [f"| planted | method | {' | '.join(keys)} |", "|---|---" + "|---" * len(keys) + "|"]
    chosen = [result for result in results if result["sweep"] == "manifolds"]
    for count in sorted({result["setting"]["manifolds"] for result in chosen}):
        here = [r["methods"] for r in chosen if r["setting"]["manifolds"] == count]
        for method in here[0]:
            cells = []
            for key in keys:
                values = [one[method][key] for one in here if key in one.get(method, {})]
                cells.append(f"{sum(values) / len(values):.2f}" if values else "")
            lines.append(f"| {count} | {method} | {' | '.join(cells)} |")
    return "\n".join(lines)


ENOUGH = 0.9
"""The recall by which starts are timed."""


def starts(results: list[dict[str, Any]]) -> str:
    """What a start is worth: when the refinement from it has found most, and where it ends."""
    lines = [
        f"| planted | refined from | rounds to a recall of {ENOUGH:g} | that time, start included "
        "| recall at the end |",
        "|---|---|---|---|---|",
    ]
    for result in _followed(results):
        first = None
        for name, curve in result["curves"].items():
            rounds, seconds = _reached(curve)
            first = first or seconds
            cells = f"{rounds:.0f} | {seconds / first:.2f}× | {curve[-1][1]:.2f}"
            lines.append(f"| {result['setting']['manifolds']} | {name} | {cells} |")
    return "\n".join(lines)


def _followed(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The results with curves, by how many were planted."""
    found = [result for result in results if result["curves"]]
    return sorted(found, key=lambda result: result["setting"]["manifolds"])


def _reached(curve: Curve) -> tuple[float, float]:
    """The round and the second at which a curve has enough; never is infinity."""
    for done, (seconds, recall) in enumerate(curve):
        if recall >= ENOUGH:
            return done, seconds
    return float("inf"), float("inf")


def plot_starts(results: list[dict[str, Any]], path: Path) -> None:
    """Recall over the rounds of the refinement, from each start."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    chosen = _followed(results)
    size = (3.2 * len(chosen), 3.2)
    figure, axes = plt.subplots(1, len(chosen), figsize=size, sharey=True, squeeze=False)
    for axis, result in zip(axes[0], chosen, strict=True):
        for name, curve in result["curves"].items():
            axis.plot([recall for _, recall in curve], lw=1.2, label=name)
        count = result["setting"]["manifolds"]
        axis.set(title=f"{count} planted", xlabel="rounds", ylim=(-0.03, 1.03))
    axes[0][0].set_ylabel("recall at overlap 0.9")
    axes[0][-1].legend(title="refined from", fontsize=8, loc="lower right")
    figure.tight_layout()
    figure.savefig(path, dpi=140)
    plt.close(figure)


def main() -> str:
    """Run the sweeps, plot, and return the table."""
    quick = "QUADRIC_QUICK" in os.environ
    OUT.mkdir(parents=True, exist_ok=True)
    path = OUT / "recovery.json"
    results: list[dict[str, Any]] = json.loads(path.read_text()) if path.exists() else []
    for sweep, settings in SWEEPS.items():
        for setting in settings:
            if quick and (setting != Setting() or sweep != "manifolds"):
                continue
            if any(r["sweep"] == sweep and r["setting"] == vars(setting) for r in results):
                continue
            print(sweep, setting, flush=True)
            methods, curves = run(setting)
            results.append(
                {
                    "sweep": sweep,
                    "central": setting == Setting(),
                    "setting": dict(vars(setting)),
                    "methods": methods,
                    "curves": curves,
                }
            )
            path.write_text(json.dumps(results, indent=1) + "\n")
    plot(results, OUT / "recovery.png")
    plot_starts(results, OUT / "recovery-starts.png")
    return f"{table(results)}\n\n{starts(results)}"


if __name__ == "__main__":
    print(main())
