import http.client
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from quadric.explorer.sample import sample_gallery
from quadric.explorer.server import POLICY, STATIC, listen, open_browser, serving


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    return sample_gallery(tmp_path_factory.mktemp("server") / "gallery", points=64)


@pytest.fixture(scope="module")
def address(gallery):
    with serving(gallery) as address:
        yield address


def ask(address: str, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
    # Sent as typed: a client that tidies paths up would hide what the server does with them.
    connection.request(method, path, headers=headers)
    return connection.getresponse()


def test_the_page_and_the_gallery_are_served(address, gallery):
    page = ask(address, "/")
    assert page.status == 200
    assert page.getheader("content-type", "").startswith("text/html")
    assert page.read() == (STATIC / "index.html").read_bytes()
    for name in ["gallery.json", *(card.file for card in gallery.cards)]:
        answer = ask(address, f"/data/{name}")
        assert answer.status == 200
        assert answer.read() == (gallery.folder / name).read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "/data/../../../../../../etc/passwd",
        "/data/..%2f..%2f..%2fetc%2fpasswd",
        "/data/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/data//etc/passwd",
        "/../server.py",
        "/data/secret.txt",
        "/server.py",
        "/static/app.js",
        "/data/",
    ],
)
def test_nothing_else_is_served(address, gallery, path):
    (gallery.folder / "secret.txt").write_text("not part of the gallery")
    answer = ask(address, path)
    assert answer.status == 404
    assert b"root:" not in answer.read()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:80", "192.168.0.7", ""])
def test_foreign_hosts_are_refused(address, host):
    assert ask(address, "/", host=host).status == 403
    assert ask(address, "/data/gallery.json", host=host).status == 403


def test_another_port_in_the_host_is_refused(address):
    assert ask(address, "/", host="127.0.0.1:1").status == 403


def test_localhost_is_welcome(address):
    assert ask(address, "/", host=f"localhost:{urlsplit(address).port}").status == 200


def test_nothing_can_be_written(address):
    assert ask(address, "/data/gallery.json", method="PUT").status == 405
    assert ask(address, "/", method="POST").status == 405


@pytest.mark.parametrize("path", ["/", "/data/gallery.json", "/nothing"])
def test_every_answer_is_strict(address, path):
    answer = ask(address, path)
    policy = answer.getheader("content-security-policy", "")
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.getheader("x-content-type-options") == "nosniff"
    assert answer.getheader("access-control-allow-origin") is None


def test_the_page_carries_the_same_policy_for_static_hosts():
    assert POLICY in (STATIC / "index.html").read_text()


def test_only_loopback_is_bound():
    with listen() as taken:
        assert taken.getsockname()[0] == "127.0.0.1"


def test_a_taken_port_is_named():
    with listen() as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"port {port} cannot be used .*leave port= out"):
            listen(port)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have a screen")
def test_no_browser_is_opened_without_a_screen(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not open_browser("http://127.0.0.1:1/")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_the_first_answer_is_there_without_torch(gallery):
    process = subprocess.Popen(
        [sys.executable, "-m", "quadric", "explore", str(gallery.folder), "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().split()[-1]
        assert ask(address, "/data/gallery.json").status == 200
        maps = Path(f"/proc/{process.pid}/maps").read_text()
    finally:
        process.kill()
        process.communicate()
    assert "torch" not in maps


@pytest.mark.slow
def test_ctrl_c_stops_it_cleanly(gallery):
    command = [sys.executable, "-m", "quadric", "explore", str(gallery.folder)]
    screenless = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=screenless
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        assert "http://127.0.0.1:" in first, first
        address = first.split()[-1]
        assert ask(address, "/").status == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 0
    assert out.endswith("Stopped.\n")
    assert err == ""
