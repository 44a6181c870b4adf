"""Windows of tokens around samples, kept once where they overlap.

Many samples come from the same stretch of text, so their windows repeat each other. The text that
all windows cover together is kept as one stream of tokens, cut into segments of consecutive
positions of one document; a sample is then a single offset into the stream, from which its token,
its context, its document and its position all follow.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

__all__ = ["Text", "context_windows", "join_windows"]


@dataclass(frozen=True)
class Text:
    """The stretches of text around the samples of one manifold."""

    tokens: Int[np.ndarray, "length"]
    """Token ids of all segments, one after the other."""

    starts: Int[np.ndarray, "segments"]
    """Where each segment begins in `tokens`; the first begins at 0."""

    documents: Int[np.ndarray, "segments"]
    """The document that each segment is from."""

    positions: Int[np.ndarray, "segments"]
    """The position of each segment's first token in its document."""

    offsets: Int[np.ndarray, "n"]
    """Where each sample stands in `tokens`."""

    def locate(self) -> tuple[Int[np.ndarray, "n"], Int[np.ndarray, "n"]]:
        """Give the document and the position of every sample."""
        segment = np.searchsorted(self.starts, self.offsets, side="right") - 1
        return self.documents[segment], self.positions[segment] + self.offsets - self.starts[
            segment
        ]

    def windows(self, before: int, after: int) -> Int[np.ndarray, "n width"]:
        """Give `before` tokens, the sample's own and `after` tokens; -1 beyond a segment's ends."""
        ends = np.append(self.starts[1:], len(self.tokens))
        segment = np.searchsorted(self.starts, self.offsets, side="right") - 1
        at = self.offsets[:, None] + np.arange(-before, after + 1)
        inside = (at >= self.starts[segment, None]) & (at < ends[segment, None])
        return np.where(inside, self.tokens[np.where(inside, at, 0)], -1)


def context_windows(
    tokens: Int[np.ndarray, "length"],
    documents: Int[np.ndarray, "length"],
    samples: Int[np.ndarray, "n"],
    before: int = 8,
    after: int = 4,
) -> Int[np.ndarray, "n width"]:
    """Cut a window around each sample out of a stream of tokens, padded by -1 at document ends.

    `samples` are indices into the stream; width = before + 1 + after.
    """
    at = samples[:, None] + np.arange(-before, after + 1)
    inside = (at >= 0) & (at < len(tokens))
    at = np.where(inside, at, 0)
    inside &= documents[at] == documents[samples][:, None]
    return np.where(inside, tokens[at], -1)


def join_windows(
    windows: Int[np.ndarray, "n width"],
    before: int,
    documents: Int[np.ndarray, "n"],
    positions: Int[np.ndarray, "n"],
) -> Text:
    """Keep every (document, position) that any window covers once, in order."""
    if len(positions) and (positions.min() < 0 or documents.min() < 0):
        raise ValueError("documents and positions count from 0: a negative one was given")
    width = windows.shape[1]
    place = positions[:, None].astype(np.int64) + np.arange(-before, width - before)
    known = (windows >= 0) & (place >= 0)
    # One key a place in all text: its stride leaves a gap between documents, so that no segment
    # runs on into the next document.
    stride = int(place.max(initial=0)) + 2
    keys = (documents[:, None].astype(np.int64) * stride + place)[known]
    text, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    tokens = windows[known][first]
    clash = tokens[inverse] != windows[known]
    if clash.any():
        document, position = divmod(int(keys[clash][0]), stride)
        raise ValueError(
            f"two contexts disagree about document {document}, position {position}: "
            "give every document its own number"
        )
    starts = np.flatnonzero(np.diff(text, prepend=-2) != 1)
    offsets = np.searchsorted(text, documents.astype(np.int64) * stride + positions)
    return Text(tokens, starts, text[starts] // stride, text[starts] % stride, offsets)
