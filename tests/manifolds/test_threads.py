"""Work in threads: results in order, one core each, torch's number of threads as before."""

import pytest
import torch

from quadric.manifolds.threads import in_threads


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
