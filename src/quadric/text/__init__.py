"""Files, a package's texts or a hub data set -> documents -> token blocks."""

from quadric.text.packing import Block, blocks
from quadric.text.reading import documents, length

__all__ = ["Block", "blocks", "documents", "length"]
