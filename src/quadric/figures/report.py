"""The page that holds the paper's claims against our numbers, written from what was measured."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from quadric.figures.claims import CLAIMS
from quadric.figures.reproducing import FIGURES, module, read_numbers
from quadric.figures.scale import SCALES, Scale
from quadric.training.folder import read_record

__all__ = ["write_page"]

BEGIN, END = "<!-- measured -->", "<!-- /measured -->"


def write_page(page: Path, out: Path) -> Path:
    """Put the tables of what was measured in `out` between the page's markers; copy the pictures.

    Claims whose figure has not been made are listed as such.
    """
    found = {name: read_numbers(out / f"{name}.json") for name in FIGURES if _made(out, name)}
    if not found:
        raise ValueError(f"no figure has been made in {out}: quadric reproduce all makes them")
    text = page.read_text() if page.exists() else f"# Reproduction\n\n{BEGIN}\n{END}\n"
    if BEGIN not in text or END not in text:
        raise ValueError(f"{page} has no markers {BEGIN} and {END}: put them where the tables go")
    before, rest = text.split(BEGIN, 1)
    images = page.parent / "images" / "reproduction"
    images.mkdir(parents=True, exist_ok=True)
    for name in found:
        shutil.copyfile(out / f"{name}.png", images / f"{name}.png")
    scale = SCALES[next(iter(found.values()))["scale"]]
    parts = [_cost(out, found), _settings(scale), "## The claims", _table(found)]
    body = "\n\n".join([*parts, "## Figure by figure", *_details(found)])
    page.write_text(f"{before}{BEGIN}\n{body}\n{END}{rest.split(END, 1)[1]}")
    return page


def _made(out: Path, name: str) -> bool:
    return (out / f"{name}.json").exists() and (out / f"{name}.png").exists()


def _verdict(found: dict[str, Any], index: int) -> str:
    claim = CLAIMS[index]
    if claim.figure not in found:
        return "not measured yet"
    return "holds" if claim.holds(found[claim.figure]["numbers"]) else "**differs**"


def _table(found: dict[str, Any]) -> str:
    rows = ["| | the paper says | where | for us |", "|---|---|---|---|"]
    for index, claim in enumerate(CLAIMS):
        verdict = _verdict(found, index)
        rows.append(f"| {index + 1} | {claim.claim} | {claim.where} | {verdict} |")
    held = sum(_verdict(found, index) == "holds" for index in range(len(CLAIMS)))
    differ = sum(_verdict(found, index) == "**differs**" for index in range(len(CLAIMS)))
    left = len(CLAIMS) - held - differ
    missing = f", {left} have not been measured yet" if left else ""
    return f"{held} of {len(CLAIMS)} hold, {differ} differ{missing}.\n\n" + "\n".join(rows)


def _details(found: dict[str, Any]) -> list[str]:
    """Each figure, with the claims that it judges."""
    parts = []
    for name in found:
        about = (module(name).__doc__ or "").splitlines()[0]
        lines = [f"### {name}", about, f"![{name}](images/reproduction/{name}.png)"]
        for index, claim in enumerate(CLAIMS):
            if claim.figure != name:
                continue
            verdict = _verdict(found, index)
            ours = claim.ours(found[name]["numbers"])
            why = f" {claim.why}" if verdict != "holds" and claim.why else ""
            judged = f"It {verdict} (asked: {claim.rule}).{why}"
            lines.append(f"**{index + 1}.** *{claim.claim}* Ours: {ours}. {judged}")
        parts.append("\n\n".join(lines))
    return parts


def _settings(scale: Scale) -> str:
    """The scale beside the paper's."""
    paper = SCALES["paper"]
    rows = ["| | the paper | here |", "|---|---|---|"]

    def row(name: str, show: Callable[[Scale], str]) -> None:
        rows.append(f"| {name} | {show(paper)} | {show(scale)} |")

    row("model, layer", lambda s: f"{s.model}, {s.layer}")
    row("text", lambda s: s.text if s is scale else "not said")
    row("steps", lambda s: f"{s.base.steps:,}")
    row("tokens a step", lambda s: f"{s.base.batch:,}")
    row(
        "different tokens", lambda s: f"{s.tokens if s is scale else s.base.steps * s.base.batch:,}"
    )
    row("latents", lambda s: f"{s.base.expansion:g} × d")
    row("bottleneck", lambda s: f"{s.base.mix:g} × d")
    row("Muon's learning rate", lambda s: f"{s.base.lr:g}")
    row("α", lambda s: "0 to 1" if s is paper else ", ".join(f"{a:g}" for a in s.alphas))
    return "\n".join(rows)


def _cost(out: Path, found: dict[str, Any]) -> str:
    """How long everything took, and what else the machine did meanwhile."""
    records = [read_record(path.parent) for path in sorted((out / "runs").glob("*/*/train.json"))]
    done = [record for record in records if record and record["status"] == "finished"]
    training = sum(record["seconds"] for record in done) / 60
    measuring = sum(figure["seconds"] for figure in found.values()) / 60
    scale = next(iter(found.values()))["scale"]
    lines = _timings(out)
    reading = sum(line["seconds"] for line in lines if line["work"] == "collect") / 60
    loads = sorted(line["load"] for line in lines)
    load = f"; the load of the machine was {loads[0]:.1f} to {loads[-1]:.1f}" if loads else ""
    return (
        f"Scale {scale}: {len(done)} runs; collecting took {reading:.0f} minutes, training "
        f"{training:.0f}, measuring {measuring:.0f}{load}."
    )


def _timings(out: Path) -> list[dict[str, Any]]:
    path = out / "timings.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
