"""Do the methods find what was planted? Recall, precision, shapes and names, against alternatives.

Run `python -m benchmarks recovery`; the numbers go to docs/images/recovery.json, the plot beside
them. What is in the file already is not run again: remove a method there to measure it anew.
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

from benchmarks import engels
from quadric.autoencoders import Autoencoder, TopKAutoencoder
from quadric.autoencoders.inputs import unit_rows
from quadric.forms import Subspace, SubspaceStack
from quadric.manifolds import Manifold, Words, find_manifolds
from quadric.manifolds.candidates import candidates
from quadric.manifolds.controls import pca_subspaces, random_subspaces
from quadric.synthetic import Planted, plant
from quadric.synthetic.planting import MANIFOLD_TOKENS
from quadric.training.fit import fit

OUT = Path("docs/images")
SAMPLES = 65_536
MIN_FOUND_OVERLAP = 0.9
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
    ranks: int = 3
    """The most dimensions of a manifold."""
    seed: int = 0

    def plant(self) -> Planted:
        return plant(
            self.manifolds,
            kinds=KINDS[self.ranks],
            active=self.active,
            noise=self.noise,
            correlation=self.correlation,
            seed=self.seed,
        )


KINDS = {
    3: ("line", "circle", "off-centre circle", "sphere"),
    6: ("line", "circle", "sphere", "loop in 4", "loop in 5", "loop in 6"),
}
"""What is planted, by the most dimensions that it has."""

SWEEPS: dict[str, list[Setting]] = {
    "manifolds": [Setting(m, seed=s) for s in range(3) for m in (48, 96, 24, 192)],
    "noise": [Setting(noise=0.1), *(Setting(noise=0.2, seed=s) for s in range(3))],
    "active": [Setting(active=2), *(Setting(active=8, seed=s) for s in range(3))],
    "correlation": [Setting(correlation=v) for v in (0.5, 0.9)],
    "ranks": [Setting(ranks=6, seed=s) for s in range(3)],
}


CENTRAL_SWEEPS = ("noise", "active", "correlation")
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
        holds = (column > MIN_FOUND_OVERLAP).nonzero()[:, 0].tolist()
        if len(holds) == 1 and holds[0] not in seen:
            hits += 1
            seen.add(holds[0])
    return {
        "overlap": float(best.mean()),
        "recall": float((best > MIN_FOUND_OVERLAP).float().mean()),
        "precision": hits / len(planted),
        "reported": len(found),
    }


def stacked(found: list[Manifold]) -> SubspaceStack:
    """The subspaces of all manifolds."""
    return SubspaceStack.of([Subspace(manifold.subspace) for manifold in found])


def rank_accuracy(found: SubspaceStack, planted: Planted) -> float:
    """The share planted whose nearest subspace is the same one, of exactly the same rank."""
    true = SubspaceStack.of([Subspace(basis) for basis in planted.bases])
    best, index = true.strict_overlap(found).max(1)
    same = found.ranks[index] == true.ranks
    return float((same & (best > MIN_FOUND_OVERLAP)).float().mean())


def grade_manifolds(found: list[Manifold], planted: Planted) -> dict[str, float]:
    """The same for ranked, named manifolds, with shape accuracy and purity of the names."""
    subspaces = stacked(found).bases
    grades = grade(subspaces, planted)
    grades["rank"] = rank_accuracy(stacked(found), planted)
    inside = containment(subspaces, planted)
    shapes, purity = [], []
    for j in range(len(planted)):
        i = int(inside[j].argmax())
        if inside[j, i] > MIN_FOUND_OVERLAP:
            shapes.append(found[i].shape == planted.kinds[j].shape)
            own = set(planted.vocab[j * MANIFOLD_TOKENS : (j + 1) * MANIFOLD_TOKENS])
            purity.append(sum(token in own for token in found[i].top) / max(len(found[i].top), 1))
    if shapes:
        grades["shape accuracy"] = sum(shapes) / len(shapes)
        grades["name purity"] = sum(purity) / len(purity)
    return grades


def topk_clusters(ae: TopKAutoencoder, count: int) -> Tensor:
    """Subspaces of the decoder's cosine neighbourhoods."""
    rows = torch.nn.functional.normalize(ae.decoder.detach().float(), dim=1)
    cosine = (rows @ rows.T).abs()
    near = cosine.topk(6, dim=1)
    order = near.values[:, 1:].mean(1).argsort(descending=True)
    groups = rows[near.indices[order]] * near.values[order][..., None]
    spans = torch.linalg.svd(groups, full_matrices=False).Vh[:, :3].mT
    return spans[SubspaceStack(spans).distinct(0.5, count)]


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


def run(setting: Setting, known: dict[str, Any]) -> dict[str, Any]:
    """Every method on one planted data set; those whose results are known are not run again."""
    planted = setting.plant()
    data = planted.sample(SAMPLES, seed=setting.seed + 1)
    unit, _ = unit_rows(data.x, data.x.shape[1], torch.float32)
    m, results = setting.manifolds, dict(known)
    words = Words(data.tokens.numpy(), planted.vocab)

    def timed(name: str, work: Callable[[], dict[str, float]], before: float = 0.0) -> None:
        if name in known:
            return
        begun = time.monotonic()
        results[name] = {**work(), "seconds": before + time.monotonic() - begun}
        shown = {key: round(value, 3) for key, value in results[name].items()}
        print(f"  {name:22s} {shown}", flush=True)

    def trained(kind: str, **options: Any) -> tuple[Any, float]:
        begun = time.monotonic()
        return fit(data.x, kind, seed=setting.seed, **options), time.monotonic() - begun

    def find(ae: Autoencoder) -> dict[str, float]:
        asked = {"candidates": m, "controls": 8, "directions": True, "seed": setting.seed}
        return grade_manifolds(find_manifolds(ae, data.x, m, words=words, **asked), planted)

    if {"grouped", "paper"} - set(known):
        ae, seconds = trained("mixed", lr=MIXED_RATE)
        every = candidates(ae).subspaces
        timed("grouped", lambda: find(ae), seconds)
        timed("paper", lambda: grade(every[SubspaceStack(every).distinct(0.5)], planted), seconds)
    # The slow ones once, at the central setting.
    wanted = {"TopK, clustered"} | (
        {"Engels et al.", "grouped from TopK"} if setting == Setting() else set()
    )
    if wanted - set(known):
        topk, seconds = trained("topk", k=3 * setting.active, lr=TOPK_RATE)
        clusters = topk_clusters(topk, 4 * m)
        timed("TopK, clustered", lambda: grade(clusters, planted), seconds)
        if "Engels et al." in wanted:
            theirs = engels.subspaces
            timed("Engels et al.", lambda: grade(theirs(topk, data.x, m), planted), seconds)
            timed("grouped from TopK", lambda: find(topk), seconds)
    timed("PCA", lambda: grade(pca_subspaces(unit, unit.shape[1] // 3), planted))
    timed("ICA", lambda: grade(ica_lines(unit[:16384]), planted))
    timed("ISA", lambda: grade(isa(unit[:16384]), planted))
    timed("random", lambda: grade(random_subspaces(m, unit.shape[1]), planted))
    return results


def plot(results: list[dict[str, Any]], path: Path) -> None:
    """Recall and precision over the number planted, and recall at 48 over the other settings."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    panels = [name for name in SWEEPS if any(result["sweep"] == name for result in results)]
    figure, axes = plt.subplots(1, len(panels), figsize=(4.2 * len(panels), 3.6), squeeze=False)
    for axis, sweep in zip(axes[0], panels, strict=True):
        chosen = [
            r for r in results if sweep == r["sweep"] or (r["central"] and sweep in CENTRAL_SWEEPS)
        ]
        for method in results[0]["methods"]:
            values: dict[float, list[float]] = {}
            for result in chosen:
                if method in result["methods"]:
                    at = result["setting"][sweep]
                    values.setdefault(at, []).append(result["methods"][method]["recall"])
            xs = sorted(values)
            means = [sum(values[x]) / len(values[x]) for x in xs]
            axis.plot(xs, means, marker="o", label=method, lw=2 if method == "grouped" else 1)
            axis.fill_between(
                xs, [min(values[x]) for x in xs], [max(values[x]) for x in xs], alpha=0.12
            )
        axis.set(xlabel=sweep, ylim=(-0.03, 1.03))
        if sweep == "manifolds":
            axis.set_xscale("log", base=2)
            every = sorted({result["setting"][sweep] for result in chosen})
            axis.set_xticks(every, [f"{x:g}" for x in every])
    axes[0][0].set_ylabel("recall at overlap 0.9")
    axes[0][-1].legend(fontsize=7, loc="center left", bbox_to_anchor=(1.02, 0.5))
    figure.tight_layout()
    figure.savefig(path, dpi=140)
    plt.close(figure)


def table(results: list[dict[str, Any]]) -> str:
    """The means over seeds for each number planted, and for every other setting."""
    keys = ("recall", "precision", "rank", "overlap", "shape accuracy", "name purity")
    lines = [
        f"| planted | method | seeds | {' | '.join(keys)} |",
        "|---|---|---" + "|---" * len(keys) + "|",
    ]
    here: dict[str, list[dict[str, Any]]] = {}
    for result in results:
        here.setdefault(_label(result), []).append(result["methods"])
    for label, methods in here.items():
        for method in dict.fromkeys(name for one in methods for name in one):
            cells = []
            for key in keys:
                values = [one[method][key] for one in methods if key in one.get(method, {})]
                cells.append(f"{sum(values) / len(values):.2f}" if values else "")
            seeds = sum(method in one for one in methods)
            lines.append(f"| {label} | {method} | {seeds} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _label(result: dict[str, Any]) -> str:
    sweep, setting = result["sweep"], result["setting"]
    if sweep == "manifolds":
        return f"{setting['manifolds']}"
    return f"{setting['manifolds']}, {sweep} {setting[sweep]}"


def main() -> str:
    """Run what is missing of the sweeps, plot, and return the table."""
    quick = "QUADRIC_QUICK" in os.environ
    OUT.mkdir(parents=True, exist_ok=True)
    path = OUT / "recovery.json"
    results: list[dict[str, Any]] = json.loads(path.read_text()) if path.exists() else []
    for sweep, settings in SWEEPS.items():
        for setting in settings:
            if quick and (setting != Setting() or sweep != "manifolds"):
                continue
            print(sweep, setting, flush=True)
            mine = {"sweep": sweep, "central": setting == Setting(), "setting": dict(vars(setting))}
            known = [r for r in results if all(r[key] == mine[key] for key in mine)]
            result = known[0] if known else {**mine, "methods": {}}
            result["methods"] = run(setting, result["methods"])
            if not known:
                results.append(result)
            path.write_text(json.dumps(results, indent=1) + "\n")
    plot(results, OUT / "recovery.png")
    return table(results)


if __name__ == "__main__":
    print(main())
