"""A real Chromium before galleries with known answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from benchmarks.explorer import browser
from quadric.explorer.export import export_site
from quadric.explorer.sample import sample_gallery
from quadric.explorer.server import serving
from quadric.gallery import Gallery, ManifoldBundle, SubspaceForm, write_gallery

PATIENCE = 120_000
"""Milliseconds that anything may take, so that a busy machine passes what an idle one passes."""
expect.set_options(timeout=PATIENCE)

SLOW_PICTURE = "GL Driver Message (OpenGL, Performance"
"""Of Chromium, not of the page: a test that reads a pixel had to wait, as on a busy machine."""

HOSTILE = "<img src=x onerror=\"document.title='run'\">"

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with browser() as launched:
        yield launched


OPTIONS = {"viewport": {"width": 1100, "height": 760}, "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def visitor(chromium: Browser) -> Iterator[BrowserContext]:
    """One visitor for all tests that ask for nothing special: opening a context takes a while."""
    context = chromium.new_context(**OPTIONS)
    yield context
    context.close()


@pytest.fixture
def open_page(chromium: Browser, visitor: BrowserContext) -> Iterator[Open]:
    """Open an address in a new tab; an error or a message on the console fails the test."""
    opened: list[BrowserContext | Page] = []
    said: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if SLOW_PICTURE not in message.text:
            said.append(message.text)

    def open_one(
        address: str, quiet: bool = True, wait: str | None = "html[data-ready]", **options
    ) -> Page:
        context = chromium.new_context(**{**OPTIONS, **options}) if options else visitor
        page = context.new_page()
        opened.append(context if options else page)
        page.set_default_timeout(PATIENCE)
        if quiet:
            page.on("pageerror", lambda error: said.append(str(error)))
            page.on("console", listen)
        page.goto(address)
        if wait:
            page.wait_for_selector(wait, state="attached")
        return page

    yield open_one
    for one in opened:
        one.close()
    assert said == []


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    """Ten shapes of 2,048 points each."""
    return sample_gallery(tmp_path_factory.mktemp("sample") / "gallery", points=2048)


@pytest.fixture(scope="session")
def sample_address(sample) -> Iterator[str]:
    with serving(sample) as address:
        yield address


@contextmanager
def shown(gallery: Gallery, site: Path | None = None) -> Iterator[str]:
    """The address of a gallery: served, or exported into a folder."""
    if site is None:
        with serving(gallery) as address:
            yield address
    else:
        export_site(gallery, site)
        yield (site / "index.html").as_uri()


def corners(names: list[str], **more) -> ManifoldBundle:
    """Eight points at the corners of a cube, the first the strongest: far apart on any screen."""
    points = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
    text = np.arange(8)
    return ManifoldBundle(
        **{
            "name": "corners",
            "shape": "clusters",
            "points": points,
            "strength": np.arange(8, 0, -1) / 8,
            "token": text,
            "vocab": names,
            "document": np.zeros(8, dtype=int),
            "position": text,
            "context": np.stack([np.roll(text, 1), text, np.roll(text, -1)], axis=1)[:, 1:2],
            "quadric": SubspaceForm(np.eye(3)),
            "eigenvalues": np.ones(3),
            **more,
        }
    )


WORDS = [" zero", " one", " two", " three", " four", " five", " six", " seven"]


@pytest.fixture(scope="session")
def cube_address(tmp_path_factory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("cube") / "gallery"
    with serving(write_gallery(folder, [corners(WORDS)], title="A cube")) as address:
        yield address


@pytest.fixture(scope="session")
def hostile_address(tmp_path_factory) -> Iterator[str]:
    """Markup in every place that takes text."""
    folder = tmp_path_factory.mktemp("hostile") / "gallery"
    bundle = corners([f"{HOSTILE}{i}" for i in range(8)], name=HOSTILE, shape=HOSTILE)
    gallery = write_gallery(folder, [bundle], title=HOSTILE, about={HOSTILE: HOSTILE})
    with serving(gallery) as address:
        yield address
