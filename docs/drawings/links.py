"""Links of the built site: called by mkdocs for every page (`hooks` in mkdocs.yml).

Pages link to the gallery's folder, `gallery/`, which is there in a clone too. In the site its page
is named, so that one click opens it also where no server answers for a folder with its index.html.
"""

from __future__ import annotations

from typing import Any

__all__ = ["on_page_content"]


def on_page_content(html: str, **_: Any) -> str:
    """The page with links to the exported gallery's own page."""
    return html.replace('href="gallery/"', 'href="gallery/index.html"')
