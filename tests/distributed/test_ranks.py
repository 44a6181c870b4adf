"""Several processes compute what one does, and cost what the model says."""

import json

import forking
import pytest
from distributed.checks import CHECKS
from distributed.ranks import ENVIRONMENT

SCRIPT = __file__.replace("test_ranks.py", "checks.py")


@pytest.fixture(scope="module", params=[2, 3], ids=["2-ranks", "3-ranks"])
def gaps(request, tmp_path_factory):
    """Each check's largest gap over the ranks: one start of the processes for all of them."""
    folder = tmp_path_factory.mktemp("ranks")
    forking.on_ranks(request.param, [SCRIPT, folder], ENVIRONMENT)
    found = [json.loads((folder / f"rank-{i}.json").read_text()) for i in range(request.param)]
    return {name: [rank[name] for rank in found] for name in found[0]}


@pytest.mark.parametrize("name", CHECKS)
def test_ranks_agree_with_one_process(gaps, name):
    kind = name.split()[0]
    if kind == "memory":
        assert all(0.7 < ratio < 1.3 for ratio in gaps[name]), gaps[name]
    else:
        assert max(gaps[name]) < {"float32": 1e-4, "bfloat16": 2e-2, "cost": 1e-9}.get(kind, 1e-11)
