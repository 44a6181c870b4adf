"""The explorer: a gallery of manifolds as a web page, served here or exported for any host."""

from quadric.explorer.notebook import inline

__all__ = ["inline"]
