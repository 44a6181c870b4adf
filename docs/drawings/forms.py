"""Draw images/concepts-forms.png: what one latent, and sums of two, look like on a plane."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import torch

from quadric import BilinearForm

matplotlib.use("agg")
import matplotlib.pyplot as plt

EYE = torch.eye(2)
FORMS = {
    "one latent, l = r:\na direction, either way": ([1.0], EYE[:1], EYE[:1]),
    "one latent, l ⊥ r:\nboth at once": ([1.0], EYE[:1], EYE[1:]),
    "two added:\na circle": ([1.0, 1.0], EYE, EYE),
    "two, weighted:\nan ellipse": ([1.0, 0.35], EYE, EYE),
    "one minus another:\none or the other": ([1.0, -1.0], EYE, EYE),
}


def main() -> None:
    """Contours of each form, with its value's sign as colour."""
    ticks = torch.linspace(-1.5, 1.5, 121)
    grid = torch.cartesian_prod(ticks, ticks)
    figure, axes = plt.subplots(1, len(FORMS), figsize=(12, 3), layout="constrained")
    for axis, (title, (weights, left, right)) in zip(axes, FORMS.items(), strict=True):
        form = BilinearForm(torch.tensor(weights), left, right)
        value = form(grid).view(len(ticks), len(ticks)).T
        axis.contourf(ticks, ticks, value, levels=13, cmap="RdBu_r", vmin=-2.25, vmax=2.25)
        axis.contour(ticks, ticks, value, levels=[0.5], colors="black", linewidths=1.6)
        values, vectors = form.eigh(k=2)
        for size, vector in zip(values.tolist(), vectors.T, strict=True):
            if abs(size) > 1e-6:
                end = 0.9 * vector * abs(size) ** 0.5
                axis.annotate("", end.tolist(), (0, 0), arrowprops={"arrowstyle": "->", "lw": 1.4})
        axis.set(title=title, xticks=[], yticks=[], aspect="equal")
        axis.title.set_fontsize(10)
    figure.savefig(Path(__file__).parent.parent / "images" / "concepts-forms.png", dpi=150)


if __name__ == "__main__":
    main()
