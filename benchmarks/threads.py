"""Does the same seed give the same manifolds on one thread and on two?

Run `python -m benchmarks threads`: `quadric train` and `quadric find` with the same words, in
processes of their own with one thread and with two, in either precision. Products that are added up
in another order differ in their last digits; this says what becomes of that. Folders are kept in
the user's cache folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import torch

from benchmarks.training import CACHE, activations
from quadric.autoencoders import BilinearAutoencoder
from quadric.forms import FormStack, Subspace
from quadric.gallery import read_gallery

KEPT = CACHE / "threads"
TRAIN = ["--expansion", "2", "--batch", "1024", "--steps", "120", "--seed", "0"]
FIND = ["--samples", "65536", "--points", "4096", "--n", "20"]
FIRST = 10


def made(precision: str, threads: int, method: str) -> tuple[Path, Path]:
    """The run and its gallery, by the command line."""
    run = KEPT / f"{precision}-{threads}"
    gallery = KEPT / f"{precision}-{threads}-{method}"
    store = str(activations().folder)
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    commands = {
        run: ["train", store, *TRAIN, "--precision", precision, "--out", str(run)],
        gallery: ["find", str(run), store, *FIND, "--method", method, "--out", str(gallery)],
    }
    for folder, words in commands.items():
        if not (folder / ("gallery.json" if folder == gallery else "model.safetensors")).exists():
            command = [sys.executable, "-m", "quadric", *words]
            subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return run, gallery


def latents(one: Path, other: Path) -> np.ndarray:
    """The cosine of every latent's form with that of the same place in the other run."""
    stacks = []
    for folder in (one, other):
        ae = BilinearAutoencoder.from_pretrained(folder)
        stacks.append(FormStack.from_factors(ae.left.detach(), ae.right.detach()))
    return stacks[0].cosine(stacks[1]).diagonal().numpy()


def manifolds(one: Path, other: Path) -> tuple[int, int, list[float]]:
    """How many of the first have the same name and place, any place; overlaps with the nearest."""
    a, b = (read_gallery(folder) for folder in (one, other))
    names = [[card.name for card in gallery.cards[:FIRST]] for gallery in (a, b)]
    spaces = [[Subspace(torch.from_numpy(m.subspace).float()) for m in g] for g in (a, b)]
    overlaps = [max(float(u.strict_overlap(v)) for v in spaces[1]) for u in spaces[0][:FIRST]]
    same = sum(x == y for x, y in zip(*names, strict=False))
    return same, len(set(names[0]) & set(names[1])), overlaps


def main() -> str:
    """The table as markdown."""
    KEPT.mkdir(parents=True, exist_ok=True)
    rows = [
        "| precision | latents: cosine, median | lowest | method | first ten: same name and place "
        "| same name | overlap above 0.9 with one of the other's twenty | median overlap |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for precision in ("bfloat16", "float32"):
        for method in ("grouped", "paper"):
            (run, gallery), (other, found) = (made(precision, n, method) for n in (1, 2))
            cosines, (place, name, overlaps) = latents(run, other), manifolds(gallery, found)
            close = sum(overlap > 0.9 for overlap in overlaps)
            rows.append(
                f"| {precision} | {np.median(cosines):.4f} | {cosines.min():.4f} | {method} "
                f"| {place} | {name} | {close} of {len(overlaps)} | {np.median(overlaps):.2f} |"
            )
            print(rows[-1], flush=True)
    command = f"`quadric train {' '.join(TRAIN)}`, `quadric find {' '.join(FIND)}`"
    return "\n".join([f"SmolLM2, layer 15: {command}.", "", *rows])


if __name__ == "__main__":
    print(main())
