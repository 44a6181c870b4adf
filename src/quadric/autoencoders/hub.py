"""Files of a repository on the hub, and what it has instead if one is missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from huggingface_hub import HfApi, hf_hub_download, snapshot_download
from huggingface_hub.errors import EntryNotFoundError, HFValidationError

__all__ = ["hub_file", "hub_files"]


def hub_file(repo: str, name: str, **hub: Any) -> Path:
    """The local copy of one file; if the repository lacks it, say what it has."""
    try:
        return Path(hf_hub_download(repo, name, **hub))
    except HFValidationError as error:
        raise ValueError(f"{repo} is neither a folder here nor a repository's name") from error
    except EntryNotFoundError as error:
        found = hub_files(repo, **hub)
        if not found:
            raise OSError(
                f"{repo} is no folder here, and the hub can't be reached or has no such "
                f"repository ({_first_line(error)})"
            ) from error
        several = any(file.endswith(f"/{name}") for file in found)
        hint = "; checkpoints in folders are read by `quadric import`" if several else ""
        raise ValueError(f"{repo} has no {name}: it has {', '.join(found)}{hint}") from error
    except OSError as error:
        raise OSError(
            f"{repo} is no folder here, and the hub did not give it: {_first_line(error)}"
        ) from error


def hub_files(repo: str, **hub: Any) -> list[str]:
    """The names of a repository's files, or of those in the local cache without a network."""
    revision = hub.get("revision")
    try:
        return sorted(HfApi(token=hub.get("token")).list_repo_files(repo, revision=revision))
    except Exception:  # Whatever keeps the hub from answering, the cache is asked next.
        pass
    try:
        cached = snapshot_download(
            repo, revision=revision, cache_dir=hub.get("cache_dir"), local_files_only=True
        )
    except OSError:
        return []
    folder = Path(cached)
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0].rstrip(".") if str(error).strip() else repr(error)
