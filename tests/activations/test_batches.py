from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from quadric.activations import batches, open_activations


def numbered(n: int, d: int = 3, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Row i holds i, so that rows can be told apart."""
    return torch.arange(n, dtype=dtype)[:, None].expand(n, d).contiguous()


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(
    n=st.integers(1, 3000),
    size=st.integers(1, 700),
    buffer=st.integers(0, 30_000),
    seed=st.integers(0, 3),
    data=st.data(),
)
def test_one_pass_visits_every_row_once_and_can_begin_anywhere(n, size, buffer, seed, data):
    rows = open_activations(numbered(n))
    first = data.draw(st.integers(0, n - 1))
    last = data.draw(st.integers(first + 1, n))
    options: dict[str, Any] = {"seed": seed, "rows": range(first, last), "buffer": buffer}
    whole = list(rows.batches(size, drop_last=False, **options))
    assert all(len(batch) == size for batch in whole[:-1])
    assert sorted(torch.cat(whole)[:, 0].tolist()) == list(range(first, last))
    start = data.draw(st.integers(0, len(whole)))
    rest = list(rows.batches(size, start=start, drop_last=False, **options))
    assert len(rest) == len(whole) - start
    for a, b in zip(rest, whole[start:], strict=True):
        assert torch.equal(a, b)
    if last - first >= size:
        full = list(rows.batches(size, **options))
        assert len(full) == (last - first) // size
        assert all(torch.equal(a, b) for a, b in zip(full, whole, strict=False))


def test_the_seed_decides_the_order():
    rows = open_activations(numbered(5000))
    first, again, other = (torch.cat(list(rows.batches(100, seed=s)))[:, 0] for s in (1, 1, 2))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


def test_unshuffled_rows_come_in_order():
    x = numbered(5000)
    got = list(open_activations(x).batches(300, shuffle=False, drop_last=False, buffer=9000))
    assert torch.equal(torch.cat(got), x)


def test_a_batch_is_mixed_from_all_over():
    """A buffer of a sixteenth of the rows still draws from the whole store."""
    n, size = 256 * 256, 512
    rows = open_activations(numbered(n, d=1))
    order = [b[:, 0] for b in rows.batches(size, buffer=n * 4 // 16)]
    spreads = torch.stack([(b.max() - b.min()) / n for b in order])
    assert spreads.min() > 0.5
    assert spreads.mean() > 0.8
    # Neighbours in the text are seldom neighbours in a batch.
    steps = torch.cat([b.diff() for b in order])
    assert (steps == 1).float().mean() < 0.01


def test_batches_do_not_share_memory():
    x = numbered(1000)
    rows = open_activations(x)
    for shuffle in (True, False):
        for batch in rows.batches(100, shuffle=shuffle):
            batch.fill_(-1)
    assert torch.equal(x, numbered(1000))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16], ids=str)
def test_types_are_kept(dtype):
    got = next(open_activations(numbered(200, dtype=dtype)).batches(200))
    assert got.dtype == dtype
    assert sorted(got[:, 0].tolist()) == list(range(200))


def test_only_the_buffers_are_read():
    """Never the whole: at most the buffer in use and the one read ahead."""
    lengths: list[int] = []

    class Watched(batches.Rows):
        d, dtype = 4, torch.float32

        def __len__(self) -> int:
            return 100_000

        def __getitem__(self, rows: slice) -> torch.Tensor:
            lengths.append(rows.stop - rows.start)
            return torch.zeros(rows.stop - rows.start, 4)

    passing = Watched().batches(64, buffer=4096 * 16, start=500)
    next(passing)
    del passing
    assert sum(lengths) <= 2 * 4096
    assert max(lengths) == batches._RUN_ROWS


def test_errors_of_the_reader_are_raised():
    class Broken(batches.Rows):
        d, dtype = 4, torch.float32

        def __len__(self) -> int:
            return 1000

        def __getitem__(self, rows: slice) -> torch.Tensor:
            raise ValueError("shard-00003 is truncated")

    with pytest.raises(ValueError, match="shard-00003 is truncated"):
        next(Broken().batches(10))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"size": 0}, "a batch of 0 rows"),
        ({"size": 101}, "100 rows do not fill one batch of 101"),
        ({"size": 10, "rows": range(50, 101)}, "do not lie within 0 to 100"),
        ({"size": 10, "rows": range(0, 50, 2)}, "do not lie within 0 to 100"),
    ],
    ids=str,
)
def test_impossible_batches_are_refused_at_once(options, says):
    with pytest.raises(ValueError, match=says):
        open_activations(np.zeros((100, 2), np.float32)).batches(**options)
