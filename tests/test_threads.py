"""Work in threads: results in order, one core each, and the same bits whatever their number."""

import pytest
import torch

from quadric import fit
from quadric.activations import open_activations
from quadric.manifolds.controls import random_subspaces
from quadric.manifolds.grouping import Grouped
from quadric.manifolds.samples import Samples
from quadric.manifolds.words import Words
from quadric.progress import silent
from quadric.synthetic import plant
from quadric.threads import in_threads


@pytest.fixture
def two_threads():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


def test_each_thread_has_one_core(two_threads):
    assert list(in_threads(lambda i: (i, torch.get_num_threads()), range(5))) == [
        (i, 1) for i in range(5)
    ]
    assert torch.get_num_threads() == 2


def test_the_number_of_threads_is_restored_after_a_failure(two_threads):
    with pytest.raises(ZeroDivisionError):
        list(in_threads(lambda i: 1 // i, range(3)))
    assert torch.get_num_threads() == 2
    unfinished = in_threads(lambda i: i, range(3))
    next(unfinished)
    unfinished.close()
    assert torch.get_num_threads() == 2


def on_threads(count, work):
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        return work()
    finally:
        torch.set_num_threads(before)


def uneven(n, d, seed=0):
    draw = torch.Generator().manual_seed(seed)
    return torch.randn(n, d, generator=draw) * torch.logspace(0, -1.5, d) + 0.2


@pytest.fixture(scope="module")
def products_are_alike():
    """Nothing can be the same on a CPU whose matrix products depend on the number of threads."""
    for dtype in (torch.float32, torch.bfloat16):
        for m, k, n in ((640, 320, 1024), (640, 1024, 320), (320, 640, 320), (320, 320, 320)):
            a, b = uneven(m, k).to(dtype), uneven(k, n).to(dtype)
            found = [on_threads(count, lambda a=a, b=b: a @ b) for count in (1, 2, 3)]
            if not all(torch.equal(found[0], one) for one in found):
                pytest.skip(f"products of {m} × {k} × {n} in {dtype} depend on the threads here")


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("kind", ["vanilla", "ordered", "mixed", "combined"])
@pytest.mark.usefixtures("products_are_alike")
def test_training_gives_the_same_bits_on_any_number_of_threads(kind, precision):
    x = uneven(1500, 320)
    settings = {"expansion": 2, "steps": 3, "batch": 1024, "precision": precision}
    one, two, three = (
        on_threads(count, lambda: fit(x, kind, **settings).state_dict()) for count in (1, 2, 3)
    )
    for name, value in one.items():
        assert torch.equal(value, two[name]), name
        assert torch.equal(value, three[name]), name


@pytest.mark.slow
@pytest.mark.parametrize("agree", [True, False], ids=["settling", "competing"])
@pytest.mark.usefixtures("products_are_alike")
def test_manifolds_are_the_same_bits_on_any_number_of_threads(agree):
    x = plant(24, d=48, seed=0).sample(6000).x if not agree else uneven(6000, 160)
    ae = fit(x, expansion=4, steps=20, batch=512)
    method = Grouped(agreement=0.0 if agree else 1.1, support=1, classes=(8, 16))
    # Kinds of samples, as tokens are.
    words = Words(100 * x.argmax(1) + x.argmin(1))
    samples = Samples(open_activations(x), len(x), 5000, ae.mean, words=words)
    chance = random_subspaces(4, x.shape[1])
    one, two = (
        on_threads(count, lambda: method.propose(ae, samples, 50, chance, 0, silent))
        for count in (1, 2)
    )
    assert len(one.subspaces) > 0
    assert torch.equal(one.subspaces, two.subspaces)
    assert torch.equal(one.chance, two.chance)
