"""Activations with a known answer: twelve months on a circle, and rows that are something else."""

from typing import NamedTuple

import numpy as np
import torch

from quadric import BilinearAutoencoder

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


class Months(NamedTuple):
    """Half of the rows are months on a circle, half are "other", in all directions."""

    x: torch.Tensor
    labels: np.ndarray
    plane: torch.Tensor


def months(n: int = 3000, d: int = 12, seed: int = 0) -> Months:
    """Rows, their labels, and the plane of the circle."""
    draw = np.random.default_rng(seed)
    plane = np.linalg.qr(draw.normal(size=(d, 2)))[0]
    month = np.where(draw.random(n) < 0.5, draw.integers(0, 12, n), -1)
    angle = 2 * np.pi * month / 12
    circle = np.column_stack([np.cos(angle), np.sin(angle)]) @ plane.T
    other = draw.normal(size=(n, d)) / np.sqrt(d)
    x = np.where(month[:, None] >= 0, circle + 0.1 * other, other)
    labels = np.array([*MONTHS, "other"])[month]
    return Months(*(torch.from_numpy(x).float(), labels, torch.from_numpy(plane).float()))


def autoencoder(plane: torch.Tensor, **parts: bool) -> BilinearAutoencoder:
    """One that knows the circle: four of its latents are squares in the plane, and reconstruct
    together; the others are squares of other directions, each for itself."""
    d = len(plane)
    torch.manual_seed(0)
    ae = BilinearAutoencoder.preset("mixed", d_in=d, expansion=2, n_mix=d, **parts)
    angles = torch.arange(4) * torch.pi / 4
    inside = torch.stack([angles.cos(), angles.sin()], 1) @ plane.T
    rest = torch.linalg.qr(torch.cat([plane, torch.randn(d, d - 2)], 1)).Q[:, 2:].T
    with torch.no_grad():
        ae.left.zero_(), ae.down.zero_()
        ae.left[:4, :d], ae.left[4 : 2 + d, :d] = inside, rest
        ae.right.copy_(ae.left)
        ae.down[0, :4] = 0.7
        ae.down[1 : d - 1, 4 : 2 + d] = 0.3 * torch.eye(d - 2)
    return ae
