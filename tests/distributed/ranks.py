"""How torchrun starts several ranks, each a process of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = str(Path(__file__).parents[2])
ENVIRONMENT = os.environ | {
    # Scripts of the tests take the cost model from `benchmarks`.
    "PYTHONPATH": os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), ROOT])),
    "OMP_NUM_THREADS": "1",
    "OMP_WAIT_POLICY": "passive",
    "HF_HUB_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


def torchrun(ranks: int, *command: str) -> list[str]:
    """The command that starts `ranks` processes of another."""
    launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(ranks)]
    # A port that is free, so that tests beside each other don't meet.
    return [*launcher, "--rdzv-backend", "c10d", "--rdzv-endpoint", "localhost:0", *command]
