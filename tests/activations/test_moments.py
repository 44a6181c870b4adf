"""What is known of a store's rows without reading them again."""

import pytest
import torch

from quadric.activations import ActivationStore, CollectSettings, collect
from quadric.activations.moments import MOMENTS_FILE, Moments
from quadric.activations.opening import open_activations


def definition(x):
    unit = x.double()
    length = unit.norm(dim=1)
    unit = unit[length > 0] / length[length > 0, None]
    return unit.mean(0), torch.cov(unit.T, correction=0)


def test_moments_are_those_of_the_rows_at_norm_one():
    torch.manual_seed(0)
    x = torch.randn(20_000, 13) * torch.rand(20_000, 1) * 50 + 3
    x[7] = 0
    found = Moments.of(open_activations(x))
    mean, covariance = definition(x)
    torch.testing.assert_close(found.mean, mean, atol=1e-6, rtol=0)
    torch.testing.assert_close(found.covariance, covariance, atol=1e-6, rtol=0)
    assert (found.rows, found.count) == (20_000, 19_999)
    with pytest.raises(ValueError, match="no mean"):
        _ = Moments.of(open_activations(torch.zeros(300, 4))).mean


def test_collect_keeps_them_and_a_store_without_them_counts(tiny, tmp_path, monkeypatch):
    model, tokenizer = tiny("llama")
    texts = [f"the {i}th text of many, with words" for i in range(40)]
    settings = CollectSettings(layers=(1, 2), context=16, forward=2)
    for store in collect(model, tokenizer, texts, tmp_path, settings):
        mean, covariance = definition(store[0 : len(store)])
        file = store.folder / MOMENTS_FILE
        with monkeypatch.context() as patch:
            patch.setattr(Moments, "of", None)  # Nothing is read again.
            torch.testing.assert_close(store.moments.mean, mean, atol=1e-6, rtol=0)
            torch.testing.assert_close(store.moments.covariance, covariance, atol=1e-6, rtol=0)
        content = file.read_bytes()
        for damaged in (None, b"", content[: len(content) // 2], b"x" * 500):
            file.unlink(missing_ok=True)
            if damaged is not None:
                file.write_bytes(damaged)
            again = ActivationStore(store.folder)
            torch.testing.assert_close(again.moments.mean, mean, atol=1e-6, rtol=0)


def test_moments_of_other_rows_are_not_believed(tmp_path):
    path = tmp_path / MOMENTS_FILE
    found = Moments(3)
    found.add(torch.ones(5, 3))
    path.write_bytes(found.to_bytes())
    assert Moments.read(path, 3, 5) is not None
    assert Moments.read(path, 3, 6) is None
    assert Moments.read(path, 4, 5) is None
    found.total[0] = torch.nan
    path.write_bytes(found.to_bytes())
    assert Moments.read(path, 3, 5) is None
