"""Events against closed forms."""

import casadi as ca
import numpy as np
import pytest

from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import Call
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
        instance.advance(t, 1e-9)
        assert instance.get("s")[0] == pytest.approx(height(t), abs=INTEGRATION)
        assert instance.buffers["m"][0] == float(height(t) < 0)


@pytest.mark.parametrize("steps", [1, 2, 30])
def test_short_contact_in_a_long_step(steps: int) -> None:
    """A mass drawn away from the spring at 8 m/s2 and thrown at it from 0.95 m, 0.05 m too fast, does not pass through it."""
    instance = Instance(dropped_on_spring(0.95, -4.0, -8.0))
    instance.initialize()
    for t in np.linspace(0, 3, steps + 1)[1:]:
        instance.advance(t, 1e-9)
    speed, w, rest = np.sqrt(0.8), 20.0, 8 / 400
    free = 3 - (4 - speed) / 8 - 2 / w * np.arctan(speed / w / rest)
    assert instance.get("s") == pytest.approx([speed * free + 4 * free**2, speed + 8 * free], rel=INTEGRATION)


def test_modes_that_stay_take_no_evaluations() -> None:
    """Far above the spring a step of Dormand and Prince takes seven evaluations, as it does without a spring."""
    instance, steps = Instance(dropped_on_spring(1000.0)), 5
    instance.initialize()
    instance.advance(0.01)
    before = instance.evaluations
    for i in range(steps):
        instance.advance(0.01 * (i + 2))
    assert instance.evaluations - before == 7 * steps


def leaving(margin) -> Problem:
    """A clock whose mode is left where margin(t) falls below zero; from there its state counts the time."""
    t, m = ca.SX.sym("t"), ca.SX.sym("m")
    functions = {"start": ca.Function("start", [], [ca.DM([0.0])]), "rates": ca.Function("rates", [t, m], [m, -margin(t)])}
    x1 = Ref("x", 0, 1)
    return Problem(
        "Leaving",
        "",
        (),
        {"t": 1, "x": 1, "m": 1, "x_dot": 1, "g": 1},
        functions,
        (),
        (Call("start", (), (x1,)),),
        (Call("rates", (Ref("t", 0, 1), Ref("m", 0, 1)), (Ref("x_dot", 0, 1), Ref("g", 0, 1))),),
        (),
        state_names=("x",),
        mode_names=("left",),
        nominal_x=(1e6,),
    )


@pytest.mark.parametrize(
    ("margin", "first"),
    [
        (lambda a: (a - 0.003) * (a - 0.005), 0.003),
        (lambda a: (a - 0.989) * (a - 0.991) + 1e-12, 0.989),
        (lambda a: (a - 0.31) ** 2 * (2 - a) + 1e-9, None),
        (lambda a: ca.if_else(a < 0.337, 1.0, -1.0), 0.337),
        (lambda a: 0.5 - a**4, 0.5**0.25),
    ],
)
def test_first_point_left(margin, first: float | None) -> None:
    """Margins that dip, nearly graze and jump within a step from 0 to 1."""
    instance, left = Instance(leaving(margin)), []
    instance.passing = lambda t: left.append(t) if instance.buffers["m"][0] else None
    instance.initialize()
    instance.advance(1.0, 0.5)
    assert not left if first is None else left[0] == pytest.approx(first, abs=INTEGRATION)


@pytest.mark.parametrize("step", [1.0, 1e-3, 1e-5])
def test_chattering_is_named(step: float) -> None:
    """A mode that no side keeps is refused by name however short the steps are, and the instance is as before."""
    instance = Instance(chattering())
    instance.initialize()
    instance.advance(0.099995)
    before = instance.save()
    with pytest.raises(StepFailed, match=r"100 events within .* t = 0.1.* s: neither side of slip.forward lasts; smooth the switch"):
        instance.advance(instance.t + step)
    assert instance.save() == before


def test_rest_on_an_indicator() -> None:
    """A state that decays onto its own indicator comes to rest: roundoff is no event."""
    instance = Instance(resting())
    instance.initialize()
    for t in np.arange(1, 3000) * 1e-3:
        instance.advance(t)
        assert instance.buffers["m"][0] == 1.0
    assert instance.buffers["x"][0] == pytest.approx(0.0, abs=INTEGRATION)
