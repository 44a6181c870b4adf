"""A device by name, as the command line and settings give it."""

from __future__ import annotations

import torch

__all__ = ["resolve_device"]


def resolve_device(name: str) -> torch.device:
    """The device; `auto` takes a GPU if there is one. Refused if this machine does not have it."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        # With an index: ranks on one machine have a current GPU each.
        return torch.empty(0, device=name).device
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise ValueError(f"no device {name} here ({reason}): use cpu or auto") from error
