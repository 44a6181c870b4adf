import pytest
import torch

from quadric.training.record import Checkpoints


def written(folder, steps, keep=2) -> Checkpoints:
    checkpoints = Checkpoints(folder, keep)
    for step in steps:
        checkpoints.write({"w": torch.full((3,), float(step))}, {"step": step, "place": {"a": 1}})
        checkpoints.prune()
    return checkpoints


def test_the_newest_few_stay_and_the_newest_comes_back(tmp_path):
    checkpoints = written(tmp_path, [5, 10, 100, 20])
    assert [path.stem for path in checkpoints.paths()] == ["step-00000020", "step-00000100"]
    tensors, rest = checkpoints.newest()
    assert rest == {"step": 100, "place": {"a": 1}}
    assert tensors["w"].tolist() == [100.0] * 3


def test_a_new_one_replaces_none_before_it_is_known_to_be_good(tmp_path):
    checkpoints = written(tmp_path, [1], keep=1)
    checkpoints.write({"w": torch.zeros(1)}, {"step": 2})
    assert len(checkpoints.paths()) == 2
    checkpoints.drop(2)
    assert checkpoints.newest()[1]["step"] == 1


@pytest.mark.parametrize("damage", [b"", b"\xff" * 40, None], ids=["empty", "noise", "half"])
def test_a_damaged_one_is_passed_over(tmp_path, damage):
    checkpoints = written(tmp_path, [1, 2])
    path = checkpoints.paths()[-1]
    path.write_bytes(path.read_bytes()[:-5] if damage is None else damage)
    assert checkpoints.newest()[1]["step"] == 1
    for other in checkpoints.paths():
        other.write_bytes(b"")
    with pytest.raises(ValueError, match="no checkpoint can be read"):
        checkpoints.newest()


def test_an_unfinished_draft_is_no_checkpoint(tmp_path):
    checkpoints = written(tmp_path, [1])
    (tmp_path / "step-00000002.safetensors.tmp").write_bytes(b"half")
    assert checkpoints.newest()[1]["step"] == 1


def test_none_is_none(tmp_path):
    assert Checkpoints(tmp_path / "missing", 2).newest() is None
