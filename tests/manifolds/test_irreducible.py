"""Our tests of irreducibility beside the definition of Engels et al. on known shapes."""

import numpy as np
import pytest
import torch

from benchmarks import engels
from quadric.autoencoders import TopKAutoencoder
from quadric.manifolds.irreducible import mixture_index, separability_index

pytestmark = pytest.mark.slow

N = 1500


def shape(name):
    draw = np.random.default_rng(0)
    angle = draw.uniform(0, 2 * np.pi, N)
    noise = 0.05 * draw.normal(size=(N, 2))
    normal = draw.normal(size=(N, 2))
    one = draw.random(N) < 0.5
    found = {
        "circle": np.column_stack([np.cos(angle), np.sin(angle)]) + noise,
        "arc": np.column_stack([np.cos(angle / 2), np.sin(angle / 2)]) + noise,
        "seven points of a circle": np.column_stack(
            [np.cos(2 * np.pi * (angle // 0.9) / 7), np.sin(2 * np.pi * (angle // 0.9) / 7)]
        )
        + noise,
        "two independent": normal,
        "square": draw.uniform(-1, 1, (N, 2)),
        "cross": np.where(one[:, None], normal * [1, 0.01], normal * [0.01, 1]),
        "rarely active": np.where(draw.random((N, 2)) < 0.1, normal, 0.001 * normal),
    }
    turn = np.array([[np.cos(0.7), -np.sin(0.7)], [np.sin(0.7), np.cos(0.7)]])
    return found[name] @ turn


IRREDUCIBLE = ("circle", "arc", "seven points of a circle")
REDUCIBLE = ("two independent", "square", "cross", "rarely active")


@pytest.mark.parametrize("name", [*IRREDUCIBLE, *REDUCIBLE])
def test_both_say_the_same_of_a_shape(name):
    points = shape(name)
    theirs = (1 - engels.mixture(points)) * engels.separability(points)
    ours = (1 - mixture_index(points)) * separability_index(points)
    assert (theirs > 0.5) == (ours > 0.5) == (name in IRREDUCIBLE)


@pytest.mark.parametrize("name", ["circle", "two independent", "square"])
def test_the_two_mixture_indices_agree(name):
    points = shape(name)
    assert abs(mixture_index(points) - engels.mixture(points)) < 0.05


def test_mixture_finds_the_line_that_half_of_the_samples_lie_on():
    assert engels.mixture(shape("cross")) > 0.5
    assert engels.mixture(shape("rarely active")) > 0.8


def test_a_planted_circle_is_the_most_irreducible_cluster():
    """Directions on a circle are one cluster, independent ones are others."""
    angle = torch.arange(8) * torch.pi / 4
    decoder = torch.zeros(16, 12)
    decoder[:8, 0], decoder[:8, 1] = angle.cos(), angle.sin()
    decoder[8:, 2:10] = torch.eye(8)
    topk = TopKAutoencoder.sized(12, expansion=16 / 12, k=3)
    topk.decoder.data, topk.encoder.data = decoder, decoder.clone()
    draw = torch.Generator().manual_seed(0)
    on = 2 * torch.pi * torch.rand(3000, generator=draw)
    x = 0.02 * torch.randn(3000, 12, generator=draw)
    circle = torch.arange(3000) % 2 == 0
    x[circle, 0] += on[circle].cos()
    x[circle, 1] += on[circle].sin()
    x[~circle, 2:10] += torch.rand(1500, 8, generator=draw)
    found = engels.subspaces(topk, x, 3)
    assert found[0, :2].square().sum() > 1.9
