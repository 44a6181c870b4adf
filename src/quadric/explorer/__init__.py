"""The explorer: a gallery of manifolds as a web page, served here or exported for any host."""

from typing import TYPE_CHECKING

from quadric.lazy import lazy_names

if TYPE_CHECKING:
    from quadric.explorer.notebook import inline

__all__ = ["inline"]

# Fetched when it is first used, since it needs numpy: a page is served without it.
__getattr__ = lazy_names(__name__, {"quadric.explorer.notebook": ("inline",)})
