"""The activation store on disk: opened, checked, sliced."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float, Int
from safetensors import SafetensorError, safe_open
from torch import Tensor

from quadric.activations.batches import Rows
from quadric.activations.moments import MOMENTS_FILE, Moments
from quadric.activations.raw import as_bytes, read_pieces, tensor_offset
from quadric.files.objects import read_object
from quadric.progress import Progress, silent

__all__ = ["FORMAT", "ActivationStore", "Column", "Shard", "read_tensor"]

FORMAT = "quadric activations 1"
DTYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}
DTYPES |= {"float64": torch.float64}
MANIFEST_FIELDS = {"d": int, "dtype": str, "shards": list, "model": (str, type(None)), "layer": str}
"""What a manifest has to hold before anything is read by it."""


@dataclass(frozen=True)
class Shard:
    """One file of a store, as its manifest lists it."""

    file: str
    """Its name in the folder."""
    rows: int
    """Activations in it."""
    blocks: int
    """Blocks of text that they are from."""
    nonfinite: int
    """Rows left out because of NaN or infinity."""
    bytes: int
    """The file's length."""
    sha256: str
    """Of the whole file."""


def read_tensor(path: Path, name: str, rows: slice = slice(None)) -> Tensor:
    """Some rows of one tensor of a safetensors file, without reading the others."""
    try:
        with safe_open(path, framework="pt") as file:
            return file.get_slice(name)[rows]
    except (SafetensorError, OSError) as error:
        raise ValueError(f"{path} cannot be read ({error}): restore it or collect again") from error


class Column:
    """One tensor of every shard, seen as one long tensor."""

    def __init__(self, folder: Path, shards: list[Shard], name: str) -> None:
        self._paths = [folder / shard.file for shard in shards]
        self._starts = [0, *accumulate(shard.rows for shard in shards)]
        self._name = name
        self._offsets: dict[int, int] = {}

    def __len__(self) -> int:
        return self._starts[-1]

    def __getitem__(self, rows: slice | int | Int[Tensor, " n"]) -> Tensor:
        if isinstance(rows, int):
            i = range(len(self))[rows]
            return self[i : i + 1][0]
        if isinstance(rows, Tensor):
            return self._gather(rows)
        if not self._paths:
            return torch.empty(0, dtype=torch.int32)[rows]
        a, b, step = rows.indices(len(self))
        if step != 1:
            raise ValueError("rows are sliced in steps of 1: index with a tensor for others")
        parts = [
            read_tensor(self._paths[shard], self._name, slice(start, stop))
            for shard, start, stop in self._pieces(a, max(a, b))
        ]
        return torch.cat(parts)

    def _pieces(self, a: int, b: int) -> Iterator[tuple[int, int, int]]:
        """Rows [a, b) as shards with the rows in them; one empty piece if there are none."""
        shard = min(bisect_right(self._starts, a), len(self._paths)) - 1
        while True:
            start, stop = self._starts[shard], self._starts[shard + 1]
            yield shard, a - start, min(b, stop) - start
            if b <= stop:
                return
            a, shard = stop, shard + 1

    def read(self, runs: Sequence[tuple[int, int]], out: Tensor) -> None:
        """Fill `out` with the rows of several runs in rising order, each file opened once."""
        row, at, memory = out.shape[1] * out.dtype.itemsize, 0, as_bytes(out)
        pieces = (piece for a, b in runs for piece in self._pieces(a, b))
        for shard, group in groupby(pieces, key=lambda piece: piece[0]):
            if shard not in self._offsets:
                self._offsets[shard] = tensor_offset(self._paths[shard], self._name)
            inside = [(start, stop) for _, start, stop in group]
            path, offset = self._paths[shard], self._offsets[shard]
            at += read_pieces(path, offset, inside, row, memory[at:])

    def _gather(self, rows: Int[Tensor, " n"]) -> Tensor:
        shards = self.shards_of(rows)
        order = torch.argsort(shards, stable=True)
        parts = [
            read_tensor(self._paths[i], self._name)[rows[shards == i] - self._starts[i]]
            for i in shards.unique().tolist()
        ]
        gathered = torch.cat(parts) if parts else self[0:0]
        return gathered[torch.argsort(order)]

    def shards_of(self, rows: Int[Tensor, " n"]) -> Int[Tensor, " n"]:
        """The number of each row's shard."""
        if len(rows) and not (int(rows.min()) >= 0 and int(rows.max()) < len(self)):
            raise IndexError(f"rows go from 0 to {len(self) - 1}")
        return torch.bucketize(rows, torch.tensor(self._starts[1:]), right=True)


class ActivationStore(Rows):
    """Activations on disk: `len(store)`, `store[i:j]`, `store.batches(...)`.

    `store.tokens`, `.documents` and `.positions` slice alike, and `store.windows` gives the text
    around samples. Nothing is read before it is asked for.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.manifest = _read_manifest(self.folder)
        self.shards = _shards(self.folder, self.manifest)
        self.d: int = self.manifest["d"]
        self.dtype: torch.dtype = DTYPES[self.manifest["dtype"]]
        for shard in self.shards:
            _check_size(self.folder / shard.file, shard, self.d * self.dtype.itemsize)
        if self.shards:
            self._check_first(self.folder / self.shards[0].file)
        self._activations = self._column("activations")
        self.tokens = self._column("tokens")
        self.documents = self._column("documents")
        self.positions = self._column("positions")

    def _check_first(self, path: Path) -> None:
        """Refuse a manifest that tells of other rows than there are: reading trusts its sizes."""
        there, told = tuple(read_tensor(path, "activations", slice(0, 1)).shape[1:]), (self.d,)
        kind = read_tensor(path, "activations", slice(0, 0)).dtype
        if there != told or kind != self.dtype:
            raise ValueError(
                f"{self.folder / 'manifest.json'} tells of rows of {self.d} {self.dtype}, {path} "
                f"holds {there} {kind}: restore it or collect again"
            )

    def _column(self, name: str) -> Column:
        return Column(self.folder, self.shards, name)

    def __len__(self) -> int:
        return len(self._activations)

    def __getitem__(self, rows: slice | int | Int[Tensor, " n"]) -> Tensor:
        if not self.shards:
            return torch.empty(0, self.d, dtype=self.dtype)[rows]
        return self._activations[rows]

    def read(self, runs: Sequence[tuple[int, int]]) -> Float[Tensor, "n d"]:
        """The rows of several runs in rising order, one after the other."""
        out = torch.empty(sum(b - a for a, b in runs), self.d, dtype=self.dtype)
        self._activations.read(runs, out)
        return out

    def __repr__(self) -> str:
        layer, model = self.manifest["layer"], self.manifest["model"]
        return f"ActivationStore({len(self):,} x {self.d}, {layer} of {model}, {self.folder})"

    @cached_property
    def moments(self) -> Moments:
        """Mean and covariance of the rows at norm one: kept by `collect`, else by one pass now."""
        kept = Moments.read(self.folder / MOMENTS_FILE, self.d, len(self))
        return kept or Moments.of(self)

    @cached_property
    def tokenizer(self) -> Any:
        """The model's tokenizer, kept with the store so that tokens can be shown anywhere."""
        from transformers import AutoTokenizer

        try:
            return AutoTokenizer.from_pretrained(self.folder / "tokenizer")
        except Exception as error:  # The parser raises plain exceptions of its own.
            told = str(error).strip().split("\n")[0]
            raise ValueError(
                f"{self.folder / 'tokenizer'} can't be read ({told}): copy the model's tokenizer"
            ) from error

    def windows(
        self, rows: Int[Tensor, " n"], before: int = 16, after: int = 8
    ) -> Int[Tensor, "n width"]:
        """The token ids around samples as the model read them; the sample's is at `before`.

        Tokens that were left out of the store are here too; -1 is outside the sample's block.
        """
        out = torch.full((len(rows), before + 1 + after), -1)
        shards = self._activations.shards_of(rows)
        for i in shards.unique().tolist():
            path, mine = self.folder / self.shards[i].file, shards == i
            local = rows[mine] - sum(shard.rows for shard in self.shards[:i])
            context = read_tensor(path, "context").long()
            block = read_tensor(path, "blocks")[local].long()
            at = read_tensor(path, "positions")[local].long()[:, None]
            at = at + torch.arange(-before, after + 1)
            inside = (at >= 0) & (at < context.shape[1])
            picked = context[block[:, None], at.clamp(0, context.shape[1] - 1)]
            out[mine] = picked.masked_fill(~inside, -1)
        return out

    def verify(self, progress: Progress = silent) -> None:
        """Read every shard and compare its checksum; `progress` gets the bytes read."""
        done = 0
        for shard in self.shards:
            with open(self.folder / shard.file, "rb") as handle:
                digest = hashlib.file_digest(handle, "sha256").hexdigest()
            if digest != shard.sha256:
                raise ValueError(
                    f"{self.folder / shard.file} was changed or damaged (its checksum differs): "
                    "restore it or collect again with overwrite=True"
                )
            done += shard.bytes
            progress("verifying", done, sum(shard.bytes for shard in self.shards))


def _read_manifest(folder: Path) -> dict[str, Any]:
    path = folder / "manifest.json"
    if not path.is_file():
        inner = sorted(file.parent.name for file in folder.glob("*/manifest.json"))
        hint = (
            f"open one of its layers: {', '.join(inner)}" if inner else "quadric collect makes one"
        )
        raise ValueError(f"no activation store in {folder}: {hint}")
    manifest = read_object(path, "restore it or collect again")
    if (form := manifest.get("format")) != FORMAT:
        raise ValueError(
            f"{path} has the format {form!r}, this quadric reads {FORMAT!r}: update it"
        )
    for key, kind in MANIFEST_FIELDS.items():
        if not isinstance(manifest.get(key), kind):
            raise ValueError(f"{path} has no valid {key!r}: restore it or collect again")
    if manifest["dtype"] not in DTYPES or manifest["d"] < 1:
        raise ValueError(f"{path} has no valid 'd' or 'dtype': restore it or collect again")
    return manifest


def _shards(folder: Path, manifest: dict[str, Any]) -> list[Shard]:
    kinds = {"file": str, "rows": int, "blocks": int, "nonfinite": int, "bytes": int, "sha256": str}
    shards = []
    for number, found in enumerate(manifest["shards"]):
        good = isinstance(found, dict) and set(found) == set(kinds)
        if not good or not all(isinstance(found[key], kind) for key, kind in kinds.items()):
            raise ValueError(
                f"{folder / 'manifest.json'} has no valid shard {number}: restore it or collect "
                "again"
            )
        shards.append(Shard(**found))
    for shard in shards:
        if Path(shard.file).name != shard.file or shard.rows < 0:
            raise ValueError(f"{folder / 'manifest.json'} names {shard.file}, outside its folder")
    return shards


def _check_size(path: Path, shard: Shard, row: int) -> None:
    if not path.is_file():
        raise ValueError(f"{path} is missing: restore it or collect again with overwrite=True")
    size = path.stat().st_size
    if size != shard.bytes:
        raise ValueError(
            f"{path} is truncated or changed ({size:,} of {shard.bytes:,} bytes): restore it or "
            "collect again with overwrite=True"
        )
    if shard.rows * row > size:
        raise ValueError(
            f"{path} can't hold {shard.rows:,} rows in {size:,} bytes: restore its manifest.json"
        )
