"""Every test here draws the same random numbers whichever ran before it."""

import pytest
import torch


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)
