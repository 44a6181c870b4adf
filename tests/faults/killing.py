"""SIGKILL at random moments, a full disk, and two commands at once."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from faults.commands import Pause, run, start
from faults.work import Work

__all__ = ["both_at_once", "fill_the_disk", "kill_at_random"]


def kill_at_random(work: Work, name: str, kills: int, seed: int = 0) -> tuple[int, int]:
    """Kill a stage again and again, three times before it may end; (kills, kills that hit it).

    After each kill the folder has to be whole as far as it got, and in the end everything has to
    be equal to the undisturbed run, with no file more or less.
    """
    draw = random.Random(seed)
    stage, hits, done = work.stages[name], 0, 0
    with tempfile.TemporaryDirectory(dir=work.folder) as place:
        while done < kills:
            out = Path(place) / f"{name}-{done}"
            for _ in range(min(3, kills - done)):
                moment = draw.uniform(0, 1.1 * work.seconds[name])
                ended = run(stage.args(out), work.log, kill=moment)
                done += 1
                hits += ended.code < 0
                assert ended.code < 0 or ended.code == 0 or "exists" in ended.said, ended.said
                stage.check(out)
                if ended.code >= 0:
                    break
            last = run(stage.args(out), work.log)
            assert last.code == 0 or "exists" in last.said, last.said
            stage.check(out)
            _check_equal(stage.result(out), work.results[name])
            left = [path.name for path in Path(place).iterdir() if path.name.startswith(".")]
            assert all(file.endswith(".lock") for file in left), left
            for path in Path(place).iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    return done, hits


@contextmanager
def small_disk(place: Path, size: int) -> Iterator[None]:
    """A disk of so many bytes at `place`; needs root."""
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(place)], check=True)


def can_mount() -> bool:
    """Whether this machine lets us make a disk."""
    if os.getuid() != 0:
        return False
    with tempfile.TemporaryDirectory() as place:
        try:
            with small_disk(Path(place) / "disk", 1 << 16):
                return True
        except (OSError, subprocess.CalledProcessError):
            return False


def fill_the_disk(work: Work, name: str, sizes: list[int]) -> tuple[int, int]:
    """Let a stage run out of room at different points, then make room; (faults, that hit).

    Without root, the largest file that may be written is limited in place of the disk.
    """
    stage, hits, mountable = work.stages[name], 0, can_mount()
    for size in sizes:
        with tempfile.TemporaryDirectory(dir=work.folder) as place:
            disk = Path(place) / "disk"
            if mountable:
                with small_disk(disk, size):
                    ended = run(stage.args(disk / name), work.log)
                    _check_full(ended)
                    stage.check(disk / name)
                    hits += ended.code == 1
                    room = ["mount", "-o", "remount,size=256m", str(disk)]
                    subprocess.run(room, check=True)
                    _finish(work, name, disk / name)
            else:
                ended = run(stage.args(disk / name), work.log, most=size)
                _check_full(ended)
                stage.check(disk / name)
                hits += ended.code == 1
                _finish(work, name, disk / name)
    return len(sizes), hits


def _check_full(ended) -> None:
    assert ended.code in (0, 1), ended.said
    assert "Traceback" not in ended.said, ended.said
    if ended.code == 1:
        assert "the disk is full" in ended.said, ended.said


def _finish(work: Work, name: str, out: Path) -> None:
    last = run(work.stages[name].args(out), work.log)
    assert last.code == 0 or "exists" in last.said, last.said
    _check_equal(work.stages[name].result(out), work.results[name])


def _check_equal(found: dict[str, str], expected: dict[str, str]) -> None:
    differing = [k for k in {**found, **expected} if found.get(k) != expected.get(k)]
    assert not differing, f"{differing} are not those of an undisturbed run"


def both_at_once(work: Work, name: str) -> str:
    """Begin a stage, begin it again on the same folder; what the second one said."""
    stage = work.stages[name]
    with tempfile.TemporaryDirectory(dir=work.folder) as place:
        out = Path(place) / name
        pause = Pause()
        first = start(stage.args(out), work.folder / "first.txt", pause=pause)
        try:
            while not pause.held.wait(0.1):
                assert first.is_alive(), (work.folder / "first.txt").read_text()
            second = run(stage.args(out), work.log)
        finally:
            pause.go.set()
        first.join()
        assert first.exitcode == 0, (work.folder / "first.txt").read_text()
        assert stage.result(out) == work.results[name]
        assert second.code == 1, second.said
        return second.said
