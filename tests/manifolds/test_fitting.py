"""The weights say which samples belong together; the subspace is where those samples lie."""

import pytest
import torch

from quadric import BilinearAutoencoder
from quadric.manifolds.candidates import candidates
from quadric.manifolds.fitting import fit_subspaces, leading_directions
from quadric.manifolds.overlap import overlaps
from quadric.manifolds.projecting import activity
from quadric.manifolds.scoring import strong_samples


@pytest.mark.parametrize("d", [3, 7, 40, 200])
def test_the_directions_are_the_leading_eigenvectors_of_the_difference(d):
    draw = torch.Generator().manual_seed(d)
    spectrum = torch.linspace(1, 0.1, d, dtype=torch.float64)
    x = torch.randn(3000, d, generator=draw, dtype=torch.float64) * spectrum
    strong = torch.arange(300)
    x[strong, -1] += 3.0
    centred = x - x.mean(0)
    every = centred.T @ centred / len(x)
    start = torch.linalg.qr(torch.randn(d, 3, generator=draw, dtype=torch.float64)).Q
    found = leading_directions(centred, strong, every, start)
    rows = centred[strong]
    values, vectors = torch.linalg.eigh(rows.T @ rows / len(rows) - every)
    torch.testing.assert_close(found.T @ found, torch.eye(3, dtype=torch.float64))
    gained = (found.T @ (rows.T @ rows / len(rows) - every) @ found).trace()
    assert gained > 0.98 * values[-3:].sum()
    assert (found[:, 0] @ vectors[:, -1]).abs() > 0.999


def test_a_composite_comes_to_lie_where_its_strong_samples_do():
    """One latent fires for a circle: the circle's plane is found, though the form has it not."""
    draw = torch.Generator().manual_seed(0)
    d, n = 16, 6000
    x = torch.nn.functional.normalize(torch.randn(n, d, generator=draw), dim=1)
    angle = 6.28 * torch.rand(n, generator=draw)
    on = torch.arange(n) < 500
    circle = torch.zeros(n, d)
    circle[:, 0], circle[:, 1], circle[:, 2] = 1.5, angle.cos(), angle.sin()
    x[on] = torch.nn.functional.normalize(circle[on] + 0.02 * x[on], dim=1)
    ae = BilinearAutoencoder.preset("mixed", d_in=d, expansion=2)
    with torch.no_grad():
        ae.left.copy_(0.05 * torch.randn(ae.left.shape, generator=draw))
        ae.right.copy_(0.05 * torch.randn(ae.right.shape, generator=draw))
        ae.left[:, 0] += 1
        ae.right[:, 0] += 1
    found = candidates(ae, members=4)
    seen = []
    placed = fit_subspaces(found.subspaces, x, activity(ae, found.members), seen.append)
    assert seen == list(range(1, len(found.members) + 1))
    truth = torch.eye(d)[None, :, :3]
    assert (overlaps(placed, truth) > 0.98).all()
    assert (overlaps(found.subspaces, truth) < 0.9).all()
    strength = ae.encode(x)[:, found.members[0]].norm(dim=1).detach().numpy()
    assert on[strong_samples(strength).copy()].float().mean() > 0.8
