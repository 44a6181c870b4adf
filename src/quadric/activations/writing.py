"""Write stores shard by shard, so that a crash at any moment leaves them open to continue."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import safetensors.torch
import torch
from jaxtyping import Int
from torch import Tensor

from quadric.activations.capturing import Captured
from quadric.activations.moments import CHUNK_ROWS, MOMENTS_FILE, Moments
from quadric.activations.store import FORMAT, ActivationStore, Shard, read_tensor
from quadric.files.writing import LOCK, write_atomic
from quadric.text import Block

__all__ = ["StoreWriter", "skip_blocks", "write_shard"]

_PARTIAL_MARK = "-partial"
"""In the name of a shard that is not full yet: continuing reads it back and replaces it."""
_CRASH_LEFTOVERS = {LOCK, "manifest.json.tmp"}
"""What a crash may leave in a folder before there is a manifest."""
_COLUMNS = ("tokens", "documents", "positions", "blocks", "context")


class StoreWriter:
    """The stores of one pass, one folder a layer, whose shards hold the same blocks of text."""

    def __init__(
        self,
        folders: dict[str, Path],
        settings: dict[str, dict[str, Any]],
        overwrite: bool = False,
    ) -> None:
        self.folders, self._settings = folders, settings
        self._shards: dict[str, list[Shard]] = {}
        for name, folder in folders.items():
            if overwrite:
                _remove_store(folder)
            elif (folder / "manifest.json").exists():
                self._shards[name] = self._continued(name, ActivationStore(folder))
                continue
            elif folder.exists() and {p.name for p in folder.iterdir()} - _CRASH_LEFTOVERS:
                raise FileExistsError(f"{folder} holds something else: use another out=")
            self._shards[name] = []
        self.parts: list[Captured] = []
        self.writing = False
        self._moments = {name: Moments(about["d"]) for name, about in settings.items()}
        self._align()
        for name, folder in folders.items():
            if not (folder / "manifest.json").exists():
                folder.mkdir(parents=True, exist_ok=True)
                self._write_manifest(name, complete=False, exhausted=False)

    def _continued(self, name: str, store: ActivationStore) -> list[Shard]:
        for key, value in self._settings[name].items():
            # What older stores do not say is not held against them.
            if store.manifest.get(key, value) != value:
                raise ValueError(
                    f"{store.folder} was collected with {key} {store.manifest.get(key)!r}, not "
                    f"{value!r}: use the same, another out=, or overwrite=True"
                )
        return store.shards

    def _align(self) -> None:
        """Go back to what all layers have, and take a partial shard back into memory."""
        counts = [[shard.blocks for shard in shards] for shards in self._shards.values()]
        same = 0
        while all(len(c) > same for c in counts) and len({c[same] for c in counts}) == 1:
            same += 1
        kept = {name: shards[:same] for name, shards in self._shards.items()}
        ahead = [name for name, shards in self._shards.items() if len(shards) > same]
        self._shards = dict(kept)
        for name in ahead:
            self._write_manifest(name, complete=False, exhausted=False)
        if same and all(_PARTIAL_MARK in shards[-1].file for shards in kept.values()):
            self.parts = [self._read_back(kept)]
            kept = {name: shards[:-1] for name, shards in kept.items()}
        self._shards = kept

    def _read_back(self, shards: dict[str, list[Shard]]) -> Captured:
        paths = {name: self.folders[name] / listed[-1].file for name, listed in shards.items()}
        first = next(iter(paths.values()))
        columns = {name: read_tensor(first, name).long() for name in _COLUMNS}
        rows = {name: read_tensor(path, "activations").clone() for name, path in paths.items()}
        bad = {name: listed[-1].nonfinite for name, listed in shards.items()}
        return Captured(layers=rows, nonfinite=bad, **columns)

    @property
    def blocks(self) -> int:
        """Blocks of text collected so far, also those still in memory."""
        shards = next(iter(self._shards.values()))
        return sum(s.blocks for s in shards) + self.waiting

    @property
    def waiting(self) -> int:
        """Blocks of text in memory, not on disk yet."""
        return sum(len(part.context) for part in self.parts)

    @property
    def rows(self) -> int:
        """Rows collected so far, also those still in memory."""
        shards = next(iter(self._shards.values()))
        return sum(s.rows for s in shards) + sum(len(p) for p in self.parts)

    @property
    def count(self) -> int:
        """Shards on disk."""
        return len(next(iter(self._shards.values())))

    @property
    def nonfinite(self) -> dict[str, int]:
        """Rows left out so far, by layer."""
        return {
            name: sum(s.nonfinite for s in shards) + sum(p.nonfinite[name] for p in self.parts)
            for name, shards in self._shards.items()
        }

    def last_block(self) -> Int[Tensor, " c"] | None:
        """The tokens of the last block collected, to tell whether the text is still the same."""
        if self.parts:
            return self.parts[-1].context[-1]
        for name, shards in self._shards.items():
            if shards:
                return read_tensor(self.folders[name] / shards[-1].file, "context")[-1].long()
        return None

    def write(self, complete: bool | None = None, exhausted: bool = False) -> None:
        """Make a shard of what is in memory; the manifest names it only once it is on disk.

        `complete` is True at the end, None after a full shard, and False when interrupted: that
        shard is read back later, so that a disturbed run ends in the same files.
        """
        self.writing = True
        joined = Captured.join(self.parts) if self.parts else None
        for name, folder in self.folders.items():
            if joined is not None:
                # The number of blocks keeps a partial shard from overwriting an older one.
                mark = f"{_PARTIAL_MARK}-{len(joined.context)}" if complete is False else ""
                file = f"shard-{len(self._shards[name]):05d}{mark}.safetensors"
                self._shards[name].append(write_shard(folder / file, joined, name))
                for rows in joined.layers[name].split(CHUNK_ROWS):
                    self._moments[name].add(rows)
            if complete:
                self._keep_moments(name)
            self._write_manifest(name, bool(complete), exhausted)
        self.parts, self.writing = [], False

    def _keep_moments(self, name: str) -> None:
        """Write the moments; shards of another process or an earlier one are read once for them.

        They are added up in the same order and pieces, so that the file is the same.
        """
        moments, folder = self._moments[name], self.folders[name]
        if moments.rows != sum(shard.rows for shard in self._shards[name]):
            moments = Moments(self._settings[name]["d"])
            for shard in self._shards[name]:
                for rows in read_tensor(folder / shard.file, "activations").split(CHUNK_ROWS):
                    moments.add(rows)
        write_atomic(folder / MOMENTS_FILE, moments.to_bytes())

    def add(self, shards: dict[str, list[Shard]], complete: bool, exhausted: bool) -> None:
        """Name shards that others wrote, by layer."""
        for name, written in shards.items():
            self._shards[name] += written
            if complete:
                self._keep_moments(name)
            self._write_manifest(name, complete, exhausted)

    def _write_manifest(self, name: str, complete: bool, exhausted: bool) -> None:
        shards, folder = self._shards[name], self.folders[name]
        manifest = {
            "format": FORMAT,
            **self._settings[name],
            "complete": complete,
            "text_exhausted": exhausted,
            "tokens": sum(shard.rows for shard in shards),
            "nonfinite": sum(shard.nonfinite for shard in shards),
            "shards": [asdict(shard) for shard in shards],
        }
        write_atomic(folder / "manifest.json", json.dumps(manifest, indent=1).encode())
        known = {shard.file for shard in shards}
        for file in folder.glob("shard-*"):
            if file.name not in known:
                file.unlink()


def write_shard(path: Path, part: Captured, layer: str) -> Shard:
    """Write one layer's shard whole, and say what the manifest lists of it."""
    tensors = {name: getattr(part, name).to(torch.int32) for name in _COLUMNS}
    content = safetensors.torch.save({"activations": part.layers[layer], **tensors})
    write_atomic(path, content)
    digest = hashlib.sha256(content).hexdigest()
    count = part.nonfinite[layer]
    return Shard(path.name, len(part), len(part.context), count, len(content), digest)


def skip_blocks(cut: Iterator[Block], count: int, last: Int[Tensor, " c"], folder: Path) -> None:
    """Pass over blocks that were collected before; the last of them has to be the same still."""
    block = next(islice(cut, count - 1, None), None)
    if block is None or not torch.equal(block.ids.masked_fill(~block.real, -1), last):
        raise ValueError(f"the text has changed since {folder} was begun: use overwrite=True")


def _remove_store(folder: Path) -> None:
    """Remove what quadric wrote here, and nothing else."""
    for name in ("manifest.json", MOMENTS_FILE):
        (folder / name).unlink(missing_ok=True)
    for file in folder.glob("shard-*.safetensors*"):
        file.unlink()
    shutil.rmtree(folder / "tokenizer", ignore_errors=True)
