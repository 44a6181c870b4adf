"""Files, a package's texts or a hub data set -> documents -> token blocks."""

from quadric.text.packing import Block, blocks
from quadric.text.reading import documents, is_remote, length

__all__ = ["Block", "blocks", "documents", "is_remote", "length"]
