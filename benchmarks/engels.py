"""The procedure of Engels et al. 2024 (Not All Language Model Features Are 1D Linear).

Directions of a TopK decoder are clustered by their angles. What a cluster reconstructs of the
samples that it is active on is brought to its principal axes, and every pair of neighbouring axes
is tested: a plane is irreducible if its coordinates depend on each other however they are turned
(separability S, in bits) and few samples lie on one line (mixture M). Clusters are ranked by the
mean of (1 − M) S. Written after the paper, with loops where the paper has loops.
"""

from __future__ import annotations

import numpy as np
import torch
from sklearn.cluster import SpectralClustering
from torch import Tensor

from quadric.autoencoders import TopKAutoencoder

AXES = 5
"""Principal axes of a cluster, and with them four planes."""
BINS, ROTATIONS = 10, 100
"""Of the histogram whose mutual information is taken, and over how many turns of the plane."""
ON_LINE_WIDTH = 0.1
"""How near to a line a sample lies on it, in units of the root mean square."""
MAX_SAMPLES = 1000
"""Of a cluster that are tested."""
MIN_SAMPLES = 50
"""A cluster active on fewer says nothing."""


def clusters(decoder: Tensor, count: int, seed: int = 0) -> list[Tensor]:
    """Spectral clusters of directions under the affinity 1 − angle/π."""
    rows = torch.nn.functional.normalize(decoder.detach().double(), dim=1)
    near = 1 - torch.arccos((rows @ rows.T).clamp(-1, 1)) / torch.pi
    method = SpectralClustering(
        count, affinity="precomputed", assign_labels="cluster_qr", random_state=seed
    )
    labels = torch.from_numpy(method.fit_predict(near.numpy()))
    return [(labels == i).nonzero()[:, 0] for i in range(count)]


def separability(plane: np.ndarray) -> float:
    """S: the least mutual information in bits of the two coordinates over turns of the plane."""
    least = np.inf
    for angle in np.linspace(0, 2 * np.pi, ROTATIONS):
        c, s = np.cos(angle), np.sin(angle)
        turned = plane @ np.array([[c, -s], [s, c]])
        joint = np.histogram2d(turned[:, 0], turned[:, 1], bins=BINS)[0] / len(plane)
        independent = np.outer(joint.sum(1), joint.sum(0))
        seen = joint > 0
        least = min(least, float((joint[seen] * np.log2(joint[seen] / independent[seen])).sum()))
    return least


def mixture(plane: np.ndarray, starts: int = 8, steps: int = 200, seed: int = 0) -> float:
    """M: the largest share of samples with |z| < 0.1, z = v·p + c at a mean square of one.

    v and c are found by ascent on a smooth share, mean sigmoid((0.1 − |z|)/T), as T falls from 1
    to 0; from several starts, of which the best is taken.
    """
    p = torch.from_numpy(plane).float()
    p = (p - p.mean(0)) / p.std(0).mean()
    draw = torch.Generator().manual_seed(seed)
    v = torch.randn(2, starts, generator=draw).requires_grad_()
    c = (0.5 * torch.randn(starts, generator=draw)).requires_grad_()
    optimiser = torch.optim.Adam([v, c], lr=0.05)

    def heights() -> Tensor:
        z = p @ v + c
        return z / z.square().mean(0).sqrt()

    for step in range(steps):
        temperature = 1 - step / steps
        share = torch.sigmoid((ON_LINE_WIDTH - heights().abs()) / temperature).mean(0)
        optimiser.zero_grad()
        (-share.sum()).backward()
        optimiser.step()
    with torch.no_grad():
        return float((heights().abs() < ON_LINE_WIDTH).float().mean(0).max())


def irreducibility(points: np.ndarray) -> float:
    """The mean of (1 − M) S over planes of neighbouring principal axes; points are [n, d]."""
    points = points - points.mean(0)
    axes = np.linalg.svd(points, full_matrices=False)[2][:AXES]
    turned = points @ axes.T
    turned = turned[:, turned.std(0) > 1e-6 * max(turned.std(), 1e-12)]
    planes = [turned[:, i : i + 2] for i in range(turned.shape[1] - 1)]
    return float(np.mean([(1 - mixture(p)) * separability(p) for p in planes])) if planes else 0.0


@torch.no_grad()
def subspaces(topk: TopKAutoencoder, x: Tensor, count: int, most: int = 20_000) -> Tensor:
    """Subspaces [c, d, 3] of clusters, the most irreducible first: axes of what each decodes."""
    step = max(1, len(x) // most)
    latents = topk.encode(x[::step])
    found: list[tuple[float, Tensor]] = []
    for members in clusters(topk.decoder, count):
        own = latents[:, members]
        rows = own[(own > 0).any(1)] @ topk.decoder[members].float()
        if len(members) < 2 or len(rows) < MIN_SAMPLES:
            continue
        basis = torch.linalg.svd(rows, full_matrices=False).Vh[:3].T
        padded = torch.zeros(len(basis), 3)
        padded[:, : min(basis.shape[1], len(members))] = basis[:, : len(members)]
        with torch.enable_grad():
            score = irreducibility(rows[:MAX_SAMPLES].double().numpy())
        found.append((score, padded))
    if not found:
        raise ValueError("no cluster is active on enough samples: give more samples")
    found.sort(key=lambda pair: -pair[0])
    return torch.stack([basis for _, basis in found])
