"""Nothing floods a console: reprs are short lines, and messages keep below 2,000 characters whatever a user gave."""

from dataclasses import fields, is_dataclass

import numpy as np
import pytest

import mbfmu
from mbfmu import Body, LookupTable, MbfmuError, Model, Parameter, Revolute, World, compile_problem, connect
from mbfmu.base.errors import ProblemsFound
from mbfmu.cosim import Component, System
from mbfmu.model.declare.variable_types import VariableType
from mbfmu.model.signals.signal import Signal
from mbfmu.scene import Scene

KINDS = [getattr(mbfmu, name) for name in mbfmu.__all__] + [Component, System, Scene]
RESULTS = [kind for kind in KINDS if isinstance(kind, type) and is_dataclass(kind) and not issubclass(kind, (Signal, VariableType))]


@pytest.mark.parametrize("kind", RESULTS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(
    "content", [np.zeros((50, 50)), {f"signal_{i}": np.ones(9) for i in range(99)}, "text\n" * 999], ids=["arrays", "dict", "text"]
)
def test_reprs_of_results_are_short_lines(kind, content):
    found = object.__new__(kind)
    for field in fields(kind):
        object.__setattr__(found, field.name, content if kind is not mbfmu.Frame else Body(m=1.0))
    text = repr(found)
    assert len(text) < 400 and "\n" not in text and kind.__name__ in text


def pendulum(name: str) -> Model:
    model = Model(name)
    model.world, model.body = World(), Body(m=1.0, I=0.1)
    model.pivot = Revolute(model.world.frame_b, model.body.frame_a, n=[0, 1, 0])
    return model


def test_reprs_of_what_is_declared():
    assert repr(pendulum("Arm")) == "<Model Arm: 3 elements>"
    assert repr(Parameter("kg", "mass")) == "<Parameter  [kg]>" and repr(Body.m) == "<Parameter m [kg]>"
    assert repr(LookupTable([0, 1], [0, 1, 2], np.zeros((2, 3)))) == "<LookupTable 2 x 3>"
    for problem in (compile_problem(pendulum("Arm")), connect("Pair", {"a": pendulum("A"), "b": pendulum("B")}, [])):
        assert repr(problem).startswith(f"Problem(name='{problem.name}'") and len(repr(problem)) < 400


def test_every_public_class_has_a_repr_of_its_own():
    assert [kind.__name__ for kind in KINDS if isinstance(kind, type) and kind.__repr__ is object.__repr__] == []
    assert repr(mbfmu.HubPort()) == "<HubPort that gives force>"
    assert repr(mbfmu.Posture(pendulum("Arm"))) == "<Posture of Arm: 1 coordinates, 1 speeds>"


FLOOD = list(range(100_000))
FLOODS = {
    "a value": lambda: compile_problem(Body(m=FLOOD)),
    "an attachment": lambda: Revolute(FLOOD, FLOOD),
    "an element": lambda: setattr(Model("M"), "x", FLOOD),
    "a declared model": lambda: compile_problem(FLOOD),
    "outputs": lambda: Model("M").expose(outputs=FLOOD),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_messages_are_short_whatever_was_given(flood):
    with pytest.raises(MbfmuError) as refused:
        flood()
    assert len(str(refused.value)) < 2000


def test_a_long_message_keeps_its_beginning_and_its_end():
    text = str(MbfmuError(f"x = {FLOOD} must be a number"))
    assert text.startswith("x = [0, 1, ") and text.endswith(" must be a number") and len(text) < 2000


def test_many_problems_are_told_as_far_as_there_is_room_and_all_are_kept():
    model = Model("M")
    model.world = World()
    for i in range(300):
        model.add(f"body_{i}", Body(m=-1.0))
    with pytest.raises(ProblemsFound) as refused:
        compile_problem(model)
    *_, last = str(refused.value).splitlines()
    told = str(refused.value).count("must be >= 0 kg")
    assert len(str(refused.value)) < 2000 and told > 5 and last == f"  - and {len(refused.value.problems) - told} more"
    assert sum("must be >= 0 kg" in problem for problem in refused.value.problems) == 300
