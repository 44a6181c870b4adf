"""One manifold inside a notebook: the whole page in a frame, without server or network."""

from __future__ import annotations

import base64
import hashlib
import html
import re
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from quadric.explorer.server import POLICY, STATIC
from quadric.gallery import ManifoldBundle, write_gallery

__all__ = ["Inline", "inline"]


@runtime_checkable
class Bundled(Protocol):
    """Anything that can say what a gallery keeps of it, such as a `Manifold`."""

    def bundle(self) -> ManifoldBundle: ...


class Inline:
    """A page that a notebook shows in place."""

    def __init__(self, page: str, height: int) -> None:
        self.page = page
        self.height = height

    def _repr_html_(self) -> str:
        # A sandbox without the notebook's origin: the page can run, but reach nothing around it.
        return (
            f'<iframe srcdoc="{html.escape(self.page)}" sandbox="allow-scripts allow-downloads" '
            f'style="width: 100%; height: {self.height}px; border: 1px solid #8884; '
            'border-radius: 8px" title="A manifold"></iframe>'
        )


def inline(manifold: ManifoldBundle | Bundled, height: int = 560) -> Inline:
    """Show one manifold where the notebook is; the output holds all, about a megabyte.

    `manifold` is what `find_manifolds` returns, or a bundle from a gallery.
    """
    bundle = manifold if isinstance(manifold, ManifoldBundle) else manifold.bundle()
    # Galleries of other layers cannot be reached from here.
    bundle = replace(bundle, layers=())
    with tempfile.TemporaryDirectory(prefix="quadric-") as folder:
        gallery = write_gallery(Path(folder) / "gallery", [bundle], title=bundle.name)
        files = {
            "gallery": (gallery.folder / "gallery.json").read_bytes(),
            gallery.cards[0].id: (gallery.folder / gallery.cards[0].file).read_bytes(),
        }
    return Inline(_page(files, view=f"#/m/{gallery.cards[0].id}"), height)


def _page(files: dict[str, bytes], view: str) -> str:
    """The page with its script, its style and its data inside.

    Nothing but this script and this style may run: the policy names them by their hashes.
    """
    script = (STATIC / "app.js").read_text(encoding="utf-8")
    style = (STATIC / "app.css").read_text(encoding="utf-8")
    if "</script" in script.lower() or "</style" in style.lower():
        raise RuntimeError("the built page cannot stand inside another: build it again (web/)")
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    policy = POLICY.replace("script-src 'self'", f"script-src '{_hash(script)}'").replace(
        "style-src 'self'", f"style-src '{_hash(style)}'"
    )
    data = "".join(
        f'<script type="application/octet-stream" id="data-{stem}">'
        f"{base64.b64encode(content).decode()}</script>"
        for stem, content in files.items()
    )
    changes = [
        (re.escape(POLICY), policy),
        (r'<html lang="en" data-files="fetch">', f'<html lang="en" data-view="{view}">'),
        (r'<link rel="preload"[^>]*>', ""),
        (r'<link rel="stylesheet" href="app.css" />', f"<style>{style}</style>"),
        (r'<script src="app.js" defer></script>', ""),
        (r"</body>", f"{data}<script>{script}</script></body>"),
    ]
    for old, new in changes:
        page, count = re.subn(old, lambda _, new=new: new, page)
        if count != 1:
            raise RuntimeError(f"the built page has {count} of {old!r}: build it again (web/)")
    return page


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
