"""Write a gallery as a static site that any host, or a double click, can show.

A page opened from a folder may not read the files beside it; it may only run scripts. So each
file of the gallery travels as a script of one statement that hands over its bytes as base64 text,
and the page adds that script when it needs the file.
"""

from __future__ import annotations

import base64
import shutil
from pathlib import Path

from quadric.explorer.layers import LAYERS_FOLDER, contents, linked
from quadric.explorer.server import STATIC
from quadric.files.writing import atomic_folder, recover_folder, refuse_existing
from quadric.gallery.folder import TOKENS, Gallery
from quadric.progress import Progress, silent

__all__ = ["export_site"]


PAGE_EDITS = {
    'data-files="fetch"': 'data-files="scripts"',
    '<link rel="preload" href="data/gallery.json" as="fetch" crossorigin />': (
        '<link rel="preload" href="data/gallery.js" as="script" />'
    ),
}
"""What a page that cannot fetch says differently."""


def export_site(
    gallery: Gallery, site: Path, *, overwrite: bool = False, progress: Progress = silent
) -> int:
    """Write the site, all of it or nothing, and return its size in bytes.

    Every manifold is read and checked first, so that what is published is whole. Galleries of other
    layers that it links to come with it, in folders of `layers/`.
    """
    site = Path(site)
    recover_folder(site)
    refuse_existing(site, overwrite)
    if site.exists() and any(site.iterdir()) and not (site / "data" / "gallery.js").is_file():
        raise FileExistsError(
            f"{site} is not an exported site, so it is not overwritten: choose another folder"
        )
    others = linked(gallery)
    with atomic_folder(site) as partial:
        for name, one in {"": gallery, **others}.items():
            folder = partial / LAYERS_FOLDER / name if name else partial
            _fill(one, folder, contents(one, gallery, others), progress)
        return sum(path.stat().st_size for path in partial.rglob("*") if path.is_file())


def _fill(gallery: Gallery, site: Path, table: bytes, progress: Progress) -> None:
    site.mkdir(parents=True, exist_ok=True)
    for name in ("app.js", "app.css"):
        shutil.copyfile(STATIC / name, site / name)
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    for here, there in PAGE_EDITS.items():
        if page.count(here) != 1:
            raise RuntimeError(f"{STATIC / 'index.html'} lacks {here}: build the page again (web/)")
        page = page.replace(here, there)
    (site / "index.html").write_text(page, encoding="utf-8")
    (site / "data").mkdir()
    _wrap(table, site / "data" / "gallery.js")
    _wrap(_read(gallery.folder / TOKENS), site / "data" / "tokens.js")
    for index, card in enumerate(gallery.cards):
        gallery.manifold(index)
        _wrap(_read(gallery.folder / card.file), site / "data" / f"{card.id}.js")
        progress("exporting", index + 1, len(gallery))


def _read(source: Path) -> bytes:
    try:
        return source.read_bytes()
    except FileNotFoundError:
        raise ValueError(f"{source} is missing: copy the whole gallery again") from None


def _wrap(data: bytes, target: Path) -> None:
    content = base64.b64encode(data).decode()
    target.write_text(f'quadricFile("{target.stem}","{content}");\n', encoding="ascii")
