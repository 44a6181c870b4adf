"""Files and folders appear whole or not at all."""

import pytest
import torch

from quadric.files.objects import read_object
from quadric.files.tensors import write_tensors
from quadric.files.writing import atomic_folder, atomic_path, recover_folder, write_atomic


def test_a_file_is_replaced_whole_or_stays(tmp_path):
    path = tmp_path / "x"
    write_atomic(path, b"old")

    def fail():
        with atomic_path(path, 3) as draft:
            draft.write_bytes(b"ne")
            raise OSError("no luck")

    with pytest.raises(OSError, match="no luck"):
        fail()
    assert path.read_bytes() == b"old"
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_tensors_may_be_read_by_whoever_may_read_other_files(tmp_path):
    write_atomic(tmp_path / "x", b"1")
    write_tensors(tmp_path / "y", {"a": torch.zeros(2)})
    assert (tmp_path / "y").stat().st_mode == (tmp_path / "x").stat().st_mode


def test_a_folder_is_replaced_whole_or_stays(tmp_path):
    folder = tmp_path / "x"
    with atomic_folder(folder) as draft:
        (draft / "a").write_text("1")

    def fail():
        with atomic_folder(folder) as draft:
            (draft / "b").write_text("2")
            raise RuntimeError("no luck")

    with pytest.raises(RuntimeError, match="no luck"):
        fail()
    assert [file.name for file in folder.iterdir()] == ["a"]
    with atomic_folder(folder) as draft:
        (draft / "b").write_text("2")
    assert [file.name for file in folder.iterdir()] == ["b"]
    assert list(tmp_path.iterdir()) == [folder]


def test_a_folder_that_was_moved_away_comes_back(tmp_path):
    (tmp_path / ".x.old").mkdir()
    recover_folder(tmp_path / "x")
    assert [file.name for file in tmp_path.iterdir()] == ["x"]
    recover_folder(tmp_path / "x")


@pytest.mark.parametrize("content", ["[1]", "{", "\x00", "[" * 100_000], ids=str.__len__)
def test_what_is_no_object_is_refused_with_what_to_do(tmp_path, content):
    (tmp_path / "x.json").write_text(content)
    with pytest.raises(ValueError, match=r"x.json can't be used \(.*\): copy it again"):
        read_object(tmp_path / "x.json", "copy it again")
