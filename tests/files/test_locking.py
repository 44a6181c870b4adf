"""One command at a time writes to a folder, and nothing is left behind."""

import threading

import pytest

from quadric.files.writing import locked


@pytest.mark.parametrize("inside", [True, False], ids=["inside", "beside"])
def test_a_second_command_is_refused_and_no_file_stays(tmp_path, inside):
    folder = tmp_path / "out"
    with locked(folder, inside=inside):
        with (
            pytest.raises(ValueError, match=r"another quadric command is writing to .*out"),
            locked(folder, inside=inside),
        ):
            pass
        assert len(list(tmp_path.rglob("*.lock"))) == 1
    assert not list(tmp_path.rglob("*.lock"))


def test_the_lock_of_a_killed_command_does_no_harm(tmp_path):
    (tmp_path / ".lock").touch()
    with locked(tmp_path):
        pass
    assert not list(tmp_path.iterdir())


def test_an_error_frees_the_lock(tmp_path):
    with pytest.raises(RuntimeError), locked(tmp_path):
        raise RuntimeError
    with locked(tmp_path):
        pass


def test_those_who_wait_go_one_after_the_other(tmp_path):
    """Also when the file that they opened is removed while they wait for it."""
    inside, most = 0, 0

    def work():
        nonlocal inside, most
        for _ in range(20):
            with locked(tmp_path / "x", inside=False, wait=True):
                inside += 1
                most = max(most, inside)
                inside -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    assert not list(tmp_path.iterdir())
