"""`quadric explore`: look at a gallery, or at any table of points, in the browser."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Optional

import tyro

from quadric.gallery import Gallery, read_gallery

__all__ = ["Explore"]


@dataclass(frozen=True)
class Explore:
    """Show a gallery of manifolds, or any table of points, as a page in the browser.

    The page is served to this machine only, until Ctrl-C; with --export it is written as a folder
    that any static host, or a double click on its index.html, can show.

    Example: quadric explore gallery/ --export site/
    """

    source: Annotated[Path, tyro.conf.Positional]
    """A gallery's folder, or a .csv or .parquet file with columns x, y, z, value, token."""

    export: Optional[Path] = None  # noqa: UP045 - tyro imports typeguard for `Path | None`
    """Write the page into this folder and stop, in place of serving it."""

    model: Optional[str] = None  # noqa: UP045
    """The gallery's model: the page then shows where the tokens of your own sentences lie."""

    port: int = 0
    """The port to serve at; 0 takes a free one."""

    browser: bool = True
    """Open the browser, where there is a screen."""

    overwrite: bool = False
    """Write over a site that --export wrote before."""

    def __call__(self) -> None:
        """Open the source and serve or export it."""
        with tempfile.TemporaryDirectory(prefix="quadric-") as folder:
            gallery, view = self._opened(Path(folder) / "gallery")
            if self.export is not None:
                if self.model is not None:
                    raise ValueError(
                        "an exported page runs no model: leave --model or --export out"
                    )
                from quadric.cli.progress import progress
                from quadric.explorer.export import export_site

                with progress("exporting", len(gallery), "manifolds") as bar:
                    size = export_site(
                        gallery, self.export, overwrite=self.overwrite, progress=bar.stage
                    )
                print(f"Wrote {self.export / 'index.html'} ({size / 1e6:.1f} MB in all).")
                return
            for problem in gallery.problems():
                print(f"quadric: {problem}; the other manifolds are shown.", file=sys.stderr)
            from quadric.explorer.live import Live
            from quadric.explorer.server import serve

            live = None if self.model is None else Live(gallery, self.model)
            try:
                serve(gallery, port=self.port, browser=self.browser, view=view, live=live)
            finally:
                if live is not None:
                    live.close()

    def _opened(self, made: Path) -> tuple[Gallery, str]:
        """The source as a gallery (a table is written to `made`), and the view to begin with."""
        if self.source.is_dir():
            return read_gallery(self.source), ""
        # Here, since it needs numpy, and a gallery is served without.
        from quadric.explorer.table import TABLE_SUFFIXES, table_gallery

        if self.source.suffix.lower() in TABLE_SUFFIXES:
            return table_gallery(self.source, made), "/m/0000"
        if not self.source.exists():
            raise FileNotFoundError(f"{self.source} does not exist: make it with `quadric find`")
        raise ValueError(f"{self.source} is neither a gallery's folder nor a table")
