"""Events against closed forms."""

import numpy as np
import pytest

from mbfmu.runtime.advance import advance
from mbfmu.runtime.errors import StepFailed
from mbfmu.runtime.instance import Instance
from tests.tolerances import INTEGRATION

from .problems import G, chattering, dropped_on_spring, resting


def height(t: float) -> float:
    """A fall of 1 m, then m s'' = -m G - c s with c / m = 400 until s = 0, then a throw upwards."""
    touch = np.sqrt(2 / G)
    speed, w, sag = np.sqrt(2 * G), 20.0, G / 400
    contact = 2 / w * (np.pi - np.arctan(speed / w / sag))
    if t < touch:
        return 1 - G * t**2 / 2
    if t < touch + contact:
        return -sag + sag * np.cos(w * (t - touch)) - speed / w * np.sin(w * (t - touch))
    return speed * (t - touch - contact) - G * (t - touch - contact) ** 2 / 2


@pytest.mark.parametrize("steps", [1, 7, 100])
def test_drop_on_spring(steps: int) -> None:
    """Down, in contact and up again, whether events fall into long steps or short ones."""
    instance = Instance(dropped_on_spring())
    instance.initialize()
    for t in np.linspace(0, 1, steps + 1)[1:]:
        advance(instance, t, 1e-9)
        assert instance.get("s")[0] == pytest.approx(height(t), abs=INTEGRATION)
        assert instance.buffers["m"][0] == float(height(t) < 0)


def test_chattering_is_named() -> None:
    """A mode that no side keeps is refused by name, and the instance is as before."""
    instance = Instance(chattering())
    instance.initialize()
    before = instance.save()
    with pytest.raises(StepFailed, match=r"events within .* t = 0.1.* s: slip.forward switches back"):
        advance(instance, 1.0)
    assert instance.save() == before


def test_rest_on_an_indicator() -> None:
    """A state that decays onto its own indicator comes to rest: roundoff is no event."""
    instance = Instance(resting())
    instance.initialize()
    for t in np.arange(1, 3000) * 1e-3:
        advance(instance, t)
        assert instance.buffers["m"][0] == 1.0
    assert instance.buffers["x"][0] == pytest.approx(0.0, abs=INTEGRATION)
