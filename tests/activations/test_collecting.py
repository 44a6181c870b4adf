import hashlib
import os
import random
import shutil
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from quadric.activations import ActivationStore, CollectSettings, capture, collect, collecting
from quadric.activations.estimating import estimate
from quadric.activations.writing import StoreWriter
from quadric.files.writing import locked

pytestmark = pytest.mark.slow

TEXTS = [f"Document {i}: " + "the quick brown fox " * (3 + i % 4) for i in range(24)]
SETTINGS = CollectSettings(layers=(2,), context=32, forward=4, model="tiny", text="foxes")
SHARD = 16 * 32 * 32 * 4


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(collecting, "_SHARD_BYTES", SHARD)


@pytest.fixture(scope="module")
def collected(tiny, tmp_path_factory) -> Path:
    """A whole store of one layer, not to be changed."""
    folder = tmp_path_factory.mktemp("collected")
    collect(*tiny("llama"), TEXTS, folder, SETTINGS)
    return folder


def files(folder: Path) -> dict[str, str]:
    """Every file's name and content."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def forked(work: Callable[[], object]) -> int:
    """How a copy of this process ended that did some work and nothing after it."""
    if (child := os.fork()) == 0:
        try:
            torch.set_num_threads(1)
            work()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class Interrupter:
    """Raises from the progress after so many batches, as Ctrl-C would."""

    def __init__(self, after: int, error: type[BaseException] = KeyboardInterrupt) -> None:
        self.left, self.error = after, error
        self.calls = 0

    def __call__(self, stage: str, done: int, total: int | None = None, note: str = "") -> None:
        if stage != "collecting":
            return
        self.calls += 1
        self.left -= 1
        if self.left < 0:
            raise self.error


@pytest.fixture(scope="module")
def undisturbed(tiny, tmp_path_factory):
    model, tokenizer = tiny("llama")
    folder = tmp_path_factory.mktemp("undisturbed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(collecting, "_SHARD_BYTES", SHARD)
        collect(model, tokenizer, TEXTS, folder, SETTINGS)
    assert len(ActivationStore(folder).shards) > 3
    return files(folder)


# A shard is full after four batches: before, at and behind its end, and late.
@pytest.mark.parametrize("after", [0, 1, 3, 4, 7, 8, 14])
def test_an_interrupted_run_ends_in_the_same_files(tiny, tmp_path, undisturbed, after):
    model, tokenizer = tiny("llama")
    out = tmp_path / "acts"
    with pytest.raises(KeyboardInterrupt):
        collect(model, tokenizer, TEXTS, out, SETTINGS, progress=Interrupter(after))
    halfway = ActivationStore(out)
    assert not halfway.manifest["complete"]
    whole = capture(model, tokenizer, TEXTS, 2, context=32, forward=4, pack=True)
    assert torch.equal(halfway[:], whole.activations[: len(halfway)])
    rest = Interrupter(1000)
    collect(model, tokenizer, TEXTS, out, SETTINGS, progress=rest)
    assert files(out) == undisturbed
    # Nothing was collected twice: the batch that was interrupted had been kept.
    assert after + 1 + rest.calls == count_batches(tiny)


def count_batches(tiny) -> int:
    return -(-len(list(SETTINGS.blocks(TEXTS, tiny("llama")[1]))) // SETTINGS.forward)


def test_many_interruptions_too(tiny, tmp_path, undisturbed):
    model, tokenizer = tiny("llama")
    out = tmp_path / "acts"
    for _ in range(200):
        try:
            collect(model, tokenizer, TEXTS, out, SETTINGS, progress=Interrupter(0))
        except KeyboardInterrupt:
            continue
        break
    assert files(out) == undisturbed


def test_a_failing_model_keeps_what_was_collected(tiny, tmp_path, undisturbed):
    model, tokenizer = tiny("llama")
    out = tmp_path / "acts"
    with pytest.raises(RuntimeError):
        collect(model, tokenizer, TEXTS, out, SETTINGS, progress=Interrupter(6, RuntimeError))
    assert len(ActivationStore(out)) > 0
    collect(model, tokenizer, TEXTS, out, SETTINGS)
    assert files(out) == undisturbed


def test_a_crash_between_two_layers(tiny, tmp_path, monkeypatch):
    """The layers' manifests are written one after the other: whoever is ahead goes back."""
    model, tokenizer = tiny("llama")
    settings = replace(SETTINGS, layers=(1, 2, 3))
    collect(model, tokenizer, TEXTS, tmp_path / "undisturbed", settings)
    out, calls = tmp_path / "acts", 0
    original = StoreWriter._write_manifest

    def crash(self, *args, **kwargs):
        nonlocal calls
        calls += 1
        if calls == 8:
            os._exit(9)
        original(self, *args, **kwargs)

    def crashed() -> None:
        monkeypatch.setattr(StoreWriter, "_write_manifest", crash)
        collect(model, tokenizer, TEXTS, out, settings)

    assert forked(crashed) == 9
    counts = [len(ActivationStore(out / f"model.layers.{i}").shards) for i in (1, 2, 3)]
    assert len(set(counts)) == 2
    collect(model, tokenizer, TEXTS, out, settings)
    assert files(out) == files(tmp_path / "undisturbed")


class KillAtCall:
    """Counts every call that Python makes, and ends the process by SIGKILL at one of them."""

    def __init__(self, number: int) -> None:
        self.calls, self.number = 0, number

    def __call__(self, *_: object) -> None:
        self.calls += 1
        if self.calls == self.number:
            os.kill(os.getpid(), signal.SIGKILL)


def test_killed_at_any_moment(tiny, tmp_path):
    """SIGKILL between any two calls: the store opens, is whole, and can be continued."""
    model, tokenizer = tiny("llama")
    settings = replace(SETTINGS, layers=(1, 2))
    # What is done once a process, such as imports, is not counted: the copies do not do it again.
    collect(model, tokenizer, TEXTS, tmp_path / "undisturbed", settings)
    count, before = KillAtCall(0), sys.getprofile()
    sys.setprofile(count)
    try:
        collect(model, tokenizer, TEXTS, tmp_path / "counted", settings)
    finally:
        sys.setprofile(before)
    draw, out, sizes, ends = random.Random(0), tmp_path / "acts", [0], []
    for _ in range(8):
        moment = draw.randrange(1, count.calls // 2)

        def killed(moment: int = moment) -> None:
            sys.setprofile(KillAtCall(moment))
            collect(model, tokenizer, TEXTS, out, settings)

        ends.append(forked(killed))
        for folder in out.glob("*/manifest.json"):
            store = ActivationStore(folder.parent)
            store.verify()
            sizes.append(len(store))
    # A copy that goes on from late enough may end before its moment.
    assert ends[0] == -signal.SIGKILL
    assert set(ends) <= {0, -signal.SIGKILL}
    assert 0 < sizes[-1] == max(sizes)
    collect(model, tokenizer, TEXTS, out, settings)
    assert files(out) == files(tmp_path / "undisturbed")


def test_several_layers_in_one_pass(tiny, tmp_path):
    model, tokenizer = tiny("gpt2")
    settings = replace(SETTINGS, layers=("blocks.1.hook_mlp_out", 3, "h.2:output"))
    runs = 0
    handle = model.transformer.wte.register_forward_hook(lambda *_: count())

    def count():
        nonlocal runs
        runs += 1

    stores = collect(model, tokenizer, TEXTS, tmp_path, settings)
    handle.remove()
    assert runs == count_batches(lambda _: (model, tokenizer)) + 1
    assert [store.folder.name for store in stores] == [
        "transformer.h.1.mlp",
        "transformer.h.3",
        "transformer.h.2-output",
    ]
    whole = capture(model, tokenizer, TEXTS, settings.layers, context=32, forward=4, pack=True)
    for store, x in zip(stores, whole.layers.values(), strict=True):
        assert torch.equal(store[:], x)


def test_tokens_are_enough_and_may_grow(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    (store,) = collect(model, tokenizer, TEXTS, tmp_path, replace(SETTINGS, tokens=500))
    assert 500 <= len(store) < 500 + 32
    assert not store.manifest["text_exhausted"]
    (more,) = collect(model, tokenizer, TEXTS, tmp_path, replace(SETTINGS, tokens=1500))
    assert 1500 <= len(more) < 1500 + 32
    whole = capture(model, tokenizer, TEXTS, 2, context=32, forward=4, pack=True)
    assert torch.equal(more[:], whole.activations[: len(more)])


def test_what_is_complete_is_left_alone(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    collect(model, tokenizer, TEXTS, tmp_path, SETTINGS)
    before = files(tmp_path)
    again = Interrupter(0)
    collect(model, tokenizer, TEXTS, tmp_path, SETTINGS, progress=again)
    assert again.calls == 0
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    "change",
    [
        {"layers": (1,)},
        {"context": 16},
        {"text": "wolves"},
        {"seed": 3},
        {"dtype": torch.bfloat16},
        {"pack": False},
        {"keep_first": True},
        {"model": "other"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_other_settings_are_refused(tiny, collected, tmp_path, change):
    model, tokenizer = tiny("llama")
    shutil.copytree(collected, tmp_path, dirs_exist_ok=True)
    before = files(tmp_path)
    with pytest.raises(ValueError, match=r"was collected with .*: use the same, another out="):
        collect(model, tokenizer, TEXTS, tmp_path, replace(SETTINGS, **change))
    assert files(tmp_path) == before
    (store,) = collect(
        model, tokenizer, TEXTS, tmp_path, replace(SETTINGS, **change), overwrite=True
    )
    store.verify()


def test_changed_text_is_noticed(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    with pytest.raises(KeyboardInterrupt):
        collect(model, tokenizer, TEXTS, tmp_path, SETTINGS, progress=Interrupter(5))
    for texts in (["A new beginning.", *TEXTS], TEXTS[:1]):
        with pytest.raises(ValueError, match="the text has changed since"):
            collect(model, tokenizer, texts, tmp_path, SETTINGS)


def test_other_peoples_files_are_not_touched(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(FileExistsError, match="holds something else"):
        collect(model, tokenizer, TEXTS, tmp_path, SETTINGS)
    collect(model, tokenizer, TEXTS, tmp_path, SETTINGS, overwrite=True)
    assert (tmp_path / "thesis.tex").read_text() == "years of work"


def test_two_at_once_are_refused(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    with (
        locked(tmp_path),
        pytest.raises(ValueError, match="another quadric command is writing to"),
    ):
        collect(model, tokenizer, TEXTS, tmp_path, SETTINGS)
    collect(model, tokenizer, TEXTS, tmp_path, SETTINGS)


def test_a_full_disk_is_named_and_the_work_goes_on_after(tiny, tmp_path, undisturbed):
    """/dev/full answers every write as a full disk does; the draft's name leads there."""
    model, tokenizer = tiny("llama")
    out = tmp_path / "acts"
    out.mkdir()
    (out / ".lock").touch()
    with pytest.raises(KeyboardInterrupt):
        collect(model, tokenizer, TEXTS, out, SETTINGS, progress=Interrupter(5))
    trap = out / "shard-00001.safetensors.tmp"
    trap.symlink_to("/dev/full")
    with pytest.raises(OSError, match=r"the disk is full: .*shard-00001.safetensors needs"):
        collect(model, tokenizer, TEXTS, out, SETTINGS)
    kept = ActivationStore(out)
    kept.verify()
    assert len(kept.shards) == 2
    collect(model, tokenizer, TEXTS, out, SETTINGS)
    assert files(out) == undisturbed


def test_nan_is_counted_and_left_out(tiny, tmp_path):
    model, tokenizer = tiny("llama")

    def spoil(_module, _args, output):
        output[0, 3:4] = torch.nan

    (clean,) = collect(model, tokenizer, TEXTS, tmp_path / "clean", SETTINGS)
    handle = model.model.layers[0].register_forward_hook(spoil)
    (store,) = collect(model, tokenizer, TEXTS, tmp_path / "acts", SETTINGS)
    handle.remove()
    bad = len(clean) - len(store)
    assert store.manifest["nonfinite"] == bad > 0
    assert store[:].isfinite().all()


def test_rows_that_are_left_out_do_not_count_as_tokens(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    batches = []

    def spoil(_module, _args, output):
        batches.append(len(output))
        if 1 < len(batches) < 5:
            output[0] = torch.nan

    handle = model.model.layers[0].register_forward_hook(spoil)
    (store,) = collect(model, tokenizer, TEXTS, tmp_path, replace(SETTINGS, tokens=500))
    handle.remove()
    assert store.manifest["nonfinite"] > 0
    assert 500 <= len(store) < 500 + 32


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_half_precision_is_kept(tiny, tmp_path, dtype):
    model, tokenizer = tiny("llama")
    (store,) = collect(model, tokenizer, TEXTS, tmp_path, replace(SETTINGS, dtype=dtype))
    whole = capture(model, tokenizer, TEXTS, 2, context=32, forward=4, pack=True)
    assert store.dtype == dtype
    assert torch.equal(store[:], whole.activations.to(dtype))
    assert next(store.batches(8)).dtype == dtype


def test_nothing_collected_yet_is_an_empty_store(tmp_path):
    layer = "model.layers.1"
    StoreWriter({layer: tmp_path}, {layer: {"layer": layer, "d": 32, "dtype": "float32"}})
    empty = ActivationStore(tmp_path)
    assert len(empty) == len(empty.tokens[:]) == 0
    assert empty[:].shape == (0, 32)


def test_text_without_tokens(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    with pytest.raises(ValueError, match="the text foxes holds no tokens"):
        collect(model, tokenizer, ["", ""], tmp_path, SETTINGS)


@pytest.mark.parametrize("wrong", [{"tokens": 0}, {"forward": 0}], ids=str)
def test_impossible_settings_are_refused_when_built(wrong):
    with pytest.raises(ValueError, match="ask for at least 1"):
        replace(SETTINGS, **wrong)


def test_the_estimate_is_what_comes_out(tiny, tmp_path):
    model, tokenizer = tiny("llama")
    length = sum(map(len, TEXTS))
    settings = replace(SETTINGS, layers=(1, 2))
    found = estimate(
        model, tokenizer, TEXTS, tmp_path / "acts", settings, characters=length, seconds=0.2
    )
    stores = collect(model, tokenizer, TEXTS, tmp_path / "acts", settings)
    size = sum(shard.bytes for store in stores for shard in store.shards)
    assert found.tokens is not None
    assert found.tokens == found.available == pytest.approx(len(stores[0]), rel=0.1)
    assert found.tokens * found.bytes_per_token == pytest.approx(size, rel=0.2)
    assert found.tokens_per_second > 0
    assert found.free > 0
    fewer = estimate(
        model, tokenizer, TEXTS, tmp_path, replace(settings, tokens=99), characters=length
    )
    assert fewer.tokens == 99
    assert estimate(model, tokenizer, TEXTS, tmp_path, settings).tokens is None
