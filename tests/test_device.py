import pytest
import torch

from quadric import device
from quadric.device import MIN_BFLOAT16_DIMENSIONS, fast_bfloat16, product_dtype, resolve_precision


@pytest.fixture
def machine(monkeypatch):
    """`machine(instructions, speedup)`: force what the hardware answers."""

    def force(instructions, speedup=2.0):
        fast_bfloat16.cache_clear()
        monkeypatch.setattr(device, "has_instructions", lambda: instructions)
        monkeypatch.setattr(device, "speedup", lambda: speedup)

    yield force
    fast_bfloat16.cache_clear()


@pytest.mark.parametrize(
    ("instructions", "speedup", "chosen"),
    [
        (True, 2.1, "bfloat16"),
        (True, 1.0, "float32"),
        (True, 0.1, "float32"),
        (False, 5.0, "float32"),
    ],
    ids=["faster", "no-faster", "slower", "no-instructions"],
)
def test_auto_asks_the_hardware(machine, instructions, speedup, chosen):
    machine(instructions, speedup)
    assert resolve_precision("auto", "cpu") == chosen
    # What was said is done on any machine.
    for name in ("float32", "bfloat16"):
        assert resolve_precision(name, torch.device("cpu")) == name


def test_narrow_activations_stay_in_float32(machine):
    machine(True)
    assert resolve_precision("auto", "cpu", MIN_BFLOAT16_DIMENSIONS) == "bfloat16"
    assert resolve_precision("auto", "cpu", MIN_BFLOAT16_DIMENSIONS - 1) == "float32"


def test_a_machine_without_the_instructions_measures_nothing(machine, monkeypatch):
    machine(False)
    monkeypatch.setattr(device, "speedup", lambda: pytest.fail("it was timed"))
    assert resolve_precision("auto", "cpu") == "float32"


def test_the_hardware_is_asked_once_a_process(machine, monkeypatch):
    machine(True)
    asked = []
    monkeypatch.setattr(device, "speedup", lambda: asked.append(1) or 2.0)
    assert {resolve_precision("auto", "cpu") for _ in range(3)} == {"bfloat16"}
    assert len(asked) == 1


def test_the_answer_of_this_machine_is_what_its_products_take():
    if not device.has_instructions():
        assert resolve_precision("auto", "cpu") == "float32"
    assert device.speedup() > 0


def test_only_wide_products_in_float32_are_rounded_and_only_where_that_is_faster(machine):
    wide, narrow = (torch.zeros(2, d) for d in (MIN_BFLOAT16_DIMENSIONS, 8))
    machine(True, 2.1)
    assert product_dtype(wide) == torch.bfloat16
    assert product_dtype(narrow) == torch.float32
    assert product_dtype(wide.double()) == torch.float64
    machine(False)
    assert product_dtype(wide) == torch.float32
