"""Serve one gallery to browsers on this machine, and nothing else to anyone.

Requests are answered from a fixed list of names, so there is no path to escape from. The Host
header must name this machine: a page from elsewhere whose name leads to 127.0.0.1 is refused.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from quadric.gallery.folder import CONTENTS, TOKENS, Gallery

__all__ = ["POLICY", "STATIC", "explorer", "listen", "open_browser", "serve", "serving"]

STATIC = Path(__file__).parent / "static"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What the page may load: its own files. It stands in the page as well, for static hosts."""

HEADERS = {
    "Content-Security-Policy": (
        f"{POLICY}; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
}


def explorer(gallery: Gallery, port: int) -> Starlette:
    """Build the application that shows a gallery at a port of this machine."""
    pages = {name: STATIC / name for name in ("index.html", "app.js", "app.css")}
    names = [CONTENTS, TOKENS, *(card.file for card in gallery.cards)]
    data = {name: gallery.folder / name for name in names}
    hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}

    def send(path: Path | None, name: str) -> Response:
        if path is None:
            return PlainTextResponse(f"{name} is not part of this gallery.", 404)
        try:
            content = path.read_bytes()
        except OSError as error:
            reason = "is missing" if isinstance(error, FileNotFoundError) else "cannot be read"
            return PlainTextResponse(f"{name} {reason}.", 404)
        return Response(content, media_type=KINDS.get(path.suffix, "application/octet-stream"))

    def page(request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        return send(pages.get(name), name)

    def datum(request: Request) -> Response:
        name = request.path_params["name"]
        return send(data.get(name), name)

    async def guard(
        request: Request, proceed: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        if request.headers.get("host", "") not in hosts:
            response: Response = PlainTextResponse(
                "This gallery is served to this machine only.", 403
            )
        else:
            response = await proceed(request)
        response.headers.update(HEADERS)
        return response

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/data/{name}", datum),
            Route("/{name}", page),
        ]
    )
    app.router.redirect_slashes = False
    app.add_middleware(BaseHTTPMiddleware, dispatch=guard)
    return app


def listen(port: int = 0) -> socket.socket:
    """Take a port of the loopback interface: a free one, or the one that was asked for."""
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind(("127.0.0.1", port))
        # From here on a browser may knock: it waits until the server is up.
        taken.listen(128)
    except OSError as error:
        taken.close()
        raise OSError(
            f"port {port} cannot be used ({error.strerror}); leave --port out for a free one."
        ) from None
    return taken


def _settings(gallery: Gallery, port: int) -> uvicorn.Config:
    return uvicorn.Config(explorer(gallery, port), log_level="warning", lifespan="off")


def open_browser(address: str) -> bool:
    """Open the address where there is a screen to show it on; say whether that was so."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    return webbrowser.open(address)


@contextlib.contextmanager
def serving(gallery: Gallery) -> Iterator[str]:
    """Serve in the background while the block runs; gives the address."""
    with listen() as taken:
        port = taken.getsockname()[1]
        server = uvicorn.Server(_settings(gallery, port))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.should_exit = True
            thread.join()


def serve(gallery: Gallery, *, port: int = 0, browser: bool = True, view: str = "") -> None:
    """Serve until Ctrl-C; `view` is the part of the address after the #."""
    with listen(port) as taken:
        number = taken.getsockname()[1]
        address = f"http://127.0.0.1:{number}/" + (f"#{view}" if view else "")
        print(f"Exploring {gallery.title or gallery.folder} at {address}", flush=True)
        if browser and open_browser(address):
            print("It opens in your browser. Ctrl-C stops it.", flush=True)
        else:
            print("Open it in a browser on this machine. Ctrl-C stops it.", flush=True)
        # uvicorn finishes what it is sending, then hands the Ctrl-C on.
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(_settings(gallery, number)).run(sockets=[taken])
        print("Stopped.", flush=True)
