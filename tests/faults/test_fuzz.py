"""The loaders under files that hypothesis makes up: refused in a sentence, or read."""

import contextlib
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quadric import ActivationStore, BilinearAutoencoder, import_checkpoint
from quadric.gallery import read_gallery
from quadric.gallery.packing import unpack_manifold
from quadric.training.folder import load_run, read_record
from quadric.training.metrics import read_metrics

KEYS = ["d_in", "n_latents", "n_mix", "class", "format", "settings", "d", "dtype", "shards"]
KEYS += ["manifolds", "version", "file", "kind", "expansion", "d_model", "model", "layer", "step"]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["quadric run 1", "quadric activations 1", "quadric gallery", "float32"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), VALUES, max_size=8)
BYTES = st.binary(max_size=200) | OBJECTS.map(lambda value: json.dumps(value).encode())

LOADERS = {
    "config.json": [load_run, BilinearAutoencoder.from_pretrained, import_checkpoint],
    "model.safetensors": [BilinearAutoencoder.from_pretrained, import_checkpoint],
    "train.json": [read_record],
    "metrics.jsonl": [read_metrics],
    "manifest.json": [ActivationStore],
    "gallery.json": [read_gallery],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("fuzz")
    BilinearAutoencoder.preset("vanilla", 4, expansion=2).write(place)
    return place


@pytest.mark.parametrize("file", LOADERS)
def test_loaders_read_or_refuse(folder, file):
    before = (folder / file).read_bytes() if (folder / file).exists() else None

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(BYTES)
    def fuzz(data):
        (folder / file).write_bytes(data)
        for load in LOADERS[file]:
            with contextlib.suppress(ValueError, OSError):
                load(folder)

    try:
        fuzz()
    finally:
        (folder / file).unlink() if before is None else (folder / file).write_bytes(before)


@settings(max_examples=200, deadline=None)
@given(BYTES)
def test_a_manifolds_bytes_are_read_or_refused(data):
    with pytest.raises(ValueError, match="it"):
        unpack_manifold(data, "it")
