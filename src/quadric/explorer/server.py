"""Serve one gallery, and those of other layers that it links to, to this machine alone.

Requests are answered from a fixed list of names, so there is no path to escape from. The Host
header must name this machine: a page from elsewhere whose name leads to 127.0.0.1 is refused.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from quadric.explorer.layers import LAYERS_FOLDER, contents, linked
from quadric.gallery.folder import CONTENTS, TOKENS, Gallery

if TYPE_CHECKING:
    from quadric.explorer.live import Live

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

LIVE_MARK = (b'data-files="fetch"', b'data-files="fetch" data-live="on"')
"""What the page says differently where a model answers."""

MAX_REQUEST_BYTES = 1 << 16
"""Bytes that a question may have."""

MEDIA_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
}


def explorer(gallery: Gallery, port: int, live: Live | None = None) -> Starlette:
    """Build the application that shows a gallery at a port of this machine.

    With a model, the page may ask where the tokens of a sentence lie; that is all it can ask.
    """
    pages = {name: STATIC / name for name in ("index.html", "app.js", "app.css")}
    others = linked(gallery)
    every = {"": gallery, **others}
    hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}

    def send(path: Path | None, name: str) -> Response:
        if path is None:
            return PlainTextResponse(f"{name} is not part of this gallery.", 404)
        try:
            content = path.read_bytes()
        except OSError as error:
            reason = "is missing" if isinstance(error, FileNotFoundError) else "cannot be read"
            return PlainTextResponse(f"{name} {reason}.", 404)
        return Response(
            content, media_type=MEDIA_TYPES.get(path.suffix, "application/octet-stream")
        )

    def page(request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        which = request.path_params.get("gallery", "")
        answer = send(pages.get(name) if which in every else None, name)
        if live is not None and name == "index.html" and not which:
            return Response(bytes(answer.body).replace(*LIVE_MARK), media_type=answer.media_type)
        return answer

    def datum(request: Request) -> Response:
        name = request.path_params["name"]
        one = every.get(request.path_params.get("gallery", ""))
        if one is None or name not in {CONTENTS, TOKENS, *(card.file for card in one.cards)}:
            return send(None, name)
        if name == CONTENTS:
            # What cannot be read or is no JSON is sent as it is: the page says what is wrong.
            with contextlib.suppress(OSError, ValueError):
                return Response(contents(one, gallery, others), media_type=MEDIA_TYPES[".json"])
        return send(one.folder / name, name)

    async def sentence(request: Request) -> Response:
        if live is None:
            error = "sentences are read by a model: start the page with one"
            return JSONResponse({"error": error}, 404)
        # Pages from elsewhere cannot send this type without asking first, and nobody answers them.
        if request.headers.get("content-type") != "application/json":
            return JSONResponse({"error": "send JSON."}, 415)
        body = await request.body()
        try:
            text = json.loads(body[:MAX_REQUEST_BYTES])["text"]
            if not isinstance(text, str):
                raise TypeError
        except (ValueError, KeyError, TypeError, RecursionError):
            return JSONResponse({"error": 'send {"text": "a sentence"}.'}, 400)
        try:
            found = await run_in_threadpool(live.places, text, request.path_params["which"])
        except (ValueError, OSError, RuntimeError) as error:
            return JSONResponse({"error": str(error)}, 400)
        return JSONResponse(found)

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
            Route("/live/{which}", sentence, methods=["POST"]),
            Route(f"/{LAYERS_FOLDER}/{{gallery}}/data/{{name}}", datum),
            Route(f"/{LAYERS_FOLDER}/{{gallery}}/{{name}}", page),
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
            f"port {port} cannot be used ({error.strerror}): leave port= out for a free one"
        ) from None
    return taken


def _settings(gallery: Gallery, port: int, live: Live | None) -> uvicorn.Config:
    return uvicorn.Config(explorer(gallery, port, live), log_level="warning", lifespan="off")


def open_browser(address: str) -> bool:
    """Open the address where there is a screen to show it on; say whether that was so."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    return webbrowser.open(address)


@contextlib.contextmanager
def serving(gallery: Gallery, live: Live | None = None) -> Iterator[str]:
    """Serve in the background while the block runs; gives the address."""
    with listen() as taken:
        port = taken.getsockname()[1]
        server = uvicorn.Server(_settings(gallery, port, live))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.should_exit = True
            thread.join()


def serve(
    gallery: Gallery,
    *,
    port: int = 0,
    browser: bool = True,
    view: str = "",
    live: Live | None = None,
) -> None:
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
            uvicorn.Server(_settings(gallery, number, live)).run(sockets=[taken])
        print("Stopped.", flush=True)
