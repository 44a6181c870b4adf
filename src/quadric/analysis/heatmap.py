"""Similarity matrices as a heat map, PNG and SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from jaxtyping import Float
from torch import Tensor

from quadric.files.writing import refuse_existing

__all__ = ["heatmap", "heatmap_paths"]


def heatmap_paths(path: str | Path) -> tuple[Path, Path]:
    """Where the two pictures go: the given name ending in .png, and in .svg."""
    path = Path(path)
    if path.suffix.lower() not in ("", ".png", ".svg"):
        raise ValueError(f"{path} is neither a .png nor a .svg: both are written side by side")
    return path.with_suffix(".png"), path.with_suffix(".svg")


def heatmap(
    matrices: Mapping[str, Float[Tensor, "m m"]],
    names: Sequence[str],
    path: str | Path,
    *,
    overwrite: bool = False,
) -> tuple[Path, Path]:
    """Draw matrices of similarities, by title, side by side; every cell has its value."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    paths = heatmap_paths(path)
    for file in paths:
        refuse_existing(file, overwrite)
    size = len(names)
    cell = 0.62 if size > 3 else 0.9
    side = max(2.2, cell * size)
    # The names stand once, left of the first matrix; below they are turned where they are long.
    margin = 0.085 * max(map(len, names)) + 0.3
    figure = Figure(figsize=(margin + len(matrices) * (side + 1.0), side + 0.6 + margin))
    FigureCanvasAgg(figure)
    axes = figure.subplots(1, len(matrices), squeeze=False)[0]
    for number, (ax, (title, values)) in enumerate(zip(axes, matrices.items(), strict=True)):
        least = min(0.0, float(values.min()))
        image = ax.imshow(values.numpy(), vmin=least, vmax=1, cmap="viridis")
        # Runs that are nearly alike differ in the third digit.
        digits = 3 if float(values.min()) > 0.9 else 2
        ax.set_title(title, fontsize=11)
        ax.set_xticks(range(size), names, rotation=45, ha="right", rotation_mode="anchor")
        ax.set_yticks(range(size), names if number == 0 else [""] * size)
        ax.tick_params(length=0, labelsize=9)
        for spine in ax.spines.values():
            spine.set_visible(False)
        for i in range(size):
            for j in range(size):
                value = float(values[i, j])
                dark = value < 0.6
                ax.text(
                    j,
                    i,
                    f"{value:.{digits}f}",
                    ha="center",
                    va="center",
                    fontsize=8,
                    color="white" if dark else "black",
                )
        figure.colorbar(image, ax=ax, fraction=0.046, pad=0.03)
    figure.tight_layout()
    for file in paths:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Without a date and with a fixed salt for its ids, the same matrices give the same file.
        metadata = {"Date": None} if file.suffix == ".svg" else {"Software": None}
        with rc_context({"svg.hashsalt": "quadric"}):
            figure.savefig(file, dpi=160, metadata=metadata)
    return paths
