"""A GGUF file, converted to safetensors once and kept in the user's cache folder."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from quadric.files.writing import atomic_folder, locked

__all__ = ["cache_folder", "converted"]

_HASHED_BYTES = 1 << 20
"""Bytes from either end of a file that tell it from others: hashing all takes minutes."""


def cache_folder() -> Path:
    """QUADRIC_CACHE, or `quadric` in the user's cache folder."""
    if chosen := os.environ.get("QUADRIC_CACHE"):
        return Path(chosen).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "quadric"


def converted(file: Path) -> Path:
    """The folder with `file`'s model and tokenizer in float32; made if it is not there yet.

    Whoever comes second waits for the first, and a folder under its final name is whole.
    """
    target = cache_folder() / "gguf" / f"{file.stem}-{_fingerprint(file)}"
    if target.is_dir():
        return target
    with locked(target, inside=False, wait=True):
        if not target.is_dir():
            # transformers draws a bar of its own here, which would break its callers' lines.
            with (
                atomic_folder(target) as draft,
                open(os.devnull, "w") as nowhere,
                contextlib.redirect_stderr(nowhere),
            ):
                _convert(file, draft)
    return target


def _fingerprint(file: Path) -> str:
    """Size, head and tail: the head holds every tensor's name, and reading it all takes seconds."""
    size = file.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with open(file, "rb") as handle:
        digest.update(handle.read(_HASHED_BYTES))
        handle.seek(max(0, size - _HASHED_BYTES))
        digest.update(handle.read())
    return digest.hexdigest()[:16]


def _convert(file: Path, folder: Path) -> None:
    try:
        import accelerate  # noqa: F401  # pyright: ignore[reportUnusedImport]
        import gguf  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError as error:
        raise RuntimeError(f"reading {file.name} needs `pip install 'quadric[gguf]'`") from error
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    loaded = AutoModelForCausalLM.from_pretrained(
        file.parent, gguf_file=file.name, dtype=torch.float32
    )
    # The loaded model still counts as quantised, which save_pretrained refuses: a plain twin.
    delattr(loaded.config, "quantization_config")
    with torch.device("meta"):
        plain = type(loaded)(loaded.config)
    plain.load_state_dict(loaded.state_dict(), assign=True)
    plain.tie_weights()
    plain.save_pretrained(folder)
    AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name).save_pretrained(folder)
