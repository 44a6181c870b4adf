"""The committed page is the build of its source, and small."""

import gzip
import shutil
import subprocess
from pathlib import Path

import pytest

from quadric.explorer.server import STATIC

UNREACHABLE = ("ENOTFOUND", "ECONN", "EAI_AGAIN", "TIMEDOUT", "ENETUNREACH", "SOCKET_TIMEOUT")
"""npm's words for a registry that cannot be reached."""

WEB = Path(__file__).parents[2] / "web"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The source, installed as pinned and built from nothing."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed, so the page cannot be built")
    root = tmp_path_factory.mktemp("build")
    ignore = shutil.ignore_patterns("node_modules", "built")
    web = Path(shutil.copytree(WEB, root / "web", ignore=ignore))
    (root / "src/quadric/explorer/static").mkdir(parents=True)
    install = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
    done = subprocess.run(install, cwd=web, capture_output=True, text=True)
    if done.returncode and any(word in done.stderr for word in UNREACHABLE):
        pytest.skip("the package registry cannot be reached, so the page cannot be built")
    assert done.returncode == 0, done.stderr
    subprocess.run([npm, "run", "build"], cwd=web, check=True, capture_output=True)
    return root


@pytest.mark.parametrize("name", ["app.js", "app.css", "index.html"])
@pytest.mark.slow
def test_the_page_is_the_build_of_its_source(built, name):
    fresh = (built / "src/quadric/explorer/static" / name).read_bytes()
    assert fresh == (STATIC / name).read_bytes(), f"{name}: run `npm ci && npm run build` in web/"


@pytest.mark.parametrize("what", ["types", "lint", "test"])
@pytest.mark.slow
def test_the_source_passes(built, what):
    """Types, lint, and the unit tests of the page's arithmetic."""
    done = subprocess.run(["npm", "run", what], cwd=built / "web", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_page_is_small():
    assert sum(len(gzip.compress(path.read_bytes())) for path in STATIC.iterdir()) < 250_000


def test_the_lock_names_no_registry():
    assert "http" not in (WEB / "package-lock.json").read_text()
