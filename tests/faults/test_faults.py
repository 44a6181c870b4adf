"""A short round of every fault: `python -m benchmarks faults` makes a long one of the same."""

import shutil

import pytest
from faults.damage import KINDS, damage, read, specimens
from faults.hostile import HOSTILE
from faults.killing import both_at_once, fill_the_disk, kill_at_random
from faults.work import prepare


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    return prepare(tmp_path_factory.mktemp("work"))


@pytest.fixture(scope="module")
def files(work, tmp_path_factory):
    return specimens(work, tmp_path_factory.mktemp("files"))


@pytest.mark.parametrize(("stage", "kills"), [("collect", 2), ("train", 2), ("find", 1)])
def test_a_kill_loses_nothing_and_the_end_is_the_same(work, stage, kills):
    done, _ = kill_at_random(work, stage, kills)
    assert done == kills


@pytest.mark.parametrize(("stage", "size"), [("collect", 150_000), ("train", 60_000)])
def test_a_full_disk_is_said_and_the_end_is_the_same_once_there_is_room(work, stage, size):
    assert fill_the_disk(work, stage, [size]) == (1, 1)


@pytest.mark.parametrize("stage", ["collect", "train", "find"])
def test_a_second_command_is_told_to_wait(work, stage):
    assert "another quadric command is writing to" in both_at_once(work, stage)


@pytest.mark.parametrize("name", KINDS)
def test_damaged_files_are_refused_or_read(files, name):
    found = damage(KINDS[name], files, 24)
    assert not [outcome for outcome in found if outcome.startswith("crashed")], found
    if KINDS[name].sealed:
        assert not found["changed"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused(files, tmp_path, name):
    kind, make = HOSTILE[name]
    shutil.copytree(files, tmp_path / "files")
    make(tmp_path / "files")
    assert read(KINDS[kind], tmp_path / "files", None) == "refused"
