"""Run a function of a module on several ranks, each a process of its own, and take its answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

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


def on_ranks(ranks: int, script: str | Path, folder: Path) -> list[dict[str, Any]]:
    """What a script wrote for each rank, as `folder/rank-0.json`, ..."""
    done = subprocess.run(
        torchrun(ranks, str(script), str(folder)),
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return [json.loads((folder / f"rank-{rank}.json").read_text()) for rank in range(ranks)]
