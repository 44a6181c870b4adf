"""Composites from the weights equal what the forms say one by one."""

import pytest
import torch

from quadric import BilinearAutoencoder, hoyer_density
from quadric.forms import Subspace, SubspaceStack
from quadric.manifolds.candidates import candidates


def autoencoder(kind="mixed", **settings):
    torch.manual_seed(0)
    return BilinearAutoencoder.preset(kind, d_in=24, n_latents=70, **settings)


@pytest.mark.parametrize("bias", [False, True], ids=["plain", "lifted"])
@pytest.mark.parametrize("members", [4, 10, 30])
def test_composites_equal_the_forms(bias, members):
    ae = autoencoder(n_mix=20, bias=bias)
    found = candidates(ae, members=members)
    assert len(found) == 70
    assert (found.density.diff() <= 0).all()
    square = ae.down.T @ ae.down
    density = hoyer_density(square.pow(4).T)
    torch.testing.assert_close(found.density, density.sort(descending=True).values)
    for i in (0, 33, 69):
        row = int((density - found.density[i]).abs().argmin())
        strongest = square[row].abs().topk(members).indices
        assert set(found.members[i].tolist()) == set(strongest.tolist())
        torch.testing.assert_close(found.weights[i], square[row, found.members[i]])
        form = ae.composite(found.members[i], found.weights[i])
        exact = form.quadratic().eigh()
        count = min(len(exact.values), found.eigenvalues.shape[1])
        torch.testing.assert_close(
            found.eigenvalues[i, :count], exact.values[:count], atol=1e-4, rtol=1e-3
        )
        same = Subspace(found.subspaces[i]).overlap(form.subspace(3))
        assert float(same) > 0.999


def test_without_mixing_samples_group_the_latents():
    ae = autoencoder("vanilla")
    with torch.no_grad():
        ae.left[1], ae.right[1] = ae.left[0], ae.right[0]
    with pytest.raises(ValueError, match="vanilla autoencoder has no mixing"):
        candidates(ae)
    found = candidates(ae, torch.randn(500, 24), members=3)
    pair = next(i for i in range(70) if {0, 1} <= set(found.members[i].tolist()))
    torch.testing.assert_close(found.weights[pair, :2], torch.ones(2), atol=1e-4, rtol=0)


def test_gated_latents_are_refused():
    ae = autoencoder("vanilla", tied=False, gate="silu")
    with pytest.raises(ValueError, match="silu gate"):
        candidates(ae, torch.randn(10, 24))


def test_overlap_is_the_share_of_the_smaller_subspace():
    axes = torch.eye(6)
    plane = torch.stack([axes[:, 0], axes[:, 1], torch.zeros(6)], 1)
    space = axes[:, 1:4]
    turned = space @ torch.linalg.qr(torch.randn(3, 3)).Q
    found = SubspaceStack(torch.stack([plane, space])).overlap(
        SubspaceStack(torch.stack([space, turned]))
    )
    torch.testing.assert_close(found, torch.tensor([[0.5, 0.5], [1.0, 1.0]]))


def test_distinct_keeps_the_first_of_each():
    draw = torch.Generator().manual_seed(0)
    own = torch.linalg.qr(torch.randn(5, 40, 3, generator=draw)).Q
    copies = own.repeat_interleave(100, dim=0)
    turns = torch.linalg.qr(torch.randn(500, 3, 3, generator=draw)).Q
    assert SubspaceStack(copies @ turns).distinct().tolist() == [0, 100, 200, 300, 400]
    assert SubspaceStack(copies @ turns).distinct(limit=2).tolist() == [0, 100]
